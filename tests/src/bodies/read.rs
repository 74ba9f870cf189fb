//! A reply read by a type.

use std::fmt;

use jsonschema::Validator;
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use typechat::reply::{NoteKind, Reader, Reading};

use super::{findings, repeats::Repeats};

/// What must hold for a reply read by a JSON Schema; `judge` is the schema's own verdict.
pub(super) fn json(reader: &Reader<Value>, judge: Option<&Validator>, reply: &str) {
    let reading = reader.read(reply);
    check(reply, &reading);
    let fits = |value: &Value| judge.is_none_or(|judge| judge.is_valid(value));
    if let Some(value) = reading.value() {
        assert!(fits(value), "{value} was read, and is not valid");
        is_read_again(reader, value, &value.to_string());
    }
    if let (Ok(value), true) = (serde_json::from_str(reply), judge.is_some()) {
        let repeats = serde_json::from_str(reply).is_ok_and(|repeats: Repeats| repeats.0);
        if fits(&value) && !repeats {
            is_read_as_it_stands(&reading, &value);
        }
    }
}

/// What must hold for a reply read as a type of Rust.
pub(super) fn typed<T>(reader: &Reader<T>, reply: &str)
where
    T: fmt::Debug + PartialEq + Serialize + DeserializeOwned,
{
    let reading = reader.read(reply);
    check(reply, &reading);
    if let Some(value) = reading.value() {
        let text = serde_json::to_string(value).expect("what was read can be written");
        is_read_again(reader, value, &text);
    }
}

fn check<T>(reply: &str, reading: &Reading<T>) {
    assert_eq!(
        reading.value().is_some(),
        reading.problems().is_empty(),
        "a value or problems: {:?}",
        reading.problems()
    );
    findings::check(reply, reading.problems(), reading.notes());
}

/// A value that was read, written as JSON, is the same value without a word.
fn is_read_again<T>(reader: &Reader<T>, value: &T, text: &str)
where
    T: fmt::Debug + PartialEq + DeserializeOwned,
{
    let again = reader.read(text);
    assert_eq!(again.value(), Some(value), "{text}: {:?}", again.problems());
    assert!(again.notes().is_empty(), "{text}: {:?}", again.notes());
}

/// A reply that is JSON of the type is that value. Only a number may be written in another form,
/// which is noted, and only a number that a value cannot hold may refuse it.
fn is_read_as_it_stands(reading: &Reading<Value>, value: &Value) {
    let Some(read) = reading.value() else {
        let codes: Vec<_> = reading.problems().iter().map(|p| p.code).collect();
        assert_eq!(
            codes,
            [typechat::reply::ProblemCode::InexactNumber],
            "JSON of the type is refused: {:?}",
            reading.problems()
        );
        return;
    };
    assert!(is_same(read, value), "{value} was read as {read}");
    let known = |kind| matches!(kind, NoteKind::Representation | NoteKind::More);
    let notes = reading.notes();
    assert!(notes.iter().all(|note| known(note.kind)), "{notes:?}");
    assert_eq!(notes.is_empty(), read == value, "{notes:?}");
}

/// Equal values, where 2 equals 2.0.
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            one == other || one.as_f64() == other.as_f64()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len() && one.iter().zip(other).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(one), Value::Object(other)) => {
            let same =
                |(a, b): ((&String, &Value), (&String, &Value))| a.0 == b.0 && is_same(a.1, b.1);
            one.len() == other.len() && one.iter().zip(other).all(same)
        }
        _ => one == other,
    }
}
