//! As many findings as anybody reads; the others are counted.

use super::{Note, NoteKind, Path, Problem, ProblemCode, ProblemKind};

/// The most problems, and the most notes, that are kept.
pub(crate) const MOST: usize = 100;

/// A finding that can say how many others there are.
pub(crate) trait Finding {
    fn more(count: usize) -> Self;
    fn count(&self) -> usize;
}

impl Finding for Problem {
    fn more(count: usize) -> Self {
        let (kind, code) = (ProblemKind::Type, ProblemCode::More);
        let mut problem = Self::new(kind, code, Path::root(), format!("and {count} more"));
        problem.count = count;
        problem
    }

    fn count(&self) -> usize {
        self.count
    }
}

impl Finding for Note {
    fn more(count: usize) -> Self {
        let mut note = Self::new(NoteKind::More, Path::root(), format!("and {count} more"));
        note.count = count;
        note
    }

    fn count(&self) -> usize {
        self.count
    }
}

/// Findings up to a bound.
#[derive(Debug)]
pub(crate) struct Capped<F> {
    kept: Vec<F>,
    left: usize,
}

impl<F> Default for Capped<F> {
    fn default() -> Self {
        Self {
            kept: Vec::new(),
            left: 0,
        }
    }
}

impl<F: Finding> Capped<F> {
    /// Keeps what `make` gives, or counts it: words are only made for what is kept.
    pub(crate) fn add(&mut self, make: impl FnOnce() -> F) {
        if self.kept.len() < MOST {
            self.kept.push(make());
        } else {
            self.left += 1;
        }
    }

    /// How many were found.
    pub(crate) fn total(&self) -> usize {
        self.kept.len() + self.left
    }

    /// All of them, then how many more there are.
    pub(crate) fn finish(mut self) -> Vec<F> {
        if self.left > 0 {
            self.kept.push(F::more(self.left));
        }
        self.kept
    }
}

/// Several lists of findings as one, within the bound.
pub(crate) fn joined<F: Finding>(lists: impl IntoIterator<Item = Vec<F>>) -> Vec<F> {
    let mut all = Capped::default();
    for finding in lists.into_iter().flatten() {
        // One that stands for others is counted and said anew.
        match finding.count() {
            1 => all.add(|| finding),
            count => all.left += count,
        }
    }
    all.finish()
}
