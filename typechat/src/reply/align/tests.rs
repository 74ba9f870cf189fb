//! What is read as what, and what is not.

use serde_json::{Value, json};

use super::{Aligned, align, align_words};
use crate::{
    reply::{
        Leniency, Limits, NoteKind,
        compile::compile,
        leaves::Leaves,
        parse::{self, Parsed},
        places::Wanted,
        verdict::Verdict,
    },
    schema::{Branch, Field, Member, ObjectType, Presence, Type, TypeGraph},
};

fn graph_of(schema: &Value) -> TypeGraph {
    TypeGraph::from_json_schema(schema).unwrap()
}

fn aligned(graph: &TypeGraph, text: &str) -> Aligned {
    let Parsed { value, places, .. } = parse::parse(text, Limits::default(), Leniency::Strict).unwrap();
    let leaves = Leaves::new(compile);
    let aligned = align(graph, &leaves, value, places, text);
    if aligned.fits {
        assert!(Verdict::new(graph, &leaves).fits(&graph.root, &aligned.value));
    }
    assert_eq!(aligned.places.list.len(), parts(&aligned.value));
    aligned
}

fn parts(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(parts).sum::<usize>(),
        Value::Object(members) => members.values().map(parts).sum(),
        _ => 0,
    }
}

/// The value and the kinds of its notes, when it can be read.
fn read(graph: &TypeGraph, text: &str) -> Option<(Value, Vec<NoteKind>)> {
    let aligned = aligned(graph, text);
    let kinds = aligned.notes.iter().map(|note| note.kind).collect();
    aligned.fits.then_some((aligned.value, kinds))
}

/// Reads all of `cases`; `None` stands for what cannot be read.
fn check(graph: &TypeGraph, cases: &[(&str, Option<Value>)]) {
    for (text, expected) in cases {
        let found = read(graph, text).map(|(value, _)| value);
        assert_eq!(&found, expected, "{text}");
    }
}

fn required(name: &str, ty: Type) -> Field {
    Field::new(name, "", ty, Presence::Required)
}

fn optional(name: &str, ty: Type) -> Field {
    Field::new(name, "", ty, Presence::Optional)
}

fn graph(root: Type) -> TypeGraph {
    crate::schema::GraphBuilder::default().finish(root).unwrap()
}

