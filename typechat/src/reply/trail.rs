//! The way to a part of a value, while it is walked.

use std::{cell::OnceCell, sync::Arc};

use super::{Path, Segment};

/// The steps to a part, as a chain to the root: a path is only made of it when one is asked for.
pub(super) struct Trail<'a> {
    parent: Option<&'a Trail<'a>>,
    step: Step<'a>,
}

enum Step<'a> {
    Root,
    /// The name, and the copy that all paths share once one was asked for.
    Key(&'a str, OnceCell<Arc<str>>),
    Index(usize),
}

impl Trail<'_> {
    pub(super) fn root() -> Self {
        let (parent, step) = (None, Step::Root);
        Self { parent, step }
    }

    pub(super) fn key<'b>(&'b self, name: &'b str) -> Trail<'b> {
        let (parent, step) = (Some(self), Step::Key(name, OnceCell::new()));
        Trail { parent, step }
    }

    pub(super) fn index(&self, index: usize) -> Trail<'_> {
        let (parent, step) = (Some(self), Step::Index(index));
        Trail { parent, step }
    }

    pub(super) fn path(&self) -> Path {
        let mut steps = Vec::new();
        let mut at: Option<&Trail<'_>> = Some(self);
        while let Some(trail) = at {
            match &trail.step {
                Step::Root => {}
                Step::Key(name, copy) => {
                    steps.push(Segment::Key(Arc::clone(
                        copy.get_or_init(|| (*name).into()),
                    )));
                }
                Step::Index(index) => steps.push(Segment::Index(*index)),
            }
            at = trail.parent;
        }
        steps.into_iter().rev().collect()
    }
}
