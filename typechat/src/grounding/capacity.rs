//! How many items a list can have by what the request says.

use std::collections::BTreeSet;

use super::{
    Mentions,
    lexicon::{as_members, constants_among},
};
use crate::schema::{Member, Presence, Type, TypeGraph};

/// What can fill the items of a list: places in the request, or anything.
type Places = Option<BTreeSet<usize>>;

/// Counts the places in a request that can fill a type.
pub(super) struct Capacity<'a> {
    pub(super) mentions: &'a Mentions,
    pub(super) graph: &'a TypeGraph,
    /// The words that say something and name no constant.
    pub(super) left_over: &'a BTreeSet<usize>,
    /// How many numbers and orders of items the request has: "two lattes, the second iced" is
    /// one place of a latte and may be two items.
    pub(super) numbers: usize,
}

impl Capacity<'_> {
    /// How many items of a type there can be; `None` when nothing bounds them.
    pub(super) fn of(&self, items: &Type) -> Option<u64> {
        let places = self.places(items, &mut Vec::new())?;
        Some((places.len() + self.numbers).max(1) as u64)
    }

    /// Every value of the type needs one of these places.
    fn places(&self, ty: &Type, within: &mut Vec<usize>) -> Places {
        match ty {
            Type::Enum(members) => self.named(members),
            Type::Vocabulary(name) => self.named(&as_members(self.graph.vocabularies.get(name)?)),
            Type::String(_) => Some(self.left_over.clone()),
            Type::Ref(id) if within.contains(&id.0) => None,
            Type::Ref(id) => {
                within.push(id.0);
                let places = self.places(&self.graph.def(*id).ty, within);
                within.pop();
                places
            }
            // An object has no more places than its scarcest member.
            Type::Object(object) => {
                let fields = object.fields.iter();
                let required = fields.filter(|field| field.presence == Presence::Required);
                let places = required.filter_map(|field| self.places(&field.ty, within));
                places.min_by_key(BTreeSet::len)
            }
            Type::Union(branches) => {
                let among = constants_among(branches);
                let mut all = BTreeSet::new();
                for branch in branches {
                    let places = match &branch.ty {
                        Type::Enum(_) if among.len() > 1 => self.named(&among),
                        other => self.places(other, within),
                    };
                    all.extend(places?);
                }
                Some(all)
            }
            _ => None,
        }
    }

    fn named(&self, members: &[Member]) -> Places {
        let runs = self.mentions.runs(members)?;
        Some(runs.iter().flatten().map(|run| run.start).collect())
    }
}
