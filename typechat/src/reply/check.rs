//! What only code can know about a value: checks refuse it or warn.

use super::{Note, NoteKind, Path, Problem, ProblemCode, ProblemKind};

/// Collects what a check has to say about a value.
#[derive(Debug, Default)]
pub struct Checks {
    pub(crate) problems: Vec<Problem>,
    pub(crate) notes: Vec<Note>,
}

impl Checks {
    /// Refuses the value: the model is asked to mend it. `path` is a JSON Pointer to the part
    /// that is wrong (`""` is the whole); `text` says what is wrong and what is wanted.
    pub fn refuse(&mut self, path: &str, text: impl Into<String>) {
        let (kind, code) = (ProblemKind::Check, ProblemCode::Check);
        self.problems.push(Problem::new(
            kind,
            code,
            Path::from_pointer(path),
            text.into(),
        ));
    }

    /// Lets the value pass with a note.
    pub fn warn(&mut self, path: &str, text: impl Into<String>) {
        self.notes.push(Note::new(
            NoteKind::Warning,
            Path::from_pointer(path),
            text.into(),
        ));
    }
}
