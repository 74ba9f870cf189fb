//! The parts of a reply that may be the JSON that was asked for.

use std::ops::Range;

/// Byte ranges of the candidates, in order. When the whole reply looks like JSON it is the only
/// one; otherwise the fenced blocks and the balanced objects and lists in the prose. One pass.
pub(crate) fn candidates(reply: &str) -> Vec<Range<usize>> {
    let start = reply
        .rfind("</think>")
        .map_or(0, |at| at + "</think>".len());
    let whole = trimmed(reply, start..reply.len());
    let text = &reply[whole.clone()];
    if text.is_empty() {
        return Vec::new();
    }
    if serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok() {
        return vec![whole];
    }
    let mut found = Vec::new();
    let mut at = whole.start;
    while let Some(offset) = reply[at..whole.end].find(['`', '{', '[']) {
        at += offset;
        if reply[at..].starts_with("```") {
            at = fence(reply, at + 3, whole.end, &mut found);
        } else if reply[at..].starts_with('`') {
            at += 1;
        } else {
            let end = balanced(reply, at, whole.end);
            found.push(at..end);
            at = end;
        }
    }
    if found.is_empty()
        && text.starts_with(['"', '-', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9'])
    {
        found.push(whole);
    }
    found
}

/// Takes the block whose opening marks end at `at`; returns where the search goes on.
fn fence(reply: &str, at: usize, end: usize, found: &mut Vec<Range<usize>>) -> usize {
    let line = reply[at..end]
        .find('\n')
        .map_or(end, |newline| at + newline);
    // The language's name is skipped; a value on the same line is not.
    let start = reply[at..line]
        .find(['{', '['])
        .map_or(line, |value| at + value);
    let content = trimmed(reply, start..end);
    // Marks inside the value's strings do not close the block.
    let value_end = if reply[content.clone()].starts_with(['{', '[']) {
        balanced(reply, content.start, end)
    } else {
        start
    };
    let close = reply[value_end..end]
        .find("```")
        .map_or(end, |close| value_end + close);
    found.push(trimmed(reply, start..close));
    (close + 3).min(end)
}

/// The end of the object or list that starts at `at`; the end of the text when it is cut.
fn balanced(reply: &str, at: usize, end: usize) -> usize {
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
                    return place + 1;
                }
            }
            _ => {}
        }
        place += 1;
    }
    end
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
}
