//! How a translator is set up.

use std::{fmt, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{Budget, Hook, OutputMode, Prompts, Translator, setup::Setup, translator::Settled};
use crate::{
    BuildError, Grounding,
    model::{Model, Settings},
    reply::{Checks, Leniency, Limits, Reader},
    schema::{Rendering, Schema},
};

/// Sets up a [`Translator`].
pub struct TranslatorBuilder<T> {
    reader: Result<Reader<T>, BuildError>,
    setup: Setup,
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
    /// [`BuildError`] when the schema is not one, or one that no value fits.
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

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema + DeserializeOwned + 'static> Translator<T> {
    /// A translator for a type that implements `schemars::JsonSchema`.
    ///
    /// ```
    /// use typechat::{Translator, model::Script};
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Order { count: u8 }
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
    /// let translator = Translator::<Order>::from_schemars(Script::new(["{\"count\": 2}"]))?;
    /// assert_eq!(translator.translate("two, please").await.unwrap().count, 2);
    /// # Ok::<(), typechat::BuildError>(())
    /// # }).unwrap();
    /// ```
    ///
    /// # Errors
    /// [`BuildError`] when the type's schema cannot be imported.
    pub fn from_schemars(model: impl Into<Model>) -> Result<Self, BuildError> {
        Self::builder_from_schemars(model).build()
    }

    /// Like [`from_schemars`](Self::from_schemars), with other than default settings.
    pub fn builder_from_schemars(model: impl Into<Model>) -> TranslatorBuilder<T> {
        TranslatorBuilder::with(model.into(), Reader::from_schemars())
    }
}

impl<T> TranslatorBuilder<T> {
    fn with(model: Model, reader: Result<Reader<T>, BuildError>) -> Self {
        Self {
            reader,
            setup: Setup::new(model),
        }
    }

    /// The model for all attempts after the first.
    #[must_use]
    pub fn escalate(mut self, model: impl Into<Model>) -> Self {
        self.setup.escalation = Some(model.into());
        self
    }

    /// Words that stand before the instructions.
    #[must_use]
    pub fn preamble(mut self, text: impl Into<String>) -> Self {
        self.setup.preamble = text.into();
        self
    }

    /// A fact for the model to use.
    #[must_use]
    pub fn context(mut self, fact: impl Into<String>) -> Self {
        self.setup.context.push(fact.into());
        self
    }

    /// The words of a vocabulary that the type names (`#[typechat(vocab = "name")]`). Each one
    /// must be given words; a request may give its own, see [`Request::vocabulary`].
    ///
    /// ```
    /// use typechat::{Schema, Translator, model::Script, translate::Request};
    ///
    /// #[derive(serde::Deserialize, Schema)]
    /// struct Order {
    ///     #[typechat(vocab = "dishes")]
    ///     dish: String,
    /// }
    /// let translator = Translator::<Order>::builder(Script::new([r#"{"dish": "soup"}"#]))
    ///     .vocabulary("dishes", ["soup", "salad"])
    ///     .build()?;
    /// let today = Request::new("the soup").vocabulary("dishes", ["soup"]);
    /// assert!(translator.prompt(today).messages[0].text().contains("type Dishes = \"soup\";"));
    /// # Ok::<(), typechat::BuildError>(())
    /// ```
    ///
    /// [`Request::vocabulary`]: super::Request::vocabulary
    #[must_use]
    pub fn vocabulary(
        mut self,
        name: &str,
        words: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        self.reader = self
            .reader
            .and_then(|reader| reader.vocabulary(name, words));
        self
    }

    /// A request and the value it means; one that is no JSON is told by [`build`](Self::build).
    #[must_use]
    pub fn example(mut self, request: impl Into<String>, value: &T) -> Self
    where
        T: Serialize,
    {
        match serde_json::to_string(value) {
            Ok(json) => self.setup.examples.push((request.into(), json)),
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

    /// Sets how much a reply may differ from JSON of the type; [`Leniency::Full`] unless set.
    #[must_use]
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.reader = self.reader.map(|reader| reader.leniency(leniency));
        self
    }

    /// What a translation may cost.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.setup.budget = budget;
        self
    }

    /// Sampling settings.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.setup.settings = settings;
        self
    }

    /// Other prompts.
    #[must_use]
    pub fn prompts(mut self, prompts: impl Prompts) -> Self {
        self.setup.prompts = Arc::new(prompts);
        self
    }

    /// How the type is written in the prompt.
    #[must_use]
    pub fn rendering(mut self, rendering: Rendering) -> Self {
        self.setup.rendering = rendering;
        self
    }

    /// How the model is held to the type.
    #[must_use]
    pub fn output(mut self, mode: OutputMode) -> Self {
        self.setup.output = mode;
        self
    }

    /// The JSON Schema that the model is held to in the place of the type's, where it is held to
    /// one. Replies are read and checked as they are without.
    ///
    /// ```
    /// use serde_json::json;
    /// use typechat::{Translator, model::Script};
    /// let translator = Translator::<serde_json::Value>::builder(Script::new(["2"]))
    ///     .held_to(json!({ "type": "integer" }))
    ///     .build()?;
    /// assert_eq!(translator.prompt("two").schema.unwrap()["type"], "integer");
    /// # Ok::<(), typechat::BuildError>(())
    /// ```
    #[must_use]
    pub fn held_to(mut self, schema: Value) -> Self {
        self.setup.held_to = Some(Arc::new(schema));
        self
    }

    /// What is made of the constants of the type that the request names: for types that are
    /// menus, see [`grounding`](crate::grounding).
    #[must_use]
    pub fn grounding(mut self, grounding: Grounding) -> Self {
        self.setup.grounding = grounding;
        self
    }

    /// A hook; hooks run in the order in which they were added.
    #[must_use]
    pub fn hook(mut self, hook: impl Hook) -> Self {
        self.setup.hooks.push(Arc::new(hook));
        self
    }

    /// Takes one line of JSON for each attempt, after the hooks have seen it.
    #[must_use]
    pub fn trace(mut self, sink: impl Fn(&str) + Send + Sync + 'static) -> Self {
        self.setup.trace = Some(Arc::new(sink));
        self
    }

    /// The translator.
    ///
    /// # Errors
    /// [`BuildError`] when the schema cannot be used, a vocabulary has no words, an example is no
    /// JSON, or the budget is not whole.
    pub fn build(self) -> Result<Translator<T>, BuildError> {
        self.setup.budget.validate()?;
        let reader = self.reader?;
        let unbound = reader
            .graph()
            .vocabularies()
            .find(|(_, words)| words.is_empty());
        if let Some((name, _)) = unbound {
            return Err(BuildError::UnboundVocabulary(name.to_owned()));
        }
        Ok(Translator::settle(Settled::new(reader, self.setup)))
    }
}

impl<T> fmt::Debug for TranslatorBuilder<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TranslatorBuilder")
            .field("model", &self.setup.model)
            .field("budget", &self.setup.budget)
            .finish_non_exhaustive()
    }
}
