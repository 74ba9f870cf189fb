//! The way to a server: the HTTP client, the proxy between, and what a broken connection means.

use std::{error::Error, io, time::Duration};

use hyper_util::client::proxy::matcher::Matcher;
use reqwest::{Client, ClientBuilder, Proxy, Url, redirect::Policy};
use tokio::time::Instant;

use super::endpoint::{host, is_loopback, without_credentials};
use crate::model::{ConnectFault, ModelError, TimeoutPhase};

/// How a server is reached.
#[derive(Clone)]
pub(super) struct Route {
    pub(super) client: Client,
    /// The proxy, where we know of one; a caller's own client does not tell.
    pub(super) proxy: Option<Url>,
    /// The bound on making a connection, where it is ours.
    connect: Option<Duration>,
}

impl Route {
    /// Through a client that the caller made.
    pub(super) fn own(client: Client) -> Self {
        Self {
            client,
            proxy: None,
            connect: None,
        }
    }

    /// Through a client of ours, and the proxy that is given or that the environment names.
    pub(super) fn new(
        url: &Url,
        proxy: Option<&str>,
        connect: Option<Duration>,
    ) -> Result<Self, ModelError> {
        let (proxy, named) = match proxy {
            Some(text) => {
                let (proxy, url) = given(text)?;
                (Some(proxy), Some(url))
            }
            None => (None, from_environment(url)),
        };
        let direct = named.is_none();
        let builder = || {
            let builder = builder(connect);
            match &proxy {
                Some(proxy) => builder.proxy(proxy.clone()),
                None if direct => builder.no_proxy(),
                None => builder,
            }
        };
        let built = builder().build();
        // Slim containers have no certificates, and a server without TLS needs none.
        #[cfg(any(feature = "rustls", feature = "native-tls"))]
        let built = match built {
            Err(_) if url.scheme() == "http" => builder().tls_certs_only([]).build(),
            built => built,
        };
        let client = built.map_err(|error| {
            ModelError::Config(format!(
                "the HTTP client for {} could not be set up: {}; if certificates are missing, \
                 install the system's CA certificates (package ca-certificates) or set \
                 SSL_CERT_FILE",
                host(url),
                innermost(&error)
            ))
        })?;
        Ok(Self {
            client,
            proxy: named,
            connect,
        })
    }

    /// What an error of the transport means.
    pub(super) fn lost(&self, url: &Url, error: reqwest::Error, started: Instant) -> ModelError {
        if error.is_timeout() {
            let (phase, bound) = if error.is_connect() {
                (TimeoutPhase::Connect, self.connect)
            } else {
                (TimeoutPhase::Total, None)
            };
            // A bound of the caller's own client is not known, only how long it was.
            let taken = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
            let after = bound.unwrap_or(Duration::from_millis(taken));
            return ModelError::Timeout { phase, after };
        }
        let error = error.without_url();
        ModelError::Connect {
            host: host(url),
            proxy: self.proxy.as_ref().map(host),
            what: innermost(&error),
            fault: fault(&error),
            cause: Some(Box::new(error)),
        }
    }
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

fn given(text: &str) -> Result<(Proxy, Url), ModelError> {
    let refused = |what: &dyn Error| {
        ModelError::Config(format!(
            "the proxy \"{}\" cannot be used: {}; expected an address like http://HOST:3128",
            without_credentials(text),
            innermost(what)
        ))
    };
    let url = Url::parse(text).map_err(|error| refused(&error))?;
    let proxy = Proxy::all(url.clone()).map_err(|error| refused(&error))?;
    Ok((proxy, url))
}

/// The proxy that the environment names for this address, by the HTTP library's own rules. A
/// server on this machine has none, whatever the environment says: nobody means that.
fn from_environment(url: &Url) -> Option<Url> {
    if is_loopback(url) {
        return None;
    }
    let proxy = Matcher::from_system().intercept(&url.as_str().parse().ok()?)?;
    Url::parse(&proxy.uri().to_string()).ok()
}

/// Whether a lost connection may come back.
fn fault(error: &reqwest::Error) -> ConnectFault {
    if error.is_builder() {
        return ConnectFault::Lasting;
    }
    if !error.is_connect() {
        return ConnectFault::Lost;
    }
    let mut cause: Option<&(dyn Error + 'static)> = Some(error);
    while let Some(error) = cause {
        if error.downcast_ref().is_some_and(passes) {
            return ConnectFault::Refused;
        }
        cause = error.source();
    }
    ConnectFault::Lasting
}

fn passes(error: &io::Error) -> bool {
    use io::ErrorKind as Kind;
    matches!(
        error.kind(),
        Kind::ConnectionRefused
            | Kind::ConnectionReset
            | Kind::ConnectionAborted
            | Kind::NotConnected
            | Kind::BrokenPipe
            | Kind::TimedOut
            | Kind::UnexpectedEof
            | Kind::Interrupted
            | Kind::WouldBlock
            | Kind::HostUnreachable
            | Kind::NetworkUnreachable
            | Kind::NetworkDown
            | Kind::AddrNotAvailable // The resolver has no kinds; this is its word for a server of names that did not answer.
    ) || error.to_string().contains("Temporary failure")
}

/// The cause at the bottom: the layers above it only say that a request failed.
fn innermost(error: &dyn Error) -> String {
    let mut error = error;
    while let Some(source) = error.source() {
        error = source;
    }
    error.to_string()
}
