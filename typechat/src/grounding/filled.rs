//! How much of a narrowed type a request fills: how many items a list has, and which optional
//! members have to be there.

use std::collections::BTreeSet;

use super::{
    Mentions,
    counted::{Counted, choices},
    places::{Fillers, Places},
    words::is_order,
};
use crate::schema::{Field, Length, Presence, Type, TypeDef, TypeGraph, cycles::on_cycle};

/// How many values of a type there are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    /// One at most.
    One,
    /// One for each place in the request.
    Each,
    Many,
}

/// A graph that was narrowed, and what its request says.
pub(super) struct Filled<'a> {
    mentions: &'a Mentions,
    graph: &'a TypeGraph,
    fillers: Fillers<'a>,
    counted: Counted<'a>,
    /// How many items the request tells apart: in "two lattes, the second iced" is one place of a
    /// latte, and two of them.
    orders: usize,
    /// How often each definition is used.
    uses: Vec<usize>,
    /// Which definitions lead back to themselves.
    recursive: Vec<bool>,
    /// Whether what is named has to be there, or only may be.
    requires: bool,
    /// Whether lists are bounded.
    bounds: bool,
}

impl<'a> Filled<'a> {
    pub(super) fn new(mentions: &'a Mentions, graph: &'a TypeGraph, left_over: &'a Places) -> Self {
        let edges: Vec<Vec<usize>> = graph.defs.iter().map(|def| def.ty.refs()).collect();
        let mut uses = vec![0; graph.defs.len()];
        for &def in edges.iter().flatten().chain(&graph.root.refs()) {
            uses[def] += 1;
        }
        Self {
            mentions,
            graph,
            fillers: Fillers::new(mentions, graph, left_over),
            counted: Counted::new(mentions, graph, !left_over.is_empty()),
            orders: mentions
                .words
                .iter()
                .filter(|word| is_order(&word.text))
                .count(),
            uses,
            recursive: on_cycle(&edges),
            requires: false,
            bounds: false,
        }
    }

    /// The graph with the members required that the request fills.
    pub(super) fn requiring(mut self, requires: bool) -> Self {
        self.requires = requires && !self.mentions.denies();
        self
    }

    /// The graph with its lists bounded, too.
    pub(super) fn bounding(mut self) -> Self {
        self.bounds = true;
        self
    }

    pub(super) fn graph(&self) -> TypeGraph {
        let mut graph = self.graph.clone();
        let mut defs = graph.defs.clone();
        self.apply(&mut graph.root, &self.graph.root, Count::One, &mut defs);
        // What is used in several places, or by nobody, has lists, too.
        for (index, def) in defs.iter_mut().enumerate() {
            if self.uses[index] != 1 || self.recursive[index] {
                let before = &self.graph.defs[index].ty;
                self.apply(&mut def.ty, before, Count::Many, &mut Vec::new());
            }
        }
        graph.defs = defs;
        // A number that was said takes the place of a type by name.
        graph.without_unused();
        graph
    }

    /// Definitions that are used once are done where they are used.
    fn apply(&self, ty: &mut Type, before: &Type, count: Count, defs: &mut [TypeDef]) {
        match (ty, before) {
            (Type::Ref(id), _) if self.uses[id.0] == 1 && !self.recursive[id.0] => {
                let Some(def) = defs.get_mut(id.0) else {
                    return;
                };
                let mut inner = def.ty.clone();
                self.apply(&mut inner, &self.graph.defs[id.0].ty, count, defs);
                if let Some(def) = defs.get_mut(id.0) {
                    def.ty = inner;
                }
            }
            (Type::Array(array), Type::Array(before)) => {
                let most = self.most(&before.items);
                let least = match count {
                    Count::One if self.requires => self.least(&before.items),
                    _ => 0,
                };
                if let Some(most) = most
                    && self.bounds
                {
                    bound(&mut array.length, least.min(most), most);
                }
                let count = match most {
                    Some(1) if count == Count::One => Count::One,
                    Some(most) if most == least => Count::Each,
                    _ => Count::Many,
                };
                self.apply(&mut array.items, &before.items, count, defs);
            }
            (Type::Object(object), Type::Object(before)) => {
                let counter = self.counted.counter(before);
                let said = counter.and_then(|_| self.counted.said(before));
                let is_preceded = self.counted.counts(before);
                let mut unsaid = None;
                let fields = object.fields.iter_mut().zip(&before.fields);
                for (index, (field, before)) in fields.enumerate() {
                    let is_counter = counter == Some(index);
                    if let Some(said) = said.as_deref().filter(|_| is_counter) {
                        let required = field.presence == Presence::Required;
                        let choices = choices(self.graph.resolve(&before.ty), said, required);
                        field.ty = choices.unwrap_or_else(|| field.ty.clone());
                        if !required && said.is_empty() && self.counted.is_plain(&before.ty) {
                            unsaid = Some(index);
                        }
                    }
                    let is_said = || self.is_at_home(before) || is_counter && is_preceded;
                    if count == Count::One && self.requires && is_said() {
                        field.presence = Presence::Required;
                    }
                    self.apply(&mut field.ty, &before.ty, count, defs);
                }
                // A count that nothing says goes without saying.
                if let Some(index) = unsaid {
                    object.fields.remove(index);
                }
            }
            (Type::Union(branches), Type::Union(before)) => {
                for (branch, before) in branches.iter_mut().zip(before) {
                    let places = || self.fillers.of(&before.ty, true);
                    let count = match count {
                        Count::Each if places().is_some_and(|places| places.len() == 1) => {
                            Count::One
                        }
                        other => other,
                    };
                    self.apply(&mut branch.ty, &before.ty, count, defs);
                }
            }
            (Type::Nullable(inner), Type::Nullable(before)) => {
                self.apply(inner, before, count, defs);
            }
            // Lists within others are left as they are.
            _ => {}
        }
    }

    /// How many items there can be; `None` when nothing bounds them.
    fn most(&self, items: &Type) -> Option<usize> {
        let places = self.fillers.of(items, true)?;
        let numbers = self.counted.of_items(items);
        // "Two lattes, one with oat milk" may be two items, "two lattes" is one.
        Some((places.len().max(numbers) + self.orders).max(1))
    }

    /// How many different things are named that can only be items of this list.
    fn least(&self, items: &Type) -> usize {
        let Some(places) = self.fillers.of(items, false) else {
            return 0;
        };
        let elsewhere = self.fillers.elsewhere(items);
        let here = places.difference(&elsewhere);
        let named: BTreeSet<Vec<&str>> = here.map(|&word| self.mentions.named_by(word)).collect();
        named.len()
    }

    /// Whether the request names what can only stand in this member.
    fn is_at_home(&self, field: &Field) -> bool {
        let inner = match self.graph.resolve(&field.ty) {
            Type::Array(array) => &array.items,
            _ => &field.ty,
        };
        let Some(places) = self.fillers.of(inner, false) else {
            return false;
        };
        !places.is_subset(&self.fillers.elsewhere(&field.ty))
    }
}

/// Narrows a list's length, as far as its own bounds allow it.
fn bound(length: &mut Length, least: usize, most: usize) {
    let least = (least as u64).max(length.min.unwrap_or_default());
    let most = (most as u64).max(least).min(length.max.unwrap_or(u64::MAX));
    if least <= most {
        *length = Length::new(Some(least).filter(|least| *least > 0), Some(most));
    }
}
