//! `OpenAPI`'s `discriminator`.

use serde_json::{Value, json};

use super::import;

fn accepts(schema: &Value, value: &Value) -> bool {
    let enforced = import(schema).to_json_schema();
    jsonschema::validator_for(&enforced)
        .unwrap()
        .is_valid(value)
}

fn pets(discriminator: &Value) -> Value {
    let pet = |member: &str| {
        json!({"type": "object", "properties": {"t": {"type": "string"}, member: {"type": "boolean"}},
            "required": ["t"]})
    };
    json!({"oneOf": [{"$ref": "#/$defs/Dog"}, {"$ref": "#/$defs/Cat"}], "discriminator": discriminator,
        "$defs": {"Dog": pet("bark"), "Cat": pet("purr")}})
}

#[test]
fn branches_have_the_tags_of_the_mapping() {
    let schema = pets(&json!({"propertyName": "t",
        "mapping": {"dog": "#/$defs/Dog", "cat": "Cat", "lion": "#/$defs/Cat"}}));
    assert_eq!(
        import(&schema).to_typescript(),
        "type Reply = { t: \"dog\"; bark?: boolean } | { t: \"cat\" | \"lion\"; purr?: boolean };\n"
    );
    assert!(accepts(&schema, &json!({"t": "dog", "bark": true})));
    assert!(accepts(&schema, &json!({"t": "lion"})));
    assert!(!accepts(&schema, &json!({"t": "Dog"})));
    assert!(!accepts(&schema, &json!({"t": "cat", "purr": 1})));
}

#[test]
fn without_a_mapping_definitions_are_the_tags() {
    let schema = pets(&json!({"propertyName": "t"}));
    let text = import(&schema).to_typescript();
    assert!(
        text.contains("t: \"Dog\";") && text.contains("t: \"Cat\";"),
        "{text}"
    );
    // What is enforced when the document is.
    let mut inexact = schema;
    inexact["not"] = json!({"required": ["x"]});
    assert!(accepts(&inexact, &json!({"t": "Dog"})));
    assert!(!accepts(&inexact, &json!({"t": "dog"})));
    assert!(!accepts(&inexact, &json!({"t": "Dog", "x": 1})));
}

#[test]
fn tags_with_defaults_are_required() {
    let pet = |kind: &str| {
        json!({"type": "object", "title": kind, "properties": {"kind": {"const": kind, "default": kind,
            "title": "Kind", "type": "string"}, "name": {"type": "string"}}, "required": ["name"]})
    };
    let schema = json!({"type": "object", "title": "Owner", "required": ["pet"], "properties": {"pet": {
        "discriminator": {"mapping": {"cat": "#/$defs/Cat", "dog": "#/$defs/Dog"}, "propertyName": "kind"},
        "oneOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Dog"}], "title": "Pet"}},
        "$defs": {"Cat": pet("cat"), "Dog": pet("dog")}});
    assert_eq!(
        import(&schema).to_typescript(),
        "interface Owner {\n  pet: { kind: \"cat\"; name: string } | { kind: \"dog\"; name: string };\n}\n"
    );
    assert!(accepts(
        &schema,
        &json!({"pet": {"kind": "cat", "name": "Tom"}})
    ));
    assert!(!accepts(&schema, &json!({"pet": {"name": "Tom"}})));
}

#[test]
fn definitions_with_other_uses_stay_as_they_are() {
    let mut schema = pets(
        &json!({"propertyName": "t", "mapping": {"dog": "#/$defs/Dog", "cat": "#/$defs/Cat"}}),
    );
    schema["$defs"]["Cat"]["properties"]["likes"] = json!({"$ref": "#/$defs/Dog"});
    assert_eq!(
        import(&schema).to_typescript(),
        "type Reply = { t: \"dog\"; bark?: boolean } | { t: \"cat\"; purr?: boolean; likes?: \
         { t: string; bark?: boolean } };\n"
    );
    assert!(accepts(
        &schema,
        &json!({"t": "cat", "likes": {"t": "any"}})
    ));
    assert!(!accepts(&schema, &json!({"t": "any"})));
}

#[test]
fn constants_of_branches_count_for_more_than_names() {
    let branch = |tag: &Value, more: &str| json!({"type": "object", "properties": {"t": tag, more: {"type": "null"}}});
    let schema = json!({"oneOf": [{"$ref": "#/components/schemas/A"}, branch(&json!({"const": "b"}), "y"),
        {"type": "null"}], "discriminator": {"propertyName": "t"}, "nullable": true,
        "components": {"schemas": {"A": branch(&json!({"enum": ["a", "o"]}), "x")}}});
    assert_eq!(
        import(&schema).to_typescript(),
        "type Reply = { t: \"a\" | \"o\"; x?: null } | { t: \"b\"; y?: null } | null;\n"
    );
    assert!(accepts(&schema, &json!({"t": "o"})) && accepts(&schema, &json!(null)));
    assert!(!accepts(&schema, &json!({"t": "A"})) && !accepts(&schema, &json!({"x": null})));
}

#[test]
fn without_tags_a_choice_stays_what_it_is() {
    let schema = json!({"oneOf": [{"type": "object"}, {"type": "object", "required": ["a"]}],
        "discriminator": {"propertyName": "t"}});
    assert!(accepts(&schema, &json!({})) && !accepts(&schema, &json!({"a": 1})));
    for odd in [json!({}), json!("t"), json!({"propertyName": 1})] {
        let schema = pets(&odd);
        assert!(!accepts(&schema, &json!({"t": "Dog"})), "{odd}");
    }
}
