//! What can be known before the run: pure calls on constants are made, and those that no one
//! uses are left out.

use super::{Arg, Known, Lowered, Op};
use crate::{
    Access, Api,
    run::{Caught, call},
    value::{Args, Slot},
};

/// What is made before the run: so many calls, and so many bytes of results, at most.
const CALLS: usize = 10_000;
const BYTES: usize = 1 << 20;

impl Lowered {
    /// Calls pure functions that do not wait and that no one is asked about, as far as their
    /// arguments are known; a call that fails is left for the run, unless no one uses it.
    pub(crate) fn fold(&mut self, api: &Api) {
        let mut slots = vec![Slot::ABSENT; self.ops.len()];
        let mut known = vec![Known::Nothing; self.ops.len()];
        let mut left = BYTES;
        for (number, op) in self.ops.iter().enumerate().take(CALLS) {
            let entry = api.entry(op.function);
            let signature = &entry.signature;
            let is_foldable = signature.is_pure()
                && !signature.is_async()
                && !signature.is_confirmed()
                && entry.access == Access::Allow;
            if !is_foldable || !self.is_known(op, &known) {
                continue;
            }
            if let Some(slot) = self.now(api, op, &slots) {
                match slot.size(left) {
                    Some(size) => left -= size,
                    // What is large is left to the run, which has its own limits.
                    None => continue,
                }
                slots[number] = slot.clone();
                known[number] = Known::Result(slot);
            }
        }
        self.drop_unused(api, &mut known);
        self.known = known;
    }

    fn is_known(&self, op: &Op, known: &[Known]) -> bool {
        op.made.is_empty()
            && self.args[op.args.clone()].iter().all(|arg| match arg {
                Arg::Slot(slot) => matches!(known[*slot], Known::Result(_)),
                _ => true,
            })
    }

    fn now(&self, api: &Api, op: &Op, slots: &[Slot]) -> Option<Slot> {
        let entry = api.entry(op.function);
        let args = Args {
            signature: &entry.signature,
            places: &self.args[op.args.clone()],
            constants: &self.constants,
            slots,
            made: &[],
        };
        match call(entry, &args) {
            Caught::Ready(slot) => Some(slot),
            _ => None,
        }
    }

    fn drop_unused(&self, api: &Api, known: &mut [Known]) {
        let mut used = vec![false; self.ops.len()];
        if let Some(last) = self.steps.last() {
            used[*last] = true;
        }
        for (number, op) in self.ops.iter().enumerate().rev() {
            let is_pure = api.entry(op.function).signature.is_pure();
            match &known[number] {
                Known::Result(_) => {}
                _ if is_pure && !used[number] => known[number] = Known::Unused,
                _ => self.uses(op).into_iter().for_each(|slot| used[slot] = true),
            }
        }
    }
}
