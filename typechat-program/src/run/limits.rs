//! How much a run may do.

use std::{fmt, time::Duration};

/// How much a run may do. What goes beyond stops it, at the very call that would.
///
/// ```
/// use std::time::Duration;
/// use typechat_program::Limits;
/// let limits = Limits::default().calls(100).time(Duration::from_secs(5));
/// assert_eq!(limits.get_calls(), 100);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    pub(crate) steps: usize,
    pub(crate) calls: usize,
    pub(crate) bytes: usize,
    pub(crate) time: Duration,
    pub(crate) at_once: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 1_000,
            calls: 10_000,
            bytes: 16 << 20,
            time: Duration::from_secs(60),
            at_once: 8,
        }
    }
}

impl Limits {
    /// The most steps; 1,000 unless set.
    pub fn steps(mut self, most: usize) -> Self {
        self.steps = most;
        self
    }

    /// The most calls, those within arguments included; 10,000 unless set.
    pub fn calls(mut self, most: usize) -> Self {
        self.calls = most;
        self
    }

    /// The most bytes of JSON that all results together may have, numbers, `true`, `false` and
    /// `null` not counted; 16 MiB unless set.
    pub fn bytes(mut self, most: usize) -> Self {
        self.bytes = most;
        self
    }

    /// The most time; a minute unless set. A function that does not wait cannot be interrupted:
    /// time is looked at before and after it.
    pub fn time(mut self, most: Duration) -> Self {
        self.time = most;
        self
    }

    /// The most calls that wait at the same time; 8 unless set. At least one does.
    pub fn at_once(mut self, most: usize) -> Self {
        self.at_once = most.max(1);
        self
    }

    /// The most calls.
    pub fn get_calls(&self) -> usize {
        self.calls
    }
}

/// A limit that a run reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// So many steps.
    Steps(usize),
    /// So many calls.
    Calls(usize),
    /// So many bytes of results.
    Bytes(usize),
    /// So much time.
    Time(Duration),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(most) => write!(f, "{most} steps"),
            Self::Calls(most) => write!(f, "{most} calls"),
            Self::Bytes(most) => write!(f, "{most} bytes of results"),
            Self::Time(most) => write!(f, "{most:?}"),
        }
    }
}
