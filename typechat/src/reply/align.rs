//! A value that does not fit its type, in the form that the type has: representation changes, and
//! meaning never does. Each change is a note.
//!
//! Every part is planned once by each type that may be meant; the plan that leaves the least
//! wrong, and then changes the least, is carried out.

mod apply;
mod embedded;
mod frames;
mod lists;
mod members;
mod numeral;
mod placing;
mod plan;
mod planner;
mod scalars;
mod sentence;
mod spelling;
mod unions;

use serde_json::Value;

use super::{
    Note, NoteKind, Path, Problem, Span,
    capped::{Capped, joined},
    leaves::Leaves,
    places::{Place, Places},
};
use crate::schema::{Type, TypeGraph};
use apply::Apply;
use embedded::embedded;
use placing::Placing;
use planner::{Part, Planner, Source};

/// A value in the form that a type has, as far as it can be.
#[derive(Debug)]
pub(super) struct Aligned {
    pub(super) value: Value,
    /// The places of the value as it is now, in the text.
    pub(super) places: Places,
    pub(super) notes: Vec<Note>,
    /// What has two readings.
    pub(super) problems: Vec<Problem>,
    /// Whether more than representation and spelling was changed.
    pub(super) changes_structure: bool,
    /// Whether nothing is left that is known to be wrong.
    #[cfg(test)]
    pub(super) fits: bool,
}

/// Gives a value the form that the type has. What cannot be read stays as it is.
pub(super) fn align(
    graph: &TypeGraph,
    leaves: &Leaves,
    mut value: Value,
    places: Places,
    text: &str,
) -> Aligned {
    let (within, by_text) = embedded(&value);
    let mut planner = Planner::new(graph, leaves, &within, &by_text);
    let root = Part {
        value: &value,
        place: 0,
        source: Source {
            text,
            places: &places,
        },
    };
    let plan = planner.root(&graph.root, root);
    #[cfg(test)]
    let fits = planner.plans.fits(plan);
    let Planner {
        plans, ambiguities, ..
    } = planner;
    let mut apply = Apply {
        graph,
        plans,
        ambiguities,
        embedded: within.into_iter().map(|one| one.value).collect(),
        trails: Vec::new(),
        placing: Placing {
            text,
            before: places,
            after: Places::default(),
        },
        notes: Capped::default(),
        problems: Capped::default(),
        changes_structure: false,
    };
    apply.run(plan, &mut value);
    Aligned {
        value,
        places: apply.placing.after,
        notes: apply.notes.finish(),
        problems: apply.problems.finish(),
        changes_structure: apply.changes_structure,
        #[cfg(test)]
        fits,
    }
}

/// The words of a reply without JSON as a value: for texts, constants and booleans.
pub(super) fn align_words(graph: &TypeGraph, leaves: &Leaves, text: &str) -> Option<Aligned> {
    let mut types = vec![&graph.root];
    // A union may lead back to itself: each round but the last meets another type.
    for _ in 0..=graph.walk().count() {
        let Some(ty) = types.pop() else { break };
        match graph.resolve(ty) {
            Type::String(_) | Type::Enum(_) | Type::Boolean | Type::Vocabulary(_) => {}
            Type::Nullable(inner) => types.push(inner),
            Type::Union(branches) => types.extend(branches.iter().map(|branch| &branch.ty)),
            _ => return None,
        }
    }
    let words = text.trim();
    if words.is_empty() || !types.is_empty() {
        return None;
    }
    let start = text.len() - text.trim_start().len();
    let span = Span::new(start, start + words.len());
    let place = Place {
        span,
        key: None,
        next: 1,
        is_object: false,
    };
    let places = Places {
        list: vec![place],
        ..Places::default()
    };
    let mut aligned = align(graph, leaves, words.into(), places, text);
    let said = "the words of the reply were read as the value".to_owned();
    let note = Note::new(NoteKind::Words, Path::root(), said).at(span);
    aligned.notes = joined([vec![note], aligned.notes]);
    aligned.changes_structure = true;
    Some(aligned)
}

#[cfg(test)]
mod tests;
