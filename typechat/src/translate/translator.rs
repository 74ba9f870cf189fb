//! The translator: one request through prompt, model, reader and repair.

use std::{fmt, sync::Arc};

use serde::de::DeserializeOwned;
use tokio::time::{Instant, timeout_at};
use tracing::{Instrument, debug, debug_span};

use super::{
    Attempt, BudgetExceeded, Failure, PromptContext, Request, TranslateError,
    TranslateErrorKind as Kind, Translation, TranslatorBuilder, Veto, budget::Meter,
};
use crate::{
    model::{ChatReply, ChatRequest, FinishReason, Model, ModelError},
    reply::{Problem, Reader},
    schema::Schema,
};

/// Turns requests into values of `T`. Built once, cheap to clone, used from many tasks.
pub struct Translator<T> {
    settled: Arc<Settled<T>>,
}

/// Everything that does not change between requests.
pub(crate) struct Settled<T> {
    reader: Reader<T>,
    schema_text: String,
    setup: TranslatorBuilder<T>,
}

impl<T> Settled<T> {
    pub(crate) fn new(reader: Reader<T>, setup: TranslatorBuilder<T>) -> Self {
        Self {
            schema_text: reader.graph().to_typescript(),
            reader,
            setup,
        }
    }
}

/// What the model said last, when it was refused.
struct Refused {
    reply: String,
    problems: Vec<Problem>,
    cut: bool,
}

impl<T: Schema + DeserializeOwned> Translator<T> {
    /// A translator with default settings.
    pub fn new(model: impl Into<Model>) -> Self {
        #[allow(clippy::expect_used, clippy::missing_panics_doc)]
        Self::builder(model)
            .build()
            .expect("a derived schema and the default budget are whole")
    }
}

impl<T> Translator<T> {
    pub(crate) fn settle(settled: Settled<T>) -> Self {
        Self {
            settled: Arc::new(settled),
        }
    }

    /// Exactly what would be sent first for this request, before hooks.
    pub fn prompt(&self, request: impl Into<Request>) -> ChatRequest {
        self.ask(&request.into(), None)
    }

    /// The reader that this translator reads replies with.
    pub fn reader(&self) -> &Reader<T> {
        &self.settled.reader
    }

    fn ask(&self, request: &Request, refused: Option<&Refused>) -> ChatRequest {
        let Settled {
            reader,
            schema_text,
            setup,
        } = &*self.settled;
        let context = PromptContext {
            type_name: reader.graph().root_name(),
            schema: schema_text,
            preamble: &setup.preamble,
            context: &setup.context,
            examples: &setup.examples,
            request,
        };
        let messages = match refused {
            None => setup.prompts.request(&context),
            Some(Refused {
                reply,
                problems,
                cut,
            }) => setup
                .prompts
                .repair(&context, &Failure::new(reply, problems, *cut)),
        };
        let mut chat = ChatRequest::new(messages);
        chat.settings = setup.settings.clone();
        chat
    }
}

impl<T: DeserializeOwned> Translator<T> {
    /// The value that the request means.
    ///
    /// # Errors
    /// [`TranslateError`], with the record of every attempt.
    pub async fn translate(&self, request: impl Into<Request>) -> Result<T, TranslateError> {
        Ok(self.translate_full(request).await?.into_value())
    }

    /// The value, with notes, every attempt and what they cost.
    ///
    /// # Errors
    /// [`TranslateError`], with the same record.
    pub async fn translate_full(
        &self,
        request: impl Into<Request>,
    ) -> Result<Translation<T>, TranslateError> {
        let request = request.into();
        let target = self.settled.reader.graph().root_name();
        let mut attempts = Vec::new();
        let span = debug_span!("translate", target);
        match self
            .attempts(&request, &mut attempts)
            .instrument(span)
            .await
        {
            Ok(value) => Ok(Translation { value, attempts }),
            Err(kind) => Err(TranslateError::new(kind, target, attempts)),
        }
    }

