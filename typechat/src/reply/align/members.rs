//! Objects and maps: which member is meant by a key, and what becomes of it.

use std::{collections::HashMap, ptr, rc::Rc};

use serde_json::{Map, Value};

use super::{
    plan::{By, Id, Plans, Slot, Step},
    planner::{FORM, Part, Planner},
    spelling::Names,
};
use crate::{
    reply::{NoteKind, scalar::is_within},
    schema::{MapType, ObjectType, Presence, Type},
};

/// What a key means.
#[derive(Clone, Copy)]
enum Meaning {
    /// The member itself, or the one of that index by another spelling.
    Member(usize, Option<By>),
    /// A further member, under its own name.
    Further,
    /// A member that is there already, with an equal value.
    Again(usize),
    /// A member that is there already, with another value.
    Clash(usize),
    /// Nothing that the type has.
    Unknown,
}

impl<'g, 'v> Planner<'g, 'v> {
    pub(super) fn object(&mut self, object: &'g ObjectType, part: Part<'v>) -> Id {
        let Value::Object(members) = part.value else {
            let only = self.only(part, |planner, item| planner.object(object, item));
            let within = self.embedded(part, |planner, part| planner.object(object, part));
            return self.better(only, within);
        };
        let (meanings, there) = self.meanings(object, members);
        let fields = object.fields.iter().zip(&there);
        let absent = fields.filter(|(_, there)| there.is_none());
        let missing = absent
            .filter(|(field, _)| field.presence == Presence::Required)
            .count();
        let mut slots = Vec::with_capacity(members.len());
        for (meaning, part) in meanings.into_iter().zip(part.within(members.values())) {
            slots.push(match meaning {
                Meaning::Member(at, by) => {
                    let field = &object.fields[at];
                    let id = self.plan(&field.ty, part);
                    let may_be_absent = field.presence == Presence::Optional;
                    match by {
                        _ if part.value.is_null() && may_be_absent && !self.plans.fits(id) => {
                            Slot::Null(&field.name)
                        }
                        Some(by) => Slot::Named(&field.name, by, id),
                        None => Slot::Stays(id),
                    }
                }
                Meaning::Further => match object.rest.as_deref() {
                    Some(rest) => Slot::Stays(self.plan(rest, part)),
                    None => Slot::Stays(Plans::REFUSE),
                },
                Meaning::Again(at) => Slot::Merged(&object.fields[at].name),
                Meaning::Clash(at) => Slot::Clash(&object.fields[at].name),
                Meaning::Unknown => Slot::Stays(Plans::REFUSE),
            });
        }
        self.members(slots, u32::try_from(missing).unwrap_or(u32::MAX))
    }

