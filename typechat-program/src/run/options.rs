//! How a plan is run.

use std::{fmt, future::Future, pin::Pin, sync::Arc};

use serde_json::{Map, Value};

use super::Limits;

/// How a plan is run: limits, a trace, and who confirms single calls.
///
/// ```
/// use typechat_program::{Limits, RunOptions};
/// let options = RunOptions::default().limits(Limits::default().calls(10)).trace();
/// ```
#[derive(Clone, Default)]
#[must_use]
pub struct RunOptions {
    pub(crate) limits: Limits,
    pub(crate) trace: bool,
    pub(crate) confirm: Option<Arc<dyn Confirm>>,
}

impl RunOptions {
    /// How much the run may do.
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Records every call: see [`Outcome::trace`](super::Outcome::trace).
    pub fn trace(mut self) -> Self {
        self.trace = true;
        self
    }

    /// Asks before each call of a function that is marked `confirm`. Without it, such a call
    /// ends the run.
    ///
    /// ```
    /// use typechat_program::{Api, Function, PendingCall, Program, RunOptions};
    ///
    /// let send = Function::new("send", |to: String| format!("sent to {to}")).params(["to"]);
    /// let api = Api::builder().function(send.confirm()).build()?;
    /// let program = Program::parse(r#"{"@steps": [{"@func": "send", "@args": ["eve"]}]}"#)?;
    /// let only_bob = RunOptions::default().confirm(|call: PendingCall| async move {
    ///     call.args()["to"] == "bob"
    /// });
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
    /// let error = api.check(&program)?.run_with(&only_bob).await.unwrap_err();
    /// assert_eq!(error.to_string(), "@steps[0]: the call of send was declined");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn confirm(mut self, confirm: impl Confirm) -> Self {
        self.confirm = Some(Arc::new(confirm));
        self
    }
}

impl fmt::Debug for RunOptions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RunOptions")
            .field("limits", &self.limits)
            .field("trace", &self.trace)
            .field("confirms", &self.confirm.is_some())
            .finish()
    }
}

/// A call that is about to be made, see [`RunOptions::confirm`].
///
/// ```
/// use typechat_program::{PendingCall, RunOptions};
///
/// let options = RunOptions::default().confirm(|call: PendingCall| async move {
///     println!("step {}: {} with {:?}", call.step(), call.function(), call.args());
///     call.function() != "delete"
/// });
/// ```
#[derive(Debug, Clone)]
pub struct PendingCall {
    pub(crate) step: usize,
    pub(crate) function: String,
    pub(crate) args: Map<String, Value>,
}

impl PendingCall {
    /// The step that it belongs to, from 0 on.
    pub fn step(&self) -> usize {
        self.step
    }

    /// The function's name.
    pub fn function(&self) -> &str {
        &self.function
    }

    /// The arguments, by name.
    pub fn args(&self) -> &Map<String, Value> {
        &self.args
    }
}

/// Decides about single calls: a closure that takes a [`PendingCall`] and returns a future of
/// `bool`, see [`RunOptions::confirm`].
///
/// ```
/// use typechat_program::{Confirm, PendingCall, RunOptions};
///
/// fn never() -> impl Confirm {
///     |_: PendingCall| async { false }
/// }
/// let options = RunOptions::default().confirm(never());
/// ```
pub trait Confirm: Send + Sync + 'static {
    /// Whether the call may be made.
    #[doc(hidden)]
    fn ask(&self, call: PendingCall) -> Pin<Box<dyn Future<Output = bool> + Send + '_>>;
}

impl<F, R> Confirm for F
where
    F: Fn(PendingCall) -> R + Send + Sync + 'static,
    R: Future<Output = bool> + Send + 'static,
{
    fn ask(&self, call: PendingCall) -> Pin<Box<dyn Future<Output = bool> + Send + '_>> {
        Box::pin(self(call))
    }
}
