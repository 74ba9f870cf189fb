//! One request after the other: a prompt in, text out as it is generated.

mod generate;
mod load;
mod repetition;
mod sample;
mod text;

use std::sync::Arc;

use tracing::{debug, warn};
use typechat::model::{ChatRequest, Delta, ModelError};

use crate::{
    constrain::{Constraint, Grammars},
    prefix::Prefixes,
    template::ChatTemplate,
    tokenizer::Tokenizer,
    transformer::Transformer,
};
use generate::Generation;
pub(crate) use load::Setup;

/// How many tokens a reply may have when the request does not say.
const REPLY: u64 = 1024;

/// A model with all that it needs to answer.
pub(crate) struct Engine {
    name: String,
    network: Transformer,
    tokenizer: Arc<Tokenizer>,
    template: ChatTemplate,
    grammars: Grammars,
    prefixes: Prefixes,
    /// How many tokens a prompt and its reply may have together.
    context: usize,
}

/// Who waits for a reply.
pub(crate) trait Listener: Sync {
    /// Takes a piece.
    fn hear(&self, piece: Delta);
    /// Whether nobody listens any more.
    fn is_gone(&self) -> bool;
}

impl Engine {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Answers a request, piece by piece. Ends early when nobody listens any more.
    ///
    /// # Errors
    /// [`ModelError`] when the conversation cannot be written for this model, or is too long.
    pub(crate) fn answer(
        &mut self,
        request: &ChatRequest,
        listener: &dyn Listener,
    ) -> Result<(), ModelError> {
        let prompt = self.template.prompt(&self.tokenizer, &request.messages);
        let prompt = prompt.map_err(|error| ModelError::other(error.to_string()))?;
        let length = prompt.tokens.len();
        if length == 0 {
            return Err(ModelError::other(
                "the conversation is empty: there is nothing to reply to",
            ));
        }
        if length >= self.context {
            return Err(ModelError::ContextExceeded {
                tokens: length as u64,
                limit: self.context as u64,
            });
        }
        let asked = request.settings.max_tokens.unwrap_or(REPLY);
        let room = self.context - length;
        let limit = usize::try_from(asked).map_or(room, |asked| asked.min(room));
        let constraint = request.schema.as_deref().and_then(|schema| {
            let constraint = self.grammars.constraint(schema, limit);
            constraint
                .inspect_err(|error| warn!(%error, "the reply is not held to its schema"))
                .ok()
        });
        let config = &self.network.config;
        let mut memory = self.prefixes.recall(config, &prompt.tokens, prompt.stable);
        let known = memory.tokens().len();
        debug!(tokens = length, known, "prompt");
        let gone = || listener.is_gone();
        let Some(vector) = self
            .network
            .read(&prompt.tokens[known..], &mut memory, &gone)
        else {
            let read = memory.tokens().len();
            self.prefixes.latest(memory, read);
            return Ok(());
        };
        self.prefixes.remember(&memory, prompt.stable);
        let generation = Generation {
            network: &self.network,
            tokenizer: &self.tokenizer,
            settings: &request.settings,
            prompt: length,
            limit,
        };
        let ending = generation.run(vector, &mut memory, constraint, listener);
        self.prefixes.latest(memory, length);
        if let Some(mut ending) = ending? {
            ending.model.clone_from(&self.name);
            listener.hear(ending);
        }
        Ok(())
    }
}

/// Rules that a grammar cannot hold are told once for each reply.
fn tell_relaxed(constraint: &Constraint) {
    for relaxed in constraint.relaxed() {
        debug!(?relaxed, "a rule of the schema is not held while decoding");
    }
}
