//! What can go wrong between us and a model.

use std::{fmt, time::Duration};

/// Why a model gave no reply.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ModelError {
    /// Something is not configured, or not configured rightly. The text names the remedy.
    #[error("{0}")]
    Config(String),
    /// The connection could not be made or was lost.
    #[error("could not reach {host}: {what}")]
    Connect {
        /// The server, without credentials.
        host: String,
        /// What happened.
        what: String,
        /// The transport's own error.
        #[source]
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
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
    #[error("the provider answered {status}: {message}")]
    Status {
        /// The HTTP status.
        status: u16,
        /// The provider's own words, without the key.
        message: String,
        /// The provider's code for it, where there is one.
        code: Option<String>,
        /// How long the provider asks to wait.
        retry_after: Option<Duration>,
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
        source: Option<Box<dyn std::error::Error + Send + Sync>>,
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

    /// Whether the provider asks to slow down.
    pub fn is_rate_limited(&self) -> bool {
        matches!(self, Self::Status { status: 429, .. })
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
            return false;
        };
        code.as_deref() == Some("context_length_exceeded")
            || ["context length", "context window", "maximum context"]
                .iter()
                .any(|words| message.to_lowercase().contains(words))
    }

    /// Whether the same request may succeed later: 408, 429, 5xx, lost connections, timeouts.
    pub fn is_retryable(&self) -> bool {
        match self {
            Self::Status { status, .. } => matches!(status, 408 | 429 | 500..=599),
            Self::Connect { .. } | Self::Timeout { .. } => true,
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

/// What was waited for when a bound was passed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimeoutPhase {
    /// A connection.
    Connect,
    /// The first byte of the answer.
    FirstByte,
    /// The next byte of the answer.
    Idle,
    /// The whole answer.
    Total,
}

impl fmt::Display for TimeoutPhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Connect => "connection",
            Self::FirstByte => "first byte of the answer",
            Self::Idle => "further byte of the answer",
            Self::Total => "complete answer",
        })
    }
}
