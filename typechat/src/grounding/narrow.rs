//! A type without what a request does not name.

use std::collections::{BTreeSet, HashSet};

use super::{
    Lexicon, Mentions,
    filled::Filled,
    lexicon::{as_members, constants_among},
    words::{is_numeral, is_telling},
};
use crate::schema::{Branch, Literal, Member, Presence, Type, TypeGraph};

/// A type as far as a request speaks of it; every value of it is one of the whole type. From
/// [`Mentions::narrow`] and [`Mentions::require`], where there is an example.
#[derive(Debug, Clone)]
pub struct Narrowed {
    shown: TypeGraph,
    enforced: TypeGraph,
}

impl Narrowed {
    /// What a model is to be shown.
    pub fn shown(&self) -> &TypeGraph {
        &self.shown
    }

    /// What a model can be held to: the same, with the lists bounded. A small model that reads
    /// "at most 1 item" is apt to write none.
    pub fn enforced(&self) -> &TypeGraph {
        &self.enforced
    }
}

impl Mentions {
    /// The type as far as the request speaks of it.
    ///
    /// A list of constants keeps those that are named. What the request gives nothing for cannot
    /// be filled: a list of constants of which none is named, a number when the request has none,
    /// a free text when constants name every word that says something. Then an optional member
    /// goes, a list is empty, and so does the branch of a union that needs it, as long as another
    /// branch is left. Where there is no way round it, it stays whole. A list has no more items
    /// than there are places in the request that can fill one, and numbers and orders ("the
    /// second") beside them. A number that counts what is named, by the name of its member
    /// (`quantity`, `count`, `qty`, `amount`, `number`), is one that the request says before it, or
    /// 1.
    pub fn narrow(&self, graph: &TypeGraph) -> Narrowed {
        self.narrowed(graph, false)
    }

    /// Like [`narrow`](Self::narrow), with what the request names required.
    pub fn require(&self, graph: &TypeGraph) -> Narrowed {
        self.narrowed(graph, true)
    }

    fn narrowed(&self, graph: &TypeGraph, requires: bool) -> Narrowed {
        if !self.is_looked_at() {
            return Narrowed {
                shown: graph.clone(),
                enforced: graph.clone(),
            };
        }
        let all = (0..self.words.len()).collect();
        let first = Narrowing::of(self, graph, all).narrowed();
        let left_over = self.left_over(&first);
        let narrowed = Narrowing::of(self, graph, left_over.clone()).narrowed();
        let filled = Filled::new(self, &narrowed, &left_over).requiring(requires);
        Narrowed {
            shown: filled.graph(),
            enforced: filled.bounding().graph(),
        }
    }

    /// The words that say something and name no constant that is left.
    fn left_over(&self, narrowed: &TypeGraph) -> BTreeSet<usize> {
        let left = Lexicon::constants_of(narrowed);
        let is_left_over = |&index: &usize| {
            is_telling(&self.words[index].text)
                && !self.named_by(index).iter().any(|c| left.contains(c))
        };
        (0..self.words.len()).filter(is_left_over).collect()
    }
}

struct Narrowing<'a> {
    mentions: &'a Mentions,
    graph: &'a TypeGraph,
    /// The words for a free text.
    left_over: BTreeSet<usize>,
    has_numbers: bool,
    /// Which definitions can be filled by what is named.
    fillable: Vec<bool>,
    /// The definitions within guards, whose rules are about them as they are.
    guarded: BTreeSet<usize>,
}

impl<'a> Narrowing<'a> {
    fn of(mentions: &'a Mentions, graph: &'a TypeGraph, left_over: BTreeSet<usize>) -> Self {
        let mut narrowing = Self {
            mentions,
            graph,
            left_over,
            has_numbers: mentions.words.iter().any(|word| is_numeral(&word.text)),
            fillable: vec![true; graph.defs.len()],
            guarded: guarded(graph),
        };
        // What cannot be filled makes others so, until nothing changes.
        loop {
            let fillable = |def: usize| narrowing.is_fillable(&graph.defs[def].ty);
            let next: Vec<bool> = (0..graph.defs.len()).map(fillable).collect();
            if next == narrowing.fillable {
                return narrowing;
            }
            narrowing.fillable = next;
        }
    }

    fn narrowed(&self) -> TypeGraph {
        let mut narrowed = self.graph.clone();
        self.apply(&mut narrowed.root);
        for (index, def) in narrowed.defs.iter_mut().enumerate() {
            if !self.guarded.contains(&index) {
                self.apply(&mut def.ty);
            }
        }
        for words in narrowed.vocabularies.values_mut() {
            let named = self.named(&as_members(words));
            if named.contains(&true) {
                let mut named = named.into_iter();
                words.retain(|_| named.next().unwrap_or(true));
            }
        }
        narrowed.without_unused();
        narrowed
    }

    /// Whether one of these is named, or they are no list to choose from.
    fn are_named(&self, members: &[Member]) -> bool {
        let runs = self.mentions.runs(members);
        runs.is_none_or(|runs| runs.iter().any(|runs| !runs.is_empty()))
    }

