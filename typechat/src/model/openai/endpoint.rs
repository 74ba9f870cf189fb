//! Where requests go: addresses as people write them, made whole.

use std::{fmt, net::IpAddr};

use reqwest::Url;

use crate::model::ModelError;

const OPENAI: &str = "https://api.openai.com/v1/chat/completions";
const OPENAI_HOST: &str = "api.openai.com";
const TAIL: &str = "/chat/completions";
const AZURE_API_VERSION: &str = "2024-10-21";

/// Whose dialect is spoken at an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    OpenAi,
    Azure,
    Compatible,
}

/// An address as it was given.
#[derive(Clone, Default)]
pub(super) enum Address {
    #[default]
    OpenAi,
    Base(String),
    Whole(String),
    Azure(String),
}

/// A whole, checked address. `Debug` leaves out credentials and the query.
#[derive(Clone)]
pub(super) struct Endpoint {
    url: Url,
    kind: Kind,
}

impl Endpoint {
    /// Makes the address whole; Azure takes the model's name for the deployment's.
    pub(super) fn new(
        address: &Address,
        model: &str,
        api_version: Option<&str>,
    ) -> Result<Self, ModelError> {
        match address {
            Address::OpenAi => Self::compatible(OPENAI, true),
            Address::Base(text) => Self::compatible(text, true),
            // What ends in /v1 is a base, whatever the variable is called.
            Address::Whole(text) => {
                let path = text.split('?').next().unwrap_or(text);
                Self::compatible(text, path.trim_end_matches('/').ends_with("/v1"))
            }
            Address::Azure(text) => Self::azure(text, model, api_version),
        }
    }

    fn compatible(text: &str, complete: bool) -> Result<Self, ModelError> {
        let mut url = parse(text)?;
        if complete {
            add_tail(&mut url, TAIL);
        }
        let kind = match url.host_str() {
            Some(OPENAI_HOST) => Kind::OpenAi,
            _ => Kind::Compatible,
        };
        Ok(Self { url, kind })
    }

    fn azure(text: &str, model: &str, api_version: Option<&str>) -> Result<Self, ModelError> {
        let mut url = parse(text)?;
        if url.path().trim_end_matches('/').is_empty()
            && let Ok(mut path) = url.path_segments_mut()
        {
            path.clear().extend(["openai", "deployments", model]);
        }
        // The versionless interface refuses an api-version.
        let versionless = url.path().contains("/openai/v1");
        add_tail(&mut url, TAIL);
        let has_version = url.query_pairs().any(|(name, _)| name == "api-version");
        if !versionless && !has_version {
            let version = api_version.unwrap_or(AZURE_API_VERSION);
            url.query_pairs_mut().append_pair("api-version", version);
        }
        Ok(Self {
            url,
            kind: Kind::Azure,
        })
    }

    pub(super) fn url(&self) -> &Url {
        &self.url
    }

    pub(super) fn kind(&self) -> Kind {
        self.kind
    }

    /// What may be done about a status, with the variables of the environment.
    pub(super) fn remedy(&self, status: u16) -> Option<String> {
        let (key, address) = match self.kind {
            Kind::OpenAi | Kind::Compatible => ("OPENAI_API_KEY", "OPENAI_BASE_URL"),
            Kind::Azure => ("AZURE_OPENAI_API_KEY", "AZURE_OPENAI_ENDPOINT"),
        };
        match status {
            401 => Some(format!("check the API key ({key})")),
            403 => Some(format!(
                "check the API key ({key}) and what it may be used for"
            )),
            404 => Some(format!(
                "check the name of the model (OPENAI_MODEL) and the address ({address})"
            )),
            _ => None,
        }
    }
}

impl fmt::Debug for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&without_credentials(self.url.as_str()))
    }
}

/// The deployment that an Azure address names.
pub(super) fn deployment(text: &str) -> Option<String> {
    let (_, rest) = text.split_once("/deployments/")?;
    let name = rest.split(['/', '?', '#']).next()?;
    (!name.is_empty()).then(|| name.to_owned())
}

/// Whether an address is this machine's own; `0.0.0.0` is what servers print for it.
pub(super) fn is_loopback(url: &Url) -> bool {
    let host = url.host_str().unwrap_or_default();
    let ip = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost"
        || ip
            .parse()
            .is_ok_and(|ip: IpAddr| ip.is_loopback() || ip.is_unspecified())
}

/// Server and port.
pub(super) fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port()
        .map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// The address without user, password and query, also when it cannot be parsed.
pub(super) fn without_credentials(text: &str) -> String {
    let (scheme, rest) = text.split_once("://").map_or(("", text), |(_, rest)| {
        text.split_at(text.len() - rest.len())
    });
    let rest = rest.rsplit('@').next().unwrap_or(rest);
    let rest = rest.split(['?', '#']).next().unwrap_or(rest);
    format!("{scheme}{rest}")
}

fn parse(text: &str) -> Result<Url, ModelError> {
    let text = text.trim();
    let shown = without_credentials(text);
    if !["http://", "https://"]
        .iter()
        .any(|scheme| text.to_lowercase().starts_with(scheme))
    {
        return Err(ModelError::Config(format!(
            "the address \"{shown}\" does not begin with http:// or https://; \
             write it in full, for example https://api.openai.com/v1"
        )));
    }
    Url::parse(text).map_err(|error| {
        ModelError::Config(format!(
            "the address \"{shown}\" is not valid: {error}; \
             expected one like https://api.openai.com/v1"
        ))
    })
}

fn add_tail(url: &mut Url, tail: &str) {
    let path = url.path().trim_end_matches('/');
    let path = if path.ends_with(tail) {
        path.to_owned()
    } else {
        format!("{path}{tail}")
    };
    url.set_path(&path);
}
