//! One request through prompt, model, reader and repair, attempt by attempt.

use std::{borrow::Cow, future::Future, time::Duration};

use serde::de::DeserializeOwned;
use serde_json::Value;
use tokio::time::{Instant, timeout_at};
use tracing::{Instrument, debug, debug_span};

use super::{
    Attempt, Request, TranslateError, TranslateErrorKind as Kind, Translation,
    meter::Meter,
    translator::{Contract, Settled},
};
use crate::{
    BuildError,
    grounding::Again,
    model::{ChatReply, ChatRequest, FinishReason, Model},
    reply::NoteKind,
};

/// One translation under way.
pub(crate) struct Run<'a, T> {
    settled: &'a Settled<T>,
    contract: Cow<'a, Contract<T>>,
    request: &'a Request,
    meter: Meter<'a>,
    /// Every attempt so far.
    done: Vec<Attempt>,
}

/// A value that fits its type.
struct Accepted<T> {
    value: T,
    /// The place of its attempt.
    at: usize,
    /// How much there is to doubt.
    doubts: usize,
}

impl<'a, T: DeserializeOwned> Run<'a, T> {
    /// # Errors
    /// [`BuildError`] when what the request sets for itself is not whole.
    pub(crate) fn new(settled: &'a Settled<T>, request: &'a Request) -> Result<Self, BuildError> {
        let budget = request.budget.as_ref().unwrap_or(&settled.setup.budget);
        budget.validate()?;
        Ok(Self {
            settled,
            contract: settled.contract(request)?,
            request,
            meter: Meter::start(budget),
            done: Vec::new(),
        })
    }

    /// Attempts until one gives a value, or something ends them.
    pub(crate) async fn finish(mut self) -> Result<Translation<T>, TranslateError> {
        let target = self.settled.target();
        let span = debug_span!("translate", target);
        match self.attempts().instrument(span).await {
            Ok(accepted) => Ok(Translation {
                value: accepted.value,
                attempts: self.done,
                accepted: accepted.at,
            }),
            Err(kind) => Err(TranslateError::new(kind, target, self.done)),
        }
    }

    async fn attempts(&mut self) -> Result<Accepted<T>, Kind> {
        let first = loop {
            if let Some(accepted) = self.next().await? {
                break accepted;
            }
        };
        let again = self.settled.setup.grounding.doubt;
        if first.doubts == 0 || again == Some(Again::No) {
            return Ok(first);
        }
        // What comes of it, the first value stands.
        match self.next().await {
            Ok(Some(second)) if second.doubts < first.doubts => Ok(second),
            _ => Ok(first),
        }
    }

    /// One more attempt; `None` when it was refused.
    async fn next(&mut self) -> Result<Option<Accepted<T>>, Kind> {
        self.meter.allow().map_err(Kind::Budget)?;
        let chat = self.prepare().await?;
        let value = self.attempt(chat).await?;
        let at = self.done.len().saturating_sub(1);
        let notes = self.done.last().map_or(&[][..], |attempt| &attempt.notes);
        let doubts = notes.iter().filter(|note| note.kind == NoteKind::Doubt);
        let doubts = doubts.count();
        Ok(value.map(|value| Accepted { value, at, doubts }))
    }

    /// What is to be sent, after the hooks and within what the budget leaves.
    async fn prepare(&self) -> Result<ChatRequest, Kind> {
        let mut chat = self
            .settled
            .ask(&self.contract, self.request, self.done.last());
        for hook in &self.settled.setup.hooks {
            self.in_time(hook.before_send(&mut chat))
                .await?
                .map_err(Kind::Vetoed)?;
        }
        self.meter.cap(&mut chat).map_err(Kind::Budget)?;
        Ok(chat)
    }

    /// One exchange, charged and recorded whatever comes of it. `None` when it was refused.
    async fn attempt(&mut self, chat: ChatRequest) -> Result<Option<T>, Kind> {
        let started = Instant::now();
        let model = self.settled.model(self.request, !self.done.is_empty());
        let outcome = match self.in_time(model.complete(&chat)).await {
            Ok(answered) => answered.map_err(Kind::Model),
            Err(late) => Err(late),
        };
        let mut attempt = self.record(model, chat, &outcome);
        let result = match outcome {
            Ok(mut reply) => {
                let result = self.judge(&mut reply, &mut attempt).await;
                attempt.reply = Some(reply);
                result
            }
            Err(kind) => Err(kind),
        };
        if let Err(kind) = &result {
            attempt.error = Some(kind.words());
        }
        attempt.elapsed = started.elapsed();
        self.close(attempt);
        result
    }

    /// The attempt as it stands when the model is done with it: charged, not yet read.
    fn record(
        &mut self,
        model: &Model,
        chat: ChatRequest,
        outcome: &Result<ChatReply, Kind>,
    ) -> Attempt {
        let charged = outcome.as_ref().map_err(|kind| match kind {
            Kind::Model(error) => Some(error),
            _ => None,
        });
        let charge = self.meter.charge(&chat, charged);
        let named = outcome.as_ref().ok().map(|reply| reply.model.clone());
        Attempt {
            number: self.done.len() + 1,
            model: named
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| model.profile().name),
            prompt: chat,
            reply: None,
            problems: Vec::new(),
            notes: Vec::new(),
            error: None,
            charge,
            elapsed: Duration::ZERO,
        }
    }

    /// The value in a reply, once the hooks have seen it.
    async fn judge(&self, reply: &mut ChatReply, attempt: &mut Attempt) -> Result<Option<T>, Kind> {
        for hook in &self.settled.setup.hooks {
            self.in_time(hook.before_read(reply))
                .await?
                .map_err(Kind::Vetoed)?;
        }
        if let Some(words) = &reply.refusal
            && reply.text.trim().is_empty()
        {
            return Err(Kind::Refused(words.clone()));
        }
        let (value, problems, notes) = self.contract.reader.read(&reply.text).into_parts();
        attempt.notes = notes;
        if value.is_none() && reply.finish == Some(FinishReason::ContentFilter) {
            return Err(Kind::Refused(
                "the provider's content filter cut the reply".into(),
            ));
        }
        attempt.problems = problems;
        Ok(value)
    }

    fn close(&mut self, attempt: Attempt) {
        debug!(
            attempt = attempt.number,
            problems = attempt.problems.len(),
            resends = attempt.charge.resends,
            input = attempt.charge.usage.input,
            output = attempt.charge.usage.output,
            "attempt"
        );
        self.trace(&attempt);
        self.done.push(attempt);
    }

    fn trace(&self, attempt: &Attempt) {
        let setup = &self.settled.setup;
        let Some(sink) = &setup.trace else { return };
        // An attempt holds strings, numbers and lists only, so it always serializes.
        let Ok(mut line) = serde_json::to_value(attempt) else {
            return;
        };
        // Keys of gateways live in the extra fields.
        let extra = line.pointer_mut("/prompt/settings/extra");
        let values = extra.and_then(Value::as_object_mut).into_iter().flatten();
        values.for_each(|(_, value)| *value = "[not shown]".into());
        setup
            .hooks
            .iter()
            .for_each(|hook| hook.before_trace(&mut line));
        sink(&line.to_string());
    }

    /// The outcome of some work, if it comes within the budget's time.
    async fn in_time<R>(&self, work: impl Future<Output = R>) -> Result<R, Kind> {
        match self.meter.deadline() {
            None => Ok(work.await),
            Some((deadline, exceeded)) => timeout_at(deadline, work)
                .await
                .map_err(|_| Kind::Budget(exceeded)),
        }
    }
}
