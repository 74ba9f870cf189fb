//! Why a run has no result, and what it has all the same.

use std::fmt;

use serde_json::Value;
use typechat::reply::Path;

use super::{Limit, TraceEntry};

/// A run that ended early: why, where, and the results so far.
///
/// ```
/// use typechat_program::{Program, RunErrorKind, samples::{Math, MathApi}};
///
/// let program = Program::parse(
///     r#"{"@steps": [{"@func": "sub", "@args": [2, 2]},
///                    {"@func": "div", "@args": [1, {"@ref": 0}]}]}"#,
/// )?;
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let error = Math.into_api().check(&program)?.run().await.unwrap_err();
/// assert_eq!((error.step(), error.function()), (Some(1), Some("div")));
/// assert!(matches!(error.kind(), RunErrorKind::Failed(_)));
/// assert_eq!(error.results(), [Some(0.0.into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RunError {
    pub(crate) kind: RunErrorKind,
    pub(crate) at: Option<Box<At>>,
    pub(crate) results: Vec<Option<Value>>,
    pub(crate) trace: Vec<TraceEntry>,
    pub(crate) calls: usize,
}

/// The call that ended a run.
#[derive(Debug)]
pub(crate) struct At {
    pub(crate) step: usize,
    pub(crate) path: Path,
    pub(crate) function: String,
    /// The name of the argument that the error is about.
    pub(crate) argument: Option<String>,
}

/// What ended a run. [`RunError`] has predicates for most of it.
///
/// ```
/// use typechat_program::{Limit, RunErrorKind};
/// let kind = RunErrorKind::Limit(Limit::Calls(10));
/// assert!(matches!(kind, RunErrorKind::Limit(Limit::Calls(10))));
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum RunErrorKind {
    /// The function failed, in its own words.
    Failed(String),
    /// The function panicked, with these words.
    Panicked(String),
    /// A value is not what the parameter takes; the check had listed it as deferred.
    ArgType {
        /// The parameter, by its place.
        argument: usize,
        /// Why, in words.
        why: String,
    },
    /// A result has no such part; the check had listed it as deferred.
    MissingPart(String),
    /// What the function returned is not what it says to return.
    Result(String),
    /// The program's value is not of the type that was asked for; the check had listed it as
    /// deferred.
    ResultType(String),
    /// A limit was reached.
    Limit(Limit),
    /// The plan has calls that need to be confirmed, and was not.
    Unconfirmed,
    /// The call was not confirmed.
    Declined,
    /// The function is only described.
    NoImplementation,
}

impl RunError {
    /// What ended the run.
    pub fn kind(&self) -> &RunErrorKind {
        &self.kind
    }

    /// The step that ended it, from 0 on; nothing when the run did not begin.
    pub fn step(&self) -> Option<usize> {
        self.at.as_ref().map(|at| at.step)
    }

    /// The place of the call in the program.
    pub fn path(&self) -> Option<&Path> {
        self.at.as_ref().map(|at| &at.path)
    }

    /// The function whose call ended it.
    pub fn function(&self) -> Option<&str> {
        self.at.as_ref().map(|at| at.function.as_str())
    }

    /// The results of the steps that were done, each in its place.
    pub fn results(&self) -> &[Option<Value>] {
        &self.results
    }

    /// Every call that was made, when a trace was asked for.
    pub fn trace(&self) -> &[TraceEntry] {
        &self.trace
    }

    /// How many calls were done.
    pub fn calls(&self) -> usize {
        self.calls
    }

    /// Whether a value was not what a parameter takes, or had not the part that was asked for:
    /// what a check can only defer.
    pub fn is_type(&self) -> bool {
        matches!(
            self.kind,
            RunErrorKind::ArgType { .. }
                | RunErrorKind::MissingPart(_)
                | RunErrorKind::ResultType(_)
        )
    }

    /// Whether a limit was reached.
    pub fn is_limit(&self) -> bool {
        matches!(self.kind, RunErrorKind::Limit(_))
    }

    /// Whether a confirmation is missing, or was refused.
    pub fn is_unconfirmed(&self) -> bool {
        matches!(
            self.kind,
            RunErrorKind::Unconfirmed | RunErrorKind::Declined
        )
    }

    /// Whether the function itself failed or panicked.
    pub fn is_failure(&self) -> bool {
        matches!(
            self.kind,
            RunErrorKind::Failed(_) | RunErrorKind::Panicked(_)
        )
    }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut function = "the function";
        let mut argument = None;
        if let Some(at) = &self.at {
            write!(f, "{}: ", at.path)?;
            function = &at.function;
            argument = at.argument.as_deref();
        }
        match &self.kind {
            RunErrorKind::Failed(why) => write!(f, "{function} failed: {why}"),
            RunErrorKind::Panicked(why) => write!(f, "{function} panicked: {why}"),
            RunErrorKind::ArgType { why, .. } => match argument {
                Some(name) => write!(f, "the argument {name} of {function} does not fit: {why}"),
                None => write!(f, "an argument of {function} does not fit: {why}"),
            },
            RunErrorKind::MissingPart(pointer) => {
                write!(
                    f,
                    "the result has nothing at {pointer:?}, which {function} needs"
                )
            }
            RunErrorKind::Result(why) => {
                write!(f, "the result of {function} is not of its type: {why}")
            }
            RunErrorKind::ResultType(why) => {
                write!(
                    f,
                    "the result of {function} is not what was asked for: {why}"
                )
            }
            RunErrorKind::Limit(limit @ (Limit::Bytes(_) | Limit::Depth(_))) => {
                write!(f, "stopped at {function}: more than {limit}")
            }
            RunErrorKind::Limit(limit) => {
                write!(f, "stopped before {function}: more than {limit}")
            }
            RunErrorKind::Unconfirmed if self.at.is_none() => f.write_str(
                "the plan calls functions that need to be confirmed; show it, then `Plan::confirm` \
                 it",
            ),
            RunErrorKind::Unconfirmed => write!(
                f,
                "each call of {function} needs to be confirmed; set `RunOptions::confirm`"
            ),
            RunErrorKind::Declined => write!(f, "the call of {function} was declined"),
            RunErrorKind::NoImplementation => {
                write!(
                    f,
                    "{function} is only described; give it a handler to run it"
                )
            }
        }
    }
}

impl std::error::Error for RunError {}
