//! Words that quote a reply: never longer than a line, whatever the reply holds.

use std::io;

use serde_json::Value;

/// The most characters of a reply that are quoted in one place.
const QUOTED: usize = 60;

/// A value in few words: its JSON, cut at sixty characters.
pub(crate) fn brief(value: &Value) -> String {
    if let Value::Array(items) = value
        && items.len() > 3
    {
        return format!("a list of {} items", items.len());
    }
    let mut start = Start(Vec::new());
    // It fails when it has enough: what is longer is cut below anyway.
    let _ = serde_json::to_writer(&mut start, value);
    shorten(&String::from_utf8_lossy(&start.0), QUOTED)
}

/// Takes what may be shown and refuses the rest, so that large values are not written out.
struct Start(Vec<u8>);

impl io::Write for Start {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // A character has at most four bytes, and one past the cut shows that there is more.
        if self.0.len() > 4 * (QUOTED + 1) {
            return Err(io::ErrorKind::WriteZero.into());
        }
        let taken = bytes.len().min(4 * (QUOTED + 2));
        self.0.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The text, cut after so many characters.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((cut, _)) => format!("{}…", &text[..cut]),
        None => text.to_owned(),
    }
}

/// A name from the reply in quotes, cut if it is long.
pub(crate) fn quoted(name: &str) -> String {
    let mut start: String = name.chars().take(QUOTED).collect();
    if start.len() < name.len() {
        start.push('…');
    }
    Value::from(start).to_string()
}

/// Words of serde or of the validator, which may quote a value of any length: what stands
/// between quotes is cut as values are, and the whole is bounded.
pub(crate) fn foreign(words: &str) -> String {
    const MOST: usize = 400;
    let mut out = String::new();
    let mut rest = words;
    while let Some(open) = rest.find(['"', '`']) {
        let mark = &rest[open..=open];
        let (before, after) = (&rest[..open], &rest[open + 1..]);
        let close = closing(after, mark);
        out.push_str(before);
        out.push_str(mark);
        out.push_str(&shorten(&after[..close], QUOTED));
        rest = &after[close..];
        if !rest.is_empty() {
            out.push_str(mark);
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    shorten(&out, MOST)
}

/// Where the quotation ends; the end of the words when it does not.
fn closing(words: &str, mark: &str) -> usize {
    let mut escaped = false;
    for (at, c) in words.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = mark == "\"",
            _ if mark.starts_with(c) => return at,
            _ => {}
        }
    }
    words.len()
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::{brief, foreign, quoted};

    #[test]
    fn quotations_are_short() {
        let long = "ä".repeat(100_000);
        assert_eq!(brief(&json!(long)).chars().count(), 61);
        assert_eq!(brief(&json!({ (long.clone()): long })).chars().count(), 61);
        assert_eq!(brief(&json!([1, "two", null])), r#"[1,"two",null]"#);
        assert_eq!(quoted(&long).chars().count(), 63);
        assert_eq!(quoted("a\"b"), r#""a\"b""#);
        assert_eq!(brief(&Value::Null), "null");
    }

    #[test]
    fn foreign_words_keep_their_own_part() {
        let long = "x".repeat(1000);
        let words = foreign(&format!("unknown variant `{long}`, expected `a` or `b`"));
        assert!(
            words.ends_with("…`, expected `a` or `b`") && words.len() < 120,
            "{words}"
        );
        let words = foreign(&format!(
            "invalid value: string \"{long}\\\"\", expected an address"
        ));
        assert!(words.ends_with("…\", expected an address"), "{words}");
        assert_eq!(foreign("it can't be"), "it can't be");
        assert_eq!(foreign("a lone \" mark"), "a lone \" mark");
        assert!(foreign(&long).chars().count() == 401);
    }
}
