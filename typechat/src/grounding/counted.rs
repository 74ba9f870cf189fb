//! Which numbers of a request count what.

use std::{
    cell::RefCell,
    collections::{BTreeMap, HashMap, HashSet},
    ptr,
};

use super::{
    Mentions,
    numbers::Spoken,
    places::{Places, named},
    words::words,
};
use crate::schema::{Literal, Member, ObjectType, Presence, Type, TypeGraph};

/// How many words may stand between a number and what it counts: "five pumps of caramel".
const NEAR: usize = 3;

/// The numbers of a request, and the objects of a graph whose constants they stand before: "two
/// tall lattes with three sugars" has two of the one and three of the other.
pub(super) struct Counted<'a> {
    mentions: &'a Mentions,
    graph: &'a TypeGraph,
    /// By the address of an object that has a count: the constants that are its own, and not those
    /// of an object within that has a count, too.
    own: BTreeMap<usize, Places>,
    /// Whether a definition needs a constant that is named, as far as that is known.
    needs: RefCell<HashMap<usize, bool>>,
    /// Whether words are left over, which may say a number in a way that is not known.
    is_wordy: bool,
}

impl<'a> Counted<'a> {
    pub(super) fn new(mentions: &'a Mentions, graph: &'a TypeGraph, is_wordy: bool) -> Self {
        let mut counted = Self {
            mentions,
            graph,
            own: BTreeMap::new(),
            needs: RefCell::default(),
            is_wordy,
        };
        counted.gather(&graph.root, None, &mut HashSet::new());
        counted
    }

    /// A definition is gone through once for each object that it may belong to.
    fn gather(
        &mut self,
        ty: &'a Type,
        owner: Option<usize>,
        seen: &mut HashSet<(usize, Option<usize>)>,
    ) {
        match ty {
            Type::Enum(members) => {
                if let Some(own) = owner.and_then(|owner| self.own.get_mut(&owner)) {
                    own.extend(named(self.mentions, members));
                }
            }
            Type::Ref(id) => {
                let graph = self.graph;
                if seen.insert((id.0, owner)) {
                    self.gather(&graph.def(*id).ty, owner, seen);
                }
            }
            Type::Object(object) => {
                let owner = if self.counter(object).is_some() {
                    let address = ptr::from_ref(object).addr();
                    self.own.entry(address).or_default();
                    Some(address)
                } else {
                    owner
                };
                ty.each(&mut |inner| self.gather(inner, owner, seen));
            }
            other => other.each(&mut |inner| self.gather(inner, owner, seen)),
        }
    }

    /// The member of an object that counts it, by its name and its type.
    pub(super) fn counter(&self, object: &ObjectType) -> Option<usize> {
        const NAMES: &[&str] = &["amount", "count", "number", "qty", "quantity"];
        let mut fields = object.fields.iter();
        fields.position(|field| {
            let words = words(&field.name);
            let last = words
                .last()
                .is_some_and(|word| NAMES.contains(&word.text.as_str()));
            last && self.may_be_number(&field.ty)
        })
    }

    fn may_be_number(&self, ty: &Type) -> bool {
        match self.graph.resolve(ty) {
            Type::Nullable(inner) => self.is_plain(inner),
            Type::Union(branches) => branches.iter().any(|branch| self.is_plain(&branch.ty)),
            _ => self.is_plain(ty),
        }
    }

    /// Whether a type is a number and nothing else.
    pub(super) fn is_plain(&self, ty: &Type) -> bool {
        matches!(self.graph.resolve(ty), Type::Integer(_) | Type::Number(_))
    }

    /// The numbers that may count an object; `None` where nothing is known of them: it needs no
    /// constant that the request names, or the request says something that may be a number.
    pub(super) fn said(&self, object: &ObjectType) -> Option<Vec<&Spoken>> {
        let numbers = self.of(object)?;
        let is_known = !self.mentions.has_odd_number()
            && (!self.is_wordy || !self.mentions.numbers.is_empty());
        is_known.then_some(numbers)
    }

    fn of(&self, object: &ObjectType) -> Option<Vec<&Spoken>> {
        let own = self.own.get(&ptr::from_ref(object).addr())?;
        let fields = object.fields.iter();
        let mut required = fields.filter(|field| field.presence == Presence::Required);
        if !required.any(|field| self.needs_constant(&field.ty)) {
            return None;
        }
        let numbers = self.mentions.numbers.iter();
        let numbers = numbers.filter(|number| self.may_count(own, number));
        Some(numbers.collect())
    }

