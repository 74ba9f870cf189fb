//! What becomes of each keyword: shown how, and exact or not.

use serde_json::{Value, json};

use crate::schema::{ImportError, Type, TypeGraph};

fn import(schema: &Value) -> TypeGraph {
    TypeGraph::from_json_schema(schema).unwrap_or_else(|error| panic!("{error} in {schema}"))
}

/// What is shown, without the name; what is inexact is marked.
fn shown(schema: &Value) -> String {
    let graph = import(schema);
    let text = graph.to_typescript();
    let text = text.trim_end().trim_end_matches(';');
    let text = text
        .strip_prefix("type Reply = ")
        .or_else(|| text.strip_prefix("interface Reply "))
        .unwrap_or(text)
        .replace("\n  ", " ")
        .replace('\n', " ");
    match graph.root() {
        Type::Guarded(_) => {
            assert_eq!(graph.to_json_schema(), *schema);
            format!("~ {text}")
        }
        _ => {
            let schema = graph.to_json_schema();
            assert_eq!(import(&schema), graph, "{schema}");
            text
        }
    }
}

fn error(schema: &Value) -> String {
    TypeGraph::from_json_schema(schema).unwrap_err().to_string()
}

macro_rules! shown {
    ($($schema:tt => $text:expr;)*) => {$(
        assert_eq!(shown(&json!($schema)), $text, "{}", json!($schema));
    )*};
}

#[test]
fn types_and_constants() {
    shown! {
        true => "any";
        {"type": ["string", "null"]} => "string | null";
        {"type": ["integer", "number"]} => "number";
        {"type": ["object", "array", "string"]} => "Record<string, any> | any[] | string";
        {"enum": ["a", 1, null]} => "\"a\" | 1 | null";
        {"type": "string", "enum": ["a", 1, null]} => "\"a\"";
        {"type": "integer", "enum": [1, 2.5, 3.0, 9], "maximum": 5} => "1 | 3.0";
        {"const": {"a": [1, "x"], "b": null}} => "{ a: [1, \"x\"]; b: null; }";
        {"enum": [[1], "x"]} => "\"x\" | [1]";
        {"enum": ["ab", "b"], "pattern": "^a"} => "~ // matches ^a type Reply = \"ab\" | \"b\"";
        {"allOf": [{"enum": [1, 2, 3]}, {"enum": [3.0, 2, 7]}]} => "2 | 3";
        {"minLength": 2} => "~ // at least 2 characters type Reply = string";
        {"type": "string", "format": "date"} => "// format date, like 2024-05-01 type Reply = string";
        {"type": "integer", "format": "int32"} => "// integer type Reply = number";
        {"type": "number", "format": "unix-time"} => "// Format: unix-time type Reply = number";
    }
}

#[test]
fn lists() {
    shown! {
        {"type": "array", "items": {"type": "boolean"}, "minItems": 2, "uniqueItems": true}
            => "// at least 2 items; no two alike type Reply = boolean[]";
        {"type": "array", "prefixItems": [{"type": "string"}], "items": false, "minItems": 1} => "[string]";
        {"type": "array", "prefixItems": [{"type": "string"}, false]} => "[string?]";
        {"type": "array", "prefixItems": [{"type": "null"}], "items": {"type": "boolean"}} => "[null?, ...boolean[]]";
        {"type": "array", "items": false} => "[]";
        {"type": "array", "items": [{"type": "null"}], "additionalItems": false, "$schema": "http://json-schema.org/draft-07/schema#"}
            => "[null?]";
        {"type": "array", "prefixItems": [true], "minItems": 3} => "~ // at least 3 items type Reply = [any, ...any[]]";
        {"type": "array", "contains": {"const": 1}, "maxContains": 2}
            => "~ // must contain an item matching {\"const\":1}, at most 2 type Reply = any[]";
        {"items": {"type": "null"}} => "~ null[]";
        {"type": "array", "items": {"description": "A word.", "type": "string"}}
            => "// Each: A word. type Reply = string[]";
    }
    let old = json!({"type": "array", "items": [{"type": "null"}]});
    assert_eq!(
        import(&old).to_typescript(),
        "type Reply = [null?, ...any[]];\n"
    );
}

#[test]
fn objects_and_maps() {
    shown! {
        {"type": "object"} => "Record<string, any>";
        {"type": "object", "additionalProperties": false} => "{ }";
        {"type": "object", "properties": {"a": {"type": "null"}}} => "{ a?: null; }";
        {"type": "object", "properties": {"a": {"type": "null"}}, "additionalProperties": {}}
            => "{ a?: null; [key: string]: any; }";
        {"type": "object", "required": ["b"], "additionalProperties": {"type": "boolean"}}
            => "{ b: boolean; [key: string]: any; }";
        {"type": "object", "properties": {"a": false}} => "{ a?: never; }";
        {"type": "object", "properties": {"a": false}, "additionalProperties": false} => "{ }";
        {"type": "object", "additionalProperties": {"type": "null"}, "maxProperties": 3}
            => "// at most 3 members type Reply = Record<string, null>";
        {"type": "object", "propertyNames": {"enum": ["a", "b"]}} => "{ [K in \"a\" | \"b\"]?: any }";
        {"type": "object", "propertyNames": {"maxLength": 3}} => "// keys: at most 3 characters type Reply = Record<string, any>";
        {"type": "object", "patternProperties": {"^x": {"type": "null"}}, "additionalProperties": false}
            => "// keys: matches ^x type Reply = Record<string, null>";
        {"type": "object", "properties": {"a": true}, "patternProperties": {"^x": {"type": "null"}}}
            => "~ // members named like \"^x\": {\"type\":\"null\"} interface Reply { a?: any; [key: string]: any; }";
        {"type": "object", "properties": {"a": true}, "required": ["a"], "minProperties": 1} => "{ a: any; }";
        {"type": "object", "properties": {"a": true}, "minProperties": 1} => "~ // at least 1 member interface Reply { a?: any; }";
        {"type": "object", "properties": {"a": true}, "unevaluatedProperties": false} => "{ a?: any; }";
        {"allOf": [{"type": "object", "properties": {"a": true}}], "unevaluatedProperties": false} => "~ { a?: any; }";
        {"type": "object", "dependentRequired": {"a": ["b"]}} => "~ // with \"a\", also \"b\" type Reply = Record<string, any>";
        {"properties": {"a": {"type": "null"}}} => "~ { a?: null; }";
    }
    let bytes = r"^(\d|[1-9]\d|1\d{2}|2[0-4]\d|25[0-5])$";
    let by_byte = json!({"type": "object", "propertyNames": {"pattern": bytes}});
    assert_eq!(shown(&by_byte), "Record<number, any>");
}

