//! Brackets in prose: how far they reach, and whether they were meant as JSON.

use super::steps::took;

/// An object or a list as far as its brackets tell.
pub(super) struct Bracketed {
    pub(super) end: usize,
    /// Whether the text ended before the last bracket was closed.
    pub(super) is_cut: bool,
}

/// Follows the object or list that starts at `at` to its end: to `stop`, when that stands outside
/// its strings, or to the end of the text, when it is cut.
pub(super) fn balanced(reply: &str, at: usize, end: usize, stop: &str) -> Bracketed {
    let bracketed = brackets(reply, at, end, stop);
    took(bracketed.end - at);
    bracketed
}

fn brackets(reply: &str, at: usize, end: usize, stop: &str) -> Bracketed {
    let bytes = reply.as_bytes();
    let (mut depth, mut in_string, mut place) = (0_usize, false, at);
    while place < end {
        match (in_string, bytes[place]) {
            (true, b'\\') => place += 1,
            (_, b'"') => in_string = !in_string,
            (false, b'{' | b'[') => depth += 1,
            (false, b'}' | b']') => {
                depth -= 1;
                if depth == 0 {
                    let (end, is_cut) = (place + 1, false);
                    return Bracketed { end, is_cut };
                }
            }
            (false, b'<') if bytes[place..end].starts_with(stop.as_bytes()) => {
                let (end, is_cut) = (place, true);
                return Bracketed { end, is_cut };
            }
            _ => {}
        }
        place += 1;
    }
    Bracketed { end, is_cut: true }
}

/// The first place of any of the marks; the end when there is none. One pass, whichever comes.
pub(super) fn closing(reply: &str, at: usize, end: usize, marks: &[&str]) -> usize {
    let is_mark = |(at, _): &(usize, char)| marks.iter().any(|m| reply[*at..end].starts_with(m));
    let found = reply[at..end]
        .char_indices()
        .map(|(offset, c)| (at + offset, c))
        .find(is_mark)
        .map_or(end, |(at, _)| at);
    took(found - at);
    found
}

/// Where the JSON that begins with the value before `at` ends. What touches a value, or is joined
/// to it by a comma or a bracket that closes nothing, is a part of one broken value: no part of
/// it can be taken for the whole.
pub(super) fn run(reply: &str, at: usize, end: usize) -> usize {
    let reach = joined(reply, at, end);
    match goes_on(&reply[reach..end]) {
        Some(length) => reach + length,
        None => reach,
    }
}

/// How far the text belongs to the value before it, when it does: the rest of an object or list
/// that was closed too early.
fn goes_on(rest: &str) -> Option<usize> {
    let next = rest.trim_start();
    let is_left_out = |text: &str| text.starts_with("...") || text.starts_with('…');
    let is_next = match next.strip_prefix([',', ';']) {
        Some(part) => {
            let part = part.trim_start();
            let begins = |c: char| c.is_ascii_digit() || matches!(c, '"' | '\'' | '-' | '“');
            part.starts_with(begins) || is_left_out(part) || starts_with_key(part)
        }
        None => is_left_out(rest) || starts_with_quoted_key(next),
    };
    // A bracket that closes what no bracket opens.
    let bracket = rest.find(['{', '[', '}', ']', '<', '`', '\n']);
    took(bracket.unwrap_or(rest.len()));
    match bracket {
        Some(at) if rest[at..].starts_with(['}', ']']) => Some(at + 1),
        _ if is_next => {
            let part = next.trim_start_matches([',', ';']).trim_start();
            let start = rest.len() - part.len();
            let line = part.find('\n').unwrap_or(part.len());
            Some(start + part[..line].trim_end().len())
        }
        _ => None,
    }
}

fn starts_with_quoted_key(text: &str) -> bool {
    const LONGEST: usize = 64;
    let Some(quote) = text.chars().next().filter(|c| matches!(c, '"' | '\'')) else {
        return false;
    };
    let mut name = text[1..].char_indices().take(LONGEST);
    name.find(|(_, c)| *c == quote || *c == '\n')
        .is_some_and(|(at, c)| c == quote && text[at + 2..].trim_start().starts_with(':'))
}

fn joined(reply: &str, at: usize, end: usize) -> usize {
    let (mut reach, mut place) = (at, at);
    let mut joined = false;
    loop {
        let rest = &reply[place..end];
        let next = rest.trim_start();
        let start = end - next.len();
        took(start - place + 1);
        match next.bytes().next() {
            Some(b'}' | b']') => (place, joined) = (start + 1, false),
            Some(b'{' | b'[') if joined || start == reach => {
                (place, joined) = (balanced(reply, start, end, "</think>").end, false);
            }
            Some(b'"') if joined => (place, joined) = (string_end(reply, start, end), false),
            Some(b',')
                if next[1..]
                    .trim_start()
                    .starts_with(['"', '{', '[', '}', ']']) =>
            {
                (place, joined) = (start + 1, true);
                continue;
            }
            // A member's name goes on to its value.
            Some(b':') if reply[..start].ends_with('"') && reach > at => {
                (place, joined) = (start + 1, true);
                continue;
            }
            _ => return reach,
        }
        reach = place;
    }
}

fn string_end(reply: &str, at: usize, end: usize) -> usize {
    let bytes = reply.as_bytes();
    let mut place = at + 1;
    while place < end {
        match bytes[place] {
            b'"' => return place + 1,
            b'\\' => place += 2,
            _ => place += 1,
        }
    }
    end
}

/// Whether any bracket of the text is followed by what follows it in JSON, or in what is nearly
/// JSON: `{braces}` and `[see above]` are words.
pub(super) fn looks_like_json(text: &str) -> bool {
    took(text.len());
    text.match_indices(['{', '[']).any(|(at, bracket)| {
        let inside = text[at + 1..].trim_start();
        let common = inside.is_empty()
            || inside.starts_with(['"', '\'', '{', '[', '“'])
            || inside.starts_with("//")
            || inside.starts_with("/*");
        common
            || if bracket == "{" {
                inside.starts_with('}') || starts_with_key(inside)
            } else {
                inside.starts_with(|c: char| matches!(c, ']' | '-') || c.is_ascii_digit())
                    || ["true", "false", "null", "True", "False", "None"]
                        .iter()
                        .any(|word| inside.starts_with(word))
            }
    })
}

fn starts_with_key(text: &str) -> bool {
    let after = text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
    after.len() < text.len() && after.trim_start().starts_with(':')
}

/// Whether the brackets from `at` to `end` are a mark and not a list: the number of a reference
/// in a sentence (`see [1]`), that of a footnote (`[1] The…`), or a box to tick (`- [ ]`).
pub(super) fn is_mark(reply: &str, at: usize, end: usize) -> bool {
    let inside = &reply[at + 1..end - 1];
    let before = reply[..at].trim_end_matches([' ', '\t']);
    let before = before.chars().next_back().filter(|c| *c != '\n');
    if inside == " " {
        return before.is_some_and(|c| matches!(c, '-' | '*' | '+'));
    }
    let is_number = !inside.is_empty() && inside.len() <= 3;
    if !is_number || !inside.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    match before {
        Some(c) => c.is_alphanumeric() || matches!(c, ',' | ';' | '.' | ')' | '\'' | '"'),
        None => reply[end..]
            .trim_start_matches([' ', '\t'])
            .starts_with(char::is_alphabetic),
    }
}
