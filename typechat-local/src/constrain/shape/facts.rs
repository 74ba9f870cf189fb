//! From the keywords that hold for a value to its shapes, one for each type.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{
    Array, Id, Member, Object, Rest, Shape, Text,
    read::{Part, Reader},
};

pub(super) type Schema<'a> = &'a Map<String, Value>;

impl<'a> Reader<'a> {
    pub(super) fn facts(&mut self, facts: &[Schema<'a>]) -> Shape {
        if facts
            .iter()
            .any(|f| f.contains_key("const") || f.contains_key("enum"))
        {
            return self.constants(facts);
        }
        let mut branches = Vec::new();
        for kind in ["null", "boolean", "string", "number", "array", "object"] {
            if let Some(shape) = self.of_type(kind, facts) {
                let id = self.add(shape);
                branches.push(id);
            }
        }
        Shape::Union(branches)
    }

    /// What the keywords allow of a type.
    pub(super) fn of_type(&mut self, kind: &str, facts: &[Schema<'a>]) -> Option<Shape> {
        let allows = |schema: &Schema<'a>, kind: &str| match schema.get("type") {
            Some(Value::String(only)) => only == kind,
            Some(Value::Array(kinds)) => kinds.iter().any(|one| one == kind),
            _ => true,
        };
        let number = |schema: &Schema<'a>| kind == "number" && allows(schema, "integer");
        if !facts
            .iter()
            .all(|schema| allows(schema, kind) || number(schema))
        {
            return None;
        }
        let literals =
            |texts: &[&str]| Shape::Literals(texts.iter().map(|text| (*text).to_owned()).collect());
        Some(match kind {
            "null" => literals(&["null"]),
            "boolean" => literals(&["true", "false"]),
            "string" => self.string(facts)?,
            "number" => {
                let integer = facts.iter().any(|schema| !allows(schema, "number"));
                self.number(facts, integer)
            }
            "array" => self.array(facts),
            _ => self.object(facts),
        })
    }

    fn array(&mut self, facts: &[Schema<'a>]) -> Shape {
        let mut first: Vec<Vec<Part<'a>>> = Vec::new();
        let lists: Vec<_> = facts.iter().map(|schema| items(schema)).collect();
        let longest = lists
            .iter()
            .map(|(first, _)| first.len())
            .max()
            .unwrap_or(0);
        for at in 0..longest {
            let of = |(first, rest): &(&'a [Value], Option<&'a Value>)| first.get(at).or(*rest);
            first.push(lists.iter().filter_map(of).map(Part::Whole).collect());
        }
        let rest: Vec<_> = lists.iter().filter_map(|(_, rest)| *rest).collect();
        let closed = rest.contains(&&Value::Bool(false));
        let first: Vec<Id> = first.into_iter().map(|parts| self.shape(parts)).collect();
        let rest = (!closed).then(|| {
            let parts = rest.into_iter().map(Part::Whole).collect();
            self.shape(parts)
        });
        let min = largest(facts, "minItems").unwrap_or(0);
        let cap = self.caps.items.max(min).max(first.len());
        let max = smallest(facts, "maxItems").unwrap_or(cap);
        Shape::Array(Array {
            max: if closed { max.min(first.len()) } else { max },
            first,
            rest,
            min,
            unique: facts
                .iter()
                .any(|f| f.get("uniqueItems") == Some(&Value::Bool(true))),
        })
    }

    fn object(&mut self, facts: &[Schema<'a>]) -> Shape {
        let mut names: Vec<&'a str> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        let mut note = |name: &'a str, names: &mut Vec<&'a str>| {
            if seen.insert(name) {
                names.push(name);
            }
        };
        let named = |schema: &Schema<'a>| schema.get("properties").and_then(Value::as_object);
        for schema in facts {
            for name in named(schema).into_iter().flat_map(Map::keys) {
                note(name, &mut names);
            }
        }
        let is_open = names.is_empty();
        let required: std::collections::HashSet<&str> = facts
            .iter()
            .filter_map(|schema| schema.get("required")?.as_array())
            .flatten()
            .filter_map(Value::as_str)
            .collect();
        let lists = facts
            .iter()
            .filter_map(|schema| schema.get("required")?.as_array());
        for name in lists.flatten().filter_map(Value::as_str) {
            note(name, &mut names);
        }
        let allowed = self.listed_names(facts);
        if let Some(allowed) = &allowed {
            allowed.iter().for_each(|name| note(name, &mut names));
        }
        let mut members = Vec::new();
        for name in names {
            let shape = match &allowed {
                Some(allowed) if !allowed.contains(&name) => self.add(Shape::Union(Vec::new())),
                _ => {
                    let parts = facts.iter().flat_map(|schema| parts_of(schema, name));
                    let parts = parts.collect();
                    self.shape(parts)
                }
            };
            members.push(Member {
                name: Value::from(name).to_string(),
                shape,
                required: required.contains(name),
            });
        }
        let rest = if allowed.is_some() {
            None
        } else {
            self.rest(facts, is_open)
        };
        let places = members.iter().enumerate();
        let places: HashMap<String, usize> = places
            .filter_map(|(at, member)| Some((serde_json::from_str(&member.name).ok()?, at)))
            .collect();
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
            let names = self.resolved_names(schema.get("propertyNames")?)?;
            let only = |value: &'a Value| std::slice::from_ref(value);
            let list = names
                .get("enum")
                .and_then(Value::as_array)
                .map(Vec::as_slice);
            list.or_else(|| names.get("const").map(only))
        })?;
        Some(list.iter().filter_map(Value::as_str).collect())
    }

