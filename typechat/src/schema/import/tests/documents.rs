//! References, drafts, `nullable`, docs, and what is refused.

use serde_json::json;

use super::{import, shown};
use crate::schema::{ImportError, TypeGraph};

fn error(schema: &serde_json::Value) -> String {
    TypeGraph::from_json_schema(schema).unwrap_err().to_string()
}

#[test]
fn references_lead_within_the_document() {
    let tree = json!({
        "$ref": "#/$defs/a%20tree",
        "$defs": { "a tree": { "type": "object", "properties": { "more": { "type": "array", "items": { "$ref": "#/$defs/a tree" } } } } },
    });
    assert_eq!(shown(&tree), "interface a_tree { more?: a_tree[]; }");
    shown! {
        {"items": {"$ref": "#"}, "type": "array"} => "Reply[]";
        {"type": "object", "properties": {"a": {"type": "array", "items": {"type": "null"}}, "b": {"$ref": "#/properties/a"},
            "c": {"$ref": "#/properties/a/items"}}} => "{ a?: null[]; b?: null[]; c?: null; }";
        {"$id": "http://x.org/a.json", "type": "object", "properties": {"a": {"$ref": "b.json#word"}},
            "$defs": {"b": {"$id": "b.json", "$defs": {"w": {"$anchor": "word", "type": "string"}}}}} => "{ a?: string; }";
    }
    let siblings = json!({"$schema": "http://json-schema.org/draft-07/schema#", "$ref": "#/definitions/a",
        "type": "null", "definitions": {"a": {"type": "string"}}});
    assert_eq!(import(&siblings).to_typescript(), "type a = string;\n");
}

#[test]
fn nullable_allows_null() {
    let cases = [
        json!({"type": "string", "nullable": true}),
        json!({"type": "string", "enum": ["a"], "nullable": true}),
        json!({"const": 1, "nullable": true}),
        json!({"anyOf": [{"type": "string"}, {"type": "integer"}], "nullable": true}),
        json!({"oneOf": [{"type": "string"}, {"type": "integer"}], "nullable": true}),
        json!({"$ref": "#/$defs/a", "nullable": true, "$defs": {"a": {"type": "string"}}}),
        json!({"type": "object", "properties": {"a": true}, "not": {"required": ["b"]}, "nullable": true}),
    ];
    for case in cases {
        let graph = import(&case);
        assert!(graph.to_typescript().contains("| null;"), "{graph}");
        let schema = graph.to_json_schema();
        let validator = jsonschema::validator_for(&schema).unwrap();
        assert!(validator.is_valid(&json!(null)), "{schema}");
        assert!(!validator.is_valid(&json!(true)), "{schema}");
    }
}

#[test]
fn what_only_holds_a_schema_is_no_schema() {
    let own = json!({"type": "object"});
    for member in ["schema", "parameters", "inputSchema", "input_schema"] {
        let wrapped = json!({"name": "x", "description": "It does.", member: own});
        assert_eq!(
            error(&wrapped),
            format!(
                "the document has no keyword of JSON Schema, and an object under `{member}`; give \
                 that object, which is the schema"
            )
        );
    }
    for schema in [
        json!({"name": "x"}),
        json!({"schema": true}),
        json!({"type": "object", "schema": own}),
        json!({"allOf": [own], "parameters": own}),
    ] {
        import(&schema);
    }
}

#[test]
fn the_document_is_written_once() {
    let titled = json!({"title": "Form", "type": "object", "properties": {"next": {"$ref": "#/$defs/next"}},
        "$defs": {"next": {"type": "object", "properties": {"form": {"$ref": "#"}}}}});
    assert_eq!(
        import(&titled).to_typescript(),
        "interface Form {\n  next?: next;\n}\n\ninterface next {\n  form?: Form;\n}\n"
    );
    let mut untitled = titled;
    untitled.as_object_mut().unwrap().remove("title");
    assert_eq!(
        import(&untitled).to_typescript(),
        "interface Reply {\n  next?: next;\n}\n\ninterface next {\n  form?: Reply;\n}\n"
    );
}

#[test]
fn members_that_cannot_be_are_told() {
    shown! {
        {"type": "object", "properties": {"a": {"type": "string", "enum": [1, 2]}}, "additionalProperties": false}
            => "// No \"a\": no value fits it. type Reply = Record<string, never>";
        {"type": "object", "properties": {"a": {"type": "string", "enum": [1, 2]}, "b": {"type": "null"}},
            "additionalProperties": false} => "// No \"a\": no value fits it. interface Reply { b?: null; }";
        {"type": "object", "properties": {"a": {"type": "string", "enum": [1, 2]}}} => "{ a?: never; }";
    }
}

