//! Containers that are open.

use std::sync::Arc;

use serde_json::Value;

use crate::constrain::shape::Id;

/// An open container.
#[derive(Debug, Clone)]
pub(super) enum Frame {
    Array(Items),
    Object(Members),
}

#[derive(Debug, Clone)]
pub(super) struct Items {
    pub(super) shapes: Vec<Id>,
    /// Items that are whole.
    pub(super) count: usize,
    /// Whether a comma was the last thing.
    pub(super) comma: bool,
    /// Where no two items may be equal: those so far, and the bytes of the present one.
    pub(super) unique: Option<(Arc<Vec<Value>>, Vec<u8>)>,
}

#[derive(Debug, Clone)]
pub(super) struct Members {
    pub(super) shapes: Vec<Id>,
    /// The names so far, the last being that of the present member.
    pub(super) names: Arc<Vec<String>>,
    pub(super) step: Step,
}

/// What comes next in an object.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Step {
    /// The first name, or the end.
    Open,
    /// A name, after a comma.
    Name,
    Colon,
    Value,
    /// A comma, or the end.
    Next,
}
