//! What a run gave.

use std::time::Duration;

use serde::{Serialize, de::DeserializeOwned};
use serde_json::{Map, Value};
use typechat::reply::Path;

use crate::value::Slot;

/// The results of a run.
///
/// ```
/// use typechat_program::{Api, Function, Program};
///
/// let api = Api::builder().function(Function::new("add", |x: u32, y: u32| x + y)).build()?;
/// let program = Program::parse(
///     r#"{"@steps": [{"@func": "add", "@args": [1, 2]}, {"@func": "add", "@args": [{"@ref": 0}, 4]}]}"#,
/// )?;
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let outcome = api.check(&program)?.run().await?;
/// assert_eq!(outcome.value(), 7);
/// assert_eq!(outcome.to::<u32>()?, 7);
/// assert_eq!(outcome.results()[0], Some(3.into()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Outcome {
    /// The result of each step; `None` for one that was left out, since no one uses it.
    pub(crate) slots: Vec<Option<Slot>>,
    pub(crate) trace: Vec<TraceEntry>,
    pub(crate) calls: usize,
}

impl Outcome {
    /// The program's value: the result of its last step.
    pub fn value(&self) -> Value {
        // Results without JSON were refused when they were returned.
        let last = self.slots.last().and_then(Option::as_ref);
        last.and_then(|slot| slot.to_json().ok())
            .unwrap_or_default()
    }

    /// The program's value as a `T`: as the function returned it, when it returned a `T`.
    ///
    /// # Errors
    /// [`OutcomeError`] when it is none.
    pub fn to<T: DeserializeOwned + Clone + 'static>(&self) -> Result<T, OutcomeError> {
        let last = self.slots.last().and_then(Option::as_ref);
        let value = last.unwrap_or(&Slot::ABSENT).to();
        value.map_err(|why| OutcomeError {
            wanted: std::any::type_name::<T>(),
            why,
        })
    }

    /// The result of each step, in its place; nothing for a step that was left out, since no one
    /// uses it.
    pub fn results(&self) -> Vec<Option<Value>> {
        results(&self.slots)
    }

    /// Every call that was made, in order, when a trace was asked for.
    pub fn trace(&self) -> &[TraceEntry] {
        &self.trace
    }

    /// How many calls were made, those that were made before the run included.
    pub fn calls(&self) -> usize {
        self.calls
    }
}

/// A program's value that is not of the Rust type that was asked for.
///
/// ```
/// use typechat_program::{Program, samples::{Math, MathApi}};
///
/// let program = Program::parse(r#"{"@steps": [{"@func": "pi"}]}"#)?;
/// let plan = Math.into_api().check(&program)?;
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let error = plan.run().await?.to::<u8>().unwrap_err();
/// assert_eq!(error.to_string(), "the program's value is no u8: 3.142 is no u8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the program's value is no {wanted}: {why}")]
pub struct OutcomeError {
    wanted: &'static str,
    why: String,
}

pub(super) fn results(slots: &[Option<Slot>]) -> Vec<Option<Value>> {
    let json = |slot: &Option<Slot>| slot.as_ref().and_then(|slot| slot.to_json().ok());
    slots.iter().map(json).collect()
}

/// One call as a trace records it; serialized, it is a line of a log.
///
/// ```
/// use typechat_program::{Program, RunOptions, samples::{Math, MathApi}};
///
/// let program = Program::parse(r#"{"@steps": [{"@func": "neg", "@args": [2]}]}"#)?;
/// let plan = Math.into_api().check(&program)?;
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let outcome = plan.run_with(&RunOptions::default().trace()).await?;
/// let entry = &outcome.trace()[0];
/// assert_eq!(entry.function, "neg");
/// assert_eq!((&entry.args["x"], &entry.result), (&2.into(), &Some((-2.0).into())));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
#[non_exhaustive]
pub struct TraceEntry {
    /// The step that it belongs to, from 0 on.
    pub step: usize,
    /// Its place in the program.
    pub path: Path,
    /// The function's name.
    pub function: String,
    /// The arguments, by name.
    pub args: Map<String, Value>,
    /// What it returned, when it did.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<Value>,
    /// Why it returned nothing, when it did not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Whether it was made before the run, by [`Plan::fold`](crate::Plan::fold).
    pub folded: bool,
    /// How long it took.
    #[serde(serialize_with = "seconds", rename = "seconds")]
    pub elapsed: Duration,
}

fn seconds<S: serde::Serializer>(elapsed: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(elapsed.as_secs_f64())
}
