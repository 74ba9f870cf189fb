//! One look over all schemas of a document, before they are read.

use std::{
    cmp::Reverse,
    collections::{HashMap, HashSet},
};

use serde_json::{Map, Value};

use super::{modern, uri};

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

/// Whether schemas stand under a keyword.
pub(super) fn holds_schemas(keyword: &str) -> bool {
    KEYWORDS.iter().any(|(name, _)| *name == keyword)
}

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
pub(super) struct Scan<'d> {
    /// How many schemas there are.
    pub(super) schemas: usize,
    /// Spellings that the newest draft does not know.
    pub(super) old_spellings: bool,
    /// `OpenAPI`'s `nullable: true`.
    pub(super) nullable: bool,
    /// The schemas with `OpenAPI`'s `discriminator`.
    pub(super) discriminated: Vec<&'d Map<String, Value>>,
    /// `$recursiveAnchor: true`.
    pub(super) recursive_anchor: bool,
    /// `$dynamicAnchor`s, and how many have the same name.
    pub(super) dynamic_anchors: HashMap<String, usize>,
    /// `$schema` below the root.
    pub(super) inner_dialect: bool,
    /// The references, and how often each is made.
    pub(super) uses: HashMap<&'d str, usize>,
    /// The patterns of values and of names.
    pub(super) patterns: HashSet<&'d str>,
    /// Where schemas stand that are reached by references only, such as those among
    /// `components`; those further in first.
    pub(super) hidden: Vec<String>,
}

impl<'d> Scan<'d> {
    pub(super) fn of(document: &'d Value) -> Self {
        let mut scan = Self::default();
        let id = document.get("$id").and_then(Value::as_str);
        let id = id.unwrap_or_default().trim_end_matches('#');
        let mut seen = HashSet::new();
        let mut todo = vec![document];
        let mut references = Vec::new();
        loop {
            while let Some(schema) = todo.pop() {
                if seen.insert(std::ptr::from_ref(schema).addr())
                    && let Value::Object(members) = schema
                {
                    scan.look(members, seen.len() == 1, &mut references);
                    each_schema(members, &mut |inner| todo.push(inner));
                }
            }
            let Some(reference) = references.pop() else {
                break;
            };
            let (path, pointer) = uri::split(reference);
            if (path.is_empty() || path == id)
                && pointer.starts_with('/')
                && let Some(target) = document.pointer(&pointer)
                && !seen.contains(&std::ptr::from_ref(target).addr())
            {
                scan.hidden.push(pointer);
                todo.push(target);
            }
        }
        scan.schemas = seen.len();
        scan.hidden.sort_by_key(|pointer| Reverse(pointer.len()));
        scan
    }

    fn look(
        &mut self,
        members: &'d Map<String, Value>,
        is_root: bool,
        references: &mut Vec<&'d str>,
    ) {
        let is_true = |keyword: &str| members.get(keyword) == Some(&Value::Bool(true));
        let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
        self.old_spellings |= modern::is_old(members);
        self.nullable |= is_true("nullable");
        self.recursive_anchor |= is_true("$recursiveAnchor");
        self.inner_dialect |= !is_root && members.contains_key("$schema");
        if members.contains_key("discriminator") {
            self.discriminated.push(members);
        }
        if let Some(name) = text("$dynamicAnchor") {
            *self.dynamic_anchors.entry(name.to_owned()).or_default() += 1;
        }
        if let Some(reference) = text("$ref") {
            let uses = self.uses.entry(reference).or_default();
            *uses += 1;
            if *uses == 1 {
                references.push(reference);
            }
        }
        self.patterns.extend(text("pattern"));
        let named = members.get("patternProperties").and_then(Value::as_object);
        let named = named.into_iter().flatten();
        self.patterns
            .extend(named.map(|(pattern, _)| pattern.as_str()));
    }
}
