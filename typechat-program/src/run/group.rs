//! Calls that may run at the same time: each begins as soon as those that it uses are done.

use std::{collections::BTreeSet, ops::Range};

use futures_util::stream::{FuturesUnordered, StreamExt};
use tokio::time::{Instant, timeout_at};

use super::{Caught, Frame, Step, Stopped, TURN, settled, stopped, turn};
use crate::{call::Waiting, lower::Known};

/// Runs a group; `uses` says for each call which others of the group it waits for. Of several
/// that fail, the first in the order of the program counts, as if they had run in order.
pub(super) async fn run(
    frame: &mut Frame<'_>,
    range: Range<usize>,
    uses: &[Vec<usize>],
) -> Step<()> {
    let mut queue = Queue::new(range.start, uses);
    let mut waiting = FuturesUnordered::new();
    loop {
        while waiting.len() < frame.at_once() {
            let Some(op) = queue.next() else { break };
            if op % TURN == TURN - 1 {
                turn().await;
            }
            match begin(frame, op) {
                Ok(None) => queue.done(op),
                Ok(Some((call, since))) => {
                    let deadline = frame.deadline();
                    queue.pending.insert(op);
                    waiting.push(async move {
                        let result = timeout_at(deadline, settled(call)).await;
                        (op, result, since)
                    });
                }
                Err(stopped) => queue.fail(op, stopped),
            }
        }
        // Whatever comes after a call that failed would not have been made.
        if !queue.has_pending() {
            break;
        }
        let Some((op, result, since)) = waiting.next().await else {
            break;
        };
        queue.pending.remove(&op);
        let kept = match result {
            Ok(Ok(slot)) => frame.keep(op, slot, since),
            Ok(Err(kind)) => Err(stopped(op, kind)),
            Err(_) => Err(frame.late(op)),
        };
        match kept {
            Ok(()) => queue.done(op),
            Err(stopped) => queue.fail(op, stopped),
        }
    }
    queue.failed.map_or(Ok(()), |(_, stopped)| Err(stopped))
}

/// Begins a call; nothing to wait for when it is done.
fn begin<'a>(frame: &mut Frame<'a>, op: usize) -> Step<Option<(Waiting<'a>, Instant)>> {
    match frame.known(op) {
        Some(Known::Unused) => return Ok(None),
        Some(Known::Result(slot)) => {
            frame.recall(op, slot.clone())?;
            return Ok(None);
        }
        _ => {}
    }
    let now = frame.allow(op)?;
    match frame.start(op)? {
        Caught::Pending(call) => Ok(Some((call, now))),
        Caught::Failed(kind) => Err(stopped(op, kind)),
        Caught::Ready(slot) => {
            frame.keep(op, slot, now)?;
            Ok(None)
        }
    }
}

/// Which calls may begin, which are under way, and the first that failed.
struct Queue {
    start: usize,
    /// How many results each call still waits for.
    left: Vec<usize>,
    /// The calls that wait for each.
    after: Vec<Vec<usize>>,
    ready: BTreeSet<usize>,
    pending: BTreeSet<usize>,
    failed: Option<(usize, Box<Stopped>)>,
}

impl Queue {
    fn new(start: usize, uses: &[Vec<usize>]) -> Self {
        let mut after = vec![Vec::new(); uses.len()];
        for (at, uses) in uses.iter().enumerate() {
            for used in uses {
                after[used - start].push(start + at);
            }
        }
        let left: Vec<usize> = uses.iter().map(Vec::len).collect();
        let ready = (0..left.len())
            .filter(|&at| left[at] == 0)
            .map(|at| start + at);
        Self {
            start,
            ready: ready.collect(),
            left,
            after,
            pending: BTreeSet::new(),
            failed: None,
        }
    }

    /// The next call that may begin, in the order of the program.
    fn next(&mut self) -> Option<usize> {
        let op = self.ready.pop_first()?;
        self.counts(op).then_some(op)
    }

    fn done(&mut self, op: usize) {
        for &user in &self.after[op - self.start] {
            let left = &mut self.left[user - self.start];
            *left -= 1;
            if *left == 0 {
                self.ready.insert(user);
            }
        }
    }

    fn fail(&mut self, op: usize, stopped: Box<Stopped>) {
        if self.counts(op) {
            self.failed = Some((op, stopped));
        }
    }

    /// Whether what becomes of a call still counts.
    fn counts(&self, op: usize) -> bool {
        self.failed.as_ref().is_none_or(|(failed, _)| op < *failed)
    }

    fn has_pending(&self) -> bool {
        self.pending.first().is_some_and(|&op| self.counts(op))
    }
}
