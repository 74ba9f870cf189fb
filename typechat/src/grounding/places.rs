//! Which words of a request can fill a type.

use std::{
    cell::RefCell,
    collections::{BTreeSet, HashMap, HashSet},
    ptr,
};

use super::Mentions;
use crate::schema::{Literal, Member, Presence, Type, TypeGraph};

/// Places in the request, each by its first word.
pub(super) type Places = BTreeSet<usize>;

/// What in a request can fill the types of a narrowed graph.
pub(super) struct Fillers<'a> {
    mentions: &'a Mentions,
    graph: &'a TypeGraph,
    /// The words that say something and name no constant.
    left_over: &'a Places,
    /// What is known of definitions, with and without texts.
    known: RefCell<HashMap<(usize, bool), Option<Places>>>,
}

impl<'a> Fillers<'a> {
    pub(super) fn new(mentions: &'a Mentions, graph: &'a TypeGraph, left_over: &'a Places) -> Self {
        Self {
            mentions,
            graph,
            left_over,
            known: RefCell::default(),
        }
    }

    /// The places, each of which can fill the type once; `None` when anything can. A free text is
    /// filled by the words that are left over, where texts count.
    pub(super) fn of(&self, ty: &Type, texts: bool) -> Option<Places> {
        match ty {
            Type::Enum(members) => {
                // A tag is none that could be named.
                Some(named(self.mentions, members)).filter(|places| !places.is_empty())
            }
            Type::Vocabulary(name) => {
                let words = self.graph.vocabularies.get(name)?.iter();
                Some(
                    words
                        .flat_map(|word| self.mentions.places_of(word))
                        .copied()
                        .collect(),
                )
            }
            Type::String(_) if texts => Some(self.left_over.clone()),
            Type::String(_) => Some(Places::new()),
            Type::Ref(id) => {
                let key = (id.0, texts);
                if let Some(known) = self.known.borrow().get(&key) {
                    return known.clone();
                }
                // What leads back to itself is filled by anything.
                self.known.borrow_mut().insert(key, None);
                let places = self.of(&self.graph.def(*id).ty, texts);
                self.known.borrow_mut().insert(key, places.clone());
                places
            }
            // An object has no more places than its scarcest member.
            Type::Object(object) => {
                let fields = object.fields.iter();
                let required = fields.filter(|field| field.presence == Presence::Required);
                let places = required.filter_map(|field| self.of(&field.ty, texts));
                places.min_by_key(BTreeSet::len)
            }
            Type::Union(branches) => {
                let each = branches.iter().map(|branch| self.of(&branch.ty, texts));
                let each: Option<Vec<Places>> = each.collect();
                each.map(|each| each.into_iter().flatten().collect())
            }
            _ => None,
        }
    }

    /// The places that name something outside of a type.
    pub(super) fn elsewhere(&self, skipped: &Type) -> Places {
        let mut out = Places::new();
        self.gather(&self.graph.root, skipped, &mut HashSet::new(), &mut out);
        out
    }

    fn gather(&self, ty: &Type, skipped: &Type, seen: &mut HashSet<usize>, out: &mut Places) {
        match ty {
            _ if ptr::eq(ty, skipped) => {}
            Type::Enum(members) => out.extend(named(self.mentions, members)),
            Type::Vocabulary(_) => out.extend(self.of(ty, false).into_iter().flatten()),
            Type::Ref(id) => {
                if seen.insert(id.0) {
                    self.gather(&self.graph.def(*id).ty, skipped, seen, out);
                }
            }
            other => other.each(&mut |inner| self.gather(inner, skipped, seen, out)),
        }
    }
}

/// The places that name one of these.
pub(super) fn named(mentions: &Mentions, members: &[Member]) -> Places {
    let texts = members.iter().filter_map(|member| match &member.value {
        Literal::String(text) => Some(text),
        _ => None,
    });
    texts
        .flat_map(|text| mentions.places_of(text))
        .copied()
        .collect()
}