    /// What each key means, and which members are there.
    fn meanings<'m>(
        &mut self,
        object: &'g ObjectType,
        members: &'m Map<String, Value>,
    ) -> (Vec<Meaning>, Vec<Option<&'m Value>>) {
        let names = self.names_of(object);
        let mut there: Vec<Option<&Value>> = vec![None; object.fields.len()];
        let found: Vec<_> = members.keys().map(|key| names.find(key)).collect();
        for (found, value) in found.iter().zip(members.values()) {
            if let Some((at, None)) = found {
                there[*at] = Some(value);
            }
        }
        let is_exact: Vec<bool> = there.iter().map(Option::is_some).collect();
        // Where any name is welcome, another spelling is another name, unless one is missing.
        let is_open = object.rest.is_some() && !object.untold;
        let meaning = |(found, value): (&Option<(usize, Option<By>)>, _)| {
            let (at, by) = match *found {
                Some((at, Some(by))) => (at, by),
                Some((at, None)) => return Meaning::Member(at, None),
                None if object.rest.is_some() => return Meaning::Further,
                None => return Meaning::Unknown,
            };
            let is_required = object.fields[at].presence == Presence::Required;
            match there[at] {
                _ if is_open && by.0 == NoteKind::Spelling && !is_required => Meaning::Further,
                None => {
                    there[at] = Some(value);
                    Meaning::Member(at, Some(by))
                }
                Some(other) if other == value => Meaning::Again(at),
                Some(_) if is_exact[at] && object.rest.is_some() && by.0 == NoteKind::Spelling => {
                    Meaning::Further
                }
                Some(_) => Meaning::Clash(at),
            }
        };
        let meanings = found.iter().zip(members.values()).map(meaning).collect();
        (meanings, there)
    }

    pub(super) fn map(&mut self, map: &'g MapType, part: Part<'v>) -> Id {
        let Value::Object(members) = part.value else {
            let only = self.only(part, |planner, item| planner.map(map, item));
            let within = self.embedded(part, |planner, part| planner.map(map, part));
            return self.better(only, within);
        };
        let keys = self.graph.resolve(&map.keys);
        let names = self.constants_of(keys);
        let mut renamed: HashMap<&str, &Value> = HashMap::new();
        let mut slots = Vec::with_capacity(members.len());
        for (key, part) in members.keys().zip(part.within(members.values())) {
            if self.verdict.may_have(map, key) {
                slots.push(Slot::Stays(self.plan(&map.values, part)));
                continue;
            }
            let found = names.as_ref().and_then(|names| names.find(key));
            let found = found.and_then(|(at, by)| Some((self.constant_text(keys, at)?, by?)));
            let Some((name, by)) = found else {
                slots.push(Slot::Stays(Plans::REFUSE));
                continue;
            };
            slots.push(match members.get(name).or(renamed.get(name).copied()) {
                Some(other) if other == part.value => Slot::Merged(name),
                Some(_) => Slot::Clash(name),
                None => {
                    renamed.insert(name, part.value);
                    Slot::Named(name, by, self.plan(&map.values, part))
                }
            });
        }
        let fits = is_within(map.length, members.len());
        self.members(slots, u32::from(!fits))
    }

    fn members(&mut self, slots: Vec<Slot<'g>>, refusals: u32) -> Id {
        if !self.wanted.is_empty() {
            return Plans::REFUSE;
        }
        let plans = slots.iter().filter_map(|slot| match slot {
            Slot::Stays(id) | Slot::Named(_, _, id) => Some(*id),
            Slot::Null(_) | Slot::Merged(_) | Slot::Clash(_) => None,
        });
        let (refusals, cost) = self.sum(plans, refusals);
        let clashes = slots.iter().filter(|slot| matches!(slot, Slot::Clash(_)));
        let refusals = refusals.saturating_add(u32::try_from(clashes.count()).unwrap_or(u32::MAX));
        let changes = slots
            .iter()
            .filter(|slot| !matches!(slot, Slot::Stays(_)))
            .count();
        let cost = cost.saturating_add(FORM * u32::try_from(changes).unwrap_or(u32::MAX));
        let keeps = slots.iter().all(|slot| match slot {
            Slot::Stays(id) => matches!(self.plans.get(*id).step, Step::Keep),
            _ => false,
        });
        let step = if keeps {
            Step::Keep
        } else {
            Step::Members(slots)
        };
        self.plans.add(refusals, cost, step)
    }

    fn names_of(&mut self, object: &'g ObjectType) -> Rc<Names> {
        let make = || {
            let fields = object.fields.iter().enumerate();
            let names = fields.map(|(at, field)| (at, Some(&*field.name), &*field.aliases));
            Rc::new(Names::new(names))
        };
        let names = self.names.entry(ptr::from_ref(object).addr());
        Rc::clone(names.or_insert_with(make))
    }

    /// Whether the type has a member of that name, in some spelling.
    pub(super) fn has_member(&mut self, ty: &'g Type, name: &str) -> bool {
        let graph = self.graph;
        let types = match graph.resolve(ty) {
            Type::Union(branches) => branches.iter().map(|b| graph.resolve(&b.ty)).collect(),
            other => vec![other],
        };
        types.into_iter().any(|ty| match ty {
            Type::Object(object) => self.names_of(object).find(name).is_some(),
            _ => false,
        })
    }
}
