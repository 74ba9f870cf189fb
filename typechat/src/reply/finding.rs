//! What was found in a reply: problems, which refuse it, and notes, which do not.

use std::fmt::{self, Write};

use serde::Serialize;
use serde_json::Value;

use super::{NoteKind, Path, ProblemCode, ProblemKind};

/// A range of bytes in the reply.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// The byte after the last.
    pub end: usize,
}

impl Span {
    /// The bytes from `start` up to `end`.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }
}

/// Something that refuses a reply.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// The stage it comes from.
    pub kind: ProblemKind,
    /// What exactly is wrong.
    pub code: ProblemCode,
    /// Where in the value.
    pub path: Path,
    /// Where in the reply.
    pub span: Option<Span>,
    /// What was expected, in TypeScript terms.
    pub expected: Option<String>,
    /// What was found.
    pub found: Option<String>,
    /// The whole in words.
    pub text: String,
    /// How many findings this one stands for.
    #[serde(skip)]
    pub(crate) count: usize,
}

impl Problem {
    pub(crate) fn new(kind: ProblemKind, code: ProblemCode, path: Path, text: String) -> Self {
        Self {
            kind,
            code,
            path,
            span: None,
            expected: None,
            found: None,
            text,
            count: 1,
        }
    }

    /// A problem that is told as "expected …, found …".
    pub(crate) fn mismatch(code: ProblemCode, path: Path, expected: String, found: String) -> Self {
        let text = format!("expected {expected}, found {found}");
        let mut problem = Self::new(ProblemKind::Type, code, path, text);
        problem.expected = Some(expected);
        problem.found = Some(found);
        problem
    }

    /// What a doubt asks to be mended.
    pub(crate) fn of_doubt(note: &Note) -> Self {
        let (kind, code) = (ProblemKind::Check, ProblemCode::Check);
        Self::new(kind, code, note.path.clone(), note.text.clone()).at(note.span)
    }

    pub(crate) fn at(mut self, span: Option<Span>) -> Self {
        self.span = span;
        self
    }

    /// Says the line, when no path says where the problem is.
    pub(crate) fn tell_line(&mut self, text: &str) {
        let is_shape = matches!(self.kind, ProblemKind::Syntax | ProblemKind::Truncated);
        if let (true, true, Some(span)) = (is_shape, self.path.segments().is_empty(), self.span) {
            let before = text.get(..span.start).unwrap_or(text);
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
            let _ = write!(self.text, " (line {line}, column {column})");
        }
    }

    /// Asks whether one of these was meant.
    pub(crate) fn hint(mut self, nearest: &[String]) -> Self {
        if let Some((last, others)) = nearest.split_last() {
            let quoted = |name: &String| Value::from(name.as_str()).to_string();
            let others: Vec<String> = others.iter().map(quoted).collect();
            let or = if others.is_empty() { "" } else { " or " };
            let (others, last) = (others.join(", "), quoted(last));
            let _ = write!(self.text, "; did you mean {others}{or}{last}?");
        }
        self
    }

    /// Says that what was found belongs one level further in.
    pub(crate) fn belongs(mut self, tag: &str, outer: &str, member: &str) -> Self {
        let found = self.found.as_deref().unwrap_or_default();
        let (tag, outer) = (Value::from(tag), Value::from(outer));
        let member = Value::from(member);
        let _ = write!(
            self.text,
            "; the object with {tag}: {found} belongs in the member {member} of an object with \
             {tag}: {outer}"
        );
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of_value = matches!(self.kind, ProblemKind::Type | ProblemKind::Check);
        if self.code != ProblemCode::More && (of_value || !self.path.segments().is_empty()) {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.text)
    }
}

/// Something worth knowing about a reply that was read all the same.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Note {
    /// What it tells of.
    pub kind: NoteKind,
    /// Where in the value.
    pub path: Path,
    /// Where in the reply.
    pub span: Option<Span>,
    /// The note in words.
    pub text: String,
    /// How many findings this one stands for.
    #[serde(skip)]
    pub(crate) count: usize,
}

impl Note {
    pub(crate) fn new(kind: NoteKind, path: Path, text: String) -> Self {
        Self {
            kind,
            path,
            span: None,
            text,
            count: 1,
        }
    }

    pub(crate) fn at(mut self, span: Span) -> Self {
        self.span = Some(span);
        self
    }
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !matches!(self.kind, NoteKind::More | NoteKind::Chosen) {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.text)
    }
}

/// The most problems that one repair prompt lists.
const MOST: usize = 20;

/// The problems as a list for a model to act on: one line each, at most twenty.
pub fn render_for_model(problems: &[Problem]) -> String {
    let mut out = String::new();
    for problem in problems.iter().take(MOST) {
        let _ = writeln!(out, "- {problem}");
    }
    let left: usize = problems.iter().skip(MOST).map(|p| p.count).sum();
    if left > 0 {
        let _ = writeln!(out, "- and {left} more");
    }
    out
}
