//! Making a client: what can be set, and the checks when it is built.

use std::{fmt, time::Duration};

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderName, HeaderValue};
use secrecy::{ExposeSecret, SecretString};

use super::{
    ChatCompletions,
    endpoint::{Address, Endpoint, Kind},
    http::{Limits, Transport},
    redact::{Secrets, secrets_of},
    route::Route,
};
use crate::model::ModelError;

/// Settings of a [`ChatCompletions`]; made by [`ChatCompletions::new`].
#[derive(Clone)]
#[must_use = "a builder does nothing until `build`"]
pub struct ChatCompletionsBuilder {
    model: String,
    address: Address,
    api_version: Option<String>,
    key: Option<SecretString>,
    organization: Option<String>,
    client: Option<reqwest::Client>,
    proxy: Option<String>,
    connect_timeout: Option<Duration>,
    limits: Limits,
}

impl ChatCompletionsBuilder {
    pub(super) fn new(model: String) -> Self {
        Self {
            model,
            address: Address::OpenAi,
            api_version: None,
            key: None,
            organization: None,
            client: None,
            proxy: None,
            connect_timeout: Some(Duration::from_secs(10)),
            limits: Limits::default(),
        }
    }

    /// The API key. It is never shown; where a server repeats it, `[key]` is put in its place.
    pub fn api_key(mut self, key: impl Into<SecretString>) -> Self {
        self.key = Some(key.into());
        self
    }

    /// Another server: the address before `/chat/completions`, or with it.
    pub fn base_url(mut self, url: impl Into<String>) -> Self {
        self.address = Address::Base(url.into());
        self
    }

    /// Another server by its whole address, used as it is, whatever its path.
    pub fn endpoint(mut self, url: impl Into<String>) -> Self {
        self.address = Address::Whole(url.into());
        self
    }

    /// An Azure resource: the address of a deployment, or the resource's root, where the
    /// model's name is the deployment's. The key then goes into the header `api-key`.
    pub fn azure(mut self, endpoint: impl Into<String>) -> Self {
        self.address = Address::Azure(endpoint.into());
        self
    }

    /// Azure's `api-version`, for addresses that have none; `2024-10-21` by default.
    pub fn api_version(mut self, version: impl Into<String>) -> Self {
        self.api_version = Some(version.into());
        self
    }

    /// The organization that pays, sent as `OpenAI-Organization`.
    pub fn organization(mut self, organization: impl Into<String>) -> Self {
        self.organization = Some(organization.into());
        self
    }

    /// A proxy for this server, whatever the environment says: `http://USER:PASSWORD@HOST:PORT`.
    pub fn proxy(mut self, url: impl Into<String>) -> Self {
        self.proxy = Some(url.into());
        self
    }

    /// An HTTP client of your own. Its connect timeout, proxies and redirects then apply, and
    /// [`proxy`](Self::proxy) and [`connect_timeout`](Self::connect_timeout) have no effect.
    pub fn client(mut self, client: reqwest::Client) -> Self {
        self.client = Some(client);
        self
    }

    /// The bound on making a connection; 10 s by default, `None` for no bound.
    pub fn connect_timeout(mut self, bound: impl Into<Option<Duration>>) -> Self {
        self.connect_timeout = bound.into();
        self
    }

    /// The bound on waiting for the answer to begin; 120 s by default, `None` for no bound.
    pub fn first_byte_timeout(mut self, bound: impl Into<Option<Duration>>) -> Self {
        self.limits.first_byte = bound.into();
        self
    }

    /// The bound on waiting for the answer to go on; 60 s by default, `None` for no bound.
    pub fn idle_timeout(mut self, bound: impl Into<Option<Duration>>) -> Self {
        self.limits.idle = bound.into();
        self
    }

    /// The bound on the whole exchange; 600 s by default, `None` for no bound.
    pub fn total_timeout(mut self, bound: impl Into<Option<Duration>>) -> Self {
        self.limits.total = bound.into();
        self
    }

    /// The largest reply to accept, in bytes; 16 MiB by default.
    pub fn max_body_bytes(mut self, bytes: usize) -> Self {
        self.limits.body = bytes;
        self
    }

    /// The client.
    ///
    /// # Errors
    /// [`ModelError::Config`] when an address, the proxy, the key or the organization cannot be used, or
    /// when the HTTP client cannot be set up.
    pub fn build(self) -> Result<ChatCompletions, ModelError> {
        let endpoint = Endpoint::new(&self.address, &self.model, self.api_version.as_deref())?;
        let headers = self.headers(endpoint.kind())?;
        let route = match self.client {
            Some(client) => Route::own(client),
            None => Route::new(endpoint.url(), self.proxy.as_deref(), self.connect_timeout)?,
        };
        let carried = [Some(endpoint.url()), route.proxy.as_ref()];
        let carried = carried.into_iter().flatten().flat_map(secrets_of);
        let secrets = Secrets::new(self.key.into_iter().chain(carried));
        let transport = Transport {
            route,
            headers,
            limits: self.limits,
        };
        Ok(ChatCompletions {
            model: self.model,
            endpoint,
            transport,
            secrets,
        })
    }

    fn headers(&self, kind: Kind) -> Result<HeaderMap, ModelError> {
        let mut headers = HeaderMap::new();
        if let Some(key) = &self.key {
            let key = key.expose_secret();
            let (name, text) = match kind {
                Kind::Azure => (HeaderName::from_static("api-key"), key.to_owned()),
                Kind::OpenAi | Kind::Compatible => (AUTHORIZATION, format!("Bearer {key}")),
            };
            let mut value = header(&text, "API key")?;
            value.set_sensitive(true);
            headers.insert(name, value);
        }
        if let Some(organization) = &self.organization {
            headers.insert("openai-organization", header(organization, "organization")?);
        }
        Ok(headers)
    }
}

fn header(text: &str, what: &str) -> Result<HeaderValue, ModelError> {
    HeaderValue::from_str(text).map_err(|_| {
        ModelError::Config(format!(
            "the {what} holds a character that an HTTP header must not hold, such as a line \
             break; copy it again without what is round it"
        ))
    })
}

impl fmt::Debug for ChatCompletionsBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatCompletionsBuilder")
            .field("model", &self.model)
            .field("limits", &self.limits)
            .finish_non_exhaustive()
    }
}
