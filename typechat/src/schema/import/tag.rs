//! The tag of one branch of a choice: what it is, and where it is put.

use std::collections::HashMap;

use serde_json::{Map, Value, json};

use super::uri;

/// How far the constants of a member are looked for.
const MAX_STEPS: usize = 8;

/// The member by which a branch is chosen, and what it may be there.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Tag {
    pub(super) name: String,
    pub(super) values: Vec<Value>,
}

/// A `discriminator`: the member, and what definitions are called there.
pub(super) struct Names<'d> {
    member: &'d str,
    /// In the order of the mapping.
    by_target: HashMap<&'d str, Vec<(usize, &'d str)>>,
}

impl<'d> Names<'d> {
    pub(super) fn of(discriminator: &'d Value) -> Option<Self> {
        let member = discriminator.get("propertyName")?.as_str()?;
        let mut by_target: HashMap<&str, Vec<(usize, &str)>> = HashMap::new();
        let mapping = discriminator.get("mapping").and_then(Value::as_object);
        for (at, (name, target)) in mapping.into_iter().flatten().enumerate() {
            if let Value::String(target) = target {
                by_target.entry(target).or_default().push((at, name));
            }
        }
        Some(Self { member, by_target })
    }

    /// What the mapping calls a definition, else its name.
    fn of_definition(&self, reference: &str) -> Vec<Value> {
        let last = reference.rsplit('/').next().unwrap_or(reference);
        let short = Some(last).filter(|last| *last != reference);
        let found = [Some(reference), short].map(|target| self.by_target.get(target?));
        let mut names: Vec<&(usize, &str)> = found.into_iter().flatten().flatten().collect();
        names.sort_unstable();
        if names.is_empty() {
            vec![last.replace("~1", "/").replace("~0", "~").into()]
        } else {
            names.into_iter().map(|(_, name)| (*name).into()).collect()
        }
    }
}

/// The tag of a branch. Constants that it has already count for more than names.
pub(super) fn tag(document: &Value, names: &Names<'_>, branch: &Value) -> Option<Tag> {
    let name = names.member;
    let reference = reference(branch);
    let target = match reference {
        Some(reference) => follow(document, reference)?,
        None => branch,
    };
    let said = reference.map_or_else(Vec::new, |reference| names.of_definition(reference));
    let values = match constants(document, target, name, 0) {
        None => said,
        Some(own) => {
            let both: Vec<Value> = said.into_iter().filter(|name| own.contains(name)).collect();
            if both.is_empty() { own } else { both }
        }
    };
    let name = name.to_owned();
    (!values.is_empty()).then_some(Tag { name, values })
}

pub(super) fn reference(schema: &Value) -> Option<&str> {
    schema.get("$ref")?.as_str()
}

pub(super) fn follow<'d>(document: &'d Value, reference: &str) -> Option<&'d Value> {
    let (path, pointer) = uri::split(reference);
    document.pointer(&pointer).filter(|_| path.is_empty())
}

/// The constants that a member of a schema may be.
fn constants(document: &Value, schema: &Value, name: &str, steps: usize) -> Option<Vec<Value>> {
    if steps > MAX_STEPS {
        return None;
    }
    let again = |schema| constants(document, schema, name, steps + 1);
    let own = || {
        let mut member = schema.get("properties")?.get(name)?;
        for _ in 0..MAX_STEPS {
            let Some(reference) = reference(member) else {
                break;
            };
            member = follow(document, reference)?;
        }
        match (member.get("const"), member.get("enum")) {
            (Some(only), _) => Some(vec![only.clone()]),
            (_, Some(Value::Array(list))) => Some(list.clone()),
            _ => None,
        }
    };
    let referred = || again(follow(document, reference(schema)?)?);
    let within = || schema.get("allOf")?.as_array()?.iter().find_map(again);
    own().or_else(referred).or_else(within)
}

pub(super) fn is_marked(schema: &Value, tag: &Tag) -> bool {
    let required = schema.get("required").and_then(Value::as_array);
    let member = schema
        .get("properties")
        .and_then(|named| named.get(&tag.name));
    let has = |member: &Value| {
        [member.get("const")] == [tag.values.first()] && tag.values.len() == 1
            || member.get("enum").and_then(Value::as_array) == Some(&tag.values)
    };
    required.is_some_and(|names| names.contains(&tag.name.as_str().into()))
        && member.is_some_and(has)
}

/// Makes the tag a required member.
pub(super) fn mark(members: &mut Map<String, Value>, tag: &Tag) {
    let properties = members.entry("properties").or_insert_with(|| json!({}));
    if let Value::Object(properties) = properties {
        let member = properties.entry(&tag.name).or_insert(Value::Bool(true));
        *member = narrowed(member.take(), &tag.values);
    }
    let required = members.entry("required").or_insert_with(|| json!([]));
    let name = Value::from(tag.name.as_str());
    if let Value::Array(names) = required
        && !names.contains(&name)
    {
        names.push(name);
    }
}

fn narrowed(member: Value, values: &[Value]) -> Value {
    match member {
        Value::Object(mut own) if !own.contains_key("$ref") => {
            // A required constant has no default, and is never `null`.
            if own
                .get("default")
                .is_some_and(|value| values.contains(value))
            {
                own.shift_remove("default");
            }
            own.shift_remove("nullable");
            let has_all = own
                .get("enum")
                .and_then(Value::as_array)
                .is_some_and(|list| list == values);
            if !own.contains_key("const") && !has_all {
                own.shift_remove("x-enum-descriptions");
                own.insert("enum".into(), values.into());
            }
            Value::Object(own)
        }
        Value::Bool(true) => json!({"enum": values}),
        other => json!({"allOf": [other, {"enum": values}]}),
    }
}