    async fn attempts(&self, request: &Request, done: &mut Vec<Attempt>) -> Result<T, Kind> {
        let Settled { reader, setup, .. } = &*self.settled;
        let mut meter = Meter::start(&setup.budget);
        let mut refused: Option<Refused> = None;
        loop {
            meter.allow().map_err(Kind::Budget)?;
            let model = setup.escalation.as_ref().filter(|_| refused.is_some());
            let model = model.unwrap_or(&setup.model);
            let mut chat = self.ask(request, refused.as_ref());
            if let Some(left) = meter.tokens_left() {
                let most = chat.settings.max_tokens.unwrap_or(left).min(left);
                chat.settings.max_tokens = Some(most);
            }
            for hook in &setup.hooks {
                hook.before_send(&mut chat).await.map_err(Kind::Vetoed)?;
            }
            let started = Instant::now();
            let outcome = self.exchange(model, &chat, &meter).await;
            let reply = outcome.as_ref().ok();
            let mut attempt = Attempt {
                number: done.len() + 1,
                model: reply
                    .map(|reply| reply.model.clone())
                    .filter(|name| !name.is_empty())
                    .unwrap_or_else(|| model.profile().name),
                charge: meter.charge(&chat, reply),
                prompt: chat,
                reply: reply.cloned(),
                problems: Vec::new(),
                notes: Vec::new(),
                error: None,
                elapsed: started.elapsed(),
            };
            let result = outcome.and_then(|reply| Self::read(reader, reply, &mut attempt));
            if let Err(error) = &result {
                attempt.error = Some(error.words());
            }
            debug!(
                attempt = attempt.number,
                problems = attempt.problems.len(),
                input = attempt.charge.usage.input,
                output = attempt.charge.usage.output,
                "attempt"
            );
            self.trace(&attempt);
            done.push(attempt);
            match result {
                Ok(Ok(value)) => return Ok(value),
                Ok(Err(again)) => refused = Some(again),
                Err(stop) => return Err(stop.into()),
            }
        }
    }

    /// One exchange within the time that is left, through the hooks.
    async fn exchange(
        &self,
        model: &Model,
        chat: &ChatRequest,
        meter: &Meter<'_>,
    ) -> Result<ChatReply, Stop> {
        let mut reply = match meter.deadline() {
            None => model.complete(chat).await.map_err(Stop::Model)?,
            Some((deadline, exceeded)) => timeout_at(deadline, model.complete(chat))
                .await
                .map_err(|_| Stop::Time(exceeded))?
                .map_err(Stop::Model)?,
        };
        for hook in &self.settled.setup.hooks {
            hook.before_read(&mut reply).await.map_err(Stop::Vetoed)?;
        }
        Ok(reply)
    }

    fn read(
        reader: &Reader<T>,
        reply: ChatReply,
        attempt: &mut Attempt,
    ) -> Result<Result<T, Refused>, Stop> {
        if let Some(words) = reply.refusal
            && reply.text.trim().is_empty()
        {
            return Err(Stop::Refused(words));
        }
        let (value, problems, notes) = reader.read(&reply.text).into_parts();
        attempt.notes = notes;
        if let Some(value) = value {
            return Ok(Ok(value));
        }
        if reply.finish == Some(FinishReason::ContentFilter) {
            return Err(Stop::Refused(
                "the provider's content filter cut the reply".into(),
            ));
        }
        attempt.problems.clone_from(&problems);
        let cut = reply.finish == Some(FinishReason::Length);
        Ok(Err(Refused {
            reply: reply.text,
            problems,
            cut,
        }))
    }

    fn trace(&self, attempt: &Attempt) {
        let setup = &self.settled.setup;
        let Some(sink) = &setup.trace else { return };
        // An attempt holds strings, numbers and lists only, so it always serializes.
        if let Ok(mut line) = serde_json::to_value(attempt) {
            setup
                .hooks
                .iter()
                .for_each(|hook| hook.before_trace(&mut line));
            sink(&line.to_string());
        }
    }
}

/// What ends a translation in the middle of an attempt.
enum Stop {
    Model(ModelError),
    Refused(String),
    Vetoed(Veto),
    Time(BudgetExceeded),
}

impl Stop {
    fn words(&self) -> String {
        match self {
            Self::Model(error) => error.to_string(),
            Self::Refused(words) => format!("declined: {words}"),
            Self::Vetoed(veto) => veto.to_string(),
            Self::Time(exceeded) => exceeded.to_string(),
        }
    }
}

impl From<Stop> for Kind {
    fn from(stop: Stop) -> Self {
        match stop {
            Stop::Model(error) => Self::Model(error),
            Stop::Refused(words) => Self::Refused(words),
            Stop::Vetoed(veto) => Self::Vetoed(veto),
            Stop::Time(exceeded) => Self::Budget(exceeded),
        }
    }
}

impl<T> Clone for Translator<T> {
    fn clone(&self) -> Self {
        Self {
            settled: Arc::clone(&self.settled),
        }
    }
}

impl<T> fmt::Debug for Translator<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Translator")
            .field("reader", &self.settled.reader)
            .field("model", &self.settled.setup.model)
            .finish_non_exhaustive()
    }
}
