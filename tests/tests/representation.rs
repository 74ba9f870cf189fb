//! What the schema accepts deserializes: whole numbers in any form, and places within enums.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use typechat::{
    Schema,
    reply::{NoteKind, Reader, read, render_for_model},
};

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(tag = "kind", rename_all = "lowercase")]
enum Shape {
    Square {
        side: u8,
    },
    Circle {
        radius: f64,
        center: (i64, i64),
    },
    Group {
        of: Vec<Shape>,
        names: BTreeMap<String, Option<u64>>,
    },
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
#[serde(untagged)]
enum Either {
    Whole(i64),
    Text(String),
}

#[test]
fn whole_numbers_are_whole_in_any_form() {
    let reply = r#"{"kind": "group", "of": [
        {"kind": "square", "side": 2.0}, {"kind": "circle", "radius": 3.0, "center": [-0, 1e2]}],
        "names": {"a": 5e0, "b": null}}"#;
    let reading = read::<Shape>(reply);
    let of = vec![
        Shape::Square { side: 2 },
        Shape::Circle {
            radius: 3.0,
            center: (0, 100),
        },
    ];
    let names = BTreeMap::from([("a".into(), Some(5)), ("b".into(), None)]);
    assert_eq!(reading.value(), Some(&Shape::Group { of, names }));
    let notes: Vec<String> = reading
        .notes()
        .iter()
        .map(|note| {
            assert_eq!(note.kind, NoteKind::Representation);
            let span = note.span.unwrap();
            format!("{note} ({})", &reply[span.start..span.end])
        })
        .collect();
    assert_eq!(
        notes,
        [
            "of[0].side: `2.0` was read as 2 (2.0)",
            "of[1].center[0]: `-0` was read as 0 (-0)",
            "of[1].center[1]: `1e2` was read as 100 (1e2)",
            "names.a: `5e0` was read as 5 (5e0)",
        ]
    );
    assert_eq!(read::<Either>("-7.0").value(), Some(&Either::Whole(-7)));
    assert_eq!(
        read::<u64>("1e19").value(),
        Some(&10_000_000_000_000_000_000)
    );
}

#[test]
fn valid_numbers_are_left_alone() {
    let reading = read::<f64>("2.0");
    assert_eq!((reading.value(), reading.notes()), (Some(&2.0), &[][..]));
    let reading = Reader::from_schema(&serde_json::json!({"type": "integer"}));
    let reading = reading.unwrap().read("2.0");
    assert_eq!(
        reading.value().map(Value::to_string).as_deref(),
        Some("2.0")
    );
    assert!(read::<u8>("2.5").value().is_none());
    assert!(read::<u8>("256.0").value().is_none());
}

#[derive(Debug, Deserialize, Schema)]
#[serde(tag = "kind")]
enum Event {
    Meeting { days: Vec<Day> },
}

#[derive(Debug, Deserialize, Schema)]
#[serde(try_from = "String")]
#[typechat(as = "String")]
struct Day(#[allow(dead_code)] String);

impl TryFrom<String> for Day {
    type Error = String;
    fn try_from(text: String) -> Result<Self, String> {
        if text.len() == 3 {
            return Ok(Self(text));
        }
        Err(format!("`{text}` is no day at line 7; write three letters"))
    }
}

#[test]
fn a_refusal_within_an_enum_has_its_place_and_its_words() {
    let reply = r#"{"kind": "Meeting", "days": ["mon", "monday"]}"#;
    let reading = read::<Event>(reply);
    assert_eq!(
        render_for_model(reading.problems()),
        "- days[1]: `monday` is no day at line 7; write three letters\n"
    );
    let span = reading.problems()[0].span.unwrap();
    assert_eq!(&reply[span.start..span.end], "\"monday\"");
    let reading = read::<Event>(r#"{"kind": "Meeting", "days": ["long", "long"]}"#);
    assert_eq!(reading.problems()[0].path.to_string(), "the value");
    let long = "x".repeat(10_000);
    let reading = read::<Vec<Day>>(&format!("[\"{long}\"]"));
    assert!(reading.problems()[0].to_string().len() < 150);
}
