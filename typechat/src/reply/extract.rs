//! The parts of a reply that may be the JSON that was asked for.

use std::ops::Range;

use super::opening::{balanced, closing, is_mark, looks_like_json, run};

/// What the reply offers.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Candidates {
    /// In order.
    pub(crate) found: Vec<Candidate>,
    /// Whether the reply ends inside its thoughts.
    pub(crate) open_thoughts: bool,
}

/// A part of the reply that may be the answer.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Candidate {
    pub(crate) range: Range<usize>,
    /// The bracket that opens it, when it was meant as JSON, well formed or not.
    pub(crate) bracket: Option<char>,
}

const THINK: &str = "<think>";
const THOUGHT: &str = "</think>";

/// The candidates: the whole reply when it is JSON; otherwise the fenced blocks and the balanced
/// objects and lists in the prose after the thoughts. One pass.
pub(crate) fn candidates(reply: &str) -> Candidates {
    let whole = trimmed(reply, 0..reply.len());
    if is_json(&reply[whole.clone()]) {
        return only(reply, whole);
    }
    let mut scan = Scan {
        reply,
        start: whole.start,
        end: whole.end,
        ..Scan::default()
    };
    scan.run();
    let rest = trimmed(reply, scan.start..scan.end);
    if scan.start > whole.start && is_json(&reply[rest.clone()]) {
        return only(reply, rest);
    }
    let mut found = scan.found;
    if found.is_empty() && reply[rest.clone()].starts_with(is_scalar_start) {
        found.push(Candidate {
            range: rest,
            bracket: None,
        });
    }
    Candidates {
        found,
        open_thoughts: scan.open_thoughts,
    }
}

fn only(reply: &str, range: Range<usize>) -> Candidates {
    let bracket = reply[range.clone()].chars().next();
    let bracket = bracket.filter(|c| matches!(c, '{' | '['));
    Candidates {
        found: vec![Candidate { range, bracket }],
        open_thoughts: false,
    }
}

fn is_json(text: &str) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(text).is_ok()
}

fn is_scalar_start(c: char) -> bool {
    c == '"' || c == '-' || c.is_ascii_digit()
}

#[derive(Default)]
struct Scan<'a> {
    reply: &'a str,
    /// Where the answer begins: after the thoughts.
    start: usize,
    end: usize,
    /// Where the last mark of a reference ends.
    marks: usize,
    found: Vec<Candidate>,
    open_thoughts: bool,
}

impl Scan<'_> {
    fn run(&mut self) {
        let mut at = self.start;
        while let Some(offset) = self.reply[at..self.end].find(['`', '{', '[', '<']) {
            at += offset;
            let rest = &self.reply[at..self.end];
            at = if rest.starts_with("```") {
                self.fence(at + 3)
            } else if rest.starts_with(['{', '[']) {
                self.value(at)
            } else if rest.starts_with(THINK) {
                self.thoughts(at)
            } else if rest.starts_with(THOUGHT) {
                // Some templates open the thoughts in the prompt: only their end is seen.
                self.found.clear();
                self.start = at + THOUGHT.len();
                self.start
            } else {
                at + 1
            };
        }
    }

    /// Passes over thoughts; those that do not end leave nothing after them.
    fn thoughts(&mut self, at: usize) -> usize {
        let Some(length) = self.reply[at..self.end].find(THOUGHT) else {
            self.open_thoughts = true;
            self.end = at;
            return at;
        };
        let after = at + length + THOUGHT.len();
        if self.reply[self.start..at].trim().is_empty() {
            self.start = after;
        }
        after
    }

    fn value(&mut self, at: usize) -> usize {
        let value = balanced(self.reply, at, self.end, THOUGHT);
        // A reference that touches another one is one, too.
        let is_next = self.marks > 0
            && self.reply[self.marks..at]
                .trim_matches([' ', ','])
                .is_empty();
        if !value.is_cut && (is_mark(self.reply, at, value.end) || is_next) {
            self.marks = value.end;
            return value.end;
        }
        let end = run(self.reply, value.end, self.end);
        let text = &self.reply[at..end];
        // Braces in prose are no answer; what is cut may be one.
        let is_meant = value.is_cut || looks_like_json(text);
        self.found.push(Candidate {
            range: at..end,
            bracket: text.chars().next().filter(|_| is_meant),
        });
        end
    }

    /// Takes the block whose opening marks end at `at`; returns where the search goes on.
    fn fence(&mut self, at: usize) -> usize {
        let Self { reply, end, .. } = *self;
        // The language's name is skipped; a value on the same line is not.
        let info = closing(reply, at, end, &["\n", "{", "[", "```"]);
        let language = reply[at..info].trim().trim_start_matches('`');
        let inline = reply[info..end].starts_with("```");
        let start = if inline { at } else { info };
        let content = end - reply[start..end].trim_start().len();
        let opens = reply[content..end].starts_with(['{', '[']);
        // Marks inside the value's strings do not close the block.
        let value_end = match (opens, inline) {
            (true, _) => balanced(reply, content, end, THOUGHT).end,
            (false, true) => info,
            (false, false) => start,
        };
        let close = closing(reply, value_end, end, &["```", THOUGHT]);
        let range = trimmed(reply, content.min(close)..close);
        let text = &reply[range.clone()];
        let is_meant = looks_like_json(text) && opens || language.starts_with("json");
        self.found.push(Candidate {
            bracket: text.find(['{', '[']).filter(|_| is_meant).map(|bracket| {
                if text[bracket..].starts_with('{') {
                    '{'
                } else {
                    '['
                }
            }),
            range,
        });
        if reply[close..end].starts_with("```") {
            close + 3
        } else {
            close
        }
    }
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
}
