//! Keywords one by one.

use serde_json::{Value, json};

use super::{Bench, Taste};

/// The schemas hold, and nothing of them is relaxed.
fn hold(schemas: &[Value]) {
    let bench = Bench::small();
    for (schema, seed) in schemas.iter().zip(1..) {
        let relaxed = bench.constraint(schema, 100).relaxed().to_vec();
        assert!(relaxed.is_empty(), "{relaxed:?} of {schema}");
        bench.holds(schema, seed);
    }
}

#[test]
fn scalars() {
    hold(&[
        json!({"type": "string"}),
        json!({"type": "string", "minLength": 5}),
        json!({"type": "string", "minLength": 2, "maxLength": 3}),
        json!({"type": "string", "maxLength": 0}),
        json!({"type": "string", "pattern": "^[A-Z]{2}-\\d{3,}$"}),
        json!({"type": "string", "pattern": "b+"}),
        json!({"type": "string", "pattern": "^[^a].\\s\\S[\\w.&-]+[[]$"}),
        json!({"type": "string", "pattern": "^(?:/\\w+){2}\\.txt$|^$"}),
        json!({"type": "string", "pattern": "^[a-z]+$", "minLength": 4, "maxLength": 6}),
        json!({"type": "boolean"}),
        json!({"type": "null"}),
        json!({"type": ["string", "null"]}),
        json!({"enum": ["latte", "latte macchiato", "mocha"]}),
        json!({"enum": [1, "1", null, true, 1.5, -3, [1, 2], {"a": [true]}]}),
        json!({"const": "a \"b\" \\ \n é"}),
        json!({"const": 12}),
        json!({"const": {"a": 1, "b": null}}),
        json!({"enum": ["ab", "b"], "pattern": "^a"}),
        json!(true),
        json!({}),
    ]);
}

#[test]
fn numbers() {
    hold(&[
        json!({"type": "integer"}),
        json!({"type": "number"}),
        json!({"type": "integer", "minimum": 0, "maximum": 255}),
        json!({"type": "integer", "minimum": -128, "maximum": 127}),
        json!({"type": "integer", "minimum": 0, "maximum": 18_446_744_073_709_551_615_u64}),
        json!({"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX}),
        json!({"type": "integer", "minimum": 18_446_744_073_709_551_610_u64}),
        json!({"type": "integer", "exclusiveMinimum": 9, "exclusiveMaximum": 11}),
        json!({"type": "integer", "minimum": 1001}),
        json!({"type": "integer", "maximum": -1}),
        json!({"type": "integer", "multipleOf": 7, "minimum": 100}),
        json!({"type": "number", "minimum": -3.402_823_466_385_288_6e38, "maximum": 3.402_823_466_385_288_6e38}),
        json!({"type": "number", "minimum": 0.125, "maximum": 0.25}),
        json!({"type": "number", "exclusiveMinimum": 10.5, "exclusiveMaximum": 10.7}),
        json!({"type": "number", "exclusiveMinimum": 0}),
        json!({"type": "number", "exclusiveMaximum": 0}),
        json!({"type": "number", "multipleOf": 0.25}),
        json!({"type": ["integer", "string"], "minimum": 5}),
    ]);
}

#[test]
fn arrays() {
    hold(&[
        json!({"type": "array"}),
        json!({"type": "array", "items": {"type": "integer"}}),
        json!({"type": "array", "items": {"type": "number"}, "minItems": 3, "maxItems": 3}),
        json!({"type": "array", "items": {"type": "string"}, "minItems": 20, "maxItems": 40}),
        json!({"type": "array", "maxItems": 0}),
        json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": false, "minItems": 2}),
        json!({"type": "array", "prefixItems": [{"type": "integer"}], "items": {"type": "boolean"}, "minItems": 4}),
        json!({"type": "array", "items": {"enum": ["a", "b", "ab"]}, "uniqueItems": true}),
        json!({"type": "array", "items": {"enum": ["a", "b", "ab"]}, "uniqueItems": true, "minItems": 3}),
        json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true, "minItems": 2}),
        json!({"type": "array", "items": {"type": "boolean"}, "uniqueItems": true, "minItems": 2}),
        json!({"type": "array", "items": {"type": "integer", "minimum": 1, "maximum": 3}, "uniqueItems": true}),
        json!({"type": "array", "uniqueItems": true, "items": {"type": "object", "properties": {"k": {"type": "integer"}}, "required": ["k"]}}),
        json!({"type": "array", "uniqueItems": true, "items": {"type": "array", "items": {"enum": [1, 2]}, "maxItems": 2}}),
    ]);
}

