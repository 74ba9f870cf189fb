//! A run under way: results and limits.

use tokio::time::{Instant, timeout_at};

use super::{
    Caught, Limit, Outcome, PendingCall, RunError, RunErrorKind, RunOptions, Step, Stopped,
    call::call, error::At, made, outcome::results, record::Record, settled, stopped,
};
use crate::{
    Plan,
    api::Entry,
    call::Waiting,
    lower::{Known, Lowered, Op},
    value::{Args, Most, Slot, TooMany},
};

pub(crate) struct Frame<'a> {
    pub(super) plan: &'a Plan,
    pub(super) lowered: &'a Lowered,
    pub(super) options: &'a RunOptions,
    pub(super) slots: Vec<Slot>,
    /// How many bytes each result takes.
    pub(super) sizes: Vec<usize>,
    /// Which calls are done.
    done: Vec<bool>,
    calls: usize,
    bytes: usize,
    deadline: Instant,
    record: Record,
}

impl<'a> Frame<'a> {
    pub(super) fn new(plan: &'a Plan, options: &'a RunOptions) -> Self {
        let lowered = plan.lowered();
        let now = Instant::now();
        Self {
            plan,
            lowered,
            options,
            slots: vec![Slot::ABSENT; lowered.ops.len()],
            sizes: vec![0; lowered.ops.len()],
            done: vec![false; lowered.ops.len()],
            calls: 0,
            bytes: 0,
            // A time beyond all clocks is no limit.
            deadline: now.checked_add(options.limits.time).unwrap_or(now + YEAR),
            record: Record::new(options.trace),
        }
    }

    pub(super) fn at_once(&self) -> usize {
        self.options.limits.at_once.max(1)
    }

    pub(super) fn deadline(&self) -> Instant {
        self.deadline
    }

