//! What can go wrong between us and a model.

use std::{error::Error, fmt, time::Duration};

use super::{ConnectFault, TimeoutPhase};

/// Why a model gave no reply.
///
/// `Display` gives the provider's own words, which may repeat what was said to it; a reply that
/// is no chat completion is quoted up to 80 characters. `Debug` tells sizes in their place.
#[derive(thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// Something is not configured, or not configured rightly. The text names the remedy.
    #[error("{0}")]
    Config(String),
    /// Nothing is configured at all. The text names what could be.
    #[error("{0}")]
    Unconfigured(String),
    /// The connection could not be made or was lost.
    #[error("could not reach {host}{}: {what}", through(.proxy.as_deref()))]
    Connect {
        /// The server, without credentials.
        host: String,
        /// The proxy before it, where one is known of.
        proxy: Option<String>,
        /// What happened, in the words of the lowest layer.
        what: String,
        /// Whether it may pass.
        fault: ConnectFault,
        /// The transport's own error. It is no `source`: its last words are `what`.
        cause: Option<Box<dyn Error + Send + Sync>>,
    },
    /// A bound on waiting was passed.
    #[error("no {phase} within {} s", .after.as_secs_f64())]
    Timeout {
        /// What was waited for.
        phase: TimeoutPhase,
        /// The bound.
        after: Duration,
    },
    /// The provider answered with an error.
    #[error("the provider answered {status}: {message}{}", after(.remedy.as_deref()))]
    Status {
        /// The HTTP status.
        status: u16,
        /// The provider's own words, without the key.
        message: String,
        /// The provider's code for it, where there is one.
        code: Option<String>,
        /// What can be done about it, where that is known.
        remedy: Option<String>,
        /// How long the provider asks to wait.
        retry_after: Option<Duration>,
    },
    /// The prompt does not fit into the model's context, as the model itself counts tokens.
    #[error(
        "the prompt has {tokens} tokens, which the model's context of {limit} does not hold; \
        shorten the request, the type or the examples"
    )]
    ContextExceeded {
        /// How many tokens the prompt has.
        tokens: u64,
        /// How many the context holds, the reply included.
        limit: u64,
    },
    /// The reply is larger than allowed.
    #[error("the reply is larger than the limit of {limit} bytes")]
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The reply is not what the protocol says.
    #[error("the reply is not a chat completion: {what}")]
    Malformed {
        /// What was found instead.
        what: String,
    },
    /// Anything else, from a model that is not ours.
    #[error("{what}")]
    Other {
        /// What happened.
        what: String,
        /// The cause.
        #[source]
        source: Option<Box<dyn Error + Send + Sync>>,
    },
}

impl ModelError {
    /// An error of a model that is not ours.
    pub fn other(what: impl Into<String>) -> Self {
        Self::Other {
            what: what.into(),
            source: None,
        }
    }

    /// Whether a bound on waiting was passed.
    pub fn is_timeout(&self) -> bool {
        matches!(self, Self::Timeout { .. })
    }

    /// Whether something is not configured rightly: nothing is, the key is refused (401, 403),
    /// or the address or the model is not known there (404).
    pub fn is_config(&self) -> bool {
        match self {
            Self::Config(_) | Self::Unconfigured(_) => true,
            Self::Status { status, .. } => matches!(status, 401 | 403 | 404),
            _ => false,
        }
    }

    /// Whether nothing is configured at all, so that something else may answer in its place. What
    /// is configured in part is not meant: leaving it aside would not be what was asked for.
    pub fn is_unconfigured(&self) -> bool {
        matches!(self, Self::Unconfigured(_))
    }

    /// Whether the provider asks to slow down.
    pub fn is_rate_limited(&self) -> bool {
        matches!(self, Self::Status { status: 429, .. }) && !self.is_quota_exhausted()
    }

    /// Whether the account has nothing left to pay with, which waiting does not mend.
    pub fn is_quota_exhausted(&self) -> bool {
        let Self::Status { code, .. } = self else {
            return false;
        };
        let code = code.as_deref().unwrap_or_default();
        code == "insufficient_quota" || code.starts_with("billing_")
    }

    /// Whether the key was refused.
    pub fn is_authentication(&self) -> bool {
        matches!(
            self,
            Self::Status {
                status: 401 | 403,
                ..
            }
        )
    }

    /// Whether the prompt does not fit into the model's context.
    pub fn is_context_exceeded(&self) -> bool {
        let Self::Status { message, code, .. } = self else {
            return matches!(self, Self::ContextExceeded { .. });
        };
        code.as_deref() == Some("context_length_exceeded")
            || ["context length", "context window", "maximum context"]
                .iter()
                .any(|words| message.to_lowercase().contains(words))
    }

    /// Whether the same request may succeed later: 408, 429, 5xx, connections that were refused
    /// or lost or took too long to make.
    ///
    /// What waiting does not mend is not among them: an exhausted quota, 501, 505 and 511, names
    /// that are not known, certificates that are refused. Nor is an answer that took too long:
    /// the server may still be at work on it.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Status { status, .. } => {
                matches!(status, 408 | 429 | 500 | 502..=504 | 506..=510 | 512..=599)
                    && !self.is_quota_exhausted()
            }
            Self::Connect { fault, .. } => *fault != ConnectFault::Lasting,
            Self::Timeout { phase, .. } => *phase == TimeoutPhase::Connect,
            _ => false,
        }
    }

    /// How long the provider asks to wait.
    pub fn retry_after(&self) -> Option<Duration> {
        match self {
            Self::Status { retry_after, .. } => *retry_after,
            _ => None,
        }
    }
}

fn through(proxy: Option<&str>) -> String {
    proxy.map_or_else(String::new, |proxy| format!(" through the proxy {proxy}"))
}

fn after(remedy: Option<&str>) -> String {
    remedy.map_or_else(String::new, |remedy| format!("; {remedy}"))
}

impl fmt::Debug for ModelError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let size = |text: &str| format!("{} bytes", text.len());
        match self {
            Self::Config(words) => f.debug_tuple("Config").field(words).finish(),
            Self::Unconfigured(words) => f.debug_tuple("Unconfigured").field(words).finish(),
            Self::Connect {
                host,
                proxy,
                what,
                fault,
                cause: _,
            } => f
                .debug_struct("Connect")
                .field("host", host)
                .field("proxy", proxy)
                .field("what", what)
                .field("fault", fault)
                .finish_non_exhaustive(),
            Self::Timeout { phase, after } => f
                .debug_struct("Timeout")
                .field("phase", phase)
                .field("after", after)
                .finish(),
            Self::Status {
                status,
                message,
                code,
                remedy,
                retry_after,
            } => f
                .debug_struct("Status")
                .field("status", status)
                .field("message", &size(message))
                .field("code", code)
                .field("remedy", remedy)
                .field("retry_after", retry_after)
                .finish(),
            Self::ContextExceeded { tokens, limit } => f
                .debug_struct("ContextExceeded")
                .field("tokens", tokens)
                .field("limit", limit)
                .finish(),
            Self::TooLarge { limit } => f.debug_struct("TooLarge").field("limit", limit).finish(),
            Self::Malformed { what } => f
                .debug_struct("Malformed")
                .field("what", &size(what))
                .finish(),
            Self::Other { what, source } => f
                .debug_struct("Other")
                .field("what", &size(what))
                .field("source", &source.is_some())
                .finish(),
        }
    }
}
