//! What becomes of each keyword: shown how, and exact or not.

use serde_json::{Value, json};

use crate::schema::{Type, TypeGraph};

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
    if let Type::Guarded(_) = graph.root() {
        assert_eq!(graph.to_json_schema(), *schema);
        return format!("~ {text}");
    }
    let schema = graph.to_json_schema();
    assert_eq!(import(&schema), graph, "{schema}");
    text
}

macro_rules! shown {
    ($($schema:tt => $text:expr;)*) => {$(
        assert_eq!(shown(&json!($schema)), $text, "{}", json!($schema));
    )*};
}

mod discriminators;
mod documents;
mod merging;
mod spellings;

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
        {"type": "object", "additionalProperties": false} => "Record<string, never>";
        {"type": "object", "properties": {"a": {"type": "null"}}} => "{ a?: null; }";
        {"type": "object", "properties": {"a": {"type": "null"}}, "additionalProperties": {}}
            => "{ a?: null; [key: string]: any; }";
        {"type": "object", "required": ["b"], "additionalProperties": {"type": "boolean"}}
            => "{ b: boolean; // Other members: boolean [key: string]: any; }";
        {"type": "object", "properties": {"a": false}} => "{ a?: never; }";
        {"type": "object", "properties": {"a": false}, "additionalProperties": false} => "Record<string, never>";
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
    assert_eq!(
        shown(&by_byte),
        "// keys: integer from 0 to 255 type Reply = Record<number, any>"
    );
}
