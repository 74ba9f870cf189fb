//! `enum` and `const`.

use serde_json::{Map, Value};

use super::{
    Import, ImportError, Place,
    facts::{Constant, Facts, Kind},
    node::guarded,
    walk::Node,
    words::brief,
};
use crate::schema::{
    Branch, Field, Literal, Member, NumberRange, ObjectType, Presence, StringRules, Type,
};

/// Constants that nest deeper than this are not spelled out.
const MAX_NEST: usize = 16;

impl<'a> Import<'a, '_> {
    /// The type of what is left of the constants by all that is known besides.
    pub(super) fn listed(
        &mut self,
        facts: &Facts<'a>,
        place: Place<'_>,
    ) -> Result<Node, ImportError> {
        let all = facts.constants.as_deref().unwrap_or_default();
        let fits = |constant: &&Constant<'a>| {
            let kind = Kind::of(constant.value);
            facts.kinds.has(kind)
                && match constant.value {
                    Value::Number(number) => {
                        (!facts.whole || is_whole(constant.value)) && facts.number.holds(number)
                    }
                    Value::String(text) => facts.string.length.holds(text.chars().count()),
                    Value::Array(list) => facts.length.holds(list.len()),
                    Value::Object(members) => facts.count.holds(members.len()),
                    _ => true,
                }
        };
        let left: Vec<&Constant<'a>> = all.iter().filter(fits).collect();
        if left.is_empty() {
            let reason = "none of its constants fits what stands beside them";
            return Err(place.unsatisfiable(reason));
        }
        let rules = unchecked(facts, &left);
        self.exact &= rules.is_empty();
        let mut ty = self.constant_types(facts, all.len(), &left);
        if !rules.is_empty() {
            ty = guarded(ty, rules);
        }
        Ok(Node::of(ty))
    }

    fn constant_types(&mut self, facts: &Facts<'a>, all: usize, left: &[&Constant<'a>]) -> Type {
        let words: Option<Vec<&str>> = left.iter().map(|c| c.value.as_str()).collect();
        if let (Some(name), Some(words)) = (facts.vocabulary, words)
            && left.len() == all
            && self.builder.bind_imported(name, &words)
        {
            return Type::Vocabulary(name.to_owned());
        }
        let mut scalars = Vec::new();
        let mut branches = Vec::new();
        for constant in left {
            match literal(constant.value) {
                Some(Literal::Null) if constant.docs.is_empty() => {
                    branches.push(Branch::new(Type::Null, ""));
                }
                Some(value) => {
                    let mut member = Member::new(value, &constant.docs);
                    member.aliases.clone_from(&constant.aliases);
                    scalars.push(member);
                }
                None => {
                    let ty = self.spelled_out(constant.value, 0);
                    branches.push(Branch::new(ty, &constant.docs));
                }
            }
        }
        if !scalars.is_empty() {
            branches.insert(0, Branch::new(Type::Enum(scalars), ""));
        }
        Type::union(branches)
    }

    /// The type that only this value has.
    fn spelled_out(&mut self, value: &Value, depth: usize) -> Type {
        if let Some(literal) = literal(value) {
            return match literal {
                Literal::Null => Type::Null,
                literal => Type::Enum(vec![Member::new(literal, "")]),
            };
        }
        if depth > MAX_NEST {
            self.exact = false;
            return guarded(Type::Any, vec![format!("equal to {}", brief(value))]);
        }
        match value {
            Value::Array(list) => {
                let items = list.iter().map(|item| self.spelled_out(item, depth + 1));
                Type::tuple(items.collect())
            }
            Value::Object(members) => {
                let field = |(name, value): (&String, &Value)| {
                    let ty = self.spelled_out(value, depth + 1);
                    Field::new(name, "", ty, Presence::Required)
                };
                Type::Object(ObjectType::new(members.iter().map(field).collect()))
            }
            _ => Type::Any,
        }
    }
}

/// Reads the constants; what is known of them already narrows them.
pub(super) fn constants<'a>(
    keyword: &str,
    members: &'a Map<String, Value>,
    place: Place<'_>,
    facts: &mut Facts<'a>,
) -> Result<(), ImportError> {
    let values = match &members[keyword] {
        Value::Array(list) if keyword == "enum" => list.as_slice(),
        _ if keyword == "enum" => {
            return Err(place.malformed("enum", members.get("enum"), "a list of constants"));
        }
        only => std::slice::from_ref(only),
    };
    if values.is_empty() {
        return Err(place.unsatisfiable("an `enum` without constants"));
    }
    let docs = members.get("x-enum-descriptions").and_then(Value::as_array);
    let aliases = members.get("x-aliases").and_then(Value::as_object);
    let constant = |(at, value): (usize, &'a Value)| {
        let docs = docs.and_then(|docs| docs.get(at)).and_then(Value::as_str);
        let own = value
            .as_str()
            .and_then(|name| aliases?.get(name)?.as_array());
        let own = own.into_iter().flatten().filter_map(Value::as_str);
        Constant {
            value,
            docs: docs.unwrap_or_default().to_owned(),
            aliases: own.map(str::to_owned).collect(),
        }
    };
    let mut list: Vec<Constant<'a>> = values.iter().enumerate().map(constant).collect();
    if let Some(known) = facts.constants.take() {
        let others: std::collections::HashSet<String> =
            list.iter().map(|constant| key(constant.value)).collect();
        list = known;
        list.retain(|constant| others.contains(&key(constant.value)));
    }
    facts.constants = Some(list);
    Ok(())
}

/// What was said beside the constants and has not been tried on them.
fn unchecked(facts: &Facts<'_>, left: &[&Constant<'_>]) -> Vec<String> {
    let has = |kind| left.iter().any(|constant| Kind::of(constant.value) == kind);
    let mut rules = Vec::new();
    if has(Kind::String) {
        let rest = StringRules {
            length: crate::schema::Length::default(),
            ..facts.string.clone()
        };
        rules.extend(rest.words());
    }
    if has(Kind::Number) && facts.number.multiple_of.is_some() {
        let step = NumberRange {
            multiple_of: facts.number.multiple_of.clone(),
            ..NumberRange::default()
        };
        rules.push(step.words("number"));
    }
    if has(Kind::Array) && (!facts.items.is_empty() || facts.unique) {
        rules.push("further rules for lists".to_owned());
    }
    let members = !facts.members.is_empty() || !facts.required.is_empty();
    if has(Kind::Object) && (members || !facts.names.is_empty()) {
        rules.push("further rules for objects".to_owned());
    }
    rules
}

fn literal(value: &Value) -> Option<Literal> {
    Some(match value {
        Value::String(text) => Literal::String(text.clone()),
        Value::Bool(value) => Literal::Bool(*value),
        Value::Null => Literal::Null,
        Value::Number(number) => Literal::Number(number.clone()),
        _ => return None,
    })
}

fn is_whole(value: &Value) -> bool {
    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|n| n.fract() == 0.0)
}

/// The same text for equal values: `1` equals `1.0`.
pub(super) fn key(value: &Value) -> String {
    match value.as_f64() {
        Some(number) if !value.is_i64() && !value.is_u64() && number.fract() == 0.0 => {
            format!("{number:.0}")
        }
        _ => value.to_string(),
    }
}
