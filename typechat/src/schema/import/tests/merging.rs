//! `allOf`, `anyOf`, `oneOf`.

use serde_json::json;

use super::{import, shown};

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
            => "~ // exactly one of these type Reply = number";
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
