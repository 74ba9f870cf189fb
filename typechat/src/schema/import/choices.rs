//! `anyOf` and `oneOf`.

use std::collections::HashSet;

use serde_json::Value;

use super::{
    Import, ImportError, Place, disjoint,
    facts::{Choice, Facts},
    gather::allows_all,
    node::guarded,
    walk::Node,
    words::{brief, quoted},
};
use crate::schema::{Branch, Type};

/// Into how many branches rules and choices that stand side by side are multiplied out.
const MAX_FAN: usize = 16;

impl<'a> Import<'a, '_> {
    /// Takes the next choice that makes branches; those that do not are settled on the way.
    pub(super) fn next_choice(
        &mut self,
        facts: &mut Facts<'a>,
        place: Place<'_>,
    ) -> Result<Option<Choice<'a>>, ImportError> {
        // Reading a choice of one may bring further ones.
        while let Some(choice) = facts.choices.pop() {
            if !choice.only_one && choice.branches.iter().any(allows_all) {
                continue;
            }
            if facts.only_kinds() {
                return Ok(Some(choice));
            }
            if let [only] = choice.branches {
                let sub = self.index.child(only, choice.base);
                self.gather(sub, place.within(choice.keyword(), "0"), facts)?;
            } else if let Some(rule) = self.as_rule(choice, facts) {
                self.rule(facts, rule);
            } else {
                return Ok(Some(choice));
            }
        }
        Ok(None)
    }

    /// The type of values that fit what is known, and some of the branches.
    pub(super) fn choose(
        &mut self,
        mut facts: Box<Facts<'a>>,
        choice: Choice<'a>,
        place: Place<'_>,
    ) -> Result<Node, ImportError> {
        let is_plain = facts.only_kinds();
        if !is_plain {
            facts.fan *= choice.branches.len();
        }
        let was_copying = self.copying;
        let (mut branches, mut footprints, mut never) = (Vec::new(), Vec::new(), None);
        for (at, schema) in choice.branches.iter().enumerate() {
            let index = at.to_string();
            let within = place.within(choice.keyword(), &index);
            let branch = self.branch(&facts, choice, schema, within, place);
            match branch {
                Ok((node, footprint)) => {
                    let docs = node.docs_with_examples();
                    branches.push(Branch::new(node.ty, &docs));
                    footprints.push(footprint);
                }
                Err(error @ ImportError::Unsatisfiable { .. }) => {
                    never = never.or(Some(error));
                }
                Err(error) => return Err(error),
            }
            self.copying |= !is_plain;
        }
        self.copying = was_copying;
        if let (Some(error), true) = (never, branches.is_empty()) {
            return Err(error);
        }
        let several = branches.len() > 1;
        let mut ty = Type::union(branches);
        if choice.only_one && several && !disjoint::are(self, &footprints) {
            self.exact = false;
            ty = guarded(ty, vec!["exactly one of these".to_owned()]);
        }
        Ok(Node::of(ty))
    }

    /// One branch within what is known, and the facts of it.
    fn branch(
        &mut self,
        facts: &Facts<'a>,
        choice: Choice<'a>,
        schema: &'a Value,
        place: Place<'_>,
        outside: Place<'_>,
    ) -> Result<(Node, Box<Facts<'a>>), ImportError> {
        let sub = self.index.child(schema, choice.base);
        if facts.only_kinds() {
            let mut own = Box::<Facts<'a>>::default();
            let needs_footprint = choice.only_one || facts.typed;
            if needs_footprint {
                self.gather(sub, place, &mut own)?;
            }
            // What the branch says of kinds already is what is known of them.
            let known = (own.typed || own.constants.is_some())
                && own.possible().both(facts.kinds) == own.possible()
                && (own.whole || !facts.whole);
            if !facts.typed || known {
                return Ok((self.node(&[sub], place)?, own));
            }
        }
        let mut both = Box::new(facts.clone());
        self.gather(sub, place, &mut both)?;
        let footprint = both.clone();
        // Most of what is known stands outside of the branch.
        Ok((self.settle(both, outside)?, footprint))
    }

    /// A choice among much that is known is told in words where branches would say it all again.
    fn as_rule(&mut self, choice: Choice<'a>, facts: &Facts<'a>) -> Option<String> {
        let which = if choice.only_one {
            "exactly one"
        } else {
            "at least one"
        };
        let required = |schema: &'a Value| {
            let members = schema.as_object()?;
            let list = members.get("required")?.as_array()?;
            let names = list.iter().map(Value::as_str).collect::<Option<Vec<_>>>()?;
            (members.len() == 1).then_some(names)
        };
        let groups: Option<Vec<_>> = choice.branches.iter().map(required).collect();
        if let Some(groups) = groups {
            let groups: Vec<String> = groups.into_iter().map(quoted).collect();
            return Some(format!("with {which} of these: {}", groups.join(" | ")));
        }
        let fan = facts.fan * choice.branches.len();
        let mut names = HashSet::new();
        for members in facts
            .members
            .iter()
            .filter_map(|members| members.properties)
        {
            names.extend(members.keys());
        }
        let copies = choice.branches.len() * (1 + names.len());
        if fan > MAX_FAN || names.len() * fan > 8 * MAX_FAN || !self.afford(copies) {
            let branches: Vec<String> = choice.branches.iter().map(brief).collect();
            let list = super::words::cut(&branches.join(" | "));
            return Some(format!("must match {which} of {list}"));
        }
        None
    }
}
