//! stub
use super::{Note, Problem, leaves::Leaves, places::Places};
use crate::schema::TypeGraph;
use serde_json::Value;
pub(super) struct Aligned {
    pub value: Value,
    pub places: Places,
    pub notes: Vec<Note>,
    pub problems: Vec<Problem>,
    pub changes_structure: bool,
    pub fits: bool,
}
pub(super) fn align(_: &TypeGraph, _: &Leaves, value: Value, places: Places, _: &str) -> Aligned {
    Aligned {
        value,
        places,
        notes: vec![],
        problems: vec![],
        changes_structure: false,
        fits: false,
    }
}
pub(super) fn align_words(_: &TypeGraph, _: &Leaves, _: &str) -> Option<Aligned> {
    None
}
