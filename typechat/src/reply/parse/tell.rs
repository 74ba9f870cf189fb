//! What the machine tells of: notes, problems, and where they are.

use std::sync::Arc;

use super::{
    super::{
        Note, NoteKind, Path, Problem, ProblemCode, ProblemKind, Segment, Span, words::shorten,
    },
    machine::Machine,
    state::{Frame, Want, word_end},
};

// Steps fail with the box itself, so the hot path returns one pointer.
#[allow(clippy::unnecessary_box_returns)]
impl Machine {
    /// A note about the value that is being read.
    pub(super) fn note(
        &mut self,
        kind: NoteKind,
        start: usize,
        end: usize,
        words: impl FnOnce() -> String,
    ) {
        let in_member = matches!(self.want, Want::Colon | Want::Value);
        self.note_at(kind, in_member, start, end, words);
    }

    pub(super) fn note_at(
        &mut self,
        kind: NoteKind,
        in_member: bool,
        start: usize,
        end: usize,
        words: impl FnOnce() -> String,
    ) {
        let mut notes = std::mem::take(&mut self.notes);
        notes.add(|| Note::new(kind, self.path(in_member), words()).at(Span::new(start, end)));
        self.notes = notes;
    }

    pub(super) fn unexpected(&mut self, text: &str) -> Box<Problem> {
        let rest = &text[self.pos..];
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = (word_end(text, self.pos) - self.pos).max(first);
        let found = shorten(&rest[..length], 40);
        let expected = match self.want {
            Want::CommaOrEnd => format!("`,` or `{}`", self.closing()),
            want => want.words().to_owned(),
        };
        let words = match (self.want, found.as_str()) {
            (Want::Colon | Want::Value, "," | "}" | "]") => {
                "the member has no value; write one, or leave it out".to_owned()
            }
            _ => format!("expected {expected}, found `{found}`"),
        };
        let (kind, code) = (ProblemKind::Syntax, ProblemCode::Syntax);
        let mut problem = self.problem(kind, code, words, self.pos, self.pos + length);
        problem.expected = Some(expected);
        problem.found = Some(found);
        problem
    }

    /// The bracket that closes the innermost list or object.
    pub(super) fn closing(&self) -> char {
        if self.in_object() { '}' } else { ']' }
    }

    pub(super) fn problem(
        &mut self,
        kind: ProblemKind,
        code: ProblemCode,
        words: String,
        start: usize,
        end: usize,
    ) -> Box<Problem> {
        let in_member = matches!(self.want, Want::Colon | Want::Value);
        let path = self.path(in_member);
        Box::new(Problem::new(kind, code, path, words).at(Some(Span::new(start, end))))
    }

    pub(super) fn syntax(&mut self, words: String, start: usize, end: usize) -> Box<Problem> {
        self.problem(ProblemKind::Syntax, ProblemCode::Syntax, words, start, end)
    }

    pub(super) fn truncated(&mut self, words: &str, start: usize, end: usize) -> Box<Problem> {
        let (kind, code) = (ProblemKind::Truncated, ProblemCode::Truncated);
        self.problem(kind, code, words.to_owned(), start, end)
    }

    /// The place of the value that is being read; of its object, when no member has begun.
    pub(super) fn path(&mut self, in_member: bool) -> Path {
        let last = self.stack.len();
        let root = (!self.roots.is_empty() && last > 0).then_some(Segment::Index(self.roots.len()));
        let steps = self.stack.iter_mut().enumerate().filter_map(|(at, frame)| {
            Some(match frame {
                Frame::Array { items, .. } => Segment::Index(items.len()),
                Frame::Object { .. } if at + 1 == last && !in_member => return None,
                Frame::Object { key, told, .. } => {
                    Segment::Key(Arc::clone(told.get_or_insert_with(|| key.as_str().into())))
                }
            })
        });
        root.into_iter().chain(steps).collect()
    }
}
