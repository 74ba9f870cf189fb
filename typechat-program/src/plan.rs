//! A checked program: it can be shown, confirmed and run.

use std::{fmt, sync::Arc};

use serde_json::Value;
use typechat::schema::Type;

use crate::{
    Access, Api, Outcome, Program, RunError, RunOptions,
    check::Deferred,
    dry::DryCall,
    lower::{Lowered, Op},
    run::run,
};

/// A program that was checked against an API, ready to run. Displayed as code. Cheap to clone.
///
/// ```
/// use typechat_program::{Api, Function, Policy, Program};
///
/// let send = Function::new("send", |to: String| format!("sent to {to}")).params(["to"]);
/// let api = Api::builder().function(send).policy(Policy::default().ask("send")).build()?;
/// let program = Program::parse(r#"{"@steps": [{"@func": "send", "@args": ["bob"]}]}"#)?;
/// let plan = api.check(&program)?;
/// assert_eq!(plan.to_string(), "step1 = send(\"bob\")\n");
/// assert!(plan.needs_confirmation());
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// assert!(plan.run().await.unwrap_err().is_unconfirmed());
/// assert_eq!(plan.confirm().run().await?.value(), "sent to bob");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Plan {
    api: Api,
    inner: Arc<Inner>,
    confirmed: bool,
}

#[derive(Clone)]
struct Inner {
    program: Program,
    lowered: Lowered,
    deferred: Vec<Deferred>,
    asks: bool,
}

impl Plan {
    pub(crate) fn new(
        api: Api,
        program: Program,
        lowered: Lowered,
        deferred: Vec<Deferred>,
    ) -> Self {
        let is_asked = |op: &Op| api.entry(op.function).access == Access::Ask;
        let asks = lowered.ops.iter().any(is_asked);
        Self {
            api,
            inner: Arc::new(Inner {
                program,
                lowered,
                deferred,
                asks,
            }),
            confirmed: false,
        }
    }

    /// The API that it was checked against.
    pub fn api(&self) -> &Api {
        &self.api
    }

    /// The program.
    pub fn program(&self) -> &Program {
        &self.inner.program
    }

    pub(crate) fn lowered(&self) -> &Lowered {
        &self.inner.lowered
    }

    /// What only a run can tell: the only points at which it may run into an error of types.
    pub fn deferred(&self) -> &[Deferred] {
        &self.inner.deferred
    }

    /// The type of the program's value, which belongs to the API's graph; nothing for a program
    /// without steps.
    pub fn result(&self) -> Option<&Type> {
        let lowered = self.lowered();
        let op = &lowered.ops[*lowered.steps.last()?];
        Some(self.api.entry(op.function).signature.result())
    }

    /// The steps whose results no one uses, of functions without effects: what they compute is
    /// lost. A [`ProgramTranslator`](crate::ProgramTranslator) has the model mend them.
    ///
    /// ```
    /// use typechat_program::{Program, samples::{Math, MathApi}};
    ///
    /// let program = Program::parse(
    ///     r#"{"@steps": [{"@func": "mul", "@args": [2, 3]}, {"@func": "add", "@args": [1, 2]}]}"#,
    /// )?;
    /// assert_eq!(Math.into_api().check(&program)?.unused(), [0]);
    /// # Ok::<(), typechat_program::ProgramError>(())
    /// ```
    pub fn unused(&self) -> Vec<usize> {
        let lowered = self.lowered();
        let mut used = vec![false; lowered.ops.len()];
        for op in &lowered.ops {
            lowered
                .uses(op)
                .into_iter()
                .for_each(|slot| used[slot] = true);
        }
        let Some((_, steps)) = lowered.steps.split_last() else {
            return Vec::new();
        };
        let is_lost = |&(_, op): &(usize, &usize)| {
            let function = lowered.ops[*op].function;
            !used[*op] && self.api.entry(function).signature.is_pure()
        };
        let lost = steps.iter().enumerate().filter(is_lost);
        lost.map(|(step, _)| step).collect()
    }

