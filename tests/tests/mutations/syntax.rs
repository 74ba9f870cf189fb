//! Mistakes of grammar within keys, texts, words and numbers, and comments.

use serde_json::Value;

use super::text::{Broken, Piece, Role, Sample};

type Pieces = Vec<Broken>;

/// The text of a string in JSON.
fn content(piece: &Piece) -> Option<String> {
    let is_text = matches!(piece.role, Role::Key | Role::Scalar);
    is_text
        .then(|| serde_json::from_str(&piece.text).ok())
        .flatten()
}

fn is_value(piece: &Piece) -> bool {
    piece.role == Role::Scalar
}

fn is_number(piece: &Piece) -> bool {
    is_value(piece)
        && piece
            .text
            .starts_with(|c: char| c == '-' || c.is_ascii_digit())
}

fn is_word(text: &str) -> bool {
    let is_taken = [
        "true",
        "false",
        "null",
        "none",
        "nan",
        "undefined",
        "yes",
        "no",
    ];
    text.starts_with(char::is_alphabetic)
        && text.chars().all(|c| c.is_alphanumeric() || c == '_')
        && !is_taken.contains(&text.to_lowercase().as_str())
}

fn in_marks(piece: &Piece, open: &str, close: &str) -> Option<String> {
    let text = content(piece)?;
    let is_plain = !text.contains([open, close].map(|m| m.chars().next().unwrap()))
        && !text.contains(|c: char| c == '\\' || c.is_control());
    is_plain.then(|| format!("{open}{text}{close}"))
}

/// `'text'`
pub(super) fn single_quotes(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| in_marks(p, "'", "'"))
}

/// `“text”`
pub(super) fn smart_quotes(s: &Sample<'_>) -> Pieces {
    let is_plain = |p: &Piece| content(p).is_some_and(|text| !text.contains('"'));
    s.each(|_, p| in_marks(p, "“", "”").filter(|_| is_plain(p)))
}

pub(super) fn back_quotes(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| in_marks(p, "`", "`"))
}

/// A text between three quotes, over several lines if it has them.
pub(super) fn triple_quotes(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| {
        let text = content(p).filter(|text| is_value(p) && !text.contains(['"', '\\']))?;
        (!text.is_empty()).then(|| format!("\"\"\"{text}\"\"\""))
    })
}

pub(super) fn unquoted_key(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| content(p).filter(|text| p.role == Role::Key && is_word(text)))
}

pub(super) fn unquoted_word(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| content(p).filter(|text| is_value(p) && is_word(text)))
}

/// `{'a': True, 'b': None}`
pub(super) fn python_dict(s: &Sample<'_>) -> Pieces {
    let reply = s.with(|_, p| in_marks(p, "'", "'").or_else(|| python(p)));
    whole(s, reply)
}

/// `{a: 'text', b: [1,],}`
pub(super) fn javascript_object(s: &Sample<'_>) -> Pieces {
    let is_last = |at: usize| {
        let next = s.pieces.get(at + 1);
        next.is_some_and(|next| next.role == Role::Close)
    };
    let reply = s.with(|at, p| {
        let word = content(p).filter(|text| p.role == Role::Key && is_word(text));
        let text = word
            .or_else(|| in_marks(p, "'", "'"))
            .unwrap_or_else(|| p.text.clone());
        let comma = if is_last(at) && p.role != Role::Open {
            ","
        } else {
            ""
        };
        Some(text + comma)
    });
    whole(s, reply)
}

fn whole(s: &Sample<'_>, reply: String) -> Pieces {
    if reply == s.text() {
        return Vec::new();
    }
    let at = typechat::reply::Path::root();
    vec![Broken { reply, at }]
}

fn remark(s: &Sample<'_>, words: &str) -> Pieces {
    let is_line = |p: &Piece| matches!(p.role, Role::Comma | Role::Open);
    s.each(|_, p| is_line(p).then(|| format!("{} {words}\n", p.text)))
}

