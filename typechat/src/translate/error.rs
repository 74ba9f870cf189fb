//! Why there is no value, with the record of what was tried.

use std::{error::Error, fmt, time::Duration};

use super::{Attempt, BudgetExceeded, Cost, Veto};
use crate::{
    BuildError,
    model::{ModelError, Usage},
    reply::Problem,
};

/// A translation that gave no value. It carries the same record as a success: every attempt
/// with prompt, reply, problems and cost.
///
/// `Debug` shows no message content. `Display` does: a refusal in the model's words, and the first
/// problem of the last reply, which quotes what it found there up to 60 characters.
#[derive(Debug)]
pub struct TranslateError {
    kind: Box<TranslateErrorKind>,
    target: String,
    attempts: Vec<Attempt>,
}

/// What ended a translation. `Debug` shows no message content.
#[non_exhaustive]
pub enum TranslateErrorKind {
    /// The translator, or what the request sets for itself, is not set up rightly.
    Build(BuildError),
    /// The model gave no reply.
    Model(ModelError),
    /// The model declined to answer, in these words.
    Refused(String),
    /// A hook stopped it.
    Vetoed(Veto),
    /// The budget ended before a valid reply came.
    Budget(BudgetExceeded),
}

impl TranslateError {
    pub(crate) fn new(kind: TranslateErrorKind, target: &str, attempts: Vec<Attempt>) -> Self {
        Self {
            kind: Box::new(kind),
            target: target.to_owned(),
            attempts,
        }
    }

    /// What ended the translation.
    pub fn kind(&self) -> &TranslateErrorKind {
        &self.kind
    }

    /// Every attempt that was made.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// The tokens of all attempts.
    pub fn usage(&self) -> Usage {
        self.cost().usage
    }

    /// What all attempts cost.
    pub fn cost(&self) -> Cost {
        Cost::of(&self.attempts)
    }

    /// What was wrong with the last reply that was read.
    pub fn problems(&self) -> &[Problem] {
        let last = self
            .attempts
            .iter()
            .rev()
            .find(|attempt| !attempt.problems.is_empty());
        last.map_or(&[], |attempt| &attempt.problems)
    }

    /// Whether something is not configured rightly, here or at the model
    /// ([`ModelError::is_config`]).
    pub fn is_config(&self) -> bool {
        match &*self.kind {
            TranslateErrorKind::Build(_) => true,
            TranslateErrorKind::Model(error) => error.is_config(),
            _ => false,
        }
    }

    /// Whether the budget ended it.
    pub fn is_budget(&self) -> bool {
        matches!(*self.kind, TranslateErrorKind::Budget(_))
    }

    /// Whether the model declined to answer.
    pub fn is_refused(&self) -> bool {
        matches!(*self.kind, TranslateErrorKind::Refused(_))
    }

    /// Whether the prompt does not fit into the model's context.
    pub fn is_context_exceeded(&self) -> bool {
        matches!(&*self.kind, TranslateErrorKind::Model(error) if error.is_context_exceeded())
    }
}

impl fmt::Display for TranslateError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no `{}`: ", self.target)?;
        match &*self.kind {
            TranslateErrorKind::Build(_) => f.write_str("it is not set up rightly")?,
            TranslateErrorKind::Model(_) => f.write_str("the model gave no reply")?,
            TranslateErrorKind::Refused(words) => write!(f, "the model declined: {words}")?,
            TranslateErrorKind::Vetoed(_) => f.write_str("a hook stopped it")?,
            TranslateErrorKind::Budget(exceeded) => {
                exceeded.fmt(f)?;
                if let [first, rest @ ..] = self.problems() {
                    write!(f, "; the last reply was refused: {first}")?;
                    match rest.len() {
                        0 => {}
                        1 => f.write_str(", and 1 more problem")?,
                        more => write!(f, ", and {more} more problems")?,
                    }
                }
            }
        }
        if self.attempts.is_empty() {
            return Ok(());
        }
        let elapsed: Duration = self.attempts.iter().map(|attempt| attempt.elapsed).sum();
        write!(f, " ({}, {:.1} s)", self.cost(), elapsed.as_secs_f64())
    }
}

impl Error for TranslateError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &*self.kind {
            TranslateErrorKind::Build(error) => Some(error),
            TranslateErrorKind::Model(error) => Some(error),
            TranslateErrorKind::Vetoed(veto) => Some(veto),
            _ => None,
        }
    }
}

impl TranslateErrorKind {
    /// What the ledger says of an attempt that ended so.
    pub(crate) fn words(&self) -> String {
        match self {
            Self::Build(error) => error.to_string(),
            Self::Model(error) => error.to_string(),
            Self::Refused(words) => format!("declined: {words}"),
            Self::Vetoed(veto) => veto.to_string(),
            Self::Budget(exceeded) => exceeded.to_string(),
        }
    }
}

impl fmt::Debug for TranslateErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Build(error) => f.debug_tuple("Build").field(error).finish(),
            Self::Model(error) => f.debug_tuple("Model").field(error).finish(),
            Self::Refused(words) => write!(f, "Refused({} bytes)", words.len()),
            Self::Vetoed(veto) => f.debug_tuple("Vetoed").field(veto).finish(),
            Self::Budget(exceeded) => f.debug_tuple("Budget").field(exceeded).finish(),
        }
    }
}
