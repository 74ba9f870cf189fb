//! OpenAI, Azure OpenAI, and every server that speaks their chat completions.
//!
//! ```
//! use typechat::model::openai::ChatCompletions;
//! # fn main() -> Result<(), typechat::model::ModelError> {
//! let model = ChatCompletions::new("llama3.2").base_url("http://localhost:11434/v1").build()?;
//! # let _ = model;
//! # Ok(())
//! # }
//! ```
//!
//! Proxies come from the environment: `HTTPS_PROXY`, `HTTP_PROXY`, `ALL_PROXY` and `NO_PROXY`, as
//! the HTTP library reads them. Servers on this machine (`localhost`, `127.0.0.1`, `::1`) are reached
//! without one; [`ChatCompletionsBuilder::proxy`] names one for every server. Redirects are not
//! followed, because a key would travel along.

mod builder;
mod endpoint;
mod env;
mod fault;
mod http;
mod redact;
mod reply;
mod retry_after;
mod route;
mod wire;

use std::fmt;

pub use builder::ChatCompletionsBuilder;

use self::{endpoint::Endpoint, http::Transport, redact::Secrets};
use super::{ChatReply, ChatRequest, LanguageModel, ModelError, Profile};

/// A client of one model behind one chat completions address.
///
/// It never retries; put it into [`layer::Retry`](super::layer::Retry) for that. Clones share
/// their connections.
#[derive(Clone)]
pub struct ChatCompletions {
    model: String,
    endpoint: Endpoint,
    transport: Transport,
    secrets: Secrets,
}

impl ChatCompletions {
    /// Starts a client of this model; without further settings it is for `api.openai.com`.
    #[allow(
        clippy::new_ret_no_self,
        reason = "a client needs checked settings first"
    )]
    pub fn new(model: impl Into<String>) -> ChatCompletionsBuilder {
        ChatCompletionsBuilder::new(model.into())
    }

    /// The client that the environment describes; see [`from_lookup`](Self::from_lookup).
    ///
    /// # Errors
    /// [`ModelError::Unconfigured`] when nothing is configured, [`ModelError::Config`] when it is not
    /// configured wholly.
    pub fn from_env() -> Result<Self, ModelError> {
        Self::from_lookup(|name| std::env::var(name).ok())
    }

    /// The client that these variables describe. Empty values count as absent.
    ///
    /// `OPENAI_API_KEY`, `OPENAI_BASE_URL` or `OPENAI_ENDPOINT` chooses an OpenAI-compatible
    /// server, otherwise `AZURE_OPENAI_API_KEY` with `AZURE_OPENAI_ENDPOINT` an Azure resource.
    /// - `OPENAI_MODEL`: the model. Only an Azure address that names its deployment needs none.
    /// - `OPENAI_ENDPOINT`: the whole address, which wins over `OPENAI_BASE_URL`, the address
    ///   before `/chat/completions`. With either, the key may be missing, as for local servers.
    /// - `OPENAI_ORGANIZATION`, else `OPENAI_ORG`: the organization that pays.
    /// - `OPENAI_EMBEDDINGMODEL`: accepted, without effect, since nothing here embeds.
    ///
    /// ```
    /// use typechat::model::openai::ChatCompletions;
    /// let error = ChatCompletions::from_lookup(|_| None).unwrap_err();
    /// assert!(error.to_string().contains("OPENAI_API_KEY"));
    /// ```
    ///
    /// # Errors
    /// [`ModelError::Unconfigured`] when nothing is configured, [`ModelError::Config`] when it is not
    /// configured wholly.
    pub fn from_lookup(lookup: impl Fn(&str) -> Option<String>) -> Result<Self, ModelError> {
        env::builder(lookup)?.build()
    }
}

impl LanguageModel for ChatCompletions {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        let body = wire::body(&self.model, request, self.endpoint.kind());
        let answer = self.transport.post(self.endpoint.url(), &body).await?;
        let mut result = if answer.status.is_success() {
            reply::read(&answer, &self.secrets)
        } else {
            Err(fault::from_answer(&answer, &self.secrets))
        };
        if let Err(ModelError::Status { status, remedy, .. }) = &mut result {
            *remedy = self.endpoint.remedy(*status);
        }
        result
    }

    fn profile(&self) -> Profile {
        Profile::named(self.model.as_str())
    }
}

impl fmt::Debug for ChatCompletions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatCompletions")
            .field("model", &self.model)
            .field("endpoint", &self.endpoint)
            .finish_non_exhaustive()
    }
}
