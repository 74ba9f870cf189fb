//! Made-up values, for tests of what stands behind a translator.

mod random;
mod strings;
mod values;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use self::{random::Random, values::Values};
use super::{ChatReply, ChatRequest, FinishReason, LanguageModel, ModelError, Profile, Usage};
use crate::reply::Reader;

/// A model that answers with made-up values of the type that is asked for: valid by its schema,
/// another one each time, and the same ones in every run.
///
/// It knows the type from the request, so the translator has to send its schema
/// ([`OutputMode::Auto`](crate::translate::OutputMode::Auto)). What only code can know, such as a
/// `#[typechat(check)]`, it does not: a value that a check refuses is asked for again, and then
/// another one comes.
///
/// ```
/// use typechat::{Schema, Translator, model::Sample};
///
/// #[derive(Debug, serde::Deserialize, Schema)]
/// struct Order {
///     dish: String,
///     #[typechat(range = 1..=12)]
///     quantity: u32,
/// }
/// # tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap().block_on(async {
/// let translator = Translator::<Order>::new(Sample::new());
/// for _ in 0..10 {
///     let order = translator.translate("whatever").await.unwrap();
///     assert!((1..=12).contains(&order.quantity));
/// }
/// # });
/// ```
#[derive(Debug, Clone, Default)]
pub struct Sample {
    seed: u64,
    /// How many replies were given; clones count on.
    given: Arc<AtomicU64>,
}

/// How many values are made before a type is given up whose rules they do not keep.
const TRIES: u64 = 100;

impl Sample {
    /// Values from the usual seed.
    pub fn new() -> Self {
        Self::default()
    }

    /// Other values.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }

    fn value(&self, request: &ChatRequest) -> Result<String, ModelError> {
        let schema = request.schema.as_deref().ok_or_else(|| {
            ModelError::Config(
                "a sample needs the type's schema, and the request has none; leave the output \
                 mode at Auto"
                    .to_owned(),
            )
        })?;
        let reader = Reader::from_schema(schema)
            .map_err(|error| ModelError::Config(format!("a sample needs a schema: {error}")))?;
        let values = Values::new(reader.graph());
        let number = self.given.fetch_add(1, Ordering::Relaxed);
        for again in 0..TRIES {
            let mut random = Random::new(self.seed, number, again);
            let text = values.root(&mut random).to_string();
            if reader.read(&text).value().is_some() {
                return Ok(text);
            }
        }
        Err(ModelError::Config(format!(
            "no sample of {} was found in {TRIES} tries: its rules are too narrow for made-up values",
            reader.graph().root_name()
        )))
    }
}

impl LanguageModel for Sample {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let text = self.value(request)?;
        let read: usize = request
            .messages
            .iter()
            .map(|message| message.text().len())
            .sum();
        let mut reply = ChatReply::new(text);
        reply.finish = Some(FinishReason::Stop);
        // Four bytes for a token, as in English.
        reply.usage = Some(Usage {
            input: read.div_ceil(4) as u64,
            output: reply.text.len().div_ceil(4) as u64,
        });
        Ok(reply)
    }

    fn profile(&self) -> Profile {
        Profile::named("sample")
    }
}

#[cfg(test)]
mod tests;
