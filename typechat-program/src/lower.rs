//! A checked program as the runner takes it: calls in the order of execution, constants in their
//! Rust types, names as places.

mod fold;
mod template;

use std::ops::Range;

use typechat::reply::Path;

use crate::{Api, value::Slot};
pub(crate) use template::{Missing, Template};

/// Calls in the order in which they are made: those within others stand before them.
#[derive(Debug, Clone)]
pub(crate) struct Lowered {
    pub(crate) ops: Vec<Op>,
    pub(crate) args: Vec<Arg>,
    pub(crate) constants: Vec<Slot>,
    pub(crate) made: Vec<Made>,
    /// The call that gives each step's result.
    pub(crate) steps: Vec<usize>,
    pub(crate) segments: Vec<Segment>,
    /// What was found out about each call before the run; empty when nothing was.
    pub(crate) known: Vec<Known>,
    /// Whether the program's value is held to its type once it is there.
    pub(crate) is_result_checked: bool,
}

/// One call.
#[derive(Debug, Clone)]
pub(crate) struct Op {
    /// Its place in the API.
    pub(crate) function: usize,
    pub(crate) step: usize,
    /// Its place in the program, when it is not the step itself.
    pub(crate) path: Option<Path>,
    pub(crate) args: Range<usize>,
    pub(crate) made: Range<usize>,
}

impl Op {
    /// Its place in the program.
    pub(crate) fn path(&self) -> Path {
        let step = || Path::root().key("@steps").index(self.step);
        self.path.clone().unwrap_or_else(step)
    }
}

/// Where an argument is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Arg {
    Constant(usize),
    /// The result of a call.
    Slot(usize),
    /// What is put together for this call, by its place among its own.
    Made(usize),
}

/// An argument that is put together from results.
#[derive(Debug, Clone)]
pub(crate) struct Made {
    pub(crate) template: Template,
    /// The parameter that it is for.
    pub(crate) param: usize,
    /// Whether it is held to the parameter's type once it is there.
    pub(crate) is_checked: bool,
}

/// Calls that are made together.
#[derive(Debug, Clone)]
pub(crate) enum Segment {
    /// One after the other.
    Ordered(Range<usize>),
    /// As soon as those that they use are done; these are given for each, by place.
    Group(Range<usize>, Vec<Vec<usize>>),
}

/// What is known of a call before the run.
#[derive(Debug, Clone)]
pub(crate) enum Known {
    Nothing,
    /// Its result.
    Result(Slot),
    /// That no one uses its result, and that it has no effect.
    Unused,
}

/// A program on its way to being lowered.
#[derive(Debug, Default)]
pub(crate) struct Lowering {
    ops: Vec<Op>,
    pub(crate) args: Vec<Arg>,
    constants: Vec<Slot>,
    pub(crate) made: Vec<Made>,
    steps: Vec<usize>,
    pub(crate) is_result_checked: bool,
}

impl Lowering {
    pub(crate) fn new(steps: usize) -> Self {
        Self {
            ops: Vec::with_capacity(steps),
            args: Vec::with_capacity(2 * steps),
            constants: Vec::with_capacity(2 * steps),
            steps: Vec::with_capacity(steps),
            ..Self::default()
        }
    }

    pub(crate) fn constant(&mut self, slot: Slot) {
        self.args.push(Arg::Constant(self.constants.len()));
        self.constants.push(slot);
    }

    pub(crate) fn op(&mut self, op: Op) -> usize {
        self.ops.push(op);
        self.ops.len() - 1
    }

    /// Says that the call gives the result of the next step.
    pub(crate) fn step(&mut self, op: usize) {
        self.steps.push(op);
    }

    pub(crate) fn finish(self, api: &Api) -> Lowered {
        let mut lowered = Lowered {
            ops: self.ops,
            args: self.args,
            constants: self.constants,
            made: self.made,
            steps: self.steps,
            segments: Vec::new(),
            known: Vec::new(),
            is_result_checked: self.is_result_checked,
        };
        lowered.segments = lowered.segments(api);
        lowered
    }
}

impl Lowered {
    /// The calls whose results a call uses.
    pub(crate) fn uses(&self, op: &Op) -> Vec<usize> {
        let mut uses = Vec::new();
        for arg in &self.args[op.args.clone()] {
            if let Arg::Slot(slot) = arg {
                uses.push(*slot);
            }
        }
        for made in &self.made[op.made.clone()] {
            made.template.uses(&mut uses);
        }
        uses.sort_unstable();
        uses.dedup();
        uses
    }

    /// Calls that say so run at the same time, those between two that do not; where at most one
    /// of them waits, nothing is won by it.
    fn segments(&self, api: &Api) -> Vec<Segment> {
        let is_loose = |op: &Op| {
            let signature = &api.entry(op.function).signature;
            signature.is_parallel() && !signature.is_confirmed()
        };
        let waits = |op: &Op| api.entry(op.function).signature.is_async();
        let mut segments: Vec<Segment> = Vec::new();
        let mut start = 0;
        while start < self.ops.len() {
            let rest = &self.ops[start..];
            let loose = rest.iter().take_while(|op| is_loose(op)).count();
            let is_group = rest[..loose].iter().filter(|op| waits(op)).count() > 1;
            let end = start + if is_group { loose } else { loose.max(1) };
            match segments.last_mut() {
                _ if is_group => {
                    let uses = self.ops[start..end].iter().map(|op| {
                        let mut uses = self.uses(op);
                        uses.retain(|&used| used >= start);
                        uses
                    });
                    segments.push(Segment::Group(start..end, uses.collect()));
                }
                Some(Segment::Ordered(range)) => range.end = end,
                _ => segments.push(Segment::Ordered(start..end)),
            }
            start = end;
        }
        segments
    }
}