pub(super) fn line_comment(s: &Sample<'_>) -> Pieces {
    remark(s, "// it's what was \"asked\" for, see {1}")
}

pub(super) fn hash_comment(s: &Sample<'_>) -> Pieces {
    remark(s, "# it's what was \"asked\" for, see {1}")
}

pub(super) fn block_comment(s: &Sample<'_>) -> Pieces {
    s.each(|at, p| {
        let is_start = at > 0 && p.role != Role::Comma && p.role != Role::Colon;
        is_start.then(|| format!("/* it's: \"so\", [1] */ {}", p.text))
    })
}

pub(super) fn raw_newline(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| p.text.contains("\\n").then(|| p.text.replace("\\n", "\n")))
}

pub(super) fn raw_tab(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| p.text.contains("\\t").then(|| p.text.replace("\\t", "\t")))
}

/// `"say "hello" to Bo"`
pub(super) fn inner_quotes(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| {
        let text = content(p)?;
        let parts: Vec<&str> = text.split('"').collect();
        let is_round_words = parts.len() == 3
            && parts[0].ends_with(' ')
            && parts[2].starts_with(' ')
            && is_word(parts[1]);
        is_round_words.then(|| p.text.replace("\\\"", "\""))
    })
}

/// `\'`, which JSON does not have.
pub(super) fn bad_escape(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| p.text.contains('\'').then(|| p.text.replace('\'', "\\'")))
}

fn python(piece: &Piece) -> Option<String> {
    let word = match (piece.role, piece.text.as_str()) {
        (Role::Scalar, "true") => "True",
        (Role::Scalar, "false") => "False",
        (Role::Scalar, "null") => "None",
        _ => return None,
    };
    Some(word.to_owned())
}

pub(super) fn python_word(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| python(p))
}

pub(super) fn undefined(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| (is_value(p) && p.text == "null").then(|| "undefined".into()))
}

/// `+1`
pub(super) fn plus_sign(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| (is_number(p) && !p.text.starts_with('-')).then(|| format!("+{}", p.text)))
}

/// `.5`
pub(super) fn bare_fraction(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| {
        let digits = p.text.strip_prefix("0.").filter(|_| is_number(p))?;
        Some(format!(".{digits}"))
    })
}

/// `1_000`, or with another mark.
fn grouped(s: &Sample<'_>, mark: &str) -> Pieces {
    s.each(|_, p| {
        let is_whole = is_number(p) && !p.text.contains(['.', 'e', 'E']);
        let digits = p.text.trim_start_matches('-');
        let cut = digits
            .len()
            .checked_sub(3)
            .filter(|cut| *cut > 0 && *cut < 4 && is_whole)?;
        let sign = &p.text[..p.text.len() - digits.len()];
        Some(format!("{sign}{}{mark}{}", &digits[..cut], &digits[cut..]))
    })
}

pub(super) fn digit_groups(s: &Sample<'_>) -> Pieces {
    grouped(s, "_")
}

/// `1,200` may be two items.
pub(super) fn comma_groups(s: &Sample<'_>) -> Pieces {
    grouped(s, ",")
}

pub(super) fn missing_end_quote(s: &Sample<'_>) -> Pieces {
    let is_text = |p: &Piece| content(p).is_some_and(|text| !text.is_empty());
    s.each(|_, p| is_text(p).then(|| p.text[..p.text.len() - 1].to_owned()))
}

pub(super) fn missing_start_quote(s: &Sample<'_>) -> Pieces {
    let is_text = |p: &Piece| content(p).is_some_and(|text| !text.is_empty());
    s.each(|_, p| is_text(p).then(|| p.text[1..].to_owned()))
}

/// A number with more digits than a double holds.
pub(super) fn too_many_digits(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| {
        let is_fraction = is_number(p) && p.text.contains('.');
        is_fraction.then(|| format!("{}0000000000000000001", p.text))
    })
}

/// The JSON of a text.
pub(super) fn quoted(text: &str) -> String {
    Value::from(text).to_string()
}