#[test]
fn scalars_in_another_form() {
    let integer = graph_of(&json!({"type": "integer", "maximum": 100}));
    check(
        &integer,
        &[
            (r#""12""#, Some(json!(12))),
            (r#"" 2.0 ""#, Some(json!(2))),
            (r#""2.5""#, None),
            ("true", None),
            ("2.5", None),
            (r#""300""#, None),
            ("null", None),
            (r#""12 apples""#, None),
        ],
    );
    let number = graph_of(&json!({"type": "number"}));
    check(
        &number,
        &[
            (r#""2.5""#, Some(json!(2.5))),
            (r#""1,234.5""#, Some(json!(1234.5))),
            (r#""3,14""#, None),
            ("false", None),
        ],
    );
    let boolean = graph_of(&json!({"type": "boolean"}));
    check(
        &boolean,
        &[
            (r#""True""#, Some(json!(true))),
            (r#"" false""#, Some(json!(false))),
            ("1", None),
            (r#""yes""#, None),
            (r#""1""#, None),
        ],
    );
    let string = graph_of(&json!({"type": "string"}));
    check(
        &string,
        &[
            ("1.0", Some(json!("1.0"))),
            ("1e2", Some(json!("1e2"))),
            ("true", None),
            ("{}", None),
            ("null", None),
        ],
    );
    let pattern = graph_of(&json!({"type": "string", "pattern": "^\\d{2}$"}));
    check(&pattern, &[("12", Some(json!("12"))), ("123", None)]);
}

#[test]
fn what_fits_is_not_touched() {
    let schema = json!({
        "type": "object",
        "properties": {
            "any": true,
            "text": {"anyOf": [{"type": "integer"}, {"type": "string"}]},
            "list": {"type": "array", "items": {"type": "number"}},
        },
    });
    let text = r#"{"any": {"x": "1"}, "text": "1", "list": [1.0, 2], "Text": "more", "list ": 5}"#;
    let aligned = aligned(&graph_of(&schema), text);
    assert!(aligned.fits && !aligned.changes_structure);
    let text = r#"{"any": {"x": "1"}, "text": "1", "list": [1.0, 2]}"#;
    let kept = self::aligned(&graph_of(&schema), text);
    assert!(kept.notes.is_empty(), "{:?}", kept.notes);
    let Parsed { value, places, .. } = parse::parse(text, Limits::default(), Leniency::Strict).unwrap();
    assert_eq!((kept.value, kept.places), (value, places));
}

#[test]
fn constants_and_sentences() {
    let colours = graph(Type::Enum(vec![
        Member::new("DARK_RED", "").aliases(&["crimson"]),
        Member::new("blue", ""),
        Member::new("light blue", ""),
    ]));
    let one = |text: &str| read(&colours, text);
    let told = |value: &str, kind| Some((json!(value), vec![kind]));
    assert_eq!(one(r#""dark red""#), told("DARK_RED", NoteKind::Spelling));
    assert_eq!(one(r#""DarkRed""#), told("DARK_RED", NoteKind::Spelling));
    assert_eq!(one(r#""Crimson""#), told("DARK_RED", NoteKind::Alias));
    assert_eq!(
        one(r#""It is light blue.""#),
        told("light blue", NoteKind::Sentence)
    );
    assert_eq!(
        one(r#""crimson: a dark red""#),
        told("DARK_RED", NoteKind::Sentence)
    );
    assert_eq!(one(r#"["blue"]"#), told("blue", NoteKind::List));
    for text in [
        r#""blue or crimson""#,
        r#""not blue""#,
        r#""bluest""#,
        r#""""#,
        "3",
    ] {
        assert_eq!(one(text), None, "{text}");
    }
    let mixed = graph_of(&json!({"enum": [2, 3, true, "1"]}));
    check(
        &mixed,
        &[
            (r#""2.0""#, Some(json!(2))),
            (r#""True""#, Some(json!(true))),
            ("1", Some(json!("1"))),
            ("1.0", None),
            (r#""4""#, None),
            ("1e0", None),
        ],
    );
}

#[test]
fn members_by_other_names() {
    let order = |rest| {
        let mut object = ObjectType::new(vec![
            required("lineItems", Type::array(Type::string())).aliases(&["articles"]),
            optional("note", Type::string()),
        ]);
        object.rest = rest;
        graph(Type::Object(object))
    };
    let closed = order(None);
    let text = r#"{"line_items": "x", "Note": null}"#;
    let (value, kinds) = read(&closed, text).unwrap();
    assert_eq!(value, json!({"lineItems": ["x"]}));
    assert_eq!(kinds, [NoteKind::Spelling, NoteKind::Null, NoteKind::List]);
    check(
        &closed,
        &[
            (r#"{"articles": []}"#, Some(json!({"lineItems": []}))),
            (
                r#"{"articles": [], "lineItems": []}"#,
                Some(json!({"lineItems": []})),
            ),
            (r#"{"articles": ["a"], "lineItems": []}"#, None),
            (r#"{"articles": ["a"], "line-items": []}"#, None),
            (r#"{"lineItems": null}"#, None),
            (r#"{"lineItems": [], "other": 1}"#, None),
            ("{}", None),
        ],
    );
    // Where any name is welcome, only a missing member is looked for.
    let open = order(Some(Box::new(Type::Any)));
    let same = json!({"lineItems": [], "Note": 1, "Line Items": 2});
    check(
        &open,
        &[
            (&same.to_string(), Some(same.clone())),
            (r#"{"LineItems": []}"#, Some(json!({"lineItems": []}))),
            (r#"{"articles": [], "lineItems": ["x"]}"#, None),
            (r#"{"line_items": [], "LineItems": ["x"]}"#, None),
        ],
    );
    // Nothing else tells of it there.
    let twice = aligned(&open, r#"{"articles": [], "lineItems": ["x"]}"#);
    assert_eq!(
        twice.problems[0].to_string(),
        "articles: this is another name of \"lineItems\", which has another value"
    );
    let keys = Type::Enum(vec![Member::new("tall", ""), Member::new("short", "")]);
    let map = graph(Type::map(
        keys,
        Type::Integer(crate::schema::NumberRange::default()),
    ));
    check(
        &map,
        &[
            (r#"{"Tall": "1"}"#, Some(json!({"tall": 1}))),
            (r#"{"Tall": 1, "tall": 1}"#, Some(json!({"tall": 1}))),
            (r#"{"Tall": 1, "tall": 2}"#, None),
            (r#"{"wide": 1}"#, None),
        ],
    );
}

#[test]
fn lists_and_what_stands_in_their_place() {
    let list = graph_of(&json!({"type": "array", "items": {"type": "integer"}}));
    check(
        &list,
        &[
            (r#""5""#, Some(json!([5]))),
            (r#"["1", 2]"#, Some(json!([1, 2]))),
            (r#""[1, \"2\"]""#, Some(json!([1, 2]))),
            (r#"["x"]"#, None),
            (r#""[1, x]""#, None),
            ("null", None),
            ("[null]", None),
            ("{}", None),
        ],
    );
    let texts = graph_of(&json!({"type": "array", "items": {"type": "string"}}));
    check(
        &texts,
        &[
            (r#""not json""#, Some(json!(["not json"]))),
            (r#""[a, b]""#, None),
            (r#""{a: 1}""#, None),
        ],
    );
    let lists = graph_of(&json!({
        "type": "array", "items": {"type": "array", "items": {"type": "integer"}},
    }));
    check(
        &lists,
        &[
            ("[1, 2]", None),
            ("5", None),
            ("[[1], [\"2\"]]", Some(json!([[1], [2]]))),
        ],
    );
    let tuple = graph_of(&json!({
        "type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}],
        "items": false, "minItems": 2,
    }));
    check(
        &tuple,
        &[
            (r#"["1", 2]"#, Some(json!([1, "2"]))),
            (r#"["1"]"#, None),
            (r#"["1", "2", "3"]"#, None),
            ("1", None),
        ],
    );
}

#[test]
fn objects_in_texts_lists_and_wrappers() {
    let schema = json!({
        "$ref": "#/$defs/Order",
        "$defs": {"Order": {
            "type": "object",
            "properties": {"dish": {"type": "string"}, "count": {"type": "integer"}},
            "required": ["dish", "count"],
            "additionalProperties": false,
        }},
    });
    let graph = graph_of(&schema);
    let soup = Some(json!({"dish": "soup", "count": 2}));
    check(
        &graph,
        &[
            (r#"{"order": {"dish": "soup", "count": "2"}}"#, soup.clone()),
            (r#"[{"dish": "soup", "count": 2}]"#, soup.clone()),
            (r#""{\"dish\": \"soup\", \"count\": 2}""#, soup),
            (
                r#"[{"dish": "soup", "count": 2}, {"dish": "soup", "count": 2}]"#,
                None,
            ),
            (r#"{"order": {"dish": "soup"}}"#, None),
            (r#"{"meal": {"dish": "soup", "count": "2"}}"#, None),
            (r#""soup""#, None),
            ("[]", None),
        ],
    );
    let kinds = read(&graph, r#""{\"Dish\": 1.50, \"count\": 2}""#);
    let (value, kinds) = kinds.unwrap();
    assert_eq!(value, json!({"dish": "1.50", "count": 2}));
    let expected = [
        NoteKind::Embedded,
        NoteKind::Spelling,
        NoteKind::Representation,
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn unions_by_tag_by_order_and_by_cost() {
    let shape = |tag: &str, member: &str| {
        let size = Type::Integer(crate::schema::NumberRange::default());
        Type::Object(ObjectType::new(vec![
            Field::tag("kind", tag, &[]),
            required(member, size),
        ]))
    };
    let shapes = Type::union(vec![
        Branch::new(shape("circle", "size"), ""),
        Branch::new(shape("square", "size"), ""),
    ]);
    check(
        &graph(shapes),
        &[
            (
                r#"{"Kind": "Square", "size": "2"}"#,
                Some(json!({"kind": "square", "size": 2})),
            ),
            (r#"{"kind": "circle or square", "size": 2}"#, None),
            (r#"{"kind": "oval", "size": 2}"#, None),
            (r#"{"size": 2}"#, None),
        ],
    );
    let tied = graph_of(&json!({"anyOf": [
        {"type": "object", "properties": {"a": {"type": "integer"}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {"type": "boolean"}}, "required": ["a"]},
    ]}));
    check(&tied, &[(r#"{"a": "1"}"#, Some(json!({"a": 1})))]);
    let either =
        graph_of(&json!({"anyOf": [{"enum": ["A"]}, {"enum": ["B", 1]}, {"type": "null"}]}));
    check(
        &either,
        &[(r#""b""#, Some(json!("B"))), ("null", Some(Value::Null))],
    );
    let numbers = graph_of(&json!({"anyOf": [{"type": "number"}, {"type": "integer"}]}));
    check(&numbers, &[(r#""2.0""#, Some(json!(2.0)))]);
    let list = graph_of(&json!({"anyOf": [
        {"type": "array", "items": {"type": "integer"}}, {"type": "integer"},
    ]}));
    check(
        &list,
        &[(r#""2""#, Some(json!(2))), (r#"["2"]"#, Some(json!([2])))],
    );
}

#[test]
fn a_tie_is_a_problem() {
    let branch = |name: &str| {
        let object = ObjectType::new(vec![required(name, Type::string())]);
        Branch::new(Type::Object(object), "")
    };
    let union = Type::union(vec![branch("a-b"), branch("a_b")]);
    let aligned = aligned(&graph(union), r#"{"A B": "x"}"#);
    assert!(!aligned.fits);
    assert_eq!(aligned.value, json!({"A B": "x"}));
    assert_eq!(
        aligned.problems[0].to_string(),
        "the value: expected { \"a-b\": string } | { a_b: string }, found {\"A B\":\"x\"}; it could \
         be read as { \"a-b\": string } or as { a_b: string }"
    );
}

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