    /// Whether a number stands before a constant of an object.
    pub(super) fn counts(&self, object: &ObjectType) -> bool {
        let own = self.own.get(&ptr::from_ref(object).addr());
        own.is_some_and(|own| {
            let mut numbers = self.mentions.numbers.iter();
            numbers.any(|number| self.next(number).is_some_and(|word| own.contains(&word)))
        })
    }

    fn needs_constant(&self, ty: &Type) -> bool {
        match ty {
            Type::Enum(members) => !named(self.mentions, members).is_empty(),
            Type::Ref(id) => {
                if let Some(known) = self.needs.borrow().get(&id.0) {
                    return *known;
                }
                self.needs.borrow_mut().insert(id.0, false);
                let needs = self.needs_constant(&self.graph.def(*id).ty);
                self.needs.borrow_mut().insert(id.0, needs);
                needs
            }
            Type::Object(object) => object.fields.iter().any(|field| {
                field.presence == Presence::Required && self.needs_constant(&field.ty)
            }),
            Type::Union(branches) => branches
                .iter()
                .all(|branch| self.needs_constant(&branch.ty)),
            _ => false,
        }
    }

    /// A number counts what is named next; one with nothing near may count anything.
    fn may_count(&self, own: &Places, number: &Spoken) -> bool {
        self.next(number).is_none_or(|word| own.contains(&word))
    }

    /// The place that is named next after a number, before another number.
    fn next(&self, number: &Spoken) -> Option<usize> {
        let is_number = |word: &usize| {
            let mut numbers = self.mentions.numbers.iter();
            numbers.any(|other| other.at.start == *word)
        };
        let words = (number.at.end..).take(NEAR + 1);
        let mut words = words.take_while(|word| !is_number(word));
        words.find(|word| self.own.values().any(|own| own.contains(word)))
    }

    /// How many numbers may count the items of a list.
    pub(super) fn of_items(&self, items: &Type) -> usize {
        self.most(items, &mut HashSet::new())
    }

    fn most(&self, items: &Type, seen: &mut HashSet<usize>) -> usize {
        match items {
            Type::Ref(id) if !seen.insert(id.0) => 0,
            Type::Ref(id) => self.most(&self.graph.def(*id).ty, seen),
            Type::Union(branches) => {
                let each = branches.iter().map(|branch| self.most(&branch.ty, seen));
                each.max().unwrap_or_default()
            }
            Type::Object(object) => self.of(object).map_or(0, |numbers| numbers.len()),
            _ => 0,
        }
    }
}

/// The numbers that a counted member may have: those that were said, and 1 where it must be there.
pub(super) fn choices(ty: &Type, said: &[&Spoken], required: bool) -> Option<Type> {
    let mut values: Vec<f64> = said.iter().map(|number| number.value).collect();
    if required {
        values.push(1.0);
    }
    values.sort_by(f64::total_cmp);
    values.dedup();
    let literal = |value: f64| {
        #[allow(clippy::cast_possible_truncation, reason = "whole, and small")]
        let number = if value.fract() == 0.0 && value.abs() < 1e15 {
            serde_json::Number::from(value as i64)
        } else {
            serde_json::Number::from_f64(value)?
        };
        let mut member = Member::new("", "");
        member.value = Literal::Number(number);
        Some(member)
    };
    let range = match ty {
        Type::Integer(range) => {
            values.retain(|value| value.fract() == 0.0);
            range
        }
        Type::Number(range) => range,
        _ => return None,
    };
    let bound =
        |number: &Option<serde_json::Number>| number.as_ref().and_then(serde_json::Number::as_f64);
    let fits = |value: f64| {
        bound(&range.minimum).is_none_or(|least| value >= least)
            && bound(&range.maximum).is_none_or(|most| value <= most)
            && bound(&range.exclusive_minimum).is_none_or(|least| value > least)
            && bound(&range.exclusive_maximum).is_none_or(|most| value < most)
            && bound(&range.multiple_of).is_none_or(|of| (value / of).fract() == 0.0)
    };
    let members: Option<Vec<Member>> = values
        .into_iter()
        .filter(|value| fits(*value))
        .map(literal)
        .collect();
    members
        .filter(|members| !members.is_empty())
        .map(Type::Enum)
}
