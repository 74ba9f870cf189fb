//! One look over all schemas of a document, before they are read.

use std::collections::HashMap;

use serde_json::{Map, Value};

/// How a keyword holds schemas.
#[derive(Clone, Copy, PartialEq)]
enum Holds {
    One,
    List,
    OneOrList,
    Named,
}

const KEYWORDS: [(&str, Holds); 22] = [
    ("$defs", Holds::Named),
    ("definitions", Holds::Named),
    ("properties", Holds::Named),
    ("patternProperties", Holds::Named),
    ("dependentSchemas", Holds::Named),
    ("dependencies", Holds::Named),
    ("allOf", Holds::List),
    ("anyOf", Holds::List),
    ("oneOf", Holds::List),
    ("prefixItems", Holds::List),
    ("items", Holds::OneOrList),
    ("additionalItems", Holds::One),
    ("additionalProperties", Holds::One),
    ("contains", Holds::One),
    ("contentSchema", Holds::One),
    ("else", Holds::One),
    ("if", Holds::One),
    ("not", Holds::One),
    ("propertyNames", Holds::One),
    ("then", Holds::One),
    ("unevaluatedItems", Holds::One),
    ("unevaluatedProperties", Holds::One),
];

/// Calls `each` with the schemas directly within this one.
pub(super) fn each_schema<'a>(schema: &'a Map<String, Value>, each: &mut dyn FnMut(&'a Value)) {
    for (keyword, value) in schema {
        let Some((_, holds)) = KEYWORDS.iter().find(|(name, _)| name == keyword) else {
            continue;
        };
        match (holds, value) {
            (Holds::One | Holds::OneOrList, Value::Object(_) | Value::Bool(_)) => each(value),
            (Holds::List | Holds::OneOrList, Value::Array(list)) => {
                list.iter().for_each(&mut *each);
            }
            (Holds::Named, Value::Object(named)) => named.values().for_each(&mut *each),
            _ => {}
        }
    }
}

/// Like [`each_schema`], to change them.
pub(in crate::schema) fn each_schema_mut(
    schema: &mut Map<String, Value>,
    each: &mut dyn FnMut(&mut Value),
) {
    for (keyword, value) in schema.iter_mut() {
        let Some((_, holds)) = KEYWORDS.iter().find(|(name, _)| name == keyword) else {
            continue;
        };
        match (*holds, value) {
            (Holds::One | Holds::OneOrList, value @ (Value::Object(_) | Value::Bool(_))) => {
                each(value);
            }
            (Holds::List | Holds::OneOrList, Value::Array(list)) => {
                list.iter_mut().for_each(&mut *each);
            }
            (Holds::Named, Value::Object(named)) => named.values_mut().for_each(&mut *each),
            _ => {}
        }
    }
}

/// What a document uses.
#[derive(Debug, Default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "they are found independently"
)]
pub(super) struct Scan {
    /// How many schemas there are.
    pub(super) schemas: usize,
    /// `exclusiveMinimum: true`, as in draft 4.
    pub(super) boolean_bounds: bool,
    /// `items` as a list, as up to 2019-09.
    pub(super) item_lists: bool,
    /// `OpenAPI`'s `nullable: true`.
    pub(super) nullable: bool,
    /// `$recursiveAnchor: true`.
    pub(super) recursive_anchor: bool,
    /// `$dynamicAnchor`s, and how many have the same name.
    pub(super) dynamic_anchors: HashMap<String, usize>,
    /// `$schema` below the root.
    pub(super) inner_dialect: bool,
}

impl Scan {
    pub(super) fn of(document: &Value) -> Self {
        let mut scan = Self::default();
        let mut todo = vec![document];
        while let Some(schema) = todo.pop() {
            scan.schemas += 1;
            let Value::Object(members) = schema else {
                continue;
            };
            let is_true = |keyword: &str| members.get(keyword) == Some(&Value::Bool(true));
            let is_bool = |keyword: &str| matches!(members.get(keyword), Some(Value::Bool(_)));
            scan.boolean_bounds |= is_bool("exclusiveMinimum") || is_bool("exclusiveMaximum");
            scan.item_lists |= matches!(members.get("items"), Some(Value::Array(_)));
            scan.nullable |= is_true("nullable");
            scan.recursive_anchor |= is_true("$recursiveAnchor");
            scan.inner_dialect |= scan.schemas > 1 && members.contains_key("$schema");
            if let Some(Value::String(name)) = members.get("$dynamicAnchor") {
                *scan.dynamic_anchors.entry(name.clone()).or_default() += 1;
            }
            each_schema(members, &mut |inner| todo.push(inner));
        }
        scan
    }
}
