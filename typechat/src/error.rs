//! What can be wrong before anything is sent.

use crate::schema::{ImportError, SchemaError};

/// Why a reader or a translator could not be built.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// The JSON Schema is not one.
    #[error("not a valid JSON Schema: {0}")]
    Schema(String),
    /// The JSON Schema cannot be shown to a model.
    #[error("the JSON Schema cannot be used")]
    Import(#[from] ImportError),
    /// The Rust type has no schema.
    #[error("the type has no schema")]
    Type(#[from] SchemaError),
    /// A vocabulary of the type was given no words.
    #[error(
        "the vocabulary `{0}` of the type has no words; bind them with \
         `TranslatorBuilder::vocabulary`"
    )]
    UnboundVocabulary(String),
    /// Words were given for a vocabulary that the type does not name.
    #[error("the type names no vocabulary `{name}`; it names {}", listed(.known))]
    UnknownVocabulary {
        /// The name that was given.
        name: String,
        /// The names that there are.
        known: Vec<String>,
    },
    /// A list of no words was given.
    #[error("the vocabulary `{0}` was given an empty list; give at least one word")]
    EmptyVocabulary(String),
    /// The value of an example is no JSON.
    #[error("the value of an example cannot be written as JSON")]
    Example(#[source] serde_json::Error),
    /// The budget limits money, but no price is known.
    #[error("the budget limits money, but has no price; add `Budget::price`")]
    MoneyWithoutPrice,
    /// The budget's money is no amount.
    #[error("the budget's money is {0}; expected a finite amount that is not negative")]
    Money(f64),
    /// A price is no amount.
    #[error(
        "the price of a million tokens is {input} read and {output} written; \
         expected finite amounts that are not negative"
    )]
    Price {
        /// For tokens read.
        input: f64,
        /// For tokens written.
        output: f64,
    },
    /// The budget allows nothing.
    #[error("the budget allows no attempt; allow at least one")]
    NoAttempts,
}

fn listed(names: &[String]) -> String {
    if names.is_empty() {
        "none".to_owned()
    } else {
        format!("`{}`", names.join("`, `"))
    }
}