    /// Which of a list's constants are named; all, where it is no list to choose from.
    fn named(&self, members: &[Member]) -> Vec<bool> {
        match self.mentions.runs(members) {
            Some(runs) => runs.iter().map(|runs| !runs.is_empty()).collect(),
            None => vec![true; members.len()],
        }
    }

    /// The strings among some constants that are named, or all, where none is to be chosen.
    fn left<'m>(&self, members: &'m [Member]) -> HashSet<&'m str> {
        let named = self.named(members).into_iter().zip(members);
        let left = named.filter_map(|(is_named, member)| match &member.value {
            Literal::String(text) if is_named => Some(text.as_str()),
            _ => None,
        });
        left.collect()
    }

    fn is_fillable(&self, ty: &Type) -> bool {
        match ty {
            Type::Enum(members) => self.are_named(members),
            Type::Vocabulary(name) => {
                let words = self.graph.vocabularies.get(name);
                words.is_none_or(|words| self.are_named(&as_members(words)))
            }
            Type::String(_) => !self.left_over.is_empty(),
            Type::Integer(_) | Type::Number(_) => self.has_numbers,
            Type::Array(array) => {
                array.length.min.unwrap_or_default() == 0 || self.is_fillable(&array.items)
            }
            Type::Tuple(tuple) => {
                let mut required = tuple.items.iter().take(tuple.required);
                required.all(|item| self.is_fillable(item))
            }
            // A number that must be there is often one that goes without saying.
            Type::Object(object) => object.fields.iter().all(|field| {
                field.presence == Presence::Optional
                    || matches!(
                        self.graph.resolve(&field.ty),
                        Type::Integer(_) | Type::Number(_)
                    )
                    || self.is_fillable(&field.ty)
            }),
            Type::Union(branches) => {
                let among = constants_among(branches);
                let left = self.left(&among);
                branches.iter().any(|branch| self.is_left(branch, &left))
            }
            Type::Ref(id) => self.fillable[id.0],
            // The rules that a guard adds are about the type as it is.
            _ => true,
        }
    }

    /// Whether a branch can be filled, by the constants that are branches beside it.
    fn is_left(&self, branch: &Branch, left: &HashSet<&str>) -> bool {
        match &branch.ty {
            Type::Enum(members) => members.iter().any(|member| is_among(member, left)),
            other => self.is_fillable(other),
        }
    }

    fn apply(&self, ty: &mut Type) {
        match ty {
            Type::Enum(members) => {
                let named = self.named(members);
                if named.contains(&true) {
                    let mut named = named.into_iter();
                    members.retain(|_| named.next().unwrap_or(true));
                }
            }
            Type::Guarded(_) => {}
            Type::Array(array) if !self.is_fillable(&array.items) => {
                if array.length.min.unwrap_or_default() == 0 {
                    array.length.max = Some(0);
                } else {
                    self.apply(&mut array.items);
                }
            }
            Type::Object(object) => {
                // Beside members of any name, one that is left out could be anything.
                let is_open = object.rest.is_some() && !object.untold;
                object.fields.retain(|field| {
                    field.presence == Presence::Required
                        || is_open
                        || self.says_something(&field.ty)
                });
                for field in &mut object.fields {
                    self.apply(&mut field.ty);
                }
            }
            Type::Union(branches) => {
                let among = constants_among(branches);
                let left = self.left(&among);
                if branches.iter().any(|branch| self.is_left(branch, &left)) {
                    branches.retain(|branch| self.is_left(branch, &left));
                }
                for branch in branches.iter_mut() {
                    match &mut branch.ty {
                        Type::Enum(members) => {
                            if members.iter().any(|member| is_among(member, &left)) {
                                members.retain(|member| is_among(member, &left));
                            }
                        }
                        other => self.apply(other),
                    }
                }
                // One branch is no choice.
                if let [only] = branches.as_mut_slice()
                    && only.docs.is_empty()
                {
                    *ty = std::mem::replace(&mut only.ty, Type::Any);
                }
            }
            other => other.each_mut(&mut |inner| self.apply(inner)),
        }
    }

    /// Whether an optional member can hold more than an empty list.
    fn says_something(&self, ty: &Type) -> bool {
        match self.graph.resolve(ty) {
            Type::Array(array) => self.is_fillable(&array.items),
            Type::Nullable(inner) => self.says_something(inner),
            _ => self.is_fillable(ty),
        }
    }
}

/// Whether a constant is no string, or one of those that are left.
fn is_among(member: &Member, left: &HashSet<&str>) -> bool {
    match &member.value {
        Literal::String(text) => left.contains(text.as_str()),
        _ => true,
    }
}

/// What the guards of a graph lead to.
fn guarded(graph: &TypeGraph) -> BTreeSet<usize> {
    let guards = graph.walk().filter(|ty| matches!(ty, Type::Guarded(_)));
    let mut todo: Vec<usize> = guards.flat_map(Type::refs).collect();
    let mut seen = BTreeSet::new();
    while let Some(def) = todo.pop() {
        if seen.insert(def) {
            todo.extend(graph.defs[def].ty.refs());
        }
    }
    seen
}
