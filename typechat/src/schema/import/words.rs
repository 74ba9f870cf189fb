//! What is told of rules and annotations that no node holds.

use std::io;

use serde_json::{Map, Value};

/// How long a rule may be, in bytes.
const LIMIT: usize = 200;

/// A value as compact JSON, or its beginning.
pub(super) fn brief(value: &Value) -> String {
    struct Capped(Vec<u8>);
    impl io::Write for Capped {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.extend_from_slice(bytes);
            // No more is written than is shown, however large the value is.
            if self.0.len() > LIMIT {
                return Err(io::Error::other("long enough"));
            }
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    let mut out = Capped(Vec::new());
    let whole = serde_json::to_writer(&mut out, value).is_ok();
    let text = String::from_utf8_lossy(&out.0);
    if whole { text.into_owned() } else { cut(&text) }
}

/// The beginning of a text that is too long for a rule.
pub(super) fn cut(text: &str) -> String {
    if text.len() <= LIMIT {
        return text.to_owned();
    }
    let end = (0..=LIMIT)
        .rev()
        .find(|at| text.is_char_boundary(*at))
        .unwrap_or_default();
    format!("{}…", &text[..end])
}

/// Names as a list in JSON's quotes.
pub(super) fn quoted<'t>(names: impl IntoIterator<Item = &'t str>) -> String {
    let names: Vec<String> = names
        .into_iter()
        .map(|name| Value::from(name).to_string())
        .collect();
    cut(&names.join(", "))
}

/// What a schema says of itself; a title that only repeats the name says nothing.
pub(super) fn docs(members: &Map<String, Value>, hint: &str) -> Vec<String> {
    let text = |keyword: &str| {
        let text = members.get(keyword).and_then(Value::as_str);
        text.filter(|text| !text.trim().is_empty())
    };
    let plain = |text: &str| -> String {
        let letters = text.chars().filter(|c| c.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    };
    let title = text("title").filter(|title| plain(title) != plain(hint));
    let mut docs: Vec<String> = match (title, text("description")) {
        (Some(title), Some(more)) if more.starts_with(title) => vec![more.to_owned()],
        (Some(title), Some(more)) => vec![format!("{title}: {more}")],
        (one, other) => one.or(other).map(str::to_owned).into_iter().collect(),
    };
    match members.get("default") {
        None | Some(Value::Null) => {}
        Some(value) => docs.push(format!("Default: {}", brief(value))),
    }
    if members.get("deprecated") == Some(&Value::Bool(true)) {
        docs.push("Deprecated.".into());
    }
    docs
}

/// `examples`, and `OpenAPI`'s `example`.
pub(super) fn examples(members: &Map<String, Value>) -> impl Iterator<Item = &Value> {
    let many = members.get("examples").and_then(Value::as_array);
    many.into_iter().flatten().chain(members.get("example"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::brief;

    #[test]
    fn what_is_long_is_cut_visibly() {
        assert_eq!(brief(&json!({"const": 3})), r#"{"const":3}"#);
        let long = brief(&json!({"const": "é".repeat(1000)}));
        assert!(long.ends_with('…') && long.len() <= 203, "{long}");
    }
}
