//! Spellings of older drafts and places that only references reach.

use serde_json::{Value, json};

use super::import;

/// Shows the text, and tries values on what is enforced.
fn check(schema: &Value, text: &str, valid: &[Value], invalid: &[Value]) {
    let graph = import(schema);
    assert_eq!(graph.to_typescript(), text, "{schema}");
    let enforced = graph.to_json_schema();
    let validator = jsonschema::validator_for(&enforced).unwrap();
    for value in valid {
        assert!(validator.is_valid(value), "{value} by {enforced}");
    }
    for value in invalid {
        assert!(!validator.is_valid(value), "{value} by {enforced}");
    }
}

#[test]
fn old_spellings_leave_newer_keywords_their_meaning() {
    check(
        &json!({"type": "object", "properties": {"a": {"type": "number", "minimum": 1, "exclusiveMinimum": true},
            "k": {"const": "x"}}, "required": ["k"]}),
        "interface Reply {\n  // number > 1\n  a?: number;\n  k: \"x\";\n}\n",
        &[json!({"k": "x", "a": 2})],
        &[json!({"k": "x", "a": 1}), json!({"k": "y"}), json!({})],
    );
    // Also where the document itself is enforced.
    check(
        &json!({"properties": {"a": {"minimum": 1, "exclusiveMinimum": true}, "k": {"const": "x"}}, "required": ["k"]}),
        "interface Reply {\n  // number > 1\n  a?: number;\n  k: \"x\";\n}\n",
        &[json!({"k": "x", "a": 2}), json!([])],
        &[json!({"k": "x", "a": 1}), json!({"k": "y"}), json!({})],
    );
    check(
        &json!({"type": "number", "minimum": 1, "maximum": 5, "exclusiveMinimum": false, "exclusiveMaximum": true}),
        "// number >= 1, < 5\ntype Reply = number;\n",
        &[json!(1), json!(4.5)],
        &[json!(0), json!(5)],
    );
}

#[test]
fn old_lists_of_items_have_the_new_name() {
    check(
        &json!({"type": "array", "items": [{"const": 1}, {"type": "null"}], "additionalItems": {"type": "boolean"},
            "minItems": 2}),
        "type Reply = [1, null, ...boolean[]];\n",
        &[json!([1, null]), json!([1, null, true])],
        &[json!([2, null]), json!([1, null, 3])],
    );
    check(
        &json!({"type": "object", "properties": {
            "a": {"type": "array", "items": [{"type": "null"}], "additionalItems": {"type": "boolean"}},
            "b": {"$ref": "#/properties/a/items/0"}, "c": {"$ref": "#/properties/a/additionalItems"}}}),
        "interface Reply {\n  a?: [null?, ...boolean[]];\n  b?: null;\n  c?: boolean;\n}\n",
        &[json!({"a": [null, true], "b": null, "c": true})],
        &[json!({"b": 1}), json!({"c": 1})],
    );
}

#[test]
fn old_dependencies_are_told_and_enforced() {
    let schema = json!({"type": "object", "dependencies": {"a": ["b"], "c": {"required": ["d"]}},
        "dependentRequired": {"e": ["f"]}});
    check(
        &schema,
        "// with \"e\", also \"f\"; with \"c\", must match {\"required\":[\"d\"]}; with \"a\", also \"b\"\n\
         type Reply = Record<string, any>;\n",
        &[json!({"a": 1, "b": 1}), json!({"c": 1, "d": 1})],
        &[json!({"a": 1}), json!({"c": 1}), json!({"e": 1})],
    );
}

#[test]
fn a_stated_draft_keeps_its_spellings() {
    let bounds = json!({"$schema": "http://json-schema.org/draft-04/schema#", "type": "number", "minimum": 1,
        "exclusiveMinimum": true, "not": {"enum": [2]}});
    assert_eq!(import(&bounds).to_json_schema(), bounds);
    let newer = json!({"$schema": "https://json-schema.org/draft/2020-12/schema", "exclusiveMinimum": true});
    let error = super::TypeGraph::from_json_schema(&newer).unwrap_err();
    assert!(error.to_string().contains("must be a number"), "{error}");
}

#[test]
fn what_only_references_reach_is_rewritten_too() {
    let kind = json!({"$anchor": "kind", "type": "string", "nullable": true});
    check(
        &json!({"type": "object", "required": ["pet"], "properties": {"pet": {"$ref": "#/components/schemas/Pet"}},
            "components": {"x": {"y": kind}, "schemas": {
                "Pet": {"type": "object", "required": ["age"], "properties": {
                    "name": {"type": "string", "nullable": true},
                    "age": {"$ref": "#/components/schemas/Age"},
                    "kind": {"$ref": "#/components/schemas/Kind"}}},
                "Age": {"type": "number", "minimum": 0, "exclusiveMinimum": true},
                "Kind": {"anyOf": [{"$ref": "#/components/x/y"}, {"$ref": "#kind"}]},
                "Unused": {"exclusiveMinimum": true}}}}),
        "interface Reply {\n  pet: {\n    name?: string | null;\n    // number > 0\n    age: number;\n    \
         kind?: Y;\n  };\n}\n\ntype Y = string | null;\n",
        &[json!({"pet": {"age": 1, "name": null, "kind": null}})],
        &[
            json!({"pet": {"age": 0}}),
            json!({"pet": {"age": 1, "kind": 2}}),
        ],
    );
}
