//! What is read as what, and what is not.

mod naming;
mod shapes;
mod telling;

use serde_json::{Value, json};

use super::{Aligned, align};
use crate::{
    reply::{
        Leniency, Limits, NoteKind,
        compile::compile,
        leaves::Leaves,
        parse::{self, Parsed},
        verdict::Verdict,
    },
    schema::{Field, Member, Presence, Type, TypeGraph},
};

fn graph_of(schema: &Value) -> TypeGraph {
    TypeGraph::from_json_schema(schema).unwrap()
}

fn aligned(graph: &TypeGraph, text: &str) -> Aligned {
    let Parsed { value, places, .. } =
        parse::parse(text, Limits::default(), Leniency::Strict).unwrap();
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
    let Parsed { value, places, .. } =
        parse::parse(text, Limits::default(), Leniency::Strict).unwrap();
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
