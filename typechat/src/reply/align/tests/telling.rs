//! What is told of a change, and where.

use serde_json::{Value, json};

use super::{
    super::{align, align_words},
    aligned, graph_of,
};
use crate::reply::{
    Leniency, Limits,
    compile::compile,
    leaves::Leaves,
    parse::{self, Parsed},
    places::Wanted,
};

#[test]
fn places_follow_the_value() {
    let schema = json!({
        "$ref": "#/$defs/Order",
        "$defs": {"Order": {
            "type": "object",
            "properties": {
                "count": {"type": "integer", "maximum": 5},
                "list": {"type": "array", "items": {"type": "integer"}},
                "text": {"type": "object", "properties": {"x": {"type": "integer"}}},
                "gone": {"type": "integer"},
                "last": {"type": "integer"},
            },
            "required": ["count"],
        }},
    });
    let text = r#"{"order": {"gone": null, "Count": "9", "List": "x1", "list ": "7", "text": "{\"x\": \"3\"}", "LAST": "8"}}"#;
    let aligned = aligned(&graph_of(&schema), text);
    let cases = [
        ("/count", "\"9\""),
        ("/list", "\"x1\""),
        ("/list ", "\"7\""),
        ("/text", r#""{\"x\": \"3\"}""#),
        ("/text/x", r#""{\"x\": \"3\"}""#),
        ("/last", "\"8\""),
    ];
    for (pointer, expected) in cases {
        let mut path = crate::reply::Path::from_pointer(pointer);
        let mut span = None;
        let wanted = Wanted {
            path: &mut path,
            span: &mut span,
            key: false,
        };
        aligned.places.locate(text, vec![wanted]);
        let span = span.unwrap();
        assert_eq!(
            &text[span.start..span.end],
            expected,
            "{pointer}: {}",
            aligned.value
        );
    }
}

#[test]
fn notes_say_what_was_and_what_is() {
    let schema = json!({
        "type": "object",
        "properties": {"count": {"type": "integer"}, "name": {"type": "string"},
            "tags": {"type": "array", "items": {"type": "string"}}},
        "additionalProperties": false,
    });
    let text = r#"{"Count": "2", "name": 1.50, "tags": 5}"#;
    let aligned = aligned(&graph_of(&schema), text);
    let notes: Vec<String> = aligned.notes.iter().map(ToString::to_string).collect();
    assert_eq!(
        notes,
        [
            "count: the key \"Count\" was read as \"count\"",
            "count: `\"2\"` was read as 2",
            "name: `1.50` was read as \"1.50\"",
            "tags: `5` was read as a list of one",
            "tags[0]: `5` was read as \"5\"",
        ]
    );
    let spans = aligned.notes.iter().map(|note| note.span.unwrap());
    let spans: Vec<&str> = spans.map(|span| &text[span.start..span.end]).collect();
    assert_eq!(spans, ["\"Count\"", "\"2\"", "1.50", "5", "5"]);
}

#[test]
fn words_are_a_value_of_text_types_only() {
    let words = |schema: Value, text: &str| {
        let aligned = align_words(&graph_of(&schema), &Leaves::new(compile), text)?;
        aligned.fits.then_some(aligned.value)
    };
    assert_eq!(
        words(json!({"type": "string"}), " Hello.\n"),
        Some(json!("Hello."))
    );
    assert_eq!(
        words(json!({"const": "TWO"}), "The answer is Two"),
        Some(json!("TWO"))
    );
    assert_eq!(
        words(json!({"type": ["boolean", "null"]}), "False."),
        Some(json!(false))
    );
    assert_eq!(words(json!({"const": "TWO"}), "I cannot say"), None);
    for schema in [
        json!({"type": "integer"}),
        json!({"type": "object"}),
        json!({"type": "array", "items": {"type": "string"}}),
        json!({"anyOf": [{"type": "string"}, {"type": "array"}]}),
        json!(true),
    ] {
        assert_eq!(words(schema.clone(), "Hello"), None, "{schema}");
    }
    assert_eq!(words(json!({"type": "string"}), "  "), None);
}

#[test]
fn deep_and_wide_values_are_planned_once() {
    let schema = json!({
        "$ref": "#/$defs/Tree",
        "$defs": {
            "Tree": {"anyOf": [{"$ref": "#/$defs/Left"}, {"$ref": "#/$defs/Right"}]},
            "Left": {"type": "object", "properties": {
                "child": {"$ref": "#/$defs/Tree"}, "size": {"type": "integer"},
            }, "required": ["size"]},
            "Right": {"type": "object", "properties": {
                "child": {"$ref": "#/$defs/Tree"}, "size": {"type": "integer"},
                "more": {"type": "string"},
            }, "required": ["size"]},
        },
    });
    let depth = 500;
    let text = format!(
        "{}{{\"size\": \"1\"}}{}",
        r#"{"size": "1", "child": "#.repeat(depth),
        "}".repeat(depth)
    );
    let limits = Limits {
        depth: 512,
        ..Limits::default()
    };
    let Parsed { value, places, .. } = parse::parse(&text, limits, Leniency::Strict).unwrap();
    let graph = graph_of(&schema);
    let aligned = align(&graph, &Leaves::new(compile), value, places, &text);
    assert!(
        aligned.fits && aligned.problems.is_empty(),
        "{:?}",
        aligned.problems
    );
    assert_eq!(aligned.notes.len(), 101);
    assert_eq!(aligned.value["child"]["child"]["size"], json!(1));
}
