//! Names, words and keys in one form.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{Bad, Object, python};

/// Words that stand for numbers.
const NUMBERS: &[(&str, f64)] = &[
    ("zero", 0.0),
    ("one", 1.0),
    ("two", 2.0),
    ("three", 3.0),
    ("four", 4.0),
    ("five", 5.0),
    ("six", 6.0),
    ("seven", 7.0),
    ("eight", 8.0),
    ("nine", 9.0),
    ("ten", 10.0),
    ("eleven", 11.0),
    ("twelve", 12.0),
    ("thirteen", 13.0),
    ("fourteen", 14.0),
    ("fifteen", 15.0),
    ("a", 1.0),
    ("an", 1.0),
    ("half", 0.5),
    ("twenty", 20.0),
    ("thirty", 30.0),
    ("forty", 40.0),
    ("fifty", 50.0),
    ("sixty", 60.0),
    ("ninety", 90.0),
];

/// Words without a content of their own.
const STOP: &[&str] = &[
    "a", "an", "the", "and", "or", "of", "with", "without", "to", "for", "on", "in", "at", "is",
    "are", "it", "its", "that", "this", "my", "our", "your", "i", "id", "ill", "we", "wed",
    "please", "some", "like", "want", "would", "need", "have", "get", "by", "from", "about", "be",
    "me", "us",
];

/// The products of the coffee menu, as roots of words.
const MENU: &str =
    "latte cappuccino mocha espresso macchiato lungo ristretto americano coffee muffin bagel";

/// What a word stands for as a number.
pub(super) fn spoken_number(word: &str) -> Option<f64> {
    let found = NUMBERS.iter().find(|(name, _)| *name == word);
    found.map(|(_, number)| *number)
}

/// A text with `gap` where a word begins within another: `LatteMacchiato`, `HTTPServer`.
fn split_camel(text: &str, gap: char) -> String {
    let chars: Vec<char> = text.chars().collect();
    let mut out = String::new();
    for (index, &c) in chars.iter().enumerate() {
        let before = index.checked_sub(1).map(|index| chars[index]);
        let after = chars.get(index + 1);
        let begins = c.is_ascii_uppercase()
            && before.is_some_and(|before| {
                before.is_ascii_lowercase()
                    || before.is_ascii_digit()
                    || before.is_ascii_uppercase() && after.is_some_and(char::is_ascii_lowercase)
            });
        if begins {
            out.push(gap);
        }
        out.push(c);
    }
    out
}

/// A key in `snake_case`.
pub(super) fn snake(key: &str) -> String {
    let mut out = String::new();
    for c in split_camel(key.trim_start_matches(['$', '@']), '_').chars() {
        let is_gap = c.is_whitespace() || c == '-';
        match c {
            _ if is_gap && out.ends_with('\0') => {}
            _ if is_gap => out.push('\0'),
            c => out.extend(c.to_lowercase()),
        }
    }
    out.replace('\0', "_")
}

/// A value with keys in `snake_case`, without null and blank members.
pub(super) fn clean(value: &Value) -> Value {
    match value {
        Value::Object(members) => {
            let mut out = Object::new();
            for (key, member) in members {
                let is_blank = matches!(member, Value::String(text) if text.trim().is_empty());
                if !member.is_null() && !is_blank {
                    out.entry(snake(key)).or_insert_with(|| clean(member));
                }
            }
            Value::Object(out)
        }
        Value::Array(items) => items
            .iter()
            .filter(|item| !item.is_null())
            .map(clean)
            .collect(),
        other => other.clone(),
    }
}

/// The list of an order's items, or of a plan's actions.
pub(super) fn listed(value: &Value, key: &str) -> Result<Vec<Value>, Bad> {
    let listed = match clean(value) {
        Value::Object(mut members) => members.remove(key),
        other => Some(other),
    };
    match listed {
        Some(Value::Array(items)) => Ok(items),
        _ => Err(Bad::new(format!("no list of {key}"))),
    }
}

