//! The translator: what is built once and used for every request.

use std::{borrow::Cow, error::Error, fmt, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Attempt, Failure, OutputMode, PromptContext, Request, TranslateError, TranslateErrorKind,
    Translation, meter::Meter, run::Run, setup::Setup,
};
use crate::{
    BuildError,
    grounding::{Again, Doubt, Lexicon},
    model::{ChatRequest, FinishReason, Model},
    reply::{NoteKind, Problem, Reader},
    schema::{Rendering, Schema},
};

/// Turns requests into values of `T`. Built once, cheap to clone, used from many tasks.
pub struct Translator<T> {
    settled: Arc<Settled<T>>,
}

/// Everything that does not change between requests.
pub(crate) struct Settled<T> {
    contract: Contract<T>,
    /// What a request may name, where something is made of it.
    lexicon: Option<Lexicon>,
    pub(crate) setup: Setup,
}

/// A type as it is shown to the model, and the reader that holds it to that.
pub(crate) struct Contract<T> {
    pub(crate) reader: Reader<T>,
    text: String,
    schema: Arc<Value>,
    /// The constants that the request names, where they are pointed out.
    named: Vec<String>,
}

impl<T> Contract<T> {
    fn new(reader: Reader<T>, rendering: Rendering) -> Self {
        let text = reader.graph().to_typescript_as(rendering);
        let schema = Arc::new(reader.graph().to_json_schema());
        Self {
            reader,
            text,
            schema,
            named: Vec::new(),
        }
    }
}

impl<T> Settled<T> {
    pub(crate) fn new(reader: Reader<T>, setup: Setup) -> Self {
        let contract = Contract::new(reader, setup.rendering);
        let grounds = !setup.grounding.is_off();
        let lexicon = grounds.then(|| Lexicon::of(contract.reader.graph()));
        Self {
            contract,
            lexicon,
            setup,
        }
    }