#[test]
fn objects() {
    hold(&[
        json!({"type": "object"}),
        json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "string"}}, "required": ["b"], "additionalProperties": false}),
        json!({"type": "object", "properties": {"a": {"type": "integer"}}, "additionalProperties": {"type": "boolean"}}),
        json!({"type": "object", "additionalProperties": {"type": "integer"}}),
        json!({"type": "object", "additionalProperties": {"type": "integer"}, "minProperties": 2, "maxProperties": 3}),
        json!({"type": "object", "propertyNames": {"enum": ["a", "b"]}, "additionalProperties": {"type": "integer"}}),
        json!({"type": "object", "propertyNames": {"pattern": "^\\d{1,3}$"}, "additionalProperties": {"type": "null"}}),
        json!({"type": "object", "properties": {"a": {"type": "null"}, "b": {"type": "null"}, "c": false}, "minProperties": 1, "additionalProperties": false}),
        json!({"type": "object", "properties": {"a": {}}, "required": ["a", "z"]}),
        json!({"type": "object", "patternProperties": {"^x-": {"type": "integer"}}, "minProperties": 1}),
        json!({"type": "object", "properties": {"odd \"key\" é": {"type": "null"}}, "required": ["odd \"key\" é"]}),
    ]);
}

#[test]
fn combinations() {
    hold(&[
        json!({"anyOf": [{"type": "string"}, {"type": "integer", "minimum": 3}]}),
        json!({"oneOf": [{"type": "string"}, {"type": "boolean"}]}),
        json!({"oneOf": [
            {"type": "object", "properties": {"t": {"const": "a"}, "x": {"type": "integer"}}, "required": ["t", "x"]},
            {"type": "object", "properties": {"t": {"const": "b"}, "y": {"type": "string"}}, "required": ["t"]},
        ]}),
        json!({"allOf": [
            {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
            {"properties": {"b": {"type": "string"}, "a": {"minimum": 10}}, "required": ["b"]},
        ]}),
        json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}),
        json!({"$ref": "#/$defs/Tree", "$defs": {"Tree": {"type": "object", "properties": {
            "value": {"type": "integer"}, "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}},
            "required": ["value", "children"], "additionalProperties": false}}}),
        json!({"$ref": "#/$defs/List", "$defs": {"List": {"anyOf": [{"type": "null"}, {"type": "object",
            "properties": {"head": {"type": "string"}, "tail": {"$ref": "#/$defs/List"}}, "required": ["head", "tail"]}]}}}),
        json!({"$ref": "#/$defs/a~1b%20c", "$defs": {"a/b c": {"type": "integer"}}}),
        json!({"$ref": "#/$defs/A", "minimum": 5, "$defs": {"A": {"type": "integer", "maximum": 9}}}),
        json!({"anyOf": [{"$ref": "#"}, {"type": "null"}]}),
    ]);
}

#[test]
fn formats() {
    let formats = [
        "date",
        "date-time",
        "time",
        "duration",
        "uuid",
        "ipv4",
        "ipv6",
        "hostname",
        "email",
        "uri",
        "idn-email",
        "iri",
        "uri-reference",
    ];
    let schemas = formats.map(|format| json!({"type": "string", "format": format}));
    hold(&schemas);
}

#[test]
fn what_is_not_held_is_told() {
    let bench = Bench::small();
    let told = |schema: Value| {
        let constraint = bench.constraint(&schema, 50);
        let relaxed: Vec<_> = constraint
            .relaxed()
            .iter()
            .map(ToString::to_string)
            .collect();
        bench.reply(&schema, 50, Taste::Letters, 1);
        relaxed.join(", ")
    };
    assert_eq!(
        told(json!({"type": "object", "properties": {
            "a": {"not": {"const": 3}}, "b/c": {"type": "string", "pattern": "(?=x)y"},
            "d": {"type": "string", "format": "lexical"}}})),
        "`not` at #/properties/a, `pattern` at #/properties/b~1c, `format` at #/properties/d"
    );
    assert_eq!(
        told(
            json!({"if": {"type": "string"}, "then": false, "$ref": "https://example.com/a.json"})
        ),
        "`$ref` at #, `if` at #"
    );
    assert_eq!(
        told(json!({"oneOf": [{"type": "integer"}, {"type": "number"}]})),
        "`oneOf` at #"
    );
    assert_eq!(
        told(json!({"properties": {"x-a": {}}, "patternProperties": {"^x-": {"type": "integer"}}})),
        "`patternProperties` at #"
    );
}
