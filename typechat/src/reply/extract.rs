//! The parts of a reply that may be the JSON that was asked for.

use std::ops::Range;

use super::{
    Leniency, Limits, NoteKind, Path, Problem, ProblemCode, ProblemKind, Span,
    opening::{balanced, closing, is_mark, looks_like_json, run},
    parse::{Parsed, Prefix, parse, parse_prefix},
    thoughts::Tag,
};

/// What the reply offers.
#[derive(Debug, Default)]
pub(crate) struct Candidates {
    /// In order.
    pub(crate) found: Vec<Candidate>,
    /// Whether the reply ends inside its thoughts.
    pub(crate) open_thoughts: bool,
    /// What was taken for the marks of references: numbers in brackets.
    pub(crate) marks: Vec<Range<usize>>,
    /// The reply without its thoughts and the blanks round it.
    pub(crate) words: Range<usize>,
}

/// A part of the reply that may be the answer.
#[derive(Debug)]
pub(crate) struct Candidate {
    pub(crate) range: Range<usize>,
    /// The bracket that opens it, when it was meant as JSON, well formed or not.
    pub(crate) bracket: Option<char>,
    /// What it says, with spans in its own text.
    pub(crate) outcome: Result<Parsed, Box<Problem>>,
}

impl Candidate {
    /// What the candidate says, once.
    pub(crate) fn take(&mut self) -> Result<Parsed, Box<Problem>> {
        std::mem::replace(&mut self.outcome, Ok(Parsed::default()))
    }
}

const THOUGHT: &str = "</think>";

/// The candidates: the whole reply when it is JSON; otherwise the fenced blocks and the objects
/// and lists in the prose after the thoughts. Takes time linear in the reply.
pub(crate) fn candidates(reply: &str, limits: Limits, leniency: Leniency) -> Candidates {
    let whole = trimmed(reply, 0..reply.len());
    let mut scan = Scan {
        reply,
        limits,
        leniency,
        start: whole.start,
        end: whole.end,
        marks: Vec::new(),
        fuel: 4 * reply.len() + 1000,
        first: None,
        found: Vec::new(),
        open_thoughts: false,
    };
    if let Some(only) = scan.only(whole.clone()) {
        return scan.offer(vec![only]);
    }
    scan.run();
    let rest = trimmed(reply, scan.start..scan.end);
    if scan.start > whole.start
        && let Some(only) = scan.only(rest.clone())
    {
        return scan.offer(vec![only]);
    }
    let mut found = std::mem::take(&mut scan.found);
    if found.is_empty() && !rest.is_empty() {
        let outcome = parse(&reply[rest.clone()], limits, leniency);
        if outcome.is_ok() || is_scalar_start(&reply[rest.clone()]) {
            found.push(Candidate {
                range: rest,
                bracket: None,
                outcome,
            });
        }
    }
    scan.offer(found)
}

fn is_scalar_start(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    text.starts_with('"') || digits.starts_with(|c: char| c.is_ascii_digit())
}

struct Scan<'a> {
    reply: &'a str,
    limits: Limits,
    leniency: Leniency,
    /// Where the answer begins: after the thoughts.
    start: usize,
    end: usize,
    /// The marks of references.
    marks: Vec<Range<usize>>,
    /// How many bytes may yet be read in vain.
    fuel: usize,
    /// What came of reading the value at this place.
    first: Option<(usize, Prefix)>,
    found: Vec<Candidate>,
    open_thoughts: bool,
}