/// Tag and members of one of a union's objects; `{"Tag": {members}}` is read, too.
pub(super) fn variant<'a>(
    value: &'a Value,
    keys: &[&str],
    tags: &[(&str, &'static str)],
) -> Result<(Option<&'static str>, &'a Object), Bad> {
    let Value::Object(members) = value else {
        return Err(Bad::found("an object", value));
    };
    let tag = |name: &str| {
        let name = squash(name);
        tags.iter().find(|(tag, _)| *tag == name).map(|(_, of)| *of)
    };
    for key in keys {
        if let Some(found) = members.get(*key).and_then(Value::as_str).and_then(tag) {
            return Ok((Some(found), members));
        }
    }
    if let (1, Some((key, Value::Object(inner)))) = (members.len(), members.iter().next())
        && let Some(found) = tag(key)
    {
        return Ok((Some(found), inner));
    }
    Ok((None, members))
}

/// A name from a closed set: `LatteMacchiato`, `latte_macchiato` and `Latte macchiato` are one.
pub(super) fn name(value: Option<&Value>) -> Result<String, Bad> {
    let Some(Value::String(text)) = value else {
        return Err(Bad::found("a name", value.unwrap_or(&Value::Null)));
    };
    let split = split_camel(text, ' ').to_lowercase();
    let words = split.split(|c: char| c == '_' || c == '-' || c.is_whitespace());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    Ok(words.join(" "))
}

/// Letters and digits alone.
pub(super) fn squash(text: &str) -> String {
    let lower = text.to_lowercase();
    lower.chars().filter(char::is_ascii_alphanumeric).collect()
}

/// A word without the ending of a plural.
pub(super) fn stem(word: &str) -> String {
    let letters = word.chars().count();
    if letters > 4 && word.ends_with("ies") {
        return format!("{}y", &word[..word.len() - 3]);
    }
    if letters > 4
        && ["ses", "xes", "ches", "shes"]
            .iter()
            .any(|end| word.ends_with(end))
    {
        return word[..word.len() - 2].to_owned();
    }
    if letters > 3 && word.ends_with('s') && !word.ends_with("ss") {
        return word[..word.len() - 1].to_owned();
    }
    word.to_owned()
}

/// The words of a text, in lower case.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let text = text.to_lowercase().replace(['\'', '’', '`'], "");
    let text = text.replace('&', " and ");
    let words = text.split(|c: char| !c.is_alphanumeric());
    words
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Free text that names a thing: without case, plural, punctuation and a word to leave out.
pub(super) fn phrase(value: Option<&Value>, drop: &str) -> Result<String, Bad> {
    let Some(Value::String(text)) = value else {
        return Err(Bad::found("a text", value.unwrap_or(&Value::Null)));
    };
    let all: Vec<String> = tokens(text).iter().map(|word| stem(word)).collect();
    let left: Vec<&str> = all
        .iter()
        .map(String::as_str)
        .filter(|word| *word != drop)
        .collect();
    Ok(if left.is_empty() {
        all.join(" ")
    } else {
        left.join(" ")
    })
}

fn root(word: &str) -> String {
    let mut word = stem(word);
    for end in ["ing", "ed"] {
        if let Some(start) = word.strip_suffix(end)
            && start.chars().count() > 3
        {
            word = start.to_owned();
        }
    }
    if word.chars().count() > 3 && word.ends_with('e') {
        word.pop();
    }
    word
}

/// The roots of the words that carry meaning; of all words where none does.
pub(super) fn content(text: &str) -> BTreeSet<String> {
    let all = tokens(text);
    let is_common =
        |word: &str| STOP.contains(&word) || word != "half" && spoken_number(word).is_some();
    let is_digits = |word: &str| word.chars().all(char::is_numeric);
    let telling = all
        .iter()
        .filter(|word| !is_common(word) && !is_digits(word));
    let roots: BTreeSet<String> = telling.map(|word| root(word)).collect();
    if roots.is_empty() {
        all.iter().map(|word| root(word)).collect()
    } else {
        roots
    }
}

/// Whether a text that was not understood is the one that is meant: each part of it is touched,
/// and no product of the menu that is named in it is lost.
pub(super) fn is_same_text(gold: &str, got: &str) -> bool {
    let have = content(got);
    let menu = content(MENU);
    let touched = parts(gold)
        .into_iter()
        .filter(|part| !tokens(part).is_empty())
        .all(|part| !content(part).is_disjoint(&have));
    touched
        && content(gold)
            .intersection(&menu)
            .all(|word| have.contains(word))
}

/// The parts of a list in words: "x, y and z".
fn parts(text: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut out = Vec::new();
    for part in text.split([',', ';', '&']) {
        let mut rest = part;
        let mut from = 0;
        while let Some(at) = rest[from..].find("and").map(|at| at + from) {
            let before = rest[..at].chars().next_back();
            let after = rest[at + 3..].chars().next();
            if before.is_some_and(is_word) || after.is_some_and(is_word) {
                from = at + 3;
            } else {
                out.push(&rest[..at]);
                rest = &rest[at + 3..];
                from = 0;
            }
        }
        out.push(rest);
    }
    out
}

/// The text of an item that was not understood.
pub(super) fn unknown_text(members: &Object) -> String {
    let text = members.get("text").map(python::text);
    text.unwrap_or_default().trim().to_owned()
}
