//! The Hugging Face hub: one file over HTTP, gone on with where it stopped.

use std::{error::Error, time::Duration};

use reqwest::{Client, ClientBuilder, Response, StatusCode, Url, header};

use super::{Event, Known, WeightsError, part::Part, progress::Listener};

/// The bound on making a connection: whoever cannot reach the hub should not wait long for the
/// next source.
const CONNECT: Duration = Duration::from_secs(10);
/// The bound on waiting for further bytes.
const IDLE: Duration = Duration::from_secs(30);
/// How often a connection is made that brought bytes and then broke.
const CONNECTIONS: u32 = 10;

/// A file on the hub.
pub(crate) struct Hub {
    url: Url,
    client: Client,
}

impl Hub {
    pub(crate) fn new(endpoint: &str, repository: &str, file: &str) -> Result<Self, WeightsError> {
        let endpoint = endpoint.trim_end_matches('/');
        let url = Url::parse(&format!("{endpoint}/{repository}/resolve/main/{file}"));
        let url = url.map_err(|error| WeightsError::Hub {
            host: "HF_ENDPOINT".to_owned(),
            what: format!("{error}; expected an address like https://huggingface.co"),
        })?;
        let client = client(&url).map_err(|error| failed(&url, innermost(&error)))?;
        Ok(Self { url, client })
    }

    /// Fills the part. What arrived before a connection broke stays.
    pub(crate) async fn fetch(
        &self,
        known: &Known,
        part: &mut Part,
        listener: &mut Listener,
    ) -> Result<(), WeightsError> {
        let mut connections = 0;
        loop {
            let before = part.length();
            connections += 1;
            match self.connection(known, part, listener).await {
                Err(error)
                    if error.is_of_the_source()
                        && part.length() > before
                        && connections < CONNECTIONS => {}
                outcome => return outcome,
            }
        }
    }

    async fn connection(
        &self,
        known: &Known,
        part: &mut Part,
        listener: &mut Listener,
    ) -> Result<(), WeightsError> {
        let mut response = self.answer(part).await?;
        let rest = response.content_length().unwrap_or_default();
        let announced = part.length() + rest;
        if rest > 0 && announced != known.size {
            return Err(self.failed(format!(
                "the file there has {announced} bytes, expected {}",
                known.size
            )));
        }
        listener(Event::Bytes(part.length()));
        while let Some(bytes) = self.lost(response.chunk().await)? {
            if part.length() + bytes.len() as u64 > known.size {
                part.keep(0)?;
                return Err(
                    self.failed(format!("the file there has more than {} bytes", known.size))
                );
            }
            part.append(&bytes)?;
            listener(Event::Bytes(part.length()));
        }
        if part.is_whole() {
            return Ok(());
        }
        let (found, expected) = (part.length(), known.size);
        Err(self.failed(format!(
            "the answer ended after {found} of {expected} bytes"
        )))
    }

    /// The answer that goes on where the part ends.
    async fn answer(&self, part: &mut Part) -> Result<Response, WeightsError> {
        let mut request = self.client.get(self.url.clone());
        if part.length() > 0 {
            request = request.header(header::RANGE, format!("bytes={}-", part.length()));
        }
        let response = self.lost(request.send().await)?;
        match response.status() {
            StatusCode::PARTIAL_CONTENT if starts_at(&response, part.length()) => Ok(response),
            // The server gives the file only as a whole, or not from there.
            StatusCode::OK => {
                part.keep(0)?;
                Ok(response)
            }
            StatusCode::NOT_FOUND => Err(self.failed(format!(
                "the file is not there (404 for {})",
                self.url.path()
            ))),
            status => Err(self.failed(format!("it answered {status}"))),
        }
    }

    fn lost<T>(&self, outcome: Result<T, reqwest::Error>) -> Result<T, WeightsError> {
        outcome.map_err(|error| {
            let what = match &error {
                error if error.is_timeout() && error.is_connect() => {
                    format!("no connection within {} s", CONNECT.as_secs())
                }
                error if error.is_timeout() => {
                    format!("no further byte within {} s", IDLE.as_secs())
                }
                error if error.is_connect() => format!("no connection: {}", innermost(error)),
                error => format!("the connection was lost: {}", innermost(error)),
            };
            self.failed(what)
        })
    }

    fn failed(&self, what: String) -> WeightsError {
        failed(&self.url, what)
    }
}

fn client(url: &Url) -> Result<Client, reqwest::Error> {
    let builder = Client::builder()
        .user_agent(concat!("typechat/", env!("CARGO_PKG_VERSION")))
        .connect_timeout(CONNECT)
        .read_timeout(IDLE);
    // A server on this machine is reached without a proxy, and without TLS needs no certificates,
    // which slim containers have not.
    let is_here = matches!(url.host_str(), Some("localhost" | "127.0.0.1" | "[::1]"));
    let builder = if is_here { builder.no_proxy() } else { builder };
    match url.scheme() {
        "http" if is_here => ClientBuilder::tls_certs_only(builder, []).build(),
        _ => builder.build(),
    }
}

/// Whether an answer of a part begins at this byte.
fn starts_at(response: &Response, byte: u64) -> bool {
    let range = response.headers().get(header::CONTENT_RANGE);
    let range = range.and_then(|range| range.to_str().ok());
    range.is_some_and(|range| range.starts_with(&format!("bytes {byte}-")))
}

/// The server without credentials, and what happened.
fn failed(url: &Url, what: String) -> WeightsError {
    let host = url.host_str().unwrap_or_default();
    let host = match url.port() {
        Some(port) => format!("{host}:{port}"),
        None => host.to_owned(),
    };
    WeightsError::Hub { host, what }
}

/// The cause at the bottom: the layers above it only say that a request failed.
fn innermost(error: &dyn Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}
