//! What a reply may be: a JSON Schema as a graph of shapes, each so simple that it can be
//! written as a grammar and finished from any point.

mod apart;
mod automaton;
mod caps;
mod decimal;
mod facts;
mod format;
mod least;
mod number;
mod objects;
mod pattern;
mod read;
mod scalars;
mod text;
mod values;

use std::collections::HashMap;

pub(crate) use caps::Caps;
pub(crate) use number::Number;
pub(crate) use text::{Fed, Quoted, Text};

/// A shape's place in [`Shapes`].
pub(crate) type Id = usize;

/// What a value may be.
#[derive(Debug)]
pub(crate) enum Shape {
    /// What one of these allows; none allows nothing.
    Union(Vec<Id>),
    /// One of these scalars, as JSON.
    Literals(Vec<String>),
    Number(Number),
    Text(Text),
    Array(Array),
    Object(Object),
}

#[derive(Debug)]
pub(crate) struct Array {
    /// What the first items are, one by one.
    pub(crate) first: Vec<Id>,
    /// What all further items are.
    pub(crate) rest: Option<Id>,
    pub(crate) min: usize,
    pub(crate) max: usize,
    pub(crate) unique: bool,
}

#[derive(Debug)]
pub(crate) struct Object {
    /// In the order in which they are written.
    pub(crate) members: Vec<Member>,
    /// A member's place by its name.
    pub(crate) places: HashMap<String, usize>,
    /// What further members there may be.
    pub(crate) rest: Option<Rest>,
    pub(crate) min: usize,
    pub(crate) max: usize,
}

#[derive(Debug)]
pub(crate) struct Member {
    /// The name as JSON, with its quotes.
    pub(crate) name: String,
    pub(crate) shape: Id,
    pub(crate) required: bool,
}

/// Members of any name.
#[derive(Debug)]
pub(crate) struct Rest {
    pub(crate) names: Text,
    pub(crate) shape: Id,
}

/// A schema as shapes.
#[derive(Debug)]
pub(crate) struct Shapes {
    list: Vec<Shape>,
    /// For each shape, what it is when no unions are left; in ascending order.
    concrete: Vec<Vec<Id>>,
    /// For each shape, how many bytes its shortest value has; `None` when it has no value.
    least: Vec<Option<usize>>,
    pub(crate) root: Id,
    /// What of the schema these shapes do not hold.
    pub(crate) relaxed: Vec<Relaxed>,
}

/// A rule of the schema that the grammar does not hold; whoever reads the reply still checks it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Relaxed {
    /// The keyword.
    pub(crate) keyword: String,
    /// Where the schema has it, as a JSON Pointer in a URI fragment.
    pub(crate) place: String,
}

impl std::fmt::Display for Relaxed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` at {}", self.keyword, self.place)
    }
}

impl Shapes {
    pub(crate) fn count(&self) -> usize {
        self.list.len()
    }

    pub(crate) fn get(&self, id: Id) -> &Shape {
        &self.list[id]
    }

    /// What a shape is when no unions are left.
    pub(crate) fn concrete(&self, id: Id) -> &[Id] {
        &self.concrete[id]
    }

    /// The length of the shortest value.
    pub(crate) fn least(&self, id: Id) -> Option<usize> {
        self.least[id]
    }

    /// What a member of an object must be.
    pub(crate) fn member(&self, object: Id, name: &str) -> Option<Id> {
        let Shape::Object(object) = &self.list[object] else {
            return None;
        };
        if let Some(place) = object.places.get(name) {
            return Some(object.members[*place].shape);
        }
        let rest = object.rest.as_ref()?;
        rest.names.accepts(name).then_some(rest.shape)
    }

    /// What an item of an array must be.
    pub(crate) fn item(&self, array: Id, index: usize) -> Option<Id> {
        match &self.list[array] {
            Shape::Array(array) if index < array.max => {
                array.first.get(index).copied().or(array.rest)
            }
            _ => None,
        }
    }
}

impl Object {
    /// For each member, whether it is among these names.
    pub(crate) fn written(&self, names: &[String]) -> Vec<bool> {
        let mut written = vec![false; self.members.len()];
        for place in names.iter().filter_map(|name| self.places.get(name)) {
            written[*place] = true;
        }
        written
    }

    /// The members that every value has, or so many that there are enough; `None` when there
    /// can never be enough. Members of the rest are counted, not named.
    pub(crate) fn needed(&self) -> Option<(Vec<usize>, usize)> {
        let places = 0..self.members.len();
        let (mut needed, optional): (Vec<_>, Vec<_>) =
            places.partition(|place| self.members[*place].required);
        let missing = self.min.saturating_sub(needed.len());
        needed.extend(optional.into_iter().take(missing));
        let free = self.min.saturating_sub(needed.len());
        let fits = needed.len() + free <= self.max && (free == 0 || self.rest.is_some());
        fits.then_some((needed, free))
    }
}
