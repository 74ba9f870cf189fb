//! Where between us and a server something went wrong.

use std::fmt;

/// What went wrong with a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum ConnectFault {
    /// None was made, but one may be later: refused, out of reach, reset at once.
    Refused,
    /// It was made and then lost; the server may have begun to answer.
    Lost,
    /// None was made, and waiting does not help: the name is not known, the certificate is
    /// refused, the address cannot be used.
    Lasting,
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
