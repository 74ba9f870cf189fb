//! The trace of a run, when one was asked for.

use std::time::Duration;

use serde_json::{Map, Value};
use tokio::time::Instant;

use super::{RunError, TraceEntry};
use crate::{api::Entry, lower::Op, value::Slot};

/// Results larger than this are told by their size.
const MOST: usize = 64 << 10;

/// Every call so far, with its place in the order of execution.
pub(super) struct Record(Option<Vec<(usize, TraceEntry)>>);

impl Record {
    pub(super) fn new(is_on: bool) -> Self {
        Self(is_on.then(Vec::new))
    }

    pub(super) fn is_on(&self) -> bool {
        self.0.is_some()
    }

    fn entry(&mut self, op: usize) -> Option<&mut TraceEntry> {
        let entries = self.0.as_mut()?.iter_mut().rev();
        let mut entries = entries.filter(|(of, _)| *of == op);
        entries.next().map(|(_, entry)| entry)
    }

    pub(super) fn begin(&mut self, number: usize, op: &Op, entry: &Entry, folded: bool) {
        if let Some(entries) = &mut self.0 {
            let entry = TraceEntry {
                step: op.step,
                path: op.path(),
                function: entry.signature.name().to_owned(),
                args: Map::new(),
                result: None,
                error: None,
                folded,
                elapsed: Duration::ZERO,
            };
            entries.push((number, entry));
        }
    }

    pub(super) fn args(&mut self, op: usize, args: Map<String, Value>) {
        if let Some(entry) = self.entry(op) {
            entry.args = args;
        }
    }

    #[inline]
    pub(super) fn result(&mut self, op: usize, slot: &Slot, size: usize, since: Instant) {
        if let Some(entry) = self.entry(op) {
            entry.elapsed = since.elapsed();
            entry.result = if size > MOST {
                Some(format!("({size} bytes)").into())
            } else {
                slot.to_json().ok()
            };
        }
    }

    /// Adds to a call's entry why it returned nothing.
    pub(super) fn fail(&mut self, op: usize, error: &RunError) {
        if let (Some(entry), Some(at)) = (self.entry(op), &error.at) {
            let words = error.to_string();
            let place = format!("{}: ", at.path);
            entry.result = None;
            entry.error = Some(words.strip_prefix(&place).unwrap_or(&words).to_owned());
        }
    }

    /// The entries in the order of the program; calls that were under way when another failed
    /// have neither result nor error.
    pub(super) fn finish(self) -> Vec<TraceEntry> {
        let mut entries = self.0.unwrap_or_default();
        entries.sort_by_key(|(op, _)| *op);
        entries.into_iter().map(|(_, entry)| entry).collect()
    }
}