    /// What members beside the named ones are. A schema that names members and says nothing of
    /// others gets no others: nobody asked for them.
    fn rest(&mut self, facts: &[Schema<'a>], is_open: bool) -> Option<Rest> {
        let mut values = Vec::new();
        let mut names: Vec<Schema<'a>> = Vec::new();
        let mut explicit = is_open;
        for schema in facts {
            for keyword in ["additionalProperties", "unevaluatedProperties"] {
                let patterns = schema.get("patternProperties").and_then(Value::as_object);
                let patterns = patterns.filter(|patterns| !patterns.is_empty());
                match (schema.get(keyword), patterns) {
                    (Some(Value::Bool(false)), None) => return None,
                    (_, Some(_)) => {
                        self.relax(schema, "patternProperties");
                        return None;
                    }
                    (Some(value), None) => {
                        explicit = true;
                        values.push(Part::Whole(value));
                    }
                    (None, None) => {}
                }
            }
            if let Some(schema) = schema.get("propertyNames") {
                match self.resolved_names(schema) {
                    Some(schema) => names.push(schema),
                    None if schema == &Value::Bool(false) => return None,
                    None => {}
                }
            }
        }
        if !explicit {
            return None;
        }
        let Shape::Text(names) = self.string(&names)? else {
            return Some(Rest {
                names: Text::free(self.caps.characters),
                shape: self.shape(values),
            });
        };
        Some(Rest {
            names,
            shape: self.shape(values),
        })
    }

    fn resolved_names(&self, names: &'a Value) -> Option<Schema<'a>> {
        self.resolved(names)?.as_object()
    }
}

/// The schemas of the first items, and of those after them, in old and in new words.
fn items(schema: &Map<String, Value>) -> (&[Value], Option<&Value>) {
    let list = |keyword| {
        schema
            .get(keyword)
            .and_then(Value::as_array)
            .map(Vec::as_slice)
    };
    match (list("prefixItems"), list("items")) {
        (Some(first), _) => (first, schema.get("items")),
        (None, Some(first)) => (first, schema.get("additionalItems")),
        (None, None) => (&[], schema.get("items")),
    }
}

/// What a schema says of a member.
fn parts_of<'a>(schema: &'a Map<String, Value>, name: &str) -> Vec<Part<'a>> {
    let named = schema.get("properties").and_then(|named| named.get(name));
    let others = || schema.get("additionalProperties");
    named.or_else(others).into_iter().map(Part::Whole).collect()
}

pub(super) fn largest(facts: &[Schema<'_>], keyword: &str) -> Option<usize> {
    sizes(facts, keyword).max()
}

pub(super) fn smallest(facts: &[Schema<'_>], keyword: &str) -> Option<usize> {
    sizes(facts, keyword).min()
}

fn sizes<'a>(facts: &'a [Schema<'a>], keyword: &'a str) -> impl Iterator<Item = usize> + 'a {
    let size = |value: &Value| {
        let whole = |number: f64| (number >= 0.0 && number.fract() == 0.0).then_some(number);
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "a whole number that is not negative; too large a one becomes the largest"
        )]
        whole(value.as_f64()?).map(|number| number as usize)
    };
    facts
        .iter()
        .filter_map(move |schema| size(schema.get(keyword)?))
}
