//! The TypeScript compiler's verdict on values, beside the schema's.

use std::collections::HashSet;

use serde_json::{Map, Value};
use typechat::schema::{Type, TypeGraph};
use typechat_tests::tsc::complaints;

/// Values to ask about, as a program: a `@ts-expect-error` says that a line must be refused.
#[derive(Default)]
pub(crate) struct Verdicts {
    program: String,
    good: usize,
    bad: usize,
}

impl Verdicts {
    pub(crate) fn add(&mut self, name: &str, graph: &TypeGraph, good: &[Value], mutated: &[Value]) {
        let root = match graph.root() {
            Type::Ref(id) => graph.def(*id).name().to_owned(),
            _ => "Reply".to_owned(),
        };
        let schema = expressible(&graph.to_json_schema());
        let validator = jsonschema::validator_for(&schema).unwrap();
        self.program
            .push_str(&format!("namespace t_{name} {{\n{graph}"));
        // To TypeScript, a list is a record of numbers, and one of anything.
        let takes_lists = graph.walk().any(|ty| match ty {
            Type::Map(map) => {
                *map.values == Type::Any || matches!(&*map.keys, Type::Integer(_) | Type::Union(_))
            }
            Type::Object(object) => object.rest.is_some(),
            _ => false,
        });
        let mut seen = HashSet::new();
        let mut bad = 0;
        for value in good.iter().chain(mutated) {
            if !seen.insert(value.to_string()) || is_beyond_typescript(value) {
                continue;
            }
            let fits = validator.is_valid(value);
            if !fits && takes_lists && has_empty_list(value) {
                continue;
            }
            if fits {
                self.good += 1;
            } else {
                bad += 1;
                if bad > 12 {
                    continue;
                }
                self.program.push_str("// @ts-expect-error\n");
                self.bad += 1;
            }
            let n = seen.len();
            self.program
                .push_str(&format!("const v{n}: {root} = {value};\n"));
        }
        self.program.push_str("}\n");
    }

    pub(crate) fn compare(&self, feature: &str) {
        println!(
            "{feature}: {} values to accept, {} to refuse",
            self.good, self.bad
        );
        let Some(words) = complaints(feature, &self.program) else {
            return;
        };
        let numbered: String = self
            .program
            .lines()
            .enumerate()
            .map(|(index, line)| format!("{}: {line}\n", index + 1))
            .collect();
        assert!(
            words.is_empty(),
            "tsc and the schema disagree on {feature}:\n{words}\n{numbered}"
        );
    }
}

/// The schema without the rules that TypeScript cannot express.
fn expressible(schema: &Value) -> Value {
    const RULES: [&str; 12] = [
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "exclusiveMaximum",
        "multipleOf",
        "pattern",
        "format",
        "minLength",
        "maxLength",
        "uniqueItems",
        "minProperties",
        "maxProperties",
    ];
    match schema {
        Value::Object(members) => {
            let is_tuple = members.contains_key("prefixItems")
                || members
                    .get("maxItems")
                    .is_some_and(|max| max.as_u64() <= Some(4));
            let kept: Map<String, Value> = members
                .iter()
                .filter(|(key, _)| !RULES.contains(&key.as_str()))
                .filter(|(key, _)| is_tuple || !matches!(key.as_str(), "minItems" | "maxItems"))
                .map(|(key, value)| {
                    let value = match (key.as_str(), value) {
                        ("type", Value::String(kind)) if kind == "integer" => "number".into(),
                        // The keys of `Record<number, T>`, and constants.
                        ("propertyNames" | "const" | "enum", value) => value.clone(),
                        (_, value) => expressible(value),
                    };
                    (key.clone(), value)
                })
                .collect();
            // A member may have the name of a rule.
            let mut kept = kept;
            if let Some(Value::Object(properties)) = members.get("properties") {
                let properties: Map<String, Value> = properties
                    .iter()
                    .map(|(name, schema)| (name.clone(), expressible(schema)))
                    .collect();
                kept.insert("properties".into(), properties.into());
            }
            kept.into()
        }
        Value::Array(items) => items.iter().map(expressible).collect(),
        other => other.clone(),
    }
}

/// Numbers that TypeScript would round are no literals of its.
fn is_beyond_typescript(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.iter().any(is_beyond_typescript),
        Value::Object(members) => members.iter().any(|(key, value)| {
            key.len() > 15 && key.parse::<f64>().is_ok() || is_beyond_typescript(value)
        }),
        _ => false,
    }
}

fn has_empty_list(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty() || items.iter().any(has_empty_list),
        Value::Object(members) => members.values().any(has_empty_list),
        _ => false,
    }
}
