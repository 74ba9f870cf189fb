//! Lists, tuples, and what may stand in place of a list.

use std::ptr;

use serde_json::Value;

use super::{
    embedded::looks_like_json,
    plan::{By, Id, Plans, Step},
    planner::{Part, Planner, SHAPE, Source},
};
use crate::{
    reply::{NoteKind, scalar::is_within},
    schema::{ArrayType, TupleType, Type},
};

impl<'g, 'v> Planner<'g, 'v> {
    pub(super) fn array(&mut self, array: &'g ArrayType, part: Part<'v>) -> Id {
        let Value::Array(items) = part.value else {
            return self.list_of_one(array, part);
        };
        let plans: Vec<Id> = part
            .within(items.iter())
            .map(|item| self.item(&array.items, item))
            .collect();
        let fits =
            is_within(array.length, items.len()) && self.verdict.are_unique(array, part.value);
        self.items(plans, u32::from(!fits))
    }

    pub(super) fn tuple(&mut self, tuple: &'g TupleType, part: Part<'v>) -> Id {
        let Value::Array(items) = part.value else {
            return self.embedded(part, |planner, part| planner.tuple(tuple, part));
        };
        let plans: Vec<Id> = part
            .within(items.iter())
            .enumerate()
            .map(
                |(at, item)| match tuple.items.get(at).or(tuple.rest.as_deref()) {
                    Some(ty) => self.plan(ty, item),
                    None => Plans::REFUSE,
                },
            )
            .collect();
        self.items(plans, u32::from(items.len() < tuple.required))
    }

    fn items(&mut self, items: Vec<Id>, refusals: u32) -> Id {
        if !self.wanted.is_empty() {
            return Plans::REFUSE;
        }
        let (refusals, cost) = self.sum(items.iter().copied(), refusals);
        let keeps = items
            .iter()
            .all(|id| matches!(self.plans.get(*id).step, Step::Keep));
        let step = if keeps {
            Step::Keep
        } else {
            Step::Items(items)
        };
        self.plans.add(refusals, cost, step)
    }

    pub(super) fn sum(&self, parts: impl Iterator<Item = Id>, refusals: u32) -> (u32, u32) {
        parts.fold((refusals, 0), |(refusals, cost): (u32, u32), id| {
            let plan = self.plans.get(id);
            (
                refusals.saturating_add(plan.refusals),
                cost.saturating_add(plan.cost),
            )
        })
    }

    /// An item of a list. A list in a list is never made up, since `[1, 2]` might be one list or
    /// two, and none is taken away.
    fn item(&mut self, ty: &'g Type, part: Part<'v>) -> Id {
        let id = self.plan(ty, part);
        match self.plans.get(id).step {
            Step::ListOf(_) | Step::Only(_) => Plans::REFUSE,
            _ => id,
        }
    }

    /// What is no list, for a list.
    fn list_of_one(&mut self, array: &'g ArrayType, part: Part<'v>) -> Id {
        let within = self.embedded(part, |planner, part| planner.array(array, part));
        // A text of several lines may be several items.
        let is_more = |text: &str| looks_like_json(text) || text.trim().contains('\n');
        let is_json = part.value.as_str().is_some_and(is_more);
        if is_json || part.value.is_null() || !is_within(array.length, 1) {
            return within;
        }
        let item = self.item(&array.items, part);
        // A sentence that names one may mean more: "from Monday on".
        if !self.plans.fits(item) || self.is_of_sentence(item) {
            return Plans::REFUSE;
        }
        self.around(item, SHAPE, Step::ListOf)
    }

    pub(super) fn is_of_sentence(&self, id: Id) -> bool {
        let step = &self.plans.get(id).step;
        matches!(step, Step::Become(_, By(NoteKind::Sentence)))
    }

    /// The only item of a list, for what is no list.
    pub(super) fn only(
        &mut self,
        part: Part<'v>,
        plan: impl FnOnce(&mut Self, Part<'v>) -> Id,
    ) -> Id {
        let Value::Array(items) = part.value else {
            return Plans::REFUSE;
        };
        let ([item], Some(part)) = (items.as_slice(), part.within(items.iter()).next()) else {
            return Plans::REFUSE;
        };
        if item.is_null() || item.is_array() {
            return Plans::REFUSE;
        }
        let id = plan(self, part);
        if !self.plans.fits(id) {
            return Plans::REFUSE;
        }
        self.around(id, SHAPE, Step::Only)
    }

    /// The list or object that stands in a text.
    pub(super) fn embedded(
        &mut self,
        part: Part<'v>,
        plan: impl FnOnce(&mut Self, Part<'v>) -> Id,
    ) -> Id {
        let address = ptr::from_ref(part.value).addr();
        let Some(number) = self.by_text.get(&address).copied() else {
            return Plans::REFUSE;
        };
        let embedded = &self.embedded[number];
        let (text, places) = (embedded.text, &embedded.places);
        let inner = Part {
            value: &embedded.value,
            place: 0,
            source: Source { text, places },
        };
        let id = plan(self, inner);
        if !self.plans.fits(id) {
            return Plans::REFUSE;
        }
        self.around(id, SHAPE, |id| Step::Embedded(number, id))
    }
}