#[test]
fn words_become_docs() {
    let schema = json!({"title": "Order", "description": "All of it.", "type": "object", "properties": {
        "table_number": {"title": "Table Number", "type": "string"},
        "dish": {"title": "The dish", "description": "What to bring.", "type": "string", "default": "soup",
            "examples": ["soup"]},
        "size": {"enum": ["s", "l"], "x-enum-descriptions": ["Small.", "Large."], "x-aliases": {"l": ["big"]}},
    }, "x-aliases": {"dish": ["meal"]}});
    let graph = import(&schema);
    assert_eq!(
        graph.to_typescript(),
        "// All of it.\ninterface Order {\n  table_number?: string;\n  // The dish: What to bring.\n  \
         // Default: \"soup\"\n  // Example: \"soup\"\n  dish?: string;\n  size?:\n    // Small.\n    \
         | \"s\"\n    // Large.\n    | \"l\";\n}\n"
    );
    let again = graph.to_json_schema();
    let order = &again["$defs"]["Order"];
    assert_eq!(order["x-aliases"], json!({"dish": ["meal"]}));
    assert_eq!(
        order["properties"]["size"]["x-aliases"],
        json!({"l": ["big"]})
    );
}

#[test]
fn what_is_refused_is_told_with_its_place() {
    let cases = [
        (json!({"items": 3}), "#/items is not a schema"),
        (
            json!({"anyOf": [{"$ref": "#/$defs/A"}]}),
            "`#/$defs/A` at #/anyOf/0 leads nowhere",
        ),
        (json!({"$ref": "other.json"}), "leads out of the document"),
        (
            json!({"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}]}}}),
            "the schema at #/$defs/A refers to itself",
        ),
        (
            json!({"allOf": [{"$ref": "#"}, {"type": "null"}]}),
            "the schema at # refers to itself",
        ),
        (
            json!({"type": "object", "properties": {"a": {"minimum": 2, "maximum": 1, "type": "integer"}}, "required": ["a"]}),
            "no value fits the schema at #/properties/a: no number is at least 2 and at most 1; loosen it",
        ),
        (
            json!({"type": "string", "minLength": 3, "maxLength": 2}),
            "at least 3 and at most 2 characters",
        ),
        (
            json!({"enum": []}),
            "no value fits the schema at #: an `enum` without constants",
        ),
        (
            json!({"allOf": [{"type": "object", "properties": {"a": true}, "additionalProperties": false},
                {"properties": {"b": {"type": "null"}}, "required": ["b"]}]}),
            "no value fits the schema at #: it requires \"b\", which `additionalProperties: false` refuses",
        ),
        (
            json!({"properties": {"a": {"type": "string", "pattern": "("}}}),
            "the keyword `pattern` at #/properties/a must be a regular expression; found \"(\"",
        ),
        (
            json!({"not": {"patternProperties": {"[": true}}}),
            "the keyword `patternProperties` at #/not must be a regular expression; found \"[\"",
        ),
        (
            json!({"allOf": [{"type": "string"}, {"type": "null"}]}),
            "its types exclude each other",
        ),
        (
            json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "object", "properties": {"b": {"$ref": "#/$defs/B"}},
            "required": ["b"]}, "B": false}}),
            "it needs #/$defs/B, which allows none",
        ),
        (json!({"type": "strng"}), "the keyword `type` at # must be"),
        (
            json!({"properties": {"a/b": {"minLength": -1}}}),
            "`minLength` at #/properties/a~1b must be a whole number",
        ),
    ];
    for (schema, text) in cases {
        let error = error(&schema);
        assert!(error.contains(text), "{error}");
    }
    let optional = json!({"type": "object", "properties": {"a": {"allOf": [{"type": "string"}, {"type": "null"}]}}});
    assert_eq!(shown(&optional), "{ a?: never; }");
    let deep = (0..128).fold(
        json!({"type": "null"}),
        |inner, _| json!({ "items": inner }),
    );
    assert!(matches!(
        TypeGraph::from_json_schema(&deep),
        Err(ImportError::TooDeep { .. })
    ));
}
