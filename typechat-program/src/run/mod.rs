//! Runs plans: one call after the other, within limits, and what came of it either way.

mod call;
mod error;
mod frame;
mod group;
mod limits;
mod made;
mod options;
mod outcome;
mod record;
mod tidy;

pub(crate) use call::{Caught, call};
pub use error::{RunError, RunErrorKind};
pub use limits::{Limit, Limits};
pub use options::{Confirm, PendingCall, RunOptions};
pub use outcome::{Outcome, OutcomeError, TraceEntry};

use tracing::{Instrument, debug_span};

use crate::{
    Plan,
    call::Waiting,
    lower::{Known, Segment},
    value::Slot,
};
use frame::Frame;

/// After so many calls that do not wait, others get their turn.
const TURN: usize = 256;

/// Runs a plan to its end or to the first error.
pub(crate) async fn run(plan: &Plan, options: &RunOptions) -> Result<Outcome, RunError> {
    let mut frame = Frame::new(plan, options);
    let done = match frame.confirmed() {
        Ok(()) => {
            let span = debug_span!("run", steps = plan.program().len());
            segments(&mut frame).instrument(span).await
        }
        Err(stopped) => Err(stopped),
    };
    let done = done.and_then(|()| frame.is_wanted());
    match done {
        Ok(()) => Ok(frame.finish()),
        Err(stopped) => Err(frame.fail(*stopped)),
    }
}

/// Why a run ends early, and at which call.
pub(crate) struct Stopped {
    pub(crate) op: Option<usize>,
    pub(crate) kind: RunErrorKind,
}

pub(crate) type Step<T> = Result<T, Box<Stopped>>;

/// A call that ends the run, and why.
#[allow(
    clippy::unnecessary_box_returns,
    reason = "it goes into a `Step`, whose good side is small"
)]
fn stopped(op: usize, kind: RunErrorKind) -> Box<Stopped> {
    Box::new(Stopped { op: Some(op), kind })
}

async fn segments(frame: &mut Frame<'_>) -> Step<()> {
    let lowered = frame.lowered;
    for segment in &lowered.segments {
        match segment {
            Segment::Group(range, uses) => group::run(frame, range.clone(), uses).await?,
            Segment::Ordered(range) => {
                for op in range.clone() {
                    if op % TURN == TURN - 1 {
                        turn().await;
                    }
                    match lowered.known.get(op) {
                        None | Some(Known::Nothing) => ordered(frame, op).await?,
                        Some(Known::Result(slot)) => frame.recall(op, slot.clone())?,
                        Some(Known::Unused) => {}
                    }
                }
            }
        }
    }
    Ok(())
}

async fn ordered(frame: &mut Frame<'_>, op: usize) -> Step<()> {
    let now = frame.allow(op)?;
    if frame.must_ask(op) {
        frame.ask(op).await?;
    }
    let slot = match frame.start(op)? {
        Caught::Ready(slot) => slot,
        Caught::Pending(waiting) => frame.in_time(op, waiting).await?,
        Caught::Failed(kind) => return Err(stopped(op, kind)),
    };
    frame.keep(op, slot, now)
}

/// A call that waits, with panics caught.
pub(crate) async fn settled(waiting: Waiting<'_>) -> Result<Slot, RunErrorKind> {
    call::settled(waiting).await
}

/// Lets others run.
async fn turn() {
    let mut is_first = true;
    std::future::poll_fn(|context| {
        if std::mem::take(&mut is_first) {
            context.waker().wake_by_ref();
            std::task::Poll::Pending
        } else {
            std::task::Poll::Ready(())
        }
    })
    .await;
}