impl Scan<'_> {
    fn offer(&mut self, found: Vec<Candidate>) -> Candidates {
        Candidates {
            found,
            marks: std::mem::take(&mut self.marks),
            open_thoughts: self.open_thoughts,
            words: trimmed(self.reply, self.start..self.end),
        }
    }

    /// The one candidate, when the range is JSON and nothing else.
    fn only(&mut self, range: Range<usize>) -> Option<Candidate> {
        let text = &self.reply[range.clone()];
        if !text.starts_with(['{', '[', '"', '-', 't', 'f', 'n'])
            && !text.starts_with(|c: char| c.is_ascii_digit())
        {
            return None;
        }
        let prefix = parse_prefix(text, self.limits, self.leniency);
        let is_only = prefix.is_whole && prefix.end == text.len();
        if is_only
            && prefix
                .outcome
                .as_ref()
                .is_ok_and(|parsed| parsed.notes.is_empty())
        {
            let bracket = text.chars().next().filter(|c| matches!(c, '{' | '['));
            return Some(Candidate {
                range,
                bracket,
                outcome: prefix.outcome,
            });
        }
        self.first = Some((range.start, prefix));
        None
    }

    fn run(&mut self) {
        let mut at = self.start;
        while let Some(offset) = self.reply[at..self.end].find(['`', '{', '[', '<']) {
            at += offset;
            let rest = &self.reply[at..self.end];
            at = if rest.starts_with("```") {
                self.fence(at + 3)
            } else if rest.starts_with(['{', '[']) {
                self.value(at)
            } else if let Some(tag) = Tag::at(rest) {
                self.thoughts(at, &tag)
            } else {
                at + 1
            };
        }
    }

    /// Passes over thoughts; those that do not end leave nothing after them.
    fn thoughts(&mut self, at: usize, tag: &Tag) -> usize {
        if tag.is_end {
            // Some templates open the thoughts in the prompt: only their end is seen.
            self.found.clear();
            self.start = at + tag.length;
            return self.start;
        }
        let Some(end) = tag.end(&self.reply[at..self.end]) else {
            self.open_thoughts = true;
            self.end = at;
            return at;
        };
        let after = at + end;
        if self.reply[self.start..at].trim().is_empty() {
            self.start = after;
        }
        after
    }

    /// Reads the value at `at`, as long as not too much was read in vain.
    fn prefix(&mut self, at: usize) -> Option<Prefix> {
        if let Some((_, prefix)) = self.first.take_if(|(start, _)| *start == at) {
            return Some(prefix);
        }
        if self.fuel == 0 {
            return None;
        }
        let prefix = parse_prefix(&self.reply[at..self.end], self.limits, self.leniency);
        if !prefix.is_whole {
            self.fuel = self.fuel.saturating_sub(prefix.end + 1);
        }
        Some(prefix)
    }

    /// Takes the object or list that begins at `at`; returns where the search goes on.
    fn value(&mut self, at: usize) -> usize {
        let before = self.reply[self.start..at].trim_end();
        if ["//", "/*", "<!--"]
            .iter()
            .any(|mark| before.ends_with(mark))
        {
            return at + 1;
        }
        let prefix = self.prefix(at);
        let whole = prefix.as_ref().filter(|prefix| prefix.is_whole);
        let is_open = prefix
            .as_ref()
            .is_some_and(|p| !p.is_whole && p.outcome.is_ok());
        let (value_end, is_cut) = match (whole, is_open) {
            (Some(prefix), _) => (at + prefix.end, false),
            (None, true) => (self.end, true),
            (None, false) => {
                let value = balanced(self.reply, at, self.end, THOUGHT);
                (value.end, value.is_cut)
            }
        };
        if !is_cut && self.is_reference(at, value_end) {
            self.marks.push(at..value_end);
            return value_end;
        }
        let end = run(self.reply, value_end, self.end);
        let text = &self.reply[at..end];
        let outcome = match prefix {
            Some(prefix) if end == value_end || prefix.outcome.is_err() => prefix.outcome,
            _ => parse(text, self.limits, self.leniency),
        };
        let outcome = match outcome {
            Ok(_) if self.is_part(at) => Err(part(text.len())),
            outcome => outcome,
        };
        // Braces in prose are no answer; what is cut may be one.
        let is_meant = is_cut || looks_like_json(text);
        let is_prose = !is_meant && outcome.as_ref().is_ok_and(has_bare_words);
        if !is_prose {
            self.found.push(Candidate {
                range: at..end,
                bracket: text.chars().next().filter(|_| is_meant),
                outcome,
            });
        }
        end
    }

    /// Whether what begins at `at` goes on with something whose beginning is no value.
    fn is_part(&self, at: usize) -> bool {
        let end = self.found.last().map_or(self.start, |last| last.range.end);
        let Some(before) = self.reply[end.min(at)..at].trim_end().strip_suffix(',') else {
            return false;
        };
        let is_number = |c: char| c.is_ascii_digit() || matches!(c, ' ' | ',' | '.');
        before.ends_with(['}', ']', '"'])
            || (!before.is_empty() && before.trim_start().chars().all(is_number))
    }

    /// Whether the brackets are a mark and no list; a number that touches another mark is one, too.
    fn is_reference(&self, at: usize, end: usize) -> bool {
        let reply = self.reply;
        let is_number = || reply[at + 1..end - 1].bytes().all(|b| b.is_ascii_digit());
        let last = self.marks.last().map(|mark| &reply[mark.end..at]);
        let touches = || last.is_some_and(|gap| gap.trim_matches([' ', ',']).is_empty());
        is_mark(reply, at, end) || (is_number() && touches())
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
        let prefix = if opens { self.prefix(content) } else { None };
        // Marks inside the value's strings do not close the block.
        let value_end = match (&prefix, opens, inline) {
            (Some(prefix), ..) if prefix.is_whole => content + prefix.end,
            (Some(prefix), ..) if prefix.outcome.is_ok() => content + prefix.end,
            (_, true, _) => balanced(reply, content, end, THOUGHT).end,
            (_, false, true) => info,
            (_, false, false) => start,
        };
        let close = closing(reply, value_end, end, &["```", THOUGHT]);
        let range = trimmed(reply, content.min(close)..close);
        let text = &reply[range.clone()];
        let is_meant = looks_like_json(text) && opens || language.starts_with("json");
        let is_all = |prefix: &Prefix| content + prefix.end >= range.end;
        let outcome = match prefix {
            Some(prefix) if prefix.outcome.is_err() || is_all(&prefix) => prefix.outcome,
            _ => parse(text, self.limits, self.leniency),
        };
        let is_cut = |parsed: &Parsed| parsed.notes.iter().any(|n| n.kind == NoteKind::Truncated);
        let outcome = match outcome {
            // The block after it may go on with the value.
            Ok(parsed)
                if is_cut(&parsed) && reply[close..end].trim_start_matches('`').contains("```") =>
            {
                Err(continued(text.len()))
            }
            outcome => outcome,
        };
        self.found.push(Candidate {
            bracket: text
                .find(['{', '['])
                .filter(|_| is_meant)
                .and_then(|bracket| text[bracket..].chars().next()),
            range,
            outcome,
        });
        if reply[close..end].starts_with("```") {
            close + 3
        } else {
            close
        }
    }
}

/// A block that ends in the middle of a value, before another block.
fn continued(length: usize) -> Box<Problem> {
    let text = "the block ends before the value does, and another block follows; write the whole \
                value in one";
    let (kind, code) = (ProblemKind::Truncated, ProblemCode::Truncated);
    refusal(kind, code, text, Span::new(length, length))
}

/// A value that goes on with something before it.
fn part(length: usize) -> Box<Problem> {
    let text = "this goes on with something whose beginning is missing; write the whole value";
    let (kind, code) = (ProblemKind::Syntax, ProblemCode::Syntax);
    refusal(kind, code, text, Span::new(0, length))
}

fn refusal(kind: ProblemKind, code: ProblemCode, text: &str, span: Span) -> Box<Problem> {
    let problem = Problem::new(kind, code, Path::root(), text.to_owned());
    Box::new(problem.at(Some(span)))
}

fn has_bare_words(parsed: &Parsed) -> bool {
    parsed
        .notes
        .iter()
        .any(|note| note.kind == NoteKind::Unquoted)
}

fn trimmed(text: &str, range: Range<usize>) -> Range<usize> {
    let part = &text[range.clone()];
    let start = range.start + (part.len() - part.trim_start().len());
    start..(start + part.trim().len())
}
