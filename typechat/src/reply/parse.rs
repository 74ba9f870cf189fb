//! Strict JSON (RFC 8259) by one push parser, for whole replies and for pieces.
//!
//! It keeps its own stack, so depth costs memory and not the thread's stack, and it remembers
//! how far a cut token was scanned, so pieces cost no more than the whole.

mod machine;
mod state;

use serde_json::Value;

use super::{Note, Problem, places::Places};
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
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// The value.
    pub value: Value,
    /// What was found on the way.
    pub notes: Vec<Note>,
    pub(crate) places: Places,
}

/// Reads JSON that arrives in pieces.
///
/// ```
/// use typechat::reply::Parser;
/// let mut parser = Parser::default();
/// parser.push(r#"{"a": [1, tr"#);
/// parser.push("ue]}");
/// assert_eq!(parser.finish().unwrap().value, serde_json::json!({"a": [1, true]}));
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
            machine: Machine::new(limits),
            ..Self::default()
        }
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
pub(crate) fn parse(text: &str, limits: Limits) -> Result<Parsed, Box<Problem>> {
    Machine::new(limits).finish(text)
}
