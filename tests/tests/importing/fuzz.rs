//! Schemas that nobody wrote: no panic, and no verdict that changes.

use proptest::prelude::*;
use serde_json::Map;
use typechat_tests::bodies::import;

use super::{Value, json};

/// JSON made of the words of schemas, mostly in the places where they belong.
fn schemas() -> impl Strategy<Value = Value> {
    let word = prop::sample::select(vec!["a", "b", "", "a/b", "```", "__proto__"]);
    let scalar = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        (-3..4_i64).prop_map(Value::from),
        (-2.0..2.0_f64).prop_map(Value::from),
        word.clone().prop_map(Value::from),
        prop::sample::select(vec![
            "string", "integer", "number", "object", "array", "null"
        ])
        .prop_map(Value::from),
        prop::sample::select(vec![
            "#",
            "#/$defs/a",
            "#/properties/a",
            "#a",
            "x",
            "#/allOf/0"
        ])
        .prop_map(Value::from),
        Just(json!({"type": "object"})),
        Just(json!({"$ref": "#/$defs/a"})),
    ];
    let keyword = prop::sample::select(vec![
        "type",
        "enum",
        "const",
        "minimum",
        "maximum",
        "exclusiveMinimum",
        "multipleOf",
        "minLength",
        "maxLength",
        "pattern",
        "format",
        "items",
        "prefixItems",
        "additionalItems",
        "contains",
        "minContains",
        "minItems",
        "maxItems",
        "uniqueItems",
        "properties",
        "required",
        "additionalProperties",
        "patternProperties",
        "propertyNames",
        "minProperties",
        "maxProperties",
        "dependencies",
        "dependentRequired",
        "dependentSchemas",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "$ref",
        "$dynamicRef",
        "$recursiveRef",
        "$id",
        "id",
        "$anchor",
        "$dynamicAnchor",
        "$recursiveAnchor",
        "$defs",
        "definitions",
        "$schema",
        "unevaluatedProperties",
        "unevaluatedItems",
        "nullable",
        "title",
        "description",
        "examples",
        "default",
        "x-aliases",
        "x-enum-descriptions",
        "x-vocabulary",
    ]);
    scalar.prop_recursive(6, 64, 6, move |inner| {
        let named = prop::collection::vec((word.clone(), inner.clone()), 0..3).prop_map(|named| {
            Value::Object(named.into_iter().map(|(k, v)| (k.into(), v)).collect())
        });
        let list = prop::collection::vec(inner.clone(), 0..3).prop_map(Value::from);
        let value = prop_oneof![3 => inner, 1 => list, 1 => named];
        prop::collection::vec((keyword.clone(), value), 0..6).prop_map(|named| {
            Value::Object(named.into_iter().map(|(k, v)| (k.into(), v)).collect())
        })
    })
}

/// Schemas that are well formed, with references among them.
fn well_formed() -> impl Strategy<Value = Value> {
    let name = || prop::sample::select(vec!["a", "b", "c"]);
    let scalar = prop::sample::select(vec![
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(2.5),
        json!("a"),
        json!("bb"),
        json!([1]),
        json!({"a": 1}),
    ]);
    let kind = prop::sample::select(vec![
        "string", "integer", "number", "object", "array", "null", "boolean",
    ]);
    let kinds =
        prop::sample::subsequence(vec!["string", "integer", "object", "array", "null"], 1..4);
    let small = 0..4_u64;
    let leaf = prop_oneof![
        kind.prop_map(|kind| ("type", json!(kind))),
        kinds.prop_map(|kinds| ("type", json!(kinds))),
        prop::collection::vec(scalar.clone(), 1..4).prop_map(|list| ("enum", json!(list))),
        scalar.prop_map(|value| ("const", value)),
        (
            prop::sample::select(vec![
                "minimum",
                "maximum",
                "exclusiveMinimum",
                "exclusiveMaximum",
                "minLength",
                "maxLength",
                "minItems",
                "maxItems",
                "minProperties",
                "maxProperties",
            ]),
            small
        )
            .prop_map(|(keyword, bound)| (keyword, json!(bound))),
        prop::sample::select(vec![1.0, 2.0, 0.5]).prop_map(|step| ("multipleOf", json!(step))),
        prop::sample::select(vec!["a", "^b", "^(\\d)$"]).prop_map(|p| ("pattern", json!(p))),
        prop::sample::subsequence(vec!["a", "b", "c"], 0..3)
            .prop_map(|names| ("required", json!(names))),
        prop::sample::select(vec![
            "#",
            "#/$defs/a",
            "#/$defs/b",
            "#/$defs/c",
            "#/properties/a"
        ])
        .prop_map(|to| ("$ref", json!(to))),
        Just(("uniqueItems", json!(true))),
        Just(("unevaluatedProperties", json!(false))),
        Just(("additionalProperties", json!(false))),
        Just(("items", json!(false))),
        Just(("dependentRequired", json!({"a": ["b"]}))),
        Just(("nothing", json!("said"))),
    ];
    let object = |list: Vec<(&'static str, Value)>| -> Value {
        list.into_iter()
            .map(|(k, v)| (k.to_owned(), v))
            .collect::<Map<_, _>>()
            .into()
    };
    let flat = prop::collection::vec(leaf.clone(), 0..3).prop_map(object);
    flat.prop_recursive(4, 40, 4, move |inner| {
        let list = prop::collection::vec(inner.clone(), 1..4);
        let named = prop::collection::btree_map(name(), inner.clone(), 1..4);
        let entry = prop_oneof![
            3 => leaf.clone(),
            2 => named.clone().prop_map(|named| ("properties", json!(named))),
            1 => named.prop_map(|named| ("patternProperties", json!(named))),
            3 => (prop::sample::select(vec!["allOf", "anyOf", "oneOf", "prefixItems"]), list)
                .prop_map(|(keyword, list)| (keyword, json!(list))),
            3 => (prop::sample::select(vec![
                "items", "additionalProperties", "propertyNames", "contains", "not", "if", "then",
                "unevaluatedItems", "unevaluatedProperties",
            ]), inner)
                .prop_map(|(keyword, schema)| (keyword, schema)),
        ];
        prop::collection::vec(entry, 0..5).prop_map(object)
    })
}

/// A document of such schemas, of any draft.
fn documents() -> impl Strategy<Value = Value> {
    let draft = prop::sample::select(vec![
        None,
        None,
        Some("http://json-schema.org/draft-04/schema#"),
        Some("http://json-schema.org/draft-06/schema#"),
        Some("http://json-schema.org/draft-07/schema#"),
        Some("https://json-schema.org/draft/2019-09/schema"),
        Some("https://json-schema.org/draft/2020-12/schema"),
    ]);
    let defs = prop::collection::btree_map("[abc]", well_formed(), 0..4);
    (well_formed(), defs, draft).prop_map(|(mut root, defs, draft)| {
        root["$defs"] = json!(defs);
        if let Some(draft) = draft {
            root["$schema"] = draft.into();
        }
        root
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1_000))]
    #[test]
    fn any_json_is_imported_or_refused(schema in schemas()) {
        import(&schema);
    }

    #[test]
    fn import_never_changes_the_verdict(schema in documents()) {
        import(&schema);
    }
}
