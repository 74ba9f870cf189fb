//! A run under way: results, limits and trace.

use serde_json::{Map, Value};
use tokio::time::{Instant, timeout_at};

use super::{
    Caught, Limit, Outcome, PendingCall, RunError, RunErrorKind, RunOptions, Step, Stopped,
    TraceEntry, call::call, error::At, outcome::results, settled,
};
use crate::{
    Plan,
    call::Waiting,
    check::Place,
    lower::{Known, Lowered, Made, Missing, Op},
    value::{Args, Kind, Slot, TooMany, count},
};

pub(crate) struct Frame<'a> {
    pub(super) plan: &'a Plan,
    pub(super) lowered: &'a Lowered,
    options: &'a RunOptions,
    slots: Vec<Slot>,
    /// Which calls are done.
    done: Vec<bool>,
    calls: usize,
    bytes: usize,
    deadline: Instant,
    trace: Vec<TraceEntry>,
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
            done: vec![false; lowered.ops.len()],
            calls: 0,
            bytes: 0,
            // A time beyond all clocks is no limit.
            deadline: now.checked_add(options.limits.time).unwrap_or(now + YEAR),
            trace: Vec::new(),
        }
    }

    pub(super) fn at_once(&self) -> usize {
        self.options.limits.at_once.max(1)
    }

    pub(super) fn deadline(&self) -> Instant {
        self.deadline
    }

    pub(super) fn stopped(&self, op: usize, kind: RunErrorKind) -> Box<Stopped> {
        Box::new(Stopped { op: Some(op), kind })
    }

    fn op(&self, op: usize) -> &'a Op {
        &self.lowered.ops[op]
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
        Err(self.stopped(op, RunErrorKind::Limit(limit)))
    }

    pub(super) fn must_ask(&self, op: usize) -> bool {
        let entry = self.plan.api().entry(self.op(op).function);
        entry.signature.is_confirmed()
    }

    /// Asks about a call that is confirmed by itself.
    pub(super) async fn ask(&self, op: usize) -> Step<()> {
        let Some(confirm) = &self.options.confirm else {
            return Err(self.stopped(op, RunErrorKind::Unconfirmed));
        };
        let made = self.made(op)?;
        let pending = PendingCall {
            step: self.op(op).step,
            function: self
                .plan
                .api()
                .entry(self.op(op).function)
                .signature
                .name()
                .to_owned(),
            args: self.json(op, &made),
        };
        let asked = timeout_at(self.deadline, confirm.ask(pending)).await;
        match asked {
            Ok(true) => Ok(()),
            Ok(false) => Err(self.stopped(op, RunErrorKind::Declined)),
            Err(_) => Err(self.late(op)),
        }
    }

    pub(super) fn late(&self, op: usize) -> Box<Stopped> {
        self.stopped(
            op,
            RunErrorKind::Limit(Limit::Time(self.options.limits.time)),
        )
    }

    fn json(&self, op: usize, made: &[Slot]) -> Map<String, Value> {
        // An argument without JSON was refused when it was returned.
        self.args(op, made).to_json().unwrap_or_default()
    }

    fn args<'s>(&'s self, op: usize, made: &'s [Slot]) -> Args<'s> {
        let entry = self.plan.api().entry(self.op(op).function);
        Args {
            signature: &entry.signature,
            args: &self.lowered.args[self.op(op).args.clone()],
            constants: &self.lowered.constants,
            slots: &self.slots,
            made,
        }
    }

    /// Makes a call.
    pub(super) fn start(&mut self, op: usize) -> Step<Caught<'a>> {
        let entry = self.plan.api().entry(self.op(op).function);
        let made = if self.op(op).made.is_empty() {
            Vec::new()
        } else {
            self.made(op)?
        };
        if self.options.trace {
            let args = self.json(op, &made);
            self.trace(op, args, false);
        }
        Ok(call(entry, &self.args(op, &made)))
    }

    /// Puts together what is not there as it is needed, and holds it to its type where the
    /// check could not.
    fn made(&self, op: usize) -> Step<Vec<Slot>> {
        let entry = self.plan.api().entry(self.op(op).function);
        let made = &self.lowered.made[self.op(op).made.clone()];
        let make = |made: &Made| -> Result<Slot, RunErrorKind> {
            let argument = made.param;
            let value = made
                .template
                .make(&self.slots)
                .map_err(|missing| match missing {
                    Missing::Part { pointer } => RunErrorKind::MissingPart(pointer),
                    Missing::NoJson(error) => RunErrorKind::ArgType {
                        argument,
                        why: error.to_string(),
                    },
                })?;
            let param = &entry.signature.params()[argument];
            let is_optional = param.presence == typechat::schema::Presence::Optional;
            let Some(value) = value.filter(|value| !(is_optional && value.is_null())) else {
                return Ok(Slot::ABSENT);
            };
            if made.is_checked {
                let problems = self.plan.api().inner.judge.problems(&param.ty, &value);
                if let Some(problem) = problems.first() {
                    let why = problem.to_string();
                    return Err(RunErrorKind::ArgType { argument, why });
                }
            }
            let prepared = entry.signature.prepare(argument)(&value);
            prepared.map_err(|why| RunErrorKind::ArgType { argument, why })
        };
        let made: Result<Vec<Slot>, _> = made.iter().map(make).collect();
        made.map_err(|kind| self.stopped(op, kind))
    }

    /// Waits for a call, no longer than there is time.
    pub(super) async fn in_time(&self, op: usize, waiting: Waiting<'_>) -> Step<Slot> {
        match timeout_at(self.deadline, settled(waiting)).await {
            Ok(Ok(slot)) => Ok(slot),
            Ok(Err(kind)) => Err(self.stopped(op, kind)),
            Err(_) => Err(self.late(op)),
        }
    }

    /// Keeps a result, within what results may take.
    #[inline]
    pub(super) fn keep(&mut self, op: usize, slot: Slot, since: Instant) -> Step<()> {
        if self.options.trace {
            self.told(op, &slot, since);
        }
        let signature = &self.plan.api().entry(self.op(op).function).signature;
        if signature.is_described() {
            self.is_as_described(op, &slot)?;
        }
        self.count(op, &slot)?;
        self.slots[op] = slot;
        self.done[op] = true;
        self.calls += 1;
        Ok(())
    }

    /// What only a description says is held to it.
    fn is_as_described(&self, op: usize, slot: &Slot) -> Step<()> {
        let signature = &self.plan.api().entry(self.op(op).function).signature;
        let json = slot.to_json().unwrap_or_default();
        let problems = self
            .plan
            .api()
            .inner
            .judge
            .problems(signature.result(), &json);
        match problems.first() {
            None => Ok(()),
            Some(problem) => Err(self.stopped(op, RunErrorKind::Result(problem.to_string()))),
        }
    }

    fn count(&mut self, op: usize, slot: &Slot) -> Step<()> {
        let left = self.options.limits.bytes - self.bytes;
        let counted = match &slot.0 {
            Kind::Text(text) if text.len() > left => Err(TooMany::Bytes),
            Kind::Text(text) => Ok(text.len() + 2),
            Kind::Json(json) => count(&**json, left),
            Kind::Shared(held) => held.count(left),
            _ => return Ok(()),
        };
        match counted {
            Ok(bytes) if bytes <= left => {
                self.bytes += bytes;
                Ok(())
            }
            Ok(_) | Err(TooMany::Bytes) => {
                let limit = Limit::Bytes(self.options.limits.bytes);
                Err(self.stopped(op, RunErrorKind::Limit(limit)))
            }
            Err(TooMany::NoJson(error)) => {
                Err(self.stopped(op, RunErrorKind::Result(error.to_string())))
            }
        }
    }

    /// Takes a result that was known before the run.
    pub(super) fn recall(&mut self, op: usize, slot: Slot) -> Step<()> {
        let now = self.allow(op)?;
        if self.options.trace {
            let args = self.json(op, &[]);
            self.trace(op, args, true);
        }
        self.keep(op, slot, now)
    }

    fn trace(&mut self, op: usize, args: Map<String, Value>, folded: bool) {
        let signature = &self.plan.api().entry(self.op(op).function).signature;
        self.trace.push(TraceEntry {
            step: self.op(op).step,
            path: self.op(op).path(),
            function: signature.name().to_owned(),
            args,
            result: None,
            error: None,
            folded,
            elapsed: std::time::Duration::ZERO,
        });
    }

    /// Adds to a call's entry what it returned.
    fn told(&mut self, op: usize, slot: &Slot, since: Instant) {
        let path = self.op(op).path();
        if let Some(entry) = self.trace.iter_mut().rev().find(|entry| entry.path == path) {
            entry.result = slot.to_json().ok();
            entry.elapsed = since.elapsed();
        }
    }

    fn steps(&self) -> Vec<Option<Slot>> {
        let step = |&op: &usize| self.done[op].then(|| self.slots[op].clone());
        self.lowered.steps.iter().map(step).collect()
    }

    pub(super) fn finish(self) -> Outcome {
        Outcome {
            slots: self.steps(),
            calls: self.calls,
            trace: self.trace,
        }
    }

    pub(super) fn fail(mut self, Stopped { op, kind }: Stopped) -> RunError {
        let at = op.map(|op| {
            let signature = &self.plan.api().entry(self.op(op).function).signature;
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
        if let Some(at) = &error.at
            && let Some(entry) = self.trace.iter_mut().rev().find(|e| e.path == at.path)
            && entry.result.is_none()
        {
            let words = error.to_string();
            let place = format!("{}: ", Place(&at.path));
            entry.error = Some(words.strip_prefix(&place).unwrap_or(&words).to_owned());
        }
        error.trace = self.trace;
        error
    }

    /// Whether there is nothing to do for a call of a group.
    pub(super) fn known(&self, op: usize) -> Option<&'a Known> {
        self.lowered
            .known
            .get(op)
            .filter(|known| !matches!(known, Known::Nothing))
    }
}

const YEAR: std::time::Duration = std::time::Duration::from_secs(365 * 24 * 3600);
