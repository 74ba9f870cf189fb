//! The types of a part of a result.

use std::collections::HashSet;

use typechat::schema::{Presence, Type, TypeGraph};

use super::problem::key;

/// What a part of a value may be.
pub(crate) struct Part<'a> {
    /// One of these.
    pub(crate) types: Vec<&'a Type>,
    /// Or not there at all.
    pub(crate) may_be_absent: bool,
    /// Why only the value can tell whether it has the part.
    pub(crate) deferred: Option<&'static str>,
}

/// The types at a place of values of a type; or why there is none, in words.
pub(crate) fn project<'a>(
    graph: &'a TypeGraph,
    ty: &'a Type,
    pointer: &str,
) -> Result<Part<'a>, String> {
    let mut part = Part {
        types: vec![ty],
        may_be_absent: false,
        deferred: None,
    };
    for step in pointer.split('/').skip(1) {
        let step = step.replace("~1", "/").replace("~0", "~");
        let mut next = Next {
            graph,
            step: &step,
            types: Vec::new(),
            is_missing: false,
            deferred: None,
            seen: HashSet::new(),
        };
        let from = std::mem::take(&mut part.types);
        for ty in &from {
            next.add(ty);
        }
        // Branches of a union may lead to the same type, and again at every step.
        let mut parts = HashSet::new();
        next.types
            .retain(|ty| parts.insert(std::ptr::from_ref(graph.resolve(ty)).addr()));
        if next.types.is_empty() {
            let phrases: Vec<String> = from.iter().map(|ty| graph.phrase(ty)).collect();
            return Err(format!("{} has no {}", phrases.join(" | "), key(&step)));
        }
        part.may_be_absent |= next.is_missing;
        part.deferred = part.deferred.or(next.deferred);
        part.types = next.types;
    }
    Ok(part)
}

const ITEM: &str = "the list must have that item";
const MEMBER: &str = "the value must have that member";

/// The types one step further in.
struct Next<'a, 's> {
    graph: &'a TypeGraph,
    step: &'s str,
    types: Vec<&'a Type>,
    is_missing: bool,
    deferred: Option<&'static str>,
    /// The types that were looked at, by their addresses.
    seen: HashSet<usize>,
}

impl<'a> Next<'a, '_> {
    fn add(&mut self, ty: &'a Type) {
        let ty = self.graph.resolve(ty);
        if !self.seen.insert(std::ptr::from_ref(ty).addr()) {
            return;
        }
        // As JSON Pointers write them: no sign, no zeros before.
        let is_index = self.step == "0" || !self.step.starts_with(['0', '+']);
        let index = self.step.parse::<usize>().ok().filter(|_| is_index);
        match ty {
            any @ Type::Any => {
                self.deferred = Some(MEMBER);
                self.types.push(any);
            }
            Type::Nullable(inner) => {
                self.is_missing = true;
                self.add(inner);
            }
            Type::Union(branches) => {
                for branch in branches {
                    self.add(&branch.ty);
                }
            }
            Type::Object(object) => {
                let field = object.fields.iter().find(|field| field.name == self.step);
                match (field, object.rest.as_deref()) {
                    (Some(field), _) => {
                        self.is_missing |= field.presence == Presence::Optional;
                        self.types.push(&field.ty);
                    }
                    (None, Some(rest)) => {
                        self.deferred = Some(MEMBER);
                        self.types.push(rest);
                    }
                    (None, None) => self.is_missing = true,
                }
            }
            Type::Map(map) => {
                self.deferred = Some(MEMBER);
                self.types.push(&map.values);
            }
            Type::Array(array) if index.is_some() => {
                self.deferred = Some(ITEM);
                self.types.push(&array.items);
            }
            Type::Tuple(tuple) => match index.map(|at| (at, tuple.items.get(at))) {
                Some((at, Some(item))) => {
                    self.is_missing |= at >= tuple.required;
                    self.types.push(item);
                }
                Some((_, None)) if tuple.rest.is_some() => {
                    self.deferred = Some(ITEM);
                    self.types.extend(tuple.rest.as_deref());
                }
                _ => self.is_missing = true,
            },
            _ => self.is_missing = true,
        }
    }
}