    /// The functions that it calls and that are only called when asked for, each once.
    pub fn asks(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for op in &self.lowered().ops {
            let entry = self.api.entry(op.function);
            let name = entry.signature.name();
            if entry.access == Access::Ask && !names.contains(&name) {
                names.push(name);
            }
        }
        names
    }

    /// Whether it calls functions that the policy wants to be asked for.
    pub fn needs_confirmation(&self) -> bool {
        self.inner.asks
    }

    /// Whether it was confirmed.
    pub fn is_confirmed(&self) -> bool {
        self.confirmed
    }

    /// The plan with everything in it confirmed, but for calls that are confirmed one by one.
    #[must_use]
    pub fn confirm(mut self) -> Self {
        self.confirmed = true;
        self
    }

    /// Makes what calls can be made before the run: pure functions that do not wait, on
    /// arguments that are known. Pure calls whose results no one uses are left out,
    /// also those that would fail. A plan that runs many times is folded once; a check alone calls
    /// nothing.
    ///
    /// ```
    /// use std::sync::{Arc, atomic::{AtomicUsize, Ordering}};
    /// use typechat_program::{Api, Function, Program};
    ///
    /// let calls = Arc::new(AtomicUsize::new(0));
    /// let counted = Arc::clone(&calls);
    /// let add = move |x: f64, y: f64| { counted.fetch_add(1, Ordering::Relaxed); x + y };
    /// let api = Api::builder().function(Function::new("add", add).pure()).build()?;
    /// let program = Program::parse(r#"{"@steps": [{"@func": "add", "@args": [1, 2]}]}"#)?;
    /// let plan = api.check(&program)?.fold();
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
    /// for _ in 0..3 {
    ///     assert_eq!(plan.run().await?.to::<f64>()?, 3.0);
    /// }
    /// assert_eq!(calls.load(Ordering::Relaxed), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn fold(mut self) -> Self {
        let inner = Arc::make_mut(&mut self.inner);
        inner.lowered.fold(&self.api);
        self
    }

    /// What a run would call, in order. Pure functions are called for it, so that arguments are
    /// told as far as they can be known; nothing else is.
    ///
    /// ```
    /// use typechat_program::{Api, Function, Program};
    ///
    /// let api = Api::builder()
    ///     .function(Function::new("add", |x: u32, y: u32| x + y).pure())
    ///     .function(Function::new("pay", |amount: u32| format!("paid {amount}")))
    ///     .build()?;
    /// let program = Program::parse(
    ///     r#"{"@steps": [{"@func": "add", "@args": [1, 2]}, {"@func": "pay", "@args": [{"@ref": 0}]}]}"#,
    /// )?;
    /// let calls = api.check(&program)?.dry_run();
    /// assert_eq!(calls[0].to_string(), "add(1, 2) = 3");
    /// assert_eq!(calls[1].to_string(), "pay(3)");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn dry_run(&self) -> Vec<DryCall> {
        crate::dry::dry_run(self)
    }

    /// Runs it within the default limits. Dropping the future stops it where it waits.
    ///
    /// # Panics
    /// When a function waits outside of a tokio runtime with time.
    ///
    /// # Errors
    /// [`RunError`], with the results so far.
    pub async fn run(&self) -> Result<Outcome, RunError> {
        self.run_with(&RunOptions::default()).await
    }

    /// Runs it.
    ///
    /// # Panics
    /// When a function waits outside of a tokio runtime with time.
    ///
    /// # Errors
    /// [`RunError`], with the results so far.
    pub async fn run_with(&self, options: &RunOptions) -> Result<Outcome, RunError> {
        run(self, options).await
    }

    /// The program as JSON.
    pub fn to_value(&self) -> Value {
        self.program().to_value()
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.program().fmt(f)
    }
}

impl fmt::Debug for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Plan")
            .field("program", self.program())
            .field("deferred", &self.deferred())
            .field("confirmed", &self.confirmed)
            .finish_non_exhaustive()
    }
}
