//! The record of a translation: the same on success and on failure.

use std::{fmt, time::Duration};

use serde::{Serialize, Serializer};

use crate::{
    model::{ChatReply, ChatRequest, Usage},
    reply::{Note, Problem},
};

/// One exchange with a model and what came of it. `Debug` shows no message content; serialize
/// it to see all.
#[derive(Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Attempt {
    /// Counted from one.
    pub number: usize,
    /// The model, as it calls itself or as it was configured.
    pub model: String,
    /// What was sent.
    pub prompt: ChatRequest,
    /// What came back; `None` when nothing did.
    pub reply: Option<ChatReply>,
    /// What refused the reply.
    pub problems: Vec<Problem>,
    /// What is worth knowing all the same.
    pub notes: Vec<Note>,
    /// Why there is no reply, or why it was not read.
    pub error: Option<String>,
    /// What it cost.
    pub charge: Charge,
    /// How long it took.
    #[serde(rename = "seconds", serialize_with = "seconds")]
    pub elapsed: Duration,
}

impl fmt::Debug for Attempt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Attempt")
            .field("number", &self.number)
            .field("model", &self.model)
            .field("problems", &self.problems.len())
            .field("charge", &self.charge)
            .field("elapsed", &self.elapsed)
            .finish_non_exhaustive()
    }
}

/// What one attempt cost.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Charge {
    /// Tokens.
    pub usage: Usage,
    /// Whether the provider did not count and the tokens are an over-estimate: one for each byte.
    pub estimated: bool,
    /// Money, when the budget knows a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub money: Option<f64>,
}

impl Charge {
    pub(crate) fn of(request: &ChatRequest, reply: Option<&ChatReply>) -> Self {
        if let Some(usage) = reply.and_then(|reply| reply.usage) {
            return Self {
                usage,
                estimated: false,
                money: None,
            };
        }
        let reply_bytes = reply.map_or(0, |reply| {
            reply.text.len() + reply.reasoning.as_ref().map_or(0, String::len)
        });
        let usage = Usage {
            input: request.text_bytes() as u64,
            output: reply_bytes as u64,
        };
        Self {
            usage,
            estimated: true,
            money: None,
        }
    }
}

/// A value, and how it came about.
#[derive(Debug, Clone, PartialEq)]
pub struct Translation<T> {
    pub(crate) value: T,
    pub(crate) attempts: Vec<Attempt>,
}

impl<T> Translation<T> {
    /// The value.
    pub fn value(&self) -> &T {
        &self.value
    }

    /// The value, without the record.
    pub fn into_value(self) -> T {
        self.value
    }

    /// The notes of the reply that was accepted.
    pub fn notes(&self) -> &[Note] {
        self.attempts.last().map_or(&[], |attempt| &attempt.notes)
    }

    /// Every attempt, the accepted one last.
    pub fn attempts(&self) -> &[Attempt] {
        &self.attempts
    }

    /// The tokens of all attempts.
    pub fn usage(&self) -> Usage {
        total(&self.attempts)
    }
}

pub(crate) fn total(attempts: &[Attempt]) -> Usage {
    attempts.iter().fold(Usage::default(), |sum, attempt| {
        let usage = attempt.charge.usage;
        Usage {
            input: sum.input + usage.input,
            output: sum.output + usage.output,
        }
    })
}

fn seconds<S: Serializer>(elapsed: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(elapsed.as_secs_f64())
}