    pub(super) fn op(&self, op: usize) -> &'a Op {
        &self.lowered.ops[op]
    }

    pub(super) fn entry(&self, op: usize) -> &'a Entry {
        self.plan.api().entry(self.op(op).function)
    }

    /// Whether the plan may run at all.
    pub(super) fn confirmed(&self) -> Step<()> {
        if self.plan.needs_confirmation() && !self.plan.is_confirmed() {
            let kind = RunErrorKind::Unconfirmed;
            return Err(Box::new(Stopped { op: None, kind }));
        }
        Ok(())
    }

    /// Whether one more call may be made; the time.
    pub(super) fn allow(&self, op: usize) -> Step<Instant> {
        let limits = &self.options.limits;
        let now = Instant::now();
        let limit = if self.op(op).step >= limits.steps {
            Limit::Steps(limits.steps)
        } else if op >= limits.calls {
            Limit::Calls(limits.calls)
        } else if now >= self.deadline {
            Limit::Time(limits.time)
        } else {
            return Ok(now);
        };
        Err(stopped(op, RunErrorKind::Limit(limit)))
    }

    pub(super) fn must_ask(&self, op: usize) -> bool {
        self.entry(op).signature.is_confirmed()
    }

    /// Asks about a call that is confirmed by itself.
    pub(super) async fn ask(&self, op: usize) -> Step<()> {
        let Some(confirm) = &self.options.confirm else {
            return Err(stopped(op, RunErrorKind::Unconfirmed));
        };
        let made = made::all(self, op)?;
        let args = self.args(op, &made).to_json();
        let pending = PendingCall {
            step: self.op(op).step,
            function: self.entry(op).signature.name().to_owned(),
            // An argument without JSON was refused when it was returned.
            args: args.unwrap_or_default(),
        };
        match timeout_at(self.deadline, confirm.ask(pending)).await {
            Ok(true) => Ok(()),
            Ok(false) => Err(stopped(op, RunErrorKind::Declined)),
            Err(_) => Err(self.late(op)),
        }
    }

    #[allow(
        clippy::unnecessary_box_returns,
        reason = "it goes into a `Step`, whose good side is small"
    )]
    pub(super) fn late(&self, op: usize) -> Box<Stopped> {
        let limit = Limit::Time(self.options.limits.time);
        stopped(op, RunErrorKind::Limit(limit))
    }

    fn args<'s>(&'s self, op: usize, made: &'s [Slot]) -> Args<'s> {
        Args {
            signature: &self.entry(op).signature,
            places: &self.lowered.args[self.op(op).args.clone()],
            constants: &self.lowered.constants,
            slots: &self.slots,
            made,
        }
    }

    /// Makes a call.
    pub(super) fn start(&mut self, op: usize) -> Step<Caught<'a>> {
        let entry = self.entry(op);
        self.record.begin(op, self.op(op), entry, false);
        let made = made::all(self, op)?;
        if self.record.is_on() {
            let args = self.args(op, &made).to_json();
            self.record.args(op, args.unwrap_or_default());
        }
        Ok(call(entry, &self.args(op, &made)))
    }

    /// Waits for a call, no longer than there is time.
    pub(super) async fn in_time(&self, op: usize, waiting: Waiting<'_>) -> Step<Slot> {
        match timeout_at(self.deadline, settled(waiting)).await {
            Ok(Ok(slot)) => Ok(slot),
            Ok(Err(kind)) => Err(stopped(op, kind)),
            Err(_) => Err(self.late(op)),
        }
    }

    /// Keeps a result, within what results may take.
    #[inline]
    pub(super) fn keep(&mut self, op: usize, slot: Slot, since: Instant) -> Step<()> {
        self.count(op, &slot)?;
        if self.entry(op).signature.is_described() {
            made::is_as_described(self, op, &slot)?;
        }
        self.record.result(op, &slot, self.sizes[op], since);
        self.slots[op] = slot;
        self.done[op] = true;
        self.calls += 1;
        Ok(())
    }

    #[inline]
    fn count(&mut self, op: usize, slot: &Slot) -> Step<()> {
        let limits = &self.options.limits;
        let most = Most {
            bytes: limits.bytes.saturating_sub(self.bytes),
            depth: limits.depth,
        };
        let kind = match slot.count(most) {
            Ok(bytes) if bytes <= most.bytes => {
                self.bytes += bytes;
                self.sizes[op] = bytes;
                return Ok(());
            }
            Ok(_) | Err(TooMany::Bytes) => RunErrorKind::Limit(Limit::Bytes(limits.bytes)),
            Err(TooMany::Depth) => RunErrorKind::Limit(Limit::Depth(limits.depth)),
            Err(TooMany::NoJson(error)) => RunErrorKind::Result(error.to_string()),
        };
        Err(stopped(op, kind))
    }

    /// Whether the program's value is what was asked for, where the check could not tell.
    pub(super) fn is_wanted(&self) -> Step<()> {
        let (Some(op), Some(wanted)) = (self.lowered.steps.last(), &self.plan.api().inner.wanted)
        else {
            return Ok(());
        };
        if !self.lowered.is_result_checked {
            return Ok(());
        }
        let json = self.slots[*op].to_json().unwrap_or_default();
        match self.plan.api().inner.judge.problems(wanted, &json).first() {
            None => Ok(()),
            Some(problem) => {
                let why = made::words(problem);
                Err(stopped(*op, RunErrorKind::ResultType(why)))
            }
        }
    }

    /// Takes a result that was known before the run.
    pub(super) fn recall(&mut self, op: usize, slot: Slot) -> Step<()> {
        let now = self.allow(op)?;
        self.record.begin(op, self.op(op), self.entry(op), true);
        if self.record.is_on() {
            let args = self.args(op, &[]).to_json();
            self.record.args(op, args.unwrap_or_default());
        }
        self.keep(op, slot, now)
    }

    /// Whether there is nothing to do for a call of a group.
    pub(super) fn known(&self, op: usize) -> Option<&'a Known> {
        let known = self.lowered.known.get(op);
        known.filter(|known| !matches!(known, Known::Nothing))
    }

    fn steps(&self) -> Vec<Option<Slot>> {
        let step = |&op: &usize| self.done[op].then(|| self.slots[op].clone());
        self.lowered.steps.iter().map(step).collect()
    }

    pub(super) fn finish(self) -> Outcome {
        Outcome {
            slots: self.steps(),
            calls: self.calls,
            trace: self.record.finish(),
        }
    }

    pub(super) fn fail(mut self, Stopped { op, kind }: Stopped) -> RunError {
        let at = op.map(|op| {
            let signature = &self.entry(op).signature;
            let argument = match &kind {
                RunErrorKind::ArgType { argument, .. } => signature.params().get(*argument),
                _ => None,
            };
            Box::new(At {
                step: self.op(op).step,
                path: self.op(op).path(),
                function: signature.name().to_owned(),
                argument: argument.map(|param| param.name.clone()),
            })
        });
        let mut results = results(&self.steps());
        results.truncate(at.as_ref().map_or(0, |at| at.step));
        let mut error = RunError {
            kind,
            at,
            results,
            trace: Vec::new(),
            calls: self.calls,
        };
        if let Some(op) = op {
            self.record.fail(op, &error);
        }
        error.trace = self.record.finish();
        error
    }
}

const YEAR: std::time::Duration = std::time::Duration::from_secs(365 * 24 * 3600);
