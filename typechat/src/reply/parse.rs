//! JSON, and what is nearly JSON, by one push parser for whole replies and for pieces.
//!
//! Valid JSON (RFC 8259) is read as it stands. Every deviation is a [`Note`], or, at
//! [`Leniency::Strict`], a [`Problem`]. The parser keeps its own stack, so depth costs memory and
//! not the thread's stack, and it remembers how far a cut token was scanned, so pieces cost no
//! more than the whole.

mod bare;
mod bare_words;
mod close;
mod decode;
mod end;
mod gap;
mod inner;
mod machine;
mod quoted;
mod quotes;
mod state;
mod tell;

use serde_json::Value;

use super::{Leniency, Note, Problem, places::Places};
use machine::Machine;

/// Bounds of what is read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Limits {
    /// The deepest nesting of lists and objects; 128 unless set. More than 512 counts as 512:
    /// what reads the value afterwards uses the thread's stack.
    pub depth: usize,
    /// The most bytes of a reply; 4 MiB unless set.
    pub bytes: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            depth: 128,
            bytes: 4 << 20,
        }
    }
}

impl Limits {
    /// The depth that is granted.
    fn depth(self) -> usize {
        self.depth.min(512)
    }
}

/// A parsed value, with the place in the text of each of its parts.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Parsed {
    /// The value.
    pub value: Value,
    /// What was read leniently; empty for valid JSON without repeated keys.
    pub notes: Vec<Note>,
    pub(crate) places: Places,
}

/// Reads JSON that arrives in pieces.
///
/// ```
/// use typechat::reply::{NoteKind, Parser};
/// let mut parser = Parser::default();
/// parser.push(r#"{"a": [1, tr"#);
/// parser.push("ue,]}");
/// let parsed = parser.finish().unwrap();
/// assert_eq!(parsed.value, serde_json::json!({"a": [1, true]}));
/// assert_eq!(parsed.notes[0].kind, NoteKind::Comma);
/// ```
#[derive(Debug, Default)]
pub struct Parser {
    text: String,
    machine: Machine,
    failed: Option<Box<Problem>>,
}

impl Parser {
    /// A parser with bounds of its own.
    pub fn new(limits: Limits) -> Self {
        Self {
            machine: Machine::new(limits, Leniency::default()),
            ..Self::default()
        }
    }

    /// Sets whether what is nearly JSON is read, too; it is unless [`Leniency::Strict`] is set.
    #[must_use]
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.machine.is_strict = leniency == Leniency::Strict;
        self
    }

    /// Takes the next piece; what is wrong with it is told by [`finish`](Self::finish).
    pub fn push(&mut self, piece: &str) {
        if self.failed.is_none() {
            self.text.push_str(piece);
            self.failed = self.machine.advance(&self.text, false).err();
        }
    }

    /// Ends the text.
    ///
    /// # Errors
    /// The first [`Problem`], with its span in the text pushed so far.
    pub fn finish(mut self) -> Result<Parsed, Box<Problem>> {
        let outcome = match self.failed.take() {
            Some(problem) => Err(problem),
            None => self.machine.finish(&self.text),
        };
        outcome.map_err(|mut problem| {
            problem.tell_line(&self.text);
            problem
        })
    }
}

/// Reads a whole text.
pub(crate) fn parse(
    text: &str,
    limits: Limits,
    leniency: Leniency,
) -> Result<Parsed, Box<Problem>> {
    Machine::new(limits, leniency).whole(text)
}

/// What came of reading the value that a text begins with.
pub(crate) struct Prefix {
    pub(crate) outcome: Result<Parsed, Box<Problem>>,
    /// The byte after the value, or after what was read before it was refused.
    pub(crate) end: usize,
    /// Whether the value ended where its last bracket closes it.
    pub(crate) is_whole: bool,
}

/// Reads the value that the text begins with; whatever follows it is not looked at. Marks of a
/// fence end the text, unless they stand inside a string.
pub(crate) fn parse_prefix(text: &str, limits: Limits, leniency: Leniency) -> Prefix {
    Machine::new(limits, leniency).prefix(text)
}
