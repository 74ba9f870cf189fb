//! Why there is no value, with the record of what was tried.

use std::{error::Error, fmt, time::Duration};

use super::{Attempt, BudgetExceeded, Veto, ledger::total};
use crate::{
    BuildError,
    model::{ModelError, Usage},
    reply::Problem,
};

/// A translation that gave no value. It carries the same record as a success: every attempt
/// with prompt, reply, problems and cost. `Debug` shows no message content.
#[derive(Debug)]
pub struct TranslateError {
    kind: Box<TranslateErrorKind>,
    target: String,
    attempts: Vec<Attempt>,
}

/// What ended a translation.
#[derive(Debug)]
#[non_exhaustive]
pub enum TranslateErrorKind {
    /// The translator is not built rightly.
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
        total(&self.attempts)
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

    /// Whether something is not configured rightly, here or at the model.
    pub fn is_config(&self) -> bool {
        matches!(
            *self.kind,
            TranslateErrorKind::Build(_) | TranslateErrorKind::Model(ModelError::Config(_))
        )
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
            TranslateErrorKind::Build(_) => f.write_str("the translator is not built rightly")?,
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
        let plural = if self.attempts.len() == 1 { "" } else { "s" };
        let about = if self.attempts.iter().any(|a| a.charge.estimated) {
            "at most "
        } else {
            ""
        };
        write!(
            f,
            " ({} attempt{plural}, {about}{} tokens, {:.1} s)",
            self.attempts.len(),
            self.usage().total(),
            elapsed.as_secs_f64()
        )
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
