//! Numbers and texts as the reference scorer reads them.

use serde_json::Value;

use super::Bad;

/// A number, or a text that is one.
pub(super) fn number(value: Option<&Value>, default: Option<f64>) -> Result<f64, Bad> {
    let number = match value {
        None | Some(Value::Null) => default,
        Some(Value::Number(number)) => number.as_f64(),
        Some(Value::String(text)) => parsed(text),
        Some(_) => None,
    };
    number
        .filter(|number| number.is_finite())
        .ok_or_else(|| Bad::found("a number", value.unwrap_or(&Value::Null)))
}

/// A text as a number; digits may be grouped by single underscores.
pub(super) fn parsed(text: &str) -> Option<f64> {
    let text = text.trim();
    let bytes = text.as_bytes();
    let mut plain = String::new();
    for (index, c) in text.char_indices() {
        if c != '_' {
            plain.push(c);
            continue;
        }
        let digit = |at: Option<usize>| {
            at.and_then(|at| bytes.get(at))
                .is_some_and(u8::is_ascii_digit)
        };
        if !digit(index.checked_sub(1)) || !digit(Some(index + 1)) {
            return None;
        }
    }
    plain.parse().ok()
}

/// A number as text: a whole one without a fraction.
pub(super) fn shown(number: f64) -> String {
    format!("{number}")
}

/// A value as the text that stands for it.
pub(super) fn text(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Null => "None".to_owned(),
        Value::Bool(true) => "True".to_owned(),
        Value::Bool(false) => "False".to_owned(),
        Value::Number(number) if number.is_f64() => {
            let number = number.as_f64().unwrap_or_default();
            if number.fract() == 0.0 && number.abs() < 1e16 {
                format!("{number:.1}")
            } else {
                shown(number)
            }
        }
        other => other.to_string(),
    }
}

/// Whether a value counts as something.
pub(super) fn is_truthy(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => false,
        Value::Bool(true) => true,
        Value::Number(number) => number.as_f64() != Some(0.0),
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
    }
}
