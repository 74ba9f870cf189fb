//! What becomes of each part of a value.

use std::{
    collections::HashMap,
    hash::{Hash, Hasher},
    rc::Rc,
};

use serde_json::Value;

use crate::reply::NoteKind;

/// What becomes of a part, and what it costs.
#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) struct Plan<'g> {
    /// How many things in it are known to be wrong and stay so.
    pub(super) refusals: u32,
    /// How much it changes.
    pub(super) cost: u32,
    pub(super) step: Step<'g>,
}

#[derive(Debug, PartialEq, Eq, Hash)]
pub(super) enum Step<'g> {
    /// The part stays as it is, with all that is in it.
    Keep,
    /// A scalar becomes another one.
    Become(Value, By),
    /// The list stays; its items become these.
    Items(Vec<Id>),
    /// The object stays; its members become these, in their order.
    Members(Vec<Slot<'g>>),
    /// The part becomes the only item of a list.
    ListOf(Id),
    /// The list becomes its only item.
    Only(Id),
    /// The object becomes its only member.
    Unwrap(Id),
    /// The text becomes the value that stands in it, by its number.
    Embedded(usize, Id),
    /// Two readings are as good as each other; which ones, by their number.
    Ambiguous(usize),
}

/// What becomes of a member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) enum Slot<'g> {
    /// It keeps its name.
    Stays(Id),
    /// It gets the type's name.
    Named(&'g str, By, Id),
    /// It is `null` where the type has an absent member.
    Null(&'g str),
    /// It says again what the member of that name says.
    Merged(&'g str),
    /// It says something else than the member of that name, and stays as it is.
    Clash(&'g str),
}

/// How something was found to be meant. It is told in a note, and it is no part of what comes out.
#[derive(Debug, Clone, Copy)]
pub(super) struct By(pub(super) NoteKind);

impl PartialEq for By {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for By {}

impl Hash for By {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

/// A plan by its number. Those that do the same to one part have the same number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Id(usize);

/// All plans, each once.
#[derive(Debug)]
pub(super) struct Plans<'g> {
    list: Vec<Rc<Plan<'g>>>,
    known: HashMap<Rc<Plan<'g>>, Id>,
}

impl<'g> Plans<'g> {
    /// The part stays, and nothing is wrong with it.
    pub(super) const KEEP: Id = Id(0);
    /// The part stays, and it is wrong.
    pub(super) const REFUSE: Id = Id(1);

    pub(super) fn new() -> Self {
        let (list, known) = (Vec::new(), HashMap::new());
        let mut plans = Self { list, known };
        plans.add(0, 0, Step::Keep);
        plans.add(1, 0, Step::Keep);
        plans
    }

    pub(super) fn add(&mut self, refusals: u32, cost: u32, step: Step<'g>) -> Id {
        let plan = Rc::new(Plan {
            refusals,
            cost,
            step,
        });
        let new = Id(self.list.len());
        let id = *self.known.entry(Rc::clone(&plan)).or_insert(new);
        if id == new {
            self.list.push(plan);
        }
        id
    }

    /// The part stays, with so many things wrong.
    pub(super) fn keep(&mut self, refusals: u32) -> Id {
        self.add(refusals, 0, Step::Keep)
    }

    /// The same plan at a higher price.
    pub(super) fn wrong(&mut self, id: Id) -> Id {
        let plan = self.share(id);
        let step = match &plan.step {
            Step::Keep => Step::Keep,
            Step::Become(value, by) => Step::Become(value.clone(), *by),
            // Only scalars are judged again after the change.
            _ => return id,
        };
        self.add(plan.refusals.saturating_add(1), plan.cost, step)
    }

    pub(super) fn get(&self, id: Id) -> &Plan<'g> {
        &self.list[id.0]
    }

    /// The plan, to be held while others are read.
    pub(super) fn share(&self, id: Id) -> Rc<Plan<'g>> {
        Rc::clone(&self.list[id.0])
    }

    pub(super) fn fits(&self, id: Id) -> bool {
        self.list[id.0].refusals == 0
    }
}
