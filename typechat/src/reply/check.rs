//! What only code can know about a value: checks refuse it or warn.

use super::{Note, NoteKind, Path, Problem, ProblemCode, ProblemKind, Segment};

/// Collects what checks have to say about a value, and knows the place of the part that is
/// being checked.
#[derive(Debug)]
pub struct Checks<'a> {
    found: &'a mut Found,
    at: Place<'a>,
}

#[derive(Debug, Default)]
pub(crate) struct Found {
    pub(crate) problems: Vec<Problem>,
    pub(crate) notes: Vec<Note>,
}

/// A place as a chain to the root: it costs nothing until a check has something to say.
#[derive(Debug, Clone, Copy)]
struct Place<'a> {
    parent: Option<&'a Place<'a>>,
    step: Step<'a>,
}

#[derive(Debug, Clone, Copy)]
enum Step<'a> {
    /// Nowhere further.
    Here,
    Member(&'a str),
    Item(usize),
}

impl Checks<'_> {
    pub(crate) fn new(found: &mut Found) -> Checks<'_> {
        let (parent, step) = (None, Step::Here);
        Checks {
            found,
            at: Place { parent, step },
        }
    }

    /// The same, for the member `name` of the part that is being checked.
    pub fn member<'b>(&'b mut self, name: &'b str) -> Checks<'b> {
        self.below(Step::Member(name))
    }

    /// The same, for the item `index` of the part that is being checked.
    pub fn item(&mut self, index: usize) -> Checks<'_> {
        self.below(Step::Item(index))
    }

    /// The same, for a part that has no place of its own.
    pub fn part(&mut self) -> Checks<'_> {
        self.below(Step::Here)
    }

    fn below<'b>(&'b mut self, step: Step<'b>) -> Checks<'b> {
        let parent = Some(&self.at);
        Checks {
            found: self.found,
            at: Place { parent, step },
        }
    }

    /// Refuses the value: the model is asked to mend it. `path` is a JSON Pointer to the part
    /// that is wrong (`""` is all that is being checked); `text` says what is wrong and what is
    /// wanted.
    pub fn refuse(&mut self, path: &str, text: impl Into<String>) {
        let (kind, code) = (ProblemKind::Check, ProblemCode::Check);
        let path = self.at.path(path);
        let problem = Problem::new(kind, code, path, text.into());
        self.found.problems.push(problem);
    }

    /// Lets the value pass with a note.
    pub fn warn(&mut self, path: &str, text: impl Into<String>) {
        let note = Note::new(NoteKind::Warning, self.at.path(path), text.into());
        self.found.notes.push(note);
    }

    /// Refuses when a check function said why.
    pub fn result<E: std::fmt::Display>(&mut self, result: Result<(), E>) {
        if let Err(why) = result {
            self.refuse("", why.to_string());
        }
    }
}

impl Place<'_> {
    fn path(&self, pointer: &str) -> Path {
        let mut steps = Vec::new();
        let mut place = Some(self);
        while let Some(Place { parent, step }) = place {
            match step {
                Step::Here => {}
                Step::Member(name) => steps.push(Segment::Key((*name).into())),
                Step::Item(index) => steps.push(Segment::Index(*index)),
            }
            place = *parent;
        }
        steps.reverse();
        steps.extend(Path::from_pointer(pointer).segments().iter().cloned());
        steps.into_iter().collect()
    }
}
