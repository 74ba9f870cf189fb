//! Closing brackets: the right one, one in the place of another, one too many.

use serde_json::Value;

use super::{
    super::{NoteKind, Problem, ProblemKind},
    machine::{Machine, Step},
    state::{Frame, Want},
};

impl Machine {
    /// Whether a closing bracket may stand here.
    pub(super) fn may_close(&self, byte: u8) -> bool {
        let is_right = self.is_right(byte);
        match self.want {
            Want::CommaOrEnd | Want::KeyOrEnd | Want::ItemOrEnd if is_right => true,
            Want::CommaOrEnd | Want::KeyOrEnd | Want::ItemOrEnd | Want::Key | Want::Item => {
                !self.is_strict && (is_right || self.opener(byte).is_some())
            }
            _ => false,
        }
    }

    fn is_right(&self, byte: u8) -> bool {
        !self.stack.is_empty() && self.in_object() == (byte == b'}')
    }

    /// How many lists and objects are open within the nearest that the bracket closes.
    fn opener(&self, byte: u8) -> Option<usize> {
        let closes = |frame: &Frame| matches!(frame, Frame::Object { .. }) == (byte == b'}');
        self.stack.iter().rev().position(closes)
    }

    /// Takes a bracket that may stand here.
    pub(super) fn close(&mut self, text: &str, byte: u8) -> Step<()> {
        if matches!(self.want, Want::Key | Want::Item) {
            self.note_comma();
        }
        let within = self.opener(byte).unwrap_or_default();
        for _ in 0..within {
            let missing = self.closing();
            let (at, words) = (self.pos, format!("`{missing}` is missing before this"));
            if self.missing.is_none() {
                let words = format!("`{missing}` is missing before `{}`", char::from(byte));
                self.missing = Some(self.syntax(words, at, at + 1));
            }
            self.note(NoteKind::Bracket, at, at + 1, || words);
            self.close_top(text)?;
        }
        self.pos += 1;
        self.close_top(text)
    }

    /// Ends the innermost list or object here.
    pub(super) fn close_top(&mut self, text: &str) -> Step<()> {
        match self.stack.pop() {
            Some(Frame::Array { items, place }) => self.value(text, Value::Array(items), place),
            Some(Frame::Object { members, place, .. }) => {
                self.value(text, Value::Object(members), place)
            }
            None => Ok(()),
        }
    }

    /// What follows the value: brackets too many, or the next of several values. `false` when it
    /// is neither.
    pub(super) fn follow(&mut self, byte: u8) -> bool {
        match byte {
            // The two together may mean that a bracket is the wrong one.
            b'}' | b']' if self.missing.is_none() && !self.is_scalar() => {
                let words = || format!("`{}` closes nothing", char::from(byte));
                self.note(NoteKind::Bracket, self.pos, self.pos + 1, words);
                self.pos += 1;
            }
            b',' if self.comma == 0 => {
                self.comma = self.pos;
                self.pos += 1;
            }
            b'{' | b'[' if !self.is_scalar() => {
                self.want = Want::Root;
            }
            _ => return false,
        }
        true
    }

    /// Whether the value is neither a list nor an object.
    fn is_scalar(&self) -> bool {
        let value = self.roots.first();
        !value.is_some_and(|value| value.is_object() || value.is_array())
    }

    /// The problem, or the missing bracket that it may come from.
    #[allow(clippy::unnecessary_box_returns)]
    pub(super) fn cause(&mut self, problem: Box<Problem>) -> Box<Problem> {
        match problem.kind {
            ProblemKind::Syntax | ProblemKind::Truncated => self.missing.take().unwrap_or(problem),
            _ => problem,
        }
    }

    /// Notes the comma that nothing follows.
    pub(super) fn note_comma(&mut self) {
        let at = match self.want {
            Want::Key | Want::Item | Want::Nothing => self.comma,
            _ => self.pos,
        };
        let words = || "a comma too many was left out".to_owned();
        self.note(NoteKind::Comma, at, at + 1, words);
    }
}
