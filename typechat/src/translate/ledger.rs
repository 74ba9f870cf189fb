//! The record of a translation: the same on success and on failure.

use std::{fmt, time::Duration};

use serde::{Serialize, Serializer};

use super::Cost;
use crate::{
    model::{ChatReply, ChatRequest, ModelError, Usage, estimate},
    reply::{Note, Problem},
};

/// One exchange with a model and what came of it. `Debug` shows no message content; serialize
/// it to see all, extra fields of the settings included.
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

/// What one attempt cost. What its provider did not count is an over-estimate:
/// - for what was read, a token for each byte of text, 8 for each message, 50,000 for an image;
/// - for a reply, a token for each byte that can be seen: text, refusal, reasoning, tool calls;
/// - for a reply that did not come, the bound on its tokens, or 16,384 where there is none;
///   nothing for what never reached a server, and no reply to what a server refused (4xx).
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Charge {
    /// Tokens.
    pub usage: Usage,
    /// Whether some of the tokens are an over-estimate.
    pub estimated: bool,
    /// How often a layer sent it in vain before the sending that counts. Their cost is included.
    #[serde(skip_serializing_if = "is_zero")]
    pub resends: usize,
    /// Money, when the budget knows a price.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub money: Option<f64>,
}

impl Charge {
    pub(crate) fn of(
        request: &ChatRequest,
        outcome: Result<&ChatReply, Option<&ModelError>>,
    ) -> Self {
        let counted = outcome.ok().and_then(|reply| reply.usage);
        let counted = counted.unwrap_or_default();
        let at_most = match outcome {
            Ok(reply) => Usage {
                input: estimate::prompt_at_most(request),
                output: estimate::reply_at_most(request, reply),
            },
            Err(error) => estimate::unanswered(request, error),
        };
        // Zero stands for what was not counted, unless there was nothing to count.
        let mut estimated = false;
        let mut settle = |counted, at_most| {
            if counted == 0 && at_most > 0 {
                estimated = true;
                at_most
            } else {
                counted
            }
        };
        let mut usage = Usage {
            input: settle(counted.input, at_most.input),
            output: settle(counted.output, at_most.output),
        };
        let (resends, lost) = request.resends.so_far();
        usage += lost;
        Self {
            usage,
            estimated: estimated || lost.total() > 0,
            resends,
            money: None,
        }
    }
}

/// A value, and how it came about. `Debug` does not show the value.
#[derive(Clone, PartialEq)]
pub struct Translation<T> {
    pub(crate) value: T,
    pub(crate) attempts: Vec<Attempt>,
    /// The place of the attempt that gave the value.
    pub(crate) accepted: usize,
}

impl<T> fmt::Debug for Translation<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Translation")
            .field("attempts", &self.attempts)
            .finish_non_exhaustive()
    }
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

    /// The same record, of what is made of the value.
    ///
    /// ```
    /// use typechat::{Translator, model::Script};
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
    /// let translator = Translator::<u32>::new(Script::new(["2"]));
    /// let words = translator.translate_full("two").await?.map(|count| format!("{count} of them"));
    /// assert_eq!((words.value().as_str(), words.attempts().len()), ("2 of them", 1));
    /// # Ok::<(), typechat::TranslateError>(())
    /// # }).unwrap();
    /// ```
    pub fn map<U>(self, make: impl FnOnce(T) -> U) -> Translation<U> {
        Translation {
            value: make(self.value),
            attempts: self.attempts,
            accepted: self.accepted,
        }
    }

    /// The notes of the reply that was accepted.
    pub fn notes(&self) -> &[Note] {
        self.attempts
            .get(self.accepted)
            .map_or(&[], |attempt| &attempt.notes)
    }

    /// Every attempt. The last one gave the value, unless it was asked for in doubt and is no
    /// better than the one before.
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
}

// The signature is serde's.
#[allow(clippy::trivially_copy_pass_by_ref)]
fn is_zero(count: &usize) -> bool {
    *count == 0
}

fn seconds<S: Serializer>(elapsed: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(elapsed.as_secs_f64())
}
