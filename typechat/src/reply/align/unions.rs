//! Unions: the branch that is meant.

use std::{cmp::Ordering, ptr, rc::Rc};

use serde_json::Value;

use super::{
    plan::{Id, Plans, Step},
    planner::{Ambiguity, Part, Planner},
    sentence::named,
    spelling::Names,
};
use crate::{
    reply::scalar::compare,
    schema::{Branch, Field, Literal, Member, Presence, Type, TypeGraph},
};

/// A member that is another constant in every branch.
pub(super) struct Tag {
    /// Its name.
    key: Names,
    /// Its constants, by the index of the branch.
    constants: Names,
}

impl<'g, 'v> Planner<'g, 'v> {
    pub(super) fn union(&mut self, ty: &'g Type, branches: &'g [Branch], part: Part<'v>) -> Id {
        if let Some(id) = self.by_tag(ty, branches, part) {
            return id;
        }
        let scalars = branches
            .iter()
            .filter(|branch| is_scalar(self.graph, &branch.ty));
        let has_scalars = scalars.count() > 1;
        let mut least: Vec<(usize, Id)> = Vec::new();
        let plans = branches.iter().map(|branch| self.plan(&branch.ty, part));
        for (at, id) in plans.collect::<Vec<_>>().into_iter().enumerate() {
            if id == Plans::KEEP {
                return id;
            }
            // A sentence names one of all the scalars, or of those of its branch only.
            let id = if has_scalars && self.is_of_sentence(id) {
                Plans::REFUSE
            } else {
                id
            };
            let order = match least.first() {
                Some((_, known)) => self.price(id).cmp(&self.price(*known)),
                None => Ordering::Less,
            };
            match order {
                Ordering::Less => least = vec![(at, id)],
                Ordering::Equal if least.len() == 1 && !self.is_same(least[0].1, id) => {
                    least.push((at, id));
                }
                _ => {}
            }
        }
        if !self.wanted.is_empty() {
            return Plans::REFUSE;
        }
        match least.as_slice() {
            [(_, only)] => *only,
            [(first, id), (second, _), ..] => {
                let (refusals, cost) = self.price(*id);
                if refusals > 0 {
                    return self.plans.keep(refusals);
                }
                let readings = [&branches[*first].ty, &branches[*second].ty];
                let number = self.ambiguities.len();
                self.ambiguities.push(Ambiguity {
                    union: ty,
                    readings,
                });
                self.plans.add(1, cost, Step::Ambiguous(number))
            }
            [] => Plans::REFUSE,
        }
    }

    /// Whether two plans make the same of a part.
    fn is_same(&self, left: Id, right: Id) -> bool {
        match (&self.plans.get(left).step, &self.plans.get(right).step) {
            (Step::Become(Value::Number(left), _), Step::Become(Value::Number(right), _)) => {
                compare(left, right) == Some(Ordering::Equal)
            }
            _ => left == right,
        }
    }

    /// The plan of the branch that the tag names: it alone counts, and none does when the tag
    /// names none.
    fn by_tag(&mut self, ty: &'g Type, branches: &'g [Branch], part: Part<'v>) -> Option<Id> {
        let Value::Object(members) = part.value else {
            return None;
        };
        let graph = self.graph;
        let tag = self.tags.entry(ptr::from_ref(ty).addr());
        let tag = tag.or_insert_with(|| tag_of(graph, branches).map(Rc::new));
        let tag = Rc::clone(tag.as_ref()?);
        let found = members.iter().filter_map(|(key, value)| {
            let (_, by) = tag.key.find(key)?;
            Some((by.is_some(), value.as_str()?))
        });
        let (_, text) = found.min_by_key(|(is_changed, _)| *is_changed)?;
        let at = match tag.constants.find(text) {
            Some((at, _)) => Some(at),
            None => named(&tag.constants, text),
        };
        Some(match at {
            Some(at) => self.plan(&branches[at].ty, part),
            None => Plans::REFUSE,
        })
    }
}

/// Whether a branch takes texts, numbers or booleans.
fn is_scalar(graph: &TypeGraph, ty: &Type) -> bool {
    match graph.resolve(ty) {
        Type::Nullable(inner) => is_scalar(graph, inner),
        Type::Guarded(guarded) => is_scalar(graph, &guarded.ty),
        Type::Boolean
        | Type::String(_)
        | Type::Integer(_)
        | Type::Number(_)
        | Type::Enum(_)
        | Type::Vocabulary(_)
        | Type::Union(_) => true,
        _ => false,
    }
}

fn tag_of<'a>(graph: &'a TypeGraph, branches: &'a [Branch]) -> Option<Tag> {
    let objects = branches
        .iter()
        .map(|branch| match graph.resolve(&branch.ty) {
            Type::Object(object) => Some(&*object.fields),
            _ => None,
        });
    let objects: Vec<&'a [Field]> = objects.collect::<Option<_>>()?;
    objects.first()?.iter().find_map(|first| {
        constant(graph, first)?;
        let of_name = |fields: &&'a [Field]| fields.iter().find(|f| f.name == first.name);
        let fields: Vec<&Field> = objects.iter().map(of_name).collect::<Option<_>>()?;
        let members = fields.iter().map(|field| constant(graph, field));
        let members: Vec<&Member> = members.collect::<Option<_>>()?;
        let texts = members.iter().enumerate().map(|(at, member)| {
            let text = match &member.value {
                Literal::String(text) => Some(&**text),
                _ => None,
            };
            (at, text, &*member.aliases)
        });
        let mut sorted: Vec<_> = texts.clone().map(|(_, text, _)| text).collect();
        sorted.sort_unstable();
        if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
            return None;
        }
        let aliases: Vec<String> = fields.iter().flat_map(|f| f.aliases.clone()).collect();
        Some(Tag {
            key: Names::new([(0, Some(&*first.name), &*aliases)].into_iter()),
            constants: Names::new(texts),
        })
    })
}

/// The one text that a member can hold.
fn constant<'a>(graph: &'a TypeGraph, field: &'a Field) -> Option<&'a Member> {
    match graph.resolve(&field.ty) {
        Type::Enum(members) if field.presence == Presence::Required => match members.as_slice() {
            [only] if matches!(only.value, Literal::String(_)) => Some(only),
            _ => None,
        },
        _ => None,
    }
}