    /// The contract of a request: it is built anew only for one with words of its own, and where
    /// something is made of the constants that it names.
    pub(crate) fn contract(&self, request: &Request) -> Result<Cow<'_, Contract<T>>, BuildError> {
        let contract = if request.vocabularies.is_empty() {
            Cow::Borrowed(&self.contract)
        } else {
            let mut words = request.vocabularies.iter();
            let reader = words
                .try_fold(self.contract.reader.clone(), |reader, (name, words)| {
                    reader.vocabulary(name, words)
                })?;
            Cow::Owned(Contract::new(reader, self.setup.rendering))
        };
        let lexicon = match (&self.lexicon, &contract) {
            (None, _) => return Ok(contract),
            (Some(lexicon), Cow::Borrowed(_)) => lexicon.clone(),
            (Some(_), Cow::Owned(own)) => Lexicon::of(own.reader.graph()),
        };
        // What pictures and earlier turns name is not known.
        let is_alone = request.images.is_empty() && request.history.is_empty();
        if lexicon.is_empty() || !is_alone {
            return Ok(contract);
        }
        Ok(Cow::Owned(self.ground(
            contract.into_owned(),
            &lexicon,
            request,
        )))
    }

    fn ground(
        &self,
        mut contract: Contract<T>,
        lexicon: &Lexicon,
        request: &Request,
    ) -> Contract<T> {
        let grounding = self.setup.grounding;
        let mentions = lexicon.mentions(&request.text);
        if grounding.point_out {
            contract.named = mentions.constants().map(str::to_owned).collect();
        }
        if !grounding.narrow && grounding.doubt.is_none() {
            return contract;
        }
        let graph = contract.reader.graph();
        let narrowed = if grounding.require {
            mentions.require(graph)
        } else {
            mentions.narrow(graph)
        };
        if grounding.narrow {
            contract.text = narrowed.shown().to_typescript_as(self.setup.rendering);
            contract.schema = Arc::new(narrowed.enforced().to_json_schema());
        }
        if grounding.doubt.is_some() {
            contract.reader = contract.reader.remark(move |value| {
                let doubts = mentions.doubts(&narrowed, value);
                doubts.iter().map(Doubt::note).collect()
            });
        }
        contract
    }

    /// The name of the type.
    pub(crate) fn target(&self) -> &str {
        self.contract.reader.graph().root_name()
    }

    /// What is sent for a request, again when an attempt was refused.
    pub(crate) fn ask(
        &self,
        contract: &Contract<T>,
        request: &Request,
        refused: Option<&Attempt>,
    ) -> ChatRequest {
        let setup = &self.setup;
        let context = PromptContext {
            type_name: self.target(),
            schema: &contract.text,
            preamble: &setup.preamble,
            context: &setup.context,
            examples: &setup.examples,
            named: &contract.named,
            request,
        };
        let mut settings = request.settings.over(&setup.settings);
        let reply = refused.and_then(|attempt| Some((attempt, attempt.reply.as_ref()?)));
        let messages = match reply {
            None => setup.prompts.request(&context),
            // A value that was read is asked for again only when it is doubtful.
            Some((attempt, _))
                if attempt.problems.is_empty() && setup.grounding.doubt == Some(Again::Sample) =>
            {
                // The best one would be the same again.
                let warm = settings
                    .temperature
                    .filter(|temperature| *temperature > 0.0);
                settings.temperature = warm.or(Some(0.7));
                settings.seed = settings.seed.map(|seed| seed.wrapping_add(1));
                setup.prompts.request(&context)
            }
            Some((attempt, reply)) => {
                let doubts: Vec<Problem> = if attempt.problems.is_empty() {
                    let notes = attempt.notes.iter();
                    let doubts = notes.filter(|note| note.kind == NoteKind::Doubt);
                    doubts.map(Problem::of_doubt).collect()
                } else {
                    Vec::new()
                };
                let failure = Failure {
                    reply: &reply.text,
                    problems: if doubts.is_empty() {
                        &attempt.problems
                    } else {
                        &doubts
                    },
                    cut: reply.finish == Some(FinishReason::Length),
                    doubtful: !doubts.is_empty(),
                };
                setup.prompts.repair(&context, &failure)
            }
        };
        let mut chat = ChatRequest::new(messages);
        if setup.output == OutputMode::Auto {
            let schema = setup.held_to.as_ref().unwrap_or(&contract.schema);
            chat.schema = Some(Arc::clone(schema));
        }
        chat.settings = settings;
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
    ///
    /// # Panics
    /// When the type alone is not enough: it names a vocabulary, or parts of it do not go
    /// together. [`builder`](Self::builder) says so in an error.
    pub fn new(model: impl Into<Model>) -> Self {
        match Self::builder(model).build() {
            Ok(translator) => translator,
            Err(error) => panic!(
                "no translator for {}: {error}{}",
                std::any::type_name::<T>(),
                error
                    .source()
                    .map_or_else(String::new, |why| format!(": {why}"))
            ),
        }
    }
}

impl<T> Translator<T> {
    pub(crate) fn settle(settled: Settled<T>) -> Self {
        Self {
            settled: Arc::new(settled),
        }
    }

    /// Exactly what would be sent first for this request, before hooks. What cannot be sent is
    /// shown all the same: a prompt beyond the budget, and one with vocabularies that do not fit
    /// the type, which is shown with the translator's.
    pub fn prompt(&self, request: impl Into<Request>) -> ChatRequest {
        let request = request.into();
        let contract = self.settled.contract(&request);
        let contract = contract.as_deref().unwrap_or(&self.settled.contract);
        let mut chat = self.settled.ask(contract, &request, None);
        let budget = request.budget.as_ref();
        let _ = Meter::start(budget.unwrap_or(&self.settled.setup.budget)).cap(&mut chat);
        chat
    }

    /// The reader that this translator reads replies with.
    pub fn reader(&self) -> &Reader<T> {
        &self.settled.contract.reader
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
        match Run::new(&self.settled, &request) {
            Ok(run) => run.finish().await,
            Err(error) => {
                let kind = TranslateErrorKind::Build(error);
                Err(TranslateError::new(kind, self.settled.target(), Vec::new()))
            }
        }
    }
}

impl<T> Clone for Contract<T> {
    fn clone(&self) -> Self {
        Self {
            reader: self.reader.clone(),
            text: self.text.clone(),
            schema: Arc::clone(&self.schema),
            named: self.named.clone(),
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
            .field("reader", &self.settled.contract.reader)
            .field("model", &self.settled.setup.model)
            .finish_non_exhaustive()
    }
}
