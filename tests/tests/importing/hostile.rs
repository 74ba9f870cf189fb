//! Schemas that mean no good: linear, escaped, bounded, and never a panic.

use serde_json::Map;
use typechat_tests::cost::grows;

use super::{ImportError, Modules, TypeGraph, Value, compile, is_exact, json};

fn import(schema: &Value) -> TypeGraph {
    TypeGraph::from_json_schema(schema).unwrap_or_else(|error| panic!("{error}"))
}

const NASTY: [&str; 14] = [
    "",
    "\"",
    "'",
    "\n",
    "line\r\nline",
    "```\n```ts",
    "*/",
    "/* //",
    "__proto__",
    "constructor",
    "\u{2028}\u{2029}",
    "\\",
    "${x}`",
    "a b\t\u{0}\u{7f}é😀",
];

/// A pattern of exactly this text.
fn literally(word: &str) -> String {
    let escape = |c: char| {
        if "\\^$.*+?()[]{}|/".contains(c) {
            vec!['\\', c]
        } else {
            vec![c]
        }
    };
    word.chars().flat_map(escape).collect()
}

#[test]
fn hostile_words_stay_where_they_belong() {
    let mut modules = Modules::default();
    let mut properties = Map::new();
    let mut defs = Map::new();
    for word in NASTY {
        let escaped = word.replace('~', "~0").replace('/', "~1");
        defs.insert(
            word.into(),
            json!({"type": "object", "description": word, "title": word}),
        );
        properties.insert(
            word.into(),
            json!({"$ref": format!("#/$defs/{escaped}"), "description": word}),
        );
        for schema in [
            json!({"title": word, "description": word, "type": "object", "required": [word]}),
            json!({"enum": [word, {word: word}], "x-enum-descriptions": [word, word]}),
            json!({"const": [word], "examples": [word], "default": word}),
            json!({"type": "string", "pattern": literally(word), "format": word, "not": {"const": word}}),
            json!({"properties": {word: {"type": "string", "examples": [word], "pattern": "x"}},
                "patternProperties": {"x": {"const": word}}, "dependentRequired": {word: [word]}}),
            json!({"type": "string", "x-vocabulary": word}),
            json!({"enum": [word], "x-vocabulary": word, "x-aliases": {word: [word]}}),
            json!({"type": "object", "propertyNames": {"enum": [word]}}),
            json!({"anyOf": [{"description": word, "type": "string"}, {"title": word, "type": "null"}]}),
        ] {
            modules.add(&import(&schema));
        }
    }
    modules.add(&import(
        &json!({"type": "object", "properties": properties, "$defs": defs}),
    ));
    modules.check("hostile");
}

fn members(count: usize) -> Value {
    let member = |n| {
        (
            format!("m{n}"),
            json!({"type": "string", "description": format!("no {n}")}),
        )
    };
    let properties: Map<String, Value> = (0..count).map(member).collect();
    let required: Vec<String> = (0..count).map(|n| format!("m{n}")).collect();
    json!({"type": "object", "properties": properties, "required": required})
}

fn definitions(count: usize, link: impl Fn(String) -> Value) -> Value {
    let mut defs = Map::new();
    for n in 0..count {
        defs.insert(format!("d{n}"), link(format!("#/$defs/d{}", n + 1)));
    }
    defs.insert(format!("d{count}"), json!({"type": "boolean"}));
    json!({"$ref": "#/$defs/d0", "$defs": defs})
}

fn chain(count: usize) -> Value {
    definitions(count, |next| json!({"$ref": next}))
}

fn nested(count: usize) -> Value {
    definitions(
        count,
        |next| json!({"type": "object", "properties": {"next": {"$ref": next}}}),
    )
}

fn merged(count: usize) -> Value {
    definitions(count, |next| {
        json!({"allOf": [{"type": "object", "properties": {"a": {"type": "string"}}}],
            "properties": {"next": {"$ref": next}}})
    })
}

fn all_of_all(count: usize) -> Value {
    definitions(
        count,
        |next| json!({"allOf": [{"$ref": next}, {"properties": {"a": {"$ref": next}}}]}),
    )
}

fn tagged(count: usize) -> Value {
    let branch = |n| {
        json!({"type": "object", "properties": {"tag": {"const": n}, "of": {"type": "string"}},
            "required": ["tag"]})
    };
    json!({"oneOf": (0..count).map(branch).collect::<Vec<_>>()})
}

fn constants(count: usize) -> Value {
    json!({"allOf": [{"enum": (0..count).collect::<Vec<_>>()}, {"enum": (1..=count).collect::<Vec<_>>()}]})
}

fn anchors(count: usize) -> Value {
    let def = |n| {
        (
            format!("d{n}"),
            json!({"$anchor": format!("a{n}"), "type": "string"}),
        )
    };
    let defs: Map<String, Value> = (0..count).map(def).collect();
    let items: Vec<Value> = (0..count)
        .map(|n| json!({"$ref": format!("#a{n}")}))
        .collect();
    json!({"$defs": defs, "type": "array", "prefixItems": items})
}

fn described(count: usize) -> Value {
    let said = |n| json!({"description": format!("no {n}"), "not": {"const": n}});
    json!({"allOf": (0..count).map(said).collect::<Vec<_>>()})
}

