//! Schemas that are made to hurt.

use serde_json::{Value, json};

use super::Bench;

fn error(schema: &Value) -> String {
    let bench = Bench::small();
    match bench.grammars.constraint(schema, 20) {
        Ok(constraint) => panic!("{constraint:?}"),
        Err(error) => error.to_string(),
    }
}

#[test]
fn what_no_value_satisfies_is_told() {
    let told = "no value satisfies the schema, or none that is shorter than 64 KiB: let the model \
                reply without it, or look for rules that contradict each other";
    for schema in [
        json!(false),
        json!({"not": {}}),
        json!({"enum": []}),
        json!({"type": "integer", "minimum": 5, "maximum": 4}),
        json!({"type": "string", "minLength": 5, "maxLength": 4}),
        json!({"type": "string", "minLength": 1_000_000_000_000_u64}),
        json!({"type": "array", "minItems": 1e15}),
        json!({"type": "array", "items": {"enum": ["a"]}, "minItems": 2, "uniqueItems": true}),
        json!({"type": "object", "properties": {"a": false}, "required": ["a"]}),
        json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "required": ["a"]}}}),
        json!({"$ref": "#/$defs/A", "$defs": {"A": {"$ref": "#/$defs/B"}, "B": {"enum": []}}}),
    ] {
        assert_eq!(error(&schema), told, "{schema}");
    }
}

#[test]
fn references_in_a_circle_allow_anything() {
    let bench = Bench::small();
    bench.holds(&json!({"type": "object", "properties": {"a": {"anyOf": [{"$ref": "#/properties/a"}, {"type": "null"}]}}, "required": ["a"]}), 3);
}

#[test]
fn growth_is_bounded() {
    // Each level doubles the value.
    let mut defs = serde_json::Map::new();
    for level in 0..40 {
        let next = json!({"$ref": format!("#/$defs/L{}", level + 1)});
        defs.insert(
            format!("L{level}"),
            json!({"type": "array", "items": next, "minItems": 2}),
        );
    }
    defs.insert("L40".into(), json!({"type": "null"}));
    let doubling = json!({"$ref": "#/$defs/L0", "$defs": defs});
    assert!(error(&doubling).starts_with("no value satisfies the schema, or none"));
    // Each alternative multiplies the alternatives.
    let either = |name: &str| {
        json!({"anyOf": [
        {"properties": {name: {"type": "integer"}}, "required": [name]}, {"properties": {name: {"type": "string"}}}]})
    };
    let all: Vec<Value> = (0..20).map(|n| either(&format!("m{n}"))).collect();
    let told = error(&json!({"type": "object", "allOf": all}));
    assert!(
        told.starts_with("the schema has more than 20000 shapes"),
        "{told}"
    );
}

#[test]
fn large_and_long_schemas_hold() {
    let bench = Bench::small();
    let names: Vec<String> = (0..3000).map(|n| format!("word {n}")).collect();
    bench.holds(&json!({"enum": names}), 2);
    let many: serde_json::Map<_, _> = (0..300)
        .map(|n| (format!("member {n}"), json!({"type": "integer"})))
        .collect();
    bench.holds(&json!({"type": "object", "properties": many}), 2);
    // A chain of definitions, as deep as none is written.
    let mut defs = serde_json::Map::new();
    for level in 0..5000 {
        let next = json!({"$ref": format!("#/$defs/L{}", level + 1)});
        defs.insert(format!("L{level}"), json!({"type": "array", "items": next}));
    }
    defs.insert("L5000".into(), json!({"type": "null"}));
    bench.holds(&json!({"$ref": "#/$defs/L0", "$defs": defs}), 2);
}
