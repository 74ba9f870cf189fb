//! What a word without quotes is: another language's, a number, or a text.

use serde_json::Value;

use super::{super::number::is_number, state::is_invisible};

/// The words of other languages.
pub(super) fn foreign(word: &str) -> Option<Value> {
    Some(match word {
        "True" | "TRUE" => Value::Bool(true),
        "False" | "FALSE" => Value::Bool(false),
        "None" | "NONE" | "Null" | "NULL" | "nil" | "undefined" => Value::Null,
        _ => return None,
    })
}

/// A number of other languages as JSON writes it: without `+` and `_`, with digits on both sides
/// of the point.
pub(super) fn plain(raw: &str) -> Option<String> {
    if !raw
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'+' | b'-' | b'.' | b'_' | b'e' | b'E'))
    {
        return None;
    }
    let (sign, digits) = match raw.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", raw.strip_prefix('+').unwrap_or(raw)),
    };
    // A mark of thousands stands between digits.
    let is_between = |(at, _): (usize, &str)| {
        let is_digit = |b: Option<&u8>| b.is_some_and(u8::is_ascii_digit);
        at > 0 && is_digit(digits.as_bytes().get(at - 1)) && is_digit(digits.as_bytes().get(at + 1))
    };
    if !digits.match_indices('_').all(is_between) {
        return None;
    }
    let mut plain = digits.replace('_', "");
    if !plain.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    if plain.starts_with('.') {
        plain.insert(0, '0');
    }
    if let Some(rest) = plain.strip_suffix('.') {
        plain = format!("{rest}.0");
    }
    let plain = format!("{sign}{plain}");
    is_number(&plain).then_some(plain)
}

/// Whether it may be a text without quotes: words, not several values that commas are missing
/// between, and no half of a call or a pair.
pub(super) fn is_text(raw: &str) -> bool {
    let mut words = raw.split_whitespace();
    let first = words.next().unwrap_or_default();
    let is_list = is_value(first) && words.clone().next().is_some() && words.all(is_value);
    let opened = raw.matches('(').count();
    let digits = raw.trim_start_matches(['+', '-']);
    let mut marks = ["0x", "0X", "0b", "0o"].iter();
    let is_hex = marks.any(|mark| digits.starts_with(mark));
    let mut calls = raw.match_indices('(');
    let is_call = calls.any(|(at, _)| raw[..at].ends_with(char::is_alphanumeric));
    let begins = |c: char| c.is_alphanumeric() || "_$/.@+~".contains(c);
    raw.starts_with(begins)
        && raw.contains(char::is_alphanumeric)
        && !raw.contains(|c: char| c != ' ' && is_invisible(c))
        && !(is_list || is_hex || is_call)
        && !raw.starts_with('(')
        && opened == raw.matches(')').count()
}

/// Whether a word cannot go on as a text.
pub(super) fn is_value(word: &str) -> bool {
    is_number(word) || plain(word).is_some() || matches!(word, "true" | "false" | "null")
}

#[cfg(test)]
mod tests {
    use super::{is_text, plain};

    #[test]
    fn numbers_of_other_languages() {
        let cases = [
            ("+1", "1"),
            (".5", "0.5"),
            ("-.5", "-0.5"),
            ("5.", "5.0"),
            ("1_000_000", "1000000"),
            ("+1e3", "1e3"),
        ];
        for (raw, expected) in cases {
            assert_eq!(plain(raw).as_deref(), Some(expected), "{raw}");
        }
        for raw in [
            "007", "1__0", "_1", "1_", "--1", "1-2", ".", "1e", "+", "0x1F", "1_.5",
        ] {
            assert_eq!(plain(raw), None, "{raw}");
        }
    }

    #[test]
    fn texts_and_lists_of_values() {
        for raw in [
            "flat white",
            "5 minutes",
            "1/3",
            "latte (large)",
            "007",
            "1e",
        ] {
            assert!(is_text(raw), "{raw}");
        }
        for raw in [
            "1 2",
            "true false",
            "f(a",
            "b)",
            "...",
            "(1)",
            "-",
            "0x1F",
            "-0x1F",
            "f(a)",
        ] {
            assert!(!is_text(raw), "{raw}");
        }
    }
}
