//! The plan of each part by each type: each is made once.

use std::{collections::HashMap, ptr, rc::Rc};

use serde_json::Value;

use super::{
    embedded::Embedded,
    plan::{Id, Plans, Step},
    spelling::Names,
    unions::Tag,
};
use crate::{
    reply::{leaves::Leaves, places::Places, verdict::Verdict},
    schema::{DefId, Guarded, Type, TypeGraph},
};

/// What changes cost: of form or spelling, of shape, and a constant that a sentence names.
pub(super) const FORM: u32 = 1;
pub(super) const SHAPE: u32 = 2;
pub(super) const SENTENCE: u32 = 4;

/// A part of the value, and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Part<'v> {
    pub(super) value: &'v Value,
    pub(super) place: usize,
    pub(super) source: Source<'v>,
}

/// A text with the places of the value that was read from it.
#[derive(Clone, Copy)]
pub(super) struct Source<'v> {
    pub(super) text: &'v str,
    pub(super) places: &'v Places,
}

impl<'v> Part<'v> {
    /// The parts of this part, in their order.
    pub(super) fn within(
        self,
        values: impl Iterator<Item = &'v Value>,
    ) -> impl Iterator<Item = Self> {
        let Source { places, .. } = self.source;
        let mut place = self.place + 1;
        values.map(move |value| {
            let part = Self {
                value,
                place,
                ..self
            };
            place = places.list.get(place).map_or(place, |place| place.next);
            part
        })
    }

    /// The word of another language that `null` or a boolean was read from.
    pub(super) fn word(self) -> Option<&'v str> {
        let is_word = self.value.is_null() || self.value.is_boolean();
        let word = self.written().filter(|_| is_word)?;
        (!matches!(word, "null" | "true" | "false")).then_some(word)
    }

    /// The text that this part was read from.
    pub(super) fn written(self) -> Option<&'v str> {
        let Source { text, places } = self.source;
        let span = places.list.get(self.place)?.span;
        text.get(span.start..span.end)
    }
}

/// Two readings of a part that are as good as each other.
#[derive(Debug, Clone, Copy)]
pub(super) struct Ambiguity<'g> {
    pub(super) union: &'g Type,
    pub(super) readings: [&'g Type; 2],
}

pub(super) struct Planner<'g, 'v> {
    pub(super) graph: &'g TypeGraph,
    pub(super) verdict: Verdict<'g>,
    pub(super) embedded: &'v [Embedded<'v>],
    pub(super) by_text: &'v HashMap<usize, usize>,
    pub(super) plans: Plans<'g>,
    pub(super) ambiguities: Vec<Ambiguity<'g>>,
    /// Whether what fits may still be a word that was read as `null` or a boolean.
    has_words: bool,
    /// By the addresses of the type and of the part; `None` while it is made.
    known: HashMap<(usize, usize), Option<Id>>,
    /// What must be planned before the part that is planned now.
    pub(super) wanted: Vec<(&'g Type, Part<'v>)>,
    /// The names that a type has, by its address.
    pub(super) names: HashMap<usize, Rc<Names>>,
    pub(super) tags: HashMap<usize, Option<Rc<Tag>>>,
}

