//! Constrained decoding: a reply that can only be what its JSON Schema allows.
//!
//! ```text
//! schema ──▶ shapes ──▶ grammar ──▶ which tokens may come next (llguidance)
//!               └─────▶ walk ─────▶ is this token right, and what would make the reply whole
//! ```
//!
//! The grammar is quick and nearly exact: it masks the tokens and finds those that are forced.
//! The walk is exact: each token is tried on it before it is taken, and there always is a
//! shortest completion that fits into the tokens that are left. So a reply always ends, and
//! always valid.

mod generation;
mod grammar;
mod grammars;
mod heal;
mod shape;
mod vocabulary;
mod walk;

pub(crate) use generation::Constraint;
pub(crate) use grammars::Grammars;
pub(crate) use shape::Caps;
pub(crate) use vocabulary::Tokens;

/// Why a schema cannot be held.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ConstrainError {
    /// Nothing is valid.
    #[error(
        "no value satisfies the schema, or none that is shorter than 64 KiB: let the model reply \
         without it, or look for rules that contradict each other"
    )]
    Unsatisfiable,
    /// The schema is too large.
    #[error("the schema has more than {limit} {what}: the reply cannot be held to it")]
    TooLarge {
        /// Of what there are too many.
        what: &'static str,
        /// How many there may be.
        limit: usize,
    },
    /// The grammar is too large, or too ambiguous.
    #[error("the schema is too complex to hold a reply to it: {0}")]
    Grammar(String),
}

impl ConstrainError {
    #[allow(clippy::needless_pass_by_value, reason = "made for `map_err`")]
    fn grammar(error: impl std::fmt::Display) -> Self {
        Self::Grammar(error.to_string())
    }
}

#[cfg(test)]
mod tests;