#[test]
fn all_of_is_merged() {
    shown! {
        {"allOf": [{"type": "object", "properties": {"a": {"type": "number"}}, "required": ["a"]},
            {"properties": {"a": {"minimum": 1}, "b": {"type": "null"}}, "required": ["b"]}]}
            => "{ // number >= 1 a: number; b: null; }";
        {"allOf": [{"type": "object", "properties": {"a": true}, "additionalProperties": false},
            {"properties": {"b": {"type": "null"}}}]} => "{ a?: any; }";
        {"type": "number", "minimum": 1, "allOf": [{"maximum": 5}, {"minimum": 2}, {"type": "integer"}]}
            => "// integer from 2 to 5 type Reply = number";
        {"$ref": "#/$defs/a", "properties": {"x": {"type": "null"}}, "$defs": {"a": {"type": "object",
            "properties": {"y": {"type": "null"}}, "required": ["y"]}}} => "{ y: null; x?: null; }";
        {"type": "string", "allOf": [{"pattern": "a"}, {"pattern": "b"}]}
            => "~ // matches a; pattern b type Reply = string";
        {"type": "object", "allOf": [{"if": {"required": ["a"]}, "then": {"required": ["b"]}}]}
            => "~ // if it matches {\"required\":[\"a\"]}, it must match {\"required\":[\"b\"]} type Reply = Record<string, any>";
        {"type": "string", "not": {"const": "x"}} => "~ // must not match {\"const\":\"x\"} type Reply = string";
    }
    let recursive = json!({"allOf": [{"$ref": "#/$defs/a"}, {"$ref": "#/$defs/b"}], "$defs": {
        "a": {"type": "object", "properties": {"p": {"$ref": "#/$defs/a"}}},
        "b": {"type": "object", "properties": {"p": {"$ref": "#/$defs/b"}}}}});
    assert_eq!(
        import(&recursive).to_typescript(),
        "interface Reply {\n  p?: { p?: P };\n}\n\ninterface P {\n  p?: P;\n}\n"
    );
}

#[test]
fn choices() {
    shown! {
        {"anyOf": [{"type": "null"}, {"type": "string"}]} => "string | null";
        {"anyOf": [{"type": "string"}, true]} => "any";
        {"anyOf": [{"type": "string"}, false]} => "string";
        {"oneOf": [{"const": 1}, {"const": "x"}]} => "1 | \"x\"";
        {"oneOf": [{"type": "integer"}, {"type": "number"}]}
            => "~ // integer; exactly one of these type Reply = number";
        {"oneOf": [{"type": "object", "properties": {"t": {"const": "a"}}, "required": ["t"]},
            {"type": "object", "properties": {"t": {"const": "b"}}, "required": ["t"]}]}
            => "{ t: \"a\" } | { t: \"b\" }";
        {"oneOf": [{"type": "object", "properties": {"a": true}, "required": ["a"], "additionalProperties": false},
            {"type": "object", "properties": {"b": true}, "required": ["b"], "additionalProperties": false}]}
            => "{ a: any } | { b: any }";
        {"type": "object", "properties": {"a": {"type": "null"}}, "anyOf": [{"properties": {"b": {"type": "null"}}},
            {"properties": {"c": {"type": "null"}}}]} => "{ a?: null; b?: null } | { a?: null; c?: null }";
        {"type": "object", "properties": {"a": true}, "anyOf": [{"required": ["a"]}, {"required": ["b"]}]}
            => "~ // with at least one of these: \"a\" | \"b\" interface Reply { a?: any; }";
        {"type": ["string", "null"], "anyOf": [{"type": "string"}, {"type": "number"}]} => "string";
    }
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
fn older_spellings_are_understood() {
    let bounds = json!({"type": "number", "minimum": 1, "exclusiveMinimum": true});
    assert_eq!(
        import(&bounds).to_typescript(),
        "// number > 1\ntype Reply = number;\n"
    );
    let inexact =
        json!({"type": "number", "minimum": 1, "exclusiveMinimum": true, "not": {"enum": [2]}});
    let schema = import(&inexact).to_json_schema();
    assert_eq!(schema["$schema"], "http://json-schema.org/draft-04/schema#");
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(
        validator.is_valid(&json!(3))
            && !validator.is_valid(&json!(1))
            && !validator.is_valid(&json!(2))
    );
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
        (json!({"enum": []}), "none of its constants"),
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