impl<'g, 'v> Planner<'g, 'v> {
    pub(super) fn new(
        graph: &'g TypeGraph,
        leaves: &'g Leaves,
        embedded: &'v [Embedded<'v>],
        by_text: &'v HashMap<usize, usize>,
    ) -> Self {
        Self {
            graph,
            verdict: Verdict::new(graph, leaves),
            embedded,
            by_text,
            plans: Plans::new(),
            ambiguities: Vec::new(),
            has_words: false,
            known: HashMap::new(),
            wanted: Vec::new(),
            names: HashMap::new(),
            tags: HashMap::new(),
        }
    }

    /// The plan of the whole. What a part's plan needs and is not there yet is made first, and
    /// then the part's is made again: no depth uses up the thread's stack.
    pub(super) fn root(&mut self, ty: &'g Type, part: Part<'v>) -> Id {
        self.has_words = has_words(part);
        let mut todo = vec![(ty, part)];
        while let Some((ty, part)) = todo.last().copied() {
            let key = key(ty, part);
            if matches!(self.known.get(&key), Some(Some(_))) {
                todo.pop();
                continue;
            }
            self.known.insert(key, None);
            let id = self.try_plan(ty, part);
            if self.wanted.is_empty() {
                self.known.insert(key, Some(id));
            } else {
                todo.append(&mut self.wanted);
            }
        }
        self.plan(ty, part)
    }

    /// The plan of a part by a type. One that is not there yet is wanted, and what is made of the
    /// answer meanwhile does not count.
    pub(super) fn plan(&mut self, ty: &'g Type, part: Part<'v>) -> Id {
        match self.known.get(&key(ty, part)) {
            _ if matches!(ty, Type::Any) => Plans::KEEP,
            Some(Some(id)) => *id,
            // A type that leads back to itself without content says nothing of the part.
            Some(None) => Plans::REFUSE,
            None if is_leaf(ty) && !part.value.is_array() => {
                let id = self.scalar(ty, part);
                // What fits is seen at once again.
                if id != Plans::KEEP {
                    self.known.insert(key(ty, part), Some(id));
                }
                id
            }
            None => {
                self.wanted.push((ty, part));
                Plans::REFUSE
            }
        }
    }

    fn try_plan(&mut self, ty: &'g Type, part: Part<'v>) -> Id {
        match ty {
            Type::Any => Plans::KEEP,
            Type::Ref(id) => self.named(*id, part),
            Type::Guarded(guarded) => self.guarded(ty, guarded, part),
            Type::Nullable(inner) if part.value.is_null() => self.null(inner, part),
            Type::Nullable(inner) => self.plan(inner, part),
            Type::Union(branches) => self.union(ty, branches, part),
            Type::Array(array) => self.array(array, part),
            Type::Tuple(tuple) => self.tuple(tuple, part),
            Type::Object(object) => self.object(object, part),
            Type::Map(map) => self.map(map, part),
            _ => self.scalar(ty, part),
        }
    }

    /// `null`, unless it is a word of another language and the type has a constant of that name.
    fn null(&mut self, ty: &'g Type, part: Part<'v>) -> Id {
        let constant = part.word().map(|_| self.plan(ty, part));
        let constant = constant.filter(|id| self.plans.fits(*id));
        constant.unwrap_or(Plans::KEEP)
    }

    /// The type itself, or what stands in an object that has the type's name for its key.
    fn named(&mut self, id: DefId, part: Part<'v>) -> Id {
        let def = self.graph.def(id);
        let direct = self.plan(&def.ty, part);
        if self.plans.fits(direct) {
            return direct;
        }
        let Value::Object(members) = part.value else {
            return direct;
        };
        let Some(inner) = part.within(members.values()).next() else {
            return direct;
        };
        let is_wrapper = members.len() == 1
            && members.keys().all(|key| {
                Names::of(&def.name).find(key).is_some() && !self.has_member(&def.ty, key)
            });
        if !is_wrapper {
            return direct;
        }
        // Its name says what it is, even where something in it is wrong.
        let is_certain = inner.value.is_object() || inner.value.is_array();
        let inner = self.plan(&def.ty, inner);
        if is_certain || self.plans.fits(inner) {
            self.around(inner, SHAPE, Step::Unwrap)
        } else {
            direct
        }
    }

    /// A guard has rules that no type can hold. What it says of an object or a list that has to
    /// be changed shows after the change.
    fn guarded(&mut self, ty: &'g Type, guarded: &'g Guarded, part: Part<'v>) -> Id {
        if !self.has_words && self.verdict.fits(ty, part.value) {
            return Plans::KEEP;
        }
        let id = self.plan(&guarded.ty, part);
        let plan = self.plans.get(id);
        let passes = match &plan.step {
            Step::Keep => plan.refusals > 0 || self.verdict.fits(ty, part.value),
            Step::Become(value, _) => plan.refusals > 0 || self.verdict.passes(guarded, value),
            _ => true,
        };
        if passes { id } else { self.plans.wrong(id) }
    }

    /// A plan with one more step round it.
    pub(super) fn around(&mut self, id: Id, cost: u32, step: impl FnOnce(Id) -> Step<'g>) -> Id {
        let plan = self.plans.get(id);
        let (refusals, cost) = (plan.refusals, plan.cost.saturating_add(cost));
        self.plans.add(refusals, cost, step(id))
    }

    /// What counts when plans are compared: what stays wrong, then what changes.
    pub(super) fn price(&self, id: Id) -> (u32, u32) {
        let plan = self.plans.get(id);
        (plan.refusals, plan.cost)
    }

    /// The plan that leaves less wrong, or else the one that changes less.
    pub(super) fn better(&self, left: Id, right: Id) -> Id {
        if self.price(right) < self.price(left) {
            right
        } else {
            left
        }
    }
}

/// Whether a part holds a word of another language for `null` or a boolean.
fn has_words(part: Part<'_>) -> bool {
    let mut todo = vec![part];
    while let Some(part) = todo.pop() {
        match part.value {
            Value::Array(items) => todo.extend(part.within(items.iter())),
            Value::Object(members) => todo.extend(part.within(members.values())),
            _ if part.word().is_some() => return true,
            _ => {}
        }
    }
    false
}

fn key(ty: &Type, part: Part<'_>) -> (usize, usize) {
    (ptr::from_ref(ty).addr(), ptr::from_ref(part.value).addr())
}

/// Whether the type has no types in it.
fn is_leaf(ty: &Type) -> bool {
    matches!(
        ty,
        Type::Null
            | Type::Boolean
            | Type::String(_)
            | Type::Integer(_)
            | Type::Number(_)
            | Type::Enum(_)
            | Type::Vocabulary(_)
    )
}
