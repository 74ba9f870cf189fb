//! Objects: known members, and what others may be.

use std::collections::HashSet;

use serde_json::Value;

use super::{
    Import, ImportError, Place,
    facts::{Facts, Members},
    gather::allows_all,
    index::Sub,
    words::{brief, quoted},
};
use crate::schema::{Field, Length, ObjectType, Presence, Type};

impl<'a> Import<'a, '_> {
    pub(super) fn object(
        &mut self,
        facts: &Facts<'a>,
        place: Place<'_>,
        docs: &mut Vec<String>,
    ) -> Result<Type, ImportError> {
        let Length { min, max } = facts.count;
        if let (Some(min), Some(max)) = (min, max)
            && min > max
        {
            let reason = format!("it wants at least {min} and at most {max} members");
            return Err(place.unsatisfiable(reason));
        }
        let several = facts.members.len();
        let named = facts
            .members
            .iter()
            .filter_map(|members| members.properties);
        let work = several * named.map(serde_json::Map::len).sum::<usize>() / 8;
        if several > 1 && !self.afford(work) {
            let rules = vec!["an object with more rules than can be shown".to_owned()];
            let any = Type::map(Type::string(), Type::Any);
            return Ok(super::node::guarded(any, rules));
        }
        if let Some(map) = self.by_pattern(facts, place, docs)? {
            return Ok(map);
        }
        let mut rules = patterns(facts);
        let required: HashSet<&str> = facts.required.iter().copied().collect();
        let rest = self.rest(facts, place, docs)?;
        let says = |members: &Members<'_>| members.rest.is_some() || members.has_patterns();
        let mut object = ObjectType {
            untold: rest.is_some() && !facts.members.iter().any(says),
            rest: rest.map(Box::new),
            ..ObjectType::default()
        };
        let mut seen = HashSet::new();
        let named = facts
            .members
            .iter()
            .filter_map(|members| members.properties);
        let named = named.flatten().map(|(name, _)| name.as_str());
        for name in named.chain(facts.required.iter().copied()) {
            if seen.insert(name) {
                let presence = if required.contains(name) {
                    Presence::Required
                } else {
                    Presence::Optional
                };
                match self.member(facts, name, presence, place)? {
                    Some(field) => object.fields.push(field),
                    None if object.rest.is_some() => {
                        let never = Type::Enum(Vec::new());
                        object.fields.push(Field::new(name, "", never, presence));
                    }
                    // It is absent, as every other member is where none is allowed.
                    None if is_refused(facts, name) => {}
                    None => docs.push(format!("No {}: no value fits it.", quoted([name]))),
                }
            }
        }
        let fields = object.fields.len() as u64;
        let most = object.rest.is_none().then_some(fields);
        let least = required.len() as u64;
        if let Some(most) = most.filter(|&most| min.is_some_and(|min| min > most)) {
            let reason = format!("it wants more members than the {most} that may be there");
            return Err(place.unsatisfiable(reason));
        }
        if let Some(max) = max.filter(|&max| max < least) {
            let reason = format!("of {least} required members, it allows {max}");
            return Err(place.unsatisfiable(reason));
        }
        if let Some(values) = object.rest.take_if(|_| fields == 0) {
            return self.map(facts, *values, rules, place);
        }
        let count = Length::new(
            min.filter(|&min| min > least),
            max.filter(|&max| most.is_none_or(|most| max < most)),
        );
        rules.extend(count.words("member", "members"));
        if fields > 0 || object.rest.is_some() {
            let of_names = facts.names.iter();
            rules.extend(of_names.map(|names| format!("names match {}", brief(names.schema))));
        }
        self.exact &= rules.is_empty();
        let object = Type::Object(object);
        Ok(if rules.is_empty() {
            object
        } else {
            super::node::guarded(object, rules)
        })
    }

    /// A member; `None` when it may be left out, and no value fits it.
    fn member(
        &mut self,
        facts: &Facts<'a>,
        name: &'a str,
        presence: Presence,
        place: Place<'_>,
    ) -> Result<Option<Field>, ImportError> {
        let mut subs: Vec<Sub<'a>> = Vec::new();
        for members in &facts.members {
            let schema = members.named(name).or(members.others());
            if presence == Presence::Required
                && members.named(name).is_none()
                && schema == Some(&Value::Bool(false))
            {
                let (name, keyword) = (quoted([name]), members.rest_keyword);
                let reason = format!("it requires {name}, which `{keyword}: false` refuses");
                return Err(place.unsatisfiable(reason));
            }
            let sub = schema.map(|schema| self.index.child(schema, members.base));
            subs.extend(sub.filter(|sub| !allows_all(sub.schema)));
        }
        let within = place.within("properties", name);
        let mut field = Field::new(name, "", Type::Any, presence);
        if !subs.is_empty() {
            match self.node(&subs, within) {
                Ok(node) => {
                    field.docs = node.docs;
                    field.ty = node.ty;
                    field.examples = node.examples;
                }
                Err(ImportError::Unsatisfiable { .. }) if presence == Presence::Optional => {
                    return Ok(None);
                }
                Err(error) => return Err(error),
            }
        }
        Ok(Some(aliased(field, facts)))
    }

    /// The type of members that no schema names; `None` when there may be none.
    fn rest(
        &mut self,
        facts: &Facts<'a>,
        place: Place<'_>,
        docs: &mut Vec<String>,
    ) -> Result<Option<Type>, ImportError> {
        let mut subs = Vec::new();
        let mut keyword = "additionalProperties";
        for members in &facts.members {
            if let Some(schema) = members.others() {
                subs.push(self.index.child(schema, members.base));
                keyword = members.rest_keyword;
            }
        }
        if facts.closed && subs.is_empty() {
            return Ok(None);
        }
        match self.part(&subs, place.within(keyword, ""), "Each", docs) {
            Ok(ty) => Ok(Some(ty)),
            Err(ImportError::Unsatisfiable { .. }) => Ok(None),
            Err(error) => Err(error),
        }
    }
}

/// Whether a schema says plainly that there is no such member.
fn is_refused(facts: &Facts<'_>, name: &str) -> bool {
    let mut all = facts.members.iter();
    all.any(|members| members.named(name).or(members.others()) == Some(&Value::Bool(false)))
}

/// What patterns of names say, as rules.
fn patterns(facts: &Facts<'_>) -> Vec<String> {
    let mut rules = Vec::new();
    for members in facts
        .members
        .iter()
        .filter(|members| members.has_patterns())
    {
        for (pattern, schema) in members.patterns.into_iter().flatten() {
            if !allows_all(schema) {
                let pattern = quoted([&**pattern]);
                rules.push(format!("members named like {pattern}: {}", brief(schema)));
            }
        }
        if let Some(rest) = members.rest.filter(|rest| !allows_all(rest)) {
            rules.push(format!("all other members: {}", brief(rest)));
        }
    }
    rules
}

fn aliased(mut field: Field, facts: &Facts<'_>) -> Field {
    for aliases in &facts.aliases {
        let others = aliases.get(&field.name).and_then(|list| list.as_array());
        let others = others
            .into_iter()
            .flatten()
            .filter_map(|name| name.as_str());
        field.aliases.extend(others.map(str::to_owned));
    }
    field
}