fn described_branches(count: usize) -> Value {
    let said = |n| json!({"type": "string", "description": format!("no {n}"), "minLength": n});
    json!({"anyOf": (0..count).map(said).collect::<Vec<_>>()})
}

fn titled_members(count: usize) -> Value {
    let def = |n| {
        let own = json!({"type": "object", "title": format!("No {n}"), "required": ["a"]});
        (format!("d{n}"), own)
    };
    let member = |n| (format!("m{n}"), json!({"$ref": format!("#/$defs/d{n}")}));
    let defs: Map<String, Value> = (0..count).map(def).collect();
    let properties: Map<String, Value> = (0..count).map(member).collect();
    json!({"title": "All", "type": "object", "properties": properties, "$defs": defs})
}

fn patterns(count: usize) -> Value {
    let member = |n| {
        (
            format!("m{n}"),
            json!({"type": "string", "pattern": format!("^{n}$")}),
        )
    };
    let properties: Map<String, Value> = (0..count).map(member).collect();
    json!({"type": "object", "properties": properties})
}

fn discriminated(count: usize) -> Value {
    let name = |n: usize| format!("#/components/schemas/d{n}");
    let def = |n| {
        let own =
            json!({"type": "object", "properties": {"t": {"type": "string"}}, "nullable": true});
        (format!("d{n}"), own)
    };
    let defs: Map<String, Value> = (0..count).map(def).collect();
    let mapping: Map<String, Value> = (0..count)
        .map(|n| (format!("t{n}"), name(n).into()))
        .collect();
    let branches: Vec<Value> = (0..count).map(|n| json!({"$ref": name(n)})).collect();
    json!({"oneOf": branches, "discriminator": {"propertyName": "t", "mapping": mapping},
        "components": {"schemas": defs}})
}

/// Choices within choices: each level would multiply the next.
fn choices() -> Value {
    (0..100).fold(json!({"type": "string"}), |inner, n| {
        let branches: Vec<Value> = (0..8)
            .map(|b| json!({"properties": {format!("b{b}"): {"const": n}}}))
            .collect();
        json!({"type": "object", "properties": {"in": inner}, "anyOf": branches})
    })
}

#[test]
fn large_schemas_take_time_in_proportion() {
    type Make = fn(usize) -> Value;
    let shapes: [(&str, Make); 13] = [
        ("members", members),
        ("chain", chain),
        ("nested", nested),
        ("merged", merged),
        ("all of all", all_of_all),
        ("tagged", tagged),
        ("constants", constants),
        ("anchors", anchors),
        ("described", described),
        ("described branches", described_branches),
        ("titled members", titled_members),
        ("patterns", patterns),
        ("discriminated", discriminated),
    ];
    for (name, make) in shapes {
        let whole = |schema: &Value| {
            let graph = import(schema);
            let _ = (graph.to_typescript(), graph.to_json_schema());
        };
        println!("{name}");
        grows(1_000, make, whole);
        whole(&make(10_000));
    }
}

#[test]
fn choices_within_choices_do_not_multiply() {
    let schema = choices();
    let text = import(&schema).to_typescript();
    let source = schema.to_string();
    assert!(
        text.len() < 100 * source.len(),
        "{} of {}",
        text.len(),
        source.len()
    );
}

#[test]
fn depth_is_bounded_and_definitions_have_none() {
    // `json!` would go through the inner value once more at each level.
    let one =
        |keyword: &str, inner: Value| Value::Object(Map::from_iter([(keyword.into(), inner)]));
    let deep = |count| {
        (0..count).fold(json!({}), |inner, _| {
            let mut list = one("items", inner);
            list["type"] = "array".into();
            list
        })
    };
    assert!(is_exact(&import(&deep(127))));
    for keyword in ["items", "not", "allOf", "anyOf", "properties"] {
        let schema = (0..1_000).fold(json!({"type": "string"}), |inner, _| match keyword {
            "properties" => one(keyword, one("x", inner)),
            "allOf" | "anyOf" => one(keyword, vec![inner, json!({"type": "string"})].into()),
            _ => one(keyword, inner),
        });
        match TypeGraph::from_json_schema(&schema) {
            Err(ImportError::TooDeep { .. }) => {}
            // What is not looked into has no depth.
            Ok(_) if keyword == "not" => {}
            other => panic!("{keyword}: {other:?}"),
        }
    }
    let graph = import(&nested(1_000));
    assert_eq!(graph.defs().len(), 1_001);
    assert!(compile(&graph.to_json_schema()).is_some());
}

/// Further members whose type leads back to the object: the comment about them ends.
#[test]
fn further_members_that_lead_back_are_told_once() {
    let schema = r##"{"unevaluatedItems":{"type":"number"},"then":{"required":["a","b"]},"properties":{"a":{"prefixItems":[{},{"items":false},{"type":"number"}],"items":{"type":"null","required":[]},"unevaluatedProperties":false,"pattern":"^b"}},"additionalProperties":{"unevaluatedItems":{},"anyOf":[{"pattern":"^(\\d)$","additionalProperties":false},{"maximum":0,"$ref":"#"}],"additionalProperties":{},"oneOf":[{"uniqueItems":true}]},"$defs":{"b":{"contains":{}},"c":{"pattern":"^b"}},"$schema":"http://json-schema.org/draft-04/schema#"}"##;
    let text = import(&serde_json::from_str(schema).unwrap()).to_typescript();
    assert!(text.contains("Other members: "), "{text}");
}
