//! How much a run may do.

use std::{fmt, time::Duration};

/// How much a run may do. What goes beyond stops it, at the very call that would.
///
/// ```
/// use std::time::Duration;
/// use typechat_program::Limits;
/// let limits = Limits::default().calls(100).time(Duration::from_secs(5));
/// assert_ne!(limits, Limits::default());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[must_use]
pub struct Limits {
    pub(crate) steps: usize,
    pub(crate) calls: usize,
    pub(crate) bytes: usize,
    pub(crate) depth: usize,
    pub(crate) time: Duration,
    pub(crate) at_once: usize,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            steps: 1_000,
            calls: 10_000,
            bytes: 16 << 20,
            depth: 128,
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

    /// The most bytes of JSON that all results together may have, and what is put together of
    /// them for one call; numbers, `true`, `false` and `null` alone are not counted, escapes in
    /// texts are not, and every item of a list and member of an object counts 32 more. 16 MiB unless set. Where calls run at the same time, their results are
    /// counted as they come.
    pub fn bytes(mut self, most: usize) -> Self {
        self.bytes = most;
        self
    }

    /// How deep lists and objects may nest in a result; 128 unless set. More than 512 counts as
    /// 512: what goes through a value uses the thread's stack.
    pub fn depth(mut self, most: usize) -> Self {
        self.depth = most.min(512);
        self
    }

    /// The most time; a minute unless set. A function that does not wait cannot be interrupted:
    /// the time is looked at before every call.
    pub fn time(mut self, most: Duration) -> Self {
        self.time = most;
        self
    }

    /// The most calls that wait at the same time; 8 unless set. At least one does.
    pub fn at_once(mut self, most: usize) -> Self {
        self.at_once = most.max(1);
        self
    }
}

/// A limit that a run reached.
///
/// ```
/// use typechat_program::{Limits, Program, RunOptions, samples::{Math, MathApi}};
///
/// let program = Program::parse(r#"{"@steps": [{"@func": "pi"}, {"@func": "pi"}]}"#)?;
/// let plan = Math.into_api().check(&program)?;
/// let one = RunOptions::default().limits(Limits::default().steps(1));
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let error = plan.run_with(&one).await.unwrap_err();
/// assert_eq!(error.to_string(), "@steps[1]: stopped before pi: more than 1 step");
/// # });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Limit {
    /// So many steps.
    Steps(usize),
    /// So many calls.
    Calls(usize),
    /// So many bytes of results.
    Bytes(usize),
    /// Results nested so deep.
    Depth(usize),
    /// So much time.
    Time(Duration),
}

impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Steps(1) => f.write_str("1 step"),
            Self::Steps(most) => write!(f, "{most} steps"),
            Self::Calls(1) => f.write_str("1 call"),
            Self::Calls(most) => write!(f, "{most} calls"),
            Self::Bytes(most) => write!(f, "{most} bytes of results"),
            Self::Depth(most) => write!(f, "{most} lists and objects in each other"),
            Self::Time(most) => write!(f, "{most:?}"),
        }
    }
}
