//! The way to a part of a program, while it is walked.

use std::iter;

use typechat::reply::{Path, Segment};

/// The steps to a part, as a chain to the root: a path is only made of it for a problem.
#[derive(Clone, Copy)]
pub(crate) struct Trail<'a> {
    parent: Option<&'a Trail<'a>>,
    step: Step<'a>,
}

#[derive(Clone, Copy)]
enum Step<'a> {
    Root,
    Key(&'a str),
    Index(usize),
}

impl Trail<'_> {
    pub(crate) fn root() -> Self {
        let (parent, step) = (None, Step::Root);
        Self { parent, step }
    }

    pub(crate) fn key<'b>(&'b self, name: &'b str) -> Trail<'b> {
        let (parent, step) = (Some(self), Step::Key(name));
        Trail { parent, step }
    }

    pub(crate) fn index(&self, index: usize) -> Trail<'_> {
        let (parent, step) = (Some(self), Step::Index(index));
        Trail { parent, step }
    }

    pub(crate) fn path(&self) -> Path {
        let chain = iter::successors(Some(self), |trail| trail.parent);
        let steps = chain.filter_map(|trail| match trail.step {
            Step::Root => None,
            Step::Key(name) => Some(Segment::Key(name.into())),
            Step::Index(index) => Some(Segment::Index(index)),
        });
        let steps: Vec<Segment> = steps.collect();
        steps.into_iter().rev().collect()
    }
}
