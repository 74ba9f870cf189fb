//! What came of reading a reply.

use super::{Note, Problem, ProblemKind, Span};

/// What came of reading a reply: the value or the problems, and the notes in both cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading<T> {
    pub(super) value: Option<T>,
    pub(super) problems: Vec<Problem>,
    pub(super) notes: Vec<Note>,
    /// Whether the value was put together otherwise than the reply has it.
    pub(super) is_rebuilt: bool,
}

impl<T> Reading<T> {
    pub(super) fn refused(problems: Vec<Problem>) -> Self {
        Self {
            value: None,
            problems,
            notes: Vec::new(),
            is_rebuilt: false,
        }
    }

    /// Nearness to a valid value: well-formed JSON first, then fewer problems.
    pub(super) fn rank(&self) -> (bool, usize) {
        let formed = |p: &Problem| matches!(p.kind, ProblemKind::Type | ProblemKind::Check);
        let count = self.problems.iter().map(|problem| problem.count).sum();
        (!self.problems.iter().all(formed), count)
    }

    pub(super) fn shifted(mut self, by: usize) -> Self {
        let shift = |span: &mut Option<Span>| {
            if let Some(span) = span {
                *span = Span::new(span.start + by, span.end + by);
            }
        };
        self.problems
            .iter_mut()
            .for_each(|problem| shift(&mut problem.span));
        self.notes.iter_mut().for_each(|note| shift(&mut note.span));
        self
    }

    /// The value, when the reply holds a valid one.
    pub fn value(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// What refuses the reply, up to a hundred problems and one that counts the others; empty
    /// exactly when there is a value.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What is worth knowing all the same, up to a hundred notes and one that counts the others.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The value or the problems.
    ///
    /// # Errors
    /// The problems, when the reply holds no valid value.
    pub fn into_result(self) -> Result<T, Vec<Problem>> {
        self.value.ok_or(self.problems)
    }

    /// The value, problems and notes.
    pub fn into_parts(self) -> (Option<T>, Vec<Problem>, Vec<Note>) {
        (self.value, self.problems, self.notes)
    }
}
