//! One exchange over HTTP, with bounds on its time and size.

use std::{error::Error, future::Future, time::Duration};

use reqwest::{
    Client, ClientBuilder, Response, StatusCode, Url,
    header::{CONTENT_TYPE, HeaderMap},
    redirect::Policy,
};
use serde_json::Value;

use super::endpoint::host;
use crate::model::{ModelError, TimeoutPhase};

/// Error bodies are read up to here and cut, since only their beginning is of use.
const ERROR_BODY: usize = 64 * 1024;

/// Bounds on an exchange.
#[derive(Debug, Clone, Copy)]
pub(super) struct Limits {
    pub(super) first_byte: Option<Duration>,
    pub(super) idle: Option<Duration>,
    pub(super) total: Option<Duration>,
    pub(super) body: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            first_byte: Some(Duration::from_secs(120)),
            idle: Some(Duration::from_secs(60)),
            total: Some(Duration::from_secs(600)),
            body: 16 * 1024 * 1024,
        }
    }
}

/// The connection to a server, with what every request carries.
#[derive(Clone)]
pub(super) struct Transport {
    pub(super) client: Client,
    pub(super) headers: HeaderMap,
    pub(super) limits: Limits,
    pub(super) connect: Option<Duration>,
}

/// What the server answered, whatever its status.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    pub(super) headers: HeaderMap,
    pub(super) body: Vec<u8>,
}

impl Answer {
    /// A header's text; empty when it is absent or not text.
    pub(super) fn header(&self, name: &str) -> &str {
        self.headers
            .get(name)
            .and_then(|value| value.to_str().ok())
            .unwrap_or_default()
    }

    pub(super) fn content_type(&self) -> &str {
        match self.header(CONTENT_TYPE.as_str()) {
            "" => "no content type",
            known => known,
        }
    }
}

impl Transport {
    pub(super) async fn post(&self, url: &Url, body: &Value) -> Result<Answer, ModelError> {
        bounded(
            TimeoutPhase::Total,
            self.limits.total,
            self.exchange(url, body),
        )
        .await?
    }

    async fn exchange(&self, url: &Url, body: &Value) -> Result<Answer, ModelError> {
        let request = self
            .client
            .post(url.clone())
            .headers(self.headers.clone())
            .json(body);
        let sent = bounded(
            TimeoutPhase::FirstByte,
            self.limits.first_byte,
            request.send(),
        );
        let response = sent.await?.map_err(|error| self.lost(url, error))?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = if status.is_success() {
            let (body, end) = self.read(url, response, self.limits.body).await;
            end.map(|()| body)?
        } else {
            self.read(url, response, self.limits.body.min(ERROR_BODY))
                .await
                .0
        };
        Ok(Answer {
            status,
            headers,
            body,
        })
    }

    /// What could be read of the body, and why no more could be.
    async fn read(
        &self,
        url: &Url,
        mut response: Response,
        limit: usize,
    ) -> (Vec<u8>, Result<(), ModelError>) {
        let mut body = Vec::new();
        loop {
            match bounded(TimeoutPhase::Idle, self.limits.idle, response.chunk()).await {
                Ok(Ok(Some(chunk))) => {
                    let room = limit - body.len();
                    body.extend_from_slice(&chunk[..chunk.len().min(room)]);
                    if chunk.len() > room {
                        return (body, Err(ModelError::TooLarge { limit }));
                    }
                }
                Ok(Ok(None)) => return (body, Ok(())),
                Ok(Err(error)) => return (body, Err(self.lost(url, error))),
                Err(timeout) => return (body, Err(timeout)),
            }
        }
    }

    fn lost(&self, url: &Url, error: reqwest::Error) -> ModelError {
        if error.is_timeout() && error.is_connect() {
            let after = self.connect.unwrap_or_default();
            return ModelError::Timeout {
                phase: TimeoutPhase::Connect,
                after,
            };
        }
        let error = error.without_url();
        let what = innermost(&error);
        ModelError::Connect {
            host: host(url),
            what,
            source: Some(Box::new(error)),
        }
    }
}

/// The client that is used unless another one is given.
pub(super) fn client(connect_timeout: Option<Duration>, url: &Url) -> Result<Client, ModelError> {
    let built = builder(connect_timeout).build();
    // Slim containers have no certificates, and a server without TLS needs none.
    #[cfg(any(feature = "rustls", feature = "native-tls"))]
    let built = match built {
        Err(_) if url.scheme() == "http" => builder(connect_timeout).tls_certs_only([]).build(),
        built => built,
    };
    built.map_err(|error| {
        ModelError::Config(format!(
            "the HTTP client for {} could not be set up: {}; if certificates are missing, install \
             the system's CA certificates (package ca-certificates) or set SSL_CERT_FILE",
            host(url),
            innermost(&error)
        ))
    })
}

fn builder(connect_timeout: Option<Duration>) -> ClientBuilder {
    // A redirect would carry the key to a server that nobody named.
    let builder = Client::builder()
        .redirect(Policy::none())
        .user_agent(concat!("typechat/", env!("CARGO_PKG_VERSION")));
    match connect_timeout {
        Some(bound) => builder.connect_timeout(bound),
        None => builder,
    }
}

async fn bounded<T>(
    phase: TimeoutPhase,
    bound: Option<Duration>,
    work: impl Future<Output = T>,
) -> Result<T, ModelError> {
    match bound {
        Some(after) => tokio::time::timeout(after, work)
            .await
            .map_err(|_| ModelError::Timeout { phase, after }),
        None => Ok(work.await),
    }
}

/// The cause at the bottom: the layers above it only say that a request failed.
fn innermost(error: &dyn Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}
