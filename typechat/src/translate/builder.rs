//! How a translator is set up.

use std::{fmt, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    Budget, DefaultPrompts, Hook, Prompts, Translator, hook::DynHook, translator::Settled,
};
use crate::{
    BuildError,
    model::{Model, Settings},
    reply::{Checks, Limits, Reader},
    schema::Schema,
};

pub(crate) type TraceSink = Arc<dyn Fn(&str) + Send + Sync>;

/// Sets up a [`Translator`].
pub struct TranslatorBuilder<T> {
    pub(crate) model: Model,
    pub(crate) escalation: Option<Model>,
    reader: Result<Reader<T>, BuildError>,
    pub(crate) preamble: String,
    pub(crate) context: Vec<String>,
    pub(crate) examples: Vec<(String, String)>,
    pub(crate) budget: Budget,
    pub(crate) settings: Settings,
    pub(crate) prompts: Arc<dyn Prompts>,
    pub(crate) hooks: Vec<Arc<dyn DynHook>>,
    pub(crate) trace: Option<TraceSink>,
}

impl<T: Schema + DeserializeOwned> Translator<T> {
    /// A translator with other than default settings.
    pub fn builder(model: impl Into<Model>) -> TranslatorBuilder<T> {
        TranslatorBuilder::with(model.into(), Reader::try_new())
    }
}

impl Translator<Value> {
    /// A translator for a JSON Schema that is known only at run time.
    ///
    /// # Errors
    /// [`BuildError`] when the schema is not one, or cannot be shown to a model yet.
    pub fn from_schema(model: impl Into<Model>, schema: &Value) -> Result<Self, BuildError> {
        Self::builder_from_schema(model, schema).build()
    }

    /// Like [`from_schema`](Self::from_schema), with other than default settings.
    pub fn builder_from_schema(
        model: impl Into<Model>,
        schema: &Value,
    ) -> TranslatorBuilder<Value> {
        TranslatorBuilder::with(model.into(), Reader::from_schema(schema))
    }
}

impl<T> TranslatorBuilder<T> {
    fn with(model: Model, reader: Result<Reader<T>, BuildError>) -> Self {
        Self {
            model,
            escalation: None,
            reader,
            preamble: String::new(),
            context: Vec::new(),
            examples: Vec::new(),
            budget: Budget::default(),
            settings: Settings::default(),
            prompts: Arc::new(DefaultPrompts),
            hooks: Vec::new(),
            trace: None,
        }
    }

    /// The model for all attempts after the first.
    #[must_use]
    pub fn escalate(mut self, model: impl Into<Model>) -> Self {
        self.escalation = Some(model.into());
        self
    }

    /// Words that stand before the instructions.
    #[must_use]
    pub fn preamble(mut self, text: impl Into<String>) -> Self {
        self.preamble = text.into();
        self
    }

    /// A fact for the model to use.
    #[must_use]
    pub fn context(mut self, fact: impl Into<String>) -> Self {
        self.context.push(fact.into());
        self
    }

    /// A request and the value it means; one that is no JSON is told by [`build`](Self::build).
    #[must_use]
    pub fn example(mut self, request: impl Into<String>, value: &T) -> Self
    where
        T: Serialize,
    {
        match serde_json::to_string(value) {
            Ok(json) => self.examples.push((request.into(), json)),
            Err(error) => self.reader = self.reader.and(Err(BuildError::Example(error))),
        }
        self
    }

    /// A check that every value must pass; what it refuses, the model is asked to mend.
    #[must_use]
    pub fn check(mut self, check: impl Fn(&T, &mut Checks<'_>) + Send + Sync + 'static) -> Self {
        self.reader = self.reader.map(|reader| reader.check(check));
        self
    }

    /// The bounds of what is read.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.reader = self.reader.map(|reader| reader.limits(limits));
        self
    }

    /// What a translation may cost.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = budget;
        self
    }

    /// Sampling settings.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Other prompts.
    #[must_use]
    pub fn prompts(mut self, prompts: impl Prompts) -> Self {
        self.prompts = Arc::new(prompts);
        self
    }

    /// A hook; hooks run in the order in which they were added.
    #[must_use]
    pub fn hook(mut self, hook: impl Hook) -> Self {
        self.hooks.push(Arc::new(hook));
        self
    }

    /// Takes one line of JSON for each attempt, after the hooks have seen it.
    #[must_use]
    pub fn trace(mut self, sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.trace = Some(Arc::new(sink));
        self
    }

    /// The translator.
    ///
    /// # Errors
    /// [`BuildError`] when the schema cannot be used or the budget is not whole.
    pub fn build(mut self) -> Result<Translator<T>, BuildError> {
        self.budget.validate()?;
        let reader = std::mem::replace(&mut self.reader, Err(BuildError::NoAttempts))?;
        Ok(Translator::settle(Settled::new(reader, self)))
    }
}

impl<T> fmt::Debug for TranslatorBuilder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranslatorBuilder")
            .field("model", &self.model)
            .field("budget", &self.budget)
            .finish_non_exhaustive()
    }
}
