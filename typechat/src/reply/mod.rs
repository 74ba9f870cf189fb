//! From a model's words to a value: extract, parse, validate, deserialize, check.
#![doc = include_str!("findings.md")]

mod addresses;
mod align;
mod capped;
mod check;
mod choose;
mod compile;
mod deserialize;
mod draft;
mod explain;
mod extract;
mod finding;
mod kinds;
mod leaves;
mod leniency;
mod nearest;
mod number;
mod opening;
mod parse;
mod path;
mod places;
#[cfg(feature = "pretty")]
mod pretty;
mod reader;
mod reading;
mod scalar;
mod stages;
mod steep;
mod steps;
mod thoughts;
mod trail;
mod type_judge;
mod validate;
mod verdict;
mod whole;
mod words;

pub use check::Checks;
pub use draft::{Draft, DraftError};
pub use finding::{Note, Problem, Span, render_for_model};
pub use kinds::{NoteKind, ProblemCode, ProblemKind};
pub use leniency::Leniency;
pub use nearest::nearest_names;
pub use parse::{Limits, Parsed, Parser};
pub use path::{Path, Segment};
#[cfg(feature = "pretty")]
pub use pretty::render_pretty;
pub use reader::{Reader, read};
pub use reading::Reading;
pub use type_judge::TypeJudge;
