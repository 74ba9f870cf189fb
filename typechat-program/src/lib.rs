//! Checked programs over the functions you allow.
#![doc = include_str!("docs/front.md")]

pub mod api;
mod call;
pub mod check;
mod dry;
// A page of documentation, whose examples run; there is nothing in it for a build.
#[cfg(any(doc, doctest))]
#[doc = include_str!("docs/guide.md")]
pub mod guide {}
mod lower;
mod plan;
mod program;
pub mod run;
#[cfg(feature = "samples")]
pub mod samples;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod support;
pub mod translate;
mod value;

#[cfg(feature = "macros")]
pub use typechat_derive::api;

pub use api::{
    Access, Api, ApiBuilder, ApiError, Function, Functions, IntoSources, Policy, Signature,
};
pub use check::{Deferred, Problem, ProblemCode, ProgramError};
pub use dry::DryCall;
pub use plan::Plan;
pub use program::Program;
pub use run::{
    Confirm, Limit, Limits, Outcome, OutcomeError, PendingCall, RunError, RunErrorKind, RunOptions,
    TraceEntry,
};
pub use translate::{ProgramTranslator, Translated};

/// The README's examples are compiled like any other.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;
