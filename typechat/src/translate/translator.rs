//! The translator: what is built once and used for every request.

use std::{fmt, sync::Arc};

use serde::de::DeserializeOwned;

use super::{
    Attempt, Failure, PromptContext, Request, TranslateError, Translation, meter::Meter, run::Run,
    setup::Setup,
};
use crate::{
    model::{ChatRequest, FinishReason, Model},
    reply::Reader,
    schema::Schema,
};

/// Turns requests into values of `T`. Built once, cheap to clone, used from many tasks.
pub struct Translator<T> {
    settled: Arc<Settled<T>>,
}

/// Everything that does not change between requests.
pub(crate) struct Settled<T> {
    pub(crate) reader: Reader<T>,
    pub(crate) setup: Setup,
    schema_text: String,
}

impl<T> Settled<T> {
    pub(crate) fn new(reader: Reader<T>, setup: Setup) -> Self {
        Self {
            schema_text: reader.graph().to_typescript(),
            reader,
            setup,
        }
    }

    /// What is sent for a request, again when an attempt was refused.
    pub(crate) fn ask(&self, request: &Request, refused: Option<&Attempt>) -> ChatRequest {
        let setup = &self.setup;
        let context = PromptContext {
            type_name: self.reader.graph().root_name(),
            schema: &self.schema_text,
            preamble: &setup.preamble,
            context: &setup.context,
            examples: &setup.examples,
            request,
        };
        let reply = refused.and_then(|attempt| Some((attempt, attempt.reply.as_ref()?)));
        let messages = match reply {
            None => setup.prompts.request(&context),
            Some((attempt, reply)) => {
                let cut = reply.finish == Some(FinishReason::Length);
                let failure = Failure::new(&reply.text, &attempt.problems, cut);
                setup.prompts.repair(&context, &failure)
            }
        };
        let mut chat = ChatRequest::new(messages);
        chat.settings = request.settings.over(&setup.settings);
        chat
    }

    /// The model of an attempt, by whether one was refused before it.
    pub(crate) fn model<'a>(&'a self, request: &'a Request, refused: bool) -> &'a Model {
        let later = self.setup.escalation.as_ref().filter(|_| refused);
        request
            .model
            .as_ref()
            .or(later)
            .unwrap_or(&self.setup.model)
    }
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
        let request = request.into();
        let mut chat = self.settled.ask(&request, None);
        let budget = request.budget.as_ref();
        // A prompt that would not be sent can still be looked at.
        let _ = Meter::start(budget.unwrap_or(&self.settled.setup.budget)).cap(&mut chat);
        chat
    }

    /// The reader that this translator reads replies with.
    pub fn reader(&self) -> &Reader<T> {
        &self.settled.reader
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
        Run::new(&self.settled, &request).to_end().await
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
