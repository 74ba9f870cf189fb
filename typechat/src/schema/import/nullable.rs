//! `OpenAPI`'s `nullable: true`, said in the words of JSON Schema: the validator knows no other.

use serde_json::{Map, Value, json};

use super::structures::IN_PLACE;

/// Keywords that `null` passes, whatever they say.
const PASSED: [&str; 27] = [
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "items",
    "prefixItems",
    "additionalItems",
    "contains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "minLength",
    "maxLength",
    "pattern",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "dependencies",
    "dependentRequired",
    "dependentSchemas",
    "type",
];
/// Lets `null` in where `nullable: true` stands.
pub(super) fn rewrite(members: &mut Map<String, Value>) {
    if members.get("nullable") != Some(&Value::Bool(true)) {
        return;
    }
    members.remove("nullable");
    let rules: Vec<&str> = IN_PLACE
        .into_iter()
        .filter(|rule| members.contains_key(*rule))
        .collect();
    match rules.as_slice() {
        [] => in_place(members),
        ["anyOf"]
            if !PASSED.iter().any(|k| members.contains_key(*k)) && !has_constants(members) =>
        {
            if let Some(Value::Array(branches)) = members.get_mut("anyOf") {
                branches.push(json!({"type": "null"}));
            }
        }
        _ => wrap(members),
    }
}

fn has_constants(members: &Map<String, Value>) -> bool {
    members.contains_key("enum") || members.contains_key("const")
}

fn in_place(members: &mut Map<String, Value>) {
    match members.get_mut("type") {
        Some(Value::Array(kinds)) if !kinds.contains(&"null".into()) => kinds.push("null".into()),
        Some(kind @ Value::String(_)) if *kind != "null" => *kind = json!([kind.take(), "null"]),
        _ => {}
    }
    match members.get_mut("enum") {
        Some(Value::Array(list)) if !list.contains(&Value::Null) => list.push(Value::Null),
        _ => {}
    }
    if let Some(only) = members.remove("const") {
        members.insert("enum".into(), json!([only, null]));
    }
}

/// What says something of the whole stays outside.
fn wrap(members: &mut Map<String, Value>) {
    const OUTSIDE: [&str; 10] = [
        "$schema",
        "$id",
        "id",
        "$anchor",
        "$defs",
        "definitions",
        "title",
        "description",
        "default",
        "examples",
    ];
    let (outside, inside): (Map<_, _>, Map<_, _>) = std::mem::take(members)
        .into_iter()
        .partition(|(keyword, _)| OUTSIDE.contains(&keyword.as_str()));
    *members = outside;
    members.insert("anyOf".into(), json!([inside, {"type": "null"}]));
}
