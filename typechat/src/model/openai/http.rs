//! One exchange over HTTP, with bounds on its time and size.

use std::{future::Future, time::Duration};

use reqwest::{
    Response, StatusCode, Url,
    header::{CONTENT_TYPE, HeaderMap},
};
use serde_json::Value;
use tokio::time::Instant;

use super::route::Route;
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
    pub(super) route: Route,
    pub(super) headers: HeaderMap,
    pub(super) limits: Limits,
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
        let started = Instant::now();
        let lost = |error| self.route.lost(url, error, started);
        let request = self
            .route
            .client
            .post(url.clone())
            .headers(self.headers.clone())
            .json(body);
        let sent = bounded(
            TimeoutPhase::FirstByte,
            self.limits.first_byte,
            request.send(),
        );
        let response = sent.await?.map_err(lost)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = if status.is_success() {
            let (body, end) = self.read(&lost, response, self.limits.body).await;
            end.map(|()| body)?
        } else {
            self.read(&lost, response, self.limits.body.min(ERROR_BODY))
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
        lost: &impl Fn(reqwest::Error) -> ModelError,
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
                Ok(Err(error)) => return (body, Err(lost(error))),
                Err(timeout) => return (body, Err(timeout)),
            }
        }
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
