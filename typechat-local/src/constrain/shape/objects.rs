//! Objects: which members there are, and what they are.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::{
    Member, Object, Rest, Shape, Text,
    facts::{Schema, largest, smallest},
    read::{Part, Reader},
};

impl<'a> Reader<'a> {
    pub(super) fn object(&mut self, facts: &[Schema<'a>]) -> Shape {
        let own = facts
            .iter()
            .filter_map(|schema| schema.get("properties")?.as_object());
        let own: Vec<&'a str> = own.flat_map(Map::keys).map(String::as_str).collect();
        let lists = facts
            .iter()
            .filter_map(|schema| schema.get("required")?.as_array());
        let required: Vec<&'a str> = lists.flatten().filter_map(Value::as_str).collect();
        let allowed = self.listed_names(facts);
        let others = allowed.iter().flatten();
        let names = own.iter().chain(&required).chain(others).copied();
        let is_required: HashSet<&str> = required.iter().copied().collect();
        let mut places = HashMap::new();
        let mut members: Vec<Member> = Vec::new();
        for name in names {
            if places.contains_key(name) {
                continue;
            }
            places.insert(name.to_owned(), members.len());
            let shape = match &allowed {
                Some(allowed) if !allowed.contains(&name) => self.add(Shape::Union(Vec::new())),
                _ => {
                    let parts = facts.iter().filter_map(|schema| part_of(schema, name));
                    let parts = parts.map(Part::Whole).collect();
                    self.shape(parts)
                }
            };
            members.push(Member {
                name: Value::from(name).to_string(),
                shape,
                required: is_required.contains(name),
            });
        }
        let rest = match allowed {
            Some(_) => None,
            None => self.rest(facts, &own),
        };
        let min = largest(facts, "minProperties").unwrap_or(0);
        let cap = self.caps.members.max(min).max(members.len());
        Shape::Object(Object {
            members,
            places,
            rest,
            min,
            max: smallest(facts, "maxProperties").unwrap_or(cap),
        })
    }

    /// Names that `propertyNames` lists one by one.
    fn listed_names(&self, facts: &[Schema<'a>]) -> Option<Vec<&'a str>> {
        let list = facts.iter().find_map(|schema| {
            let names = self.resolved(schema.get("propertyNames")?)?;
            let list = names
                .get("enum")
                .and_then(Value::as_array)
                .map(Vec::as_slice);
            list.or_else(|| names.get("const").map(std::slice::from_ref))
        })?;
        Some(list.iter().filter_map(Value::as_str).collect())
    }

    /// What members beside the named ones are. A schema that names members and says nothing of
    /// others gets no others: nobody asked for them.
    fn rest(&mut self, facts: &[Schema<'a>], own: &[&str]) -> Option<Rest> {
        let patterns = facts.iter().filter_map(|schema| {
            let patterns = schema.get("patternProperties")?.as_object()?;
            Some((*schema, patterns))
        });
        let patterns: Vec<(Schema<'a>, &'a String, &'a Value)> = patterns
            .flat_map(|(schema, patterns)| patterns.iter().map(move |(p, v)| (schema, p, v)))
            .collect();
        if let Some((schema, pattern, value)) = patterns.first() {
            let names = self.matching(pattern);
            let is_alone = patterns.len() == 1;
            let is_apart = |names: &Text| !own.iter().any(|name| names.accepts(name));
            match names {
                Some(names) if is_alone && is_apart(&names) => {
                    let shape = self.shape(vec![Part::Whole(value)]);
                    return Some(Rest { names, shape });
                }
                // Without further members only what the pattern says of named ones is missed.
                Some(names) if is_apart(&names) && own.is_empty() => {}
                _ => self.relax(schema, "patternProperties"),
            }
            return None;
        }
        let mut values = Vec::new();
        let mut names: Vec<Schema<'a>> = Vec::new();
        let mut is_open = own.is_empty();
        for schema in facts {
            for keyword in ["additionalProperties", "unevaluatedProperties"] {
                match schema.get(keyword) {
                    Some(Value::Bool(false)) => return None,
                    Some(value) => {
                        is_open = true;
                        values.push(Part::Whole(value));
                    }
                    None => {}
                }
            }
            match schema
                .get("propertyNames")
                .map(|names| self.resolved(names))
            {
                Some(Some(Value::Object(rules))) => {
                    if ["anyOf", "oneOf", "allOf", "not"]
                        .iter()
                        .any(|k| rules.contains_key(*k))
                    {
                        self.relax(schema, "propertyNames");
                    }
                    names.push(rules);
                }
                Some(Some(Value::Bool(false))) => return None,
                _ => {}
            }
        }
        if !is_open {
            return None;
        }
        let Some(Shape::Text(names)) = self.string(&names) else {
            return None;
        };
        let shape = self.shape(values);
        Some(Rest { names, shape })
    }
}

/// What a schema says of a member.
fn part_of<'a>(schema: &'a Map<String, Value>, name: &str) -> Option<&'a Value> {
    let own = schema.get("properties").and_then(|own| own.get(name));
    own.or_else(|| schema.get("additionalProperties"))
}
