//! Reading a schema: each set of subschemas that hold for the same value becomes a shape.

use std::collections::HashMap;

use serde_json::{Map, Value};

use super::{Caps, Id, Relaxed, Shape, Shapes, least};
use crate::constrain::ConstrainError;

/// Shapes of one schema.
const MAX_SHAPES: usize = 20_000;
/// Alternatives of all shapes together.
const MAX_ALTERNATIVES: usize = 500_000;

/// A part of the document that holds for a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Part<'a> {
    /// A schema as it stands.
    Whole(&'a Value),
    /// The keywords of a schema that stand for themselves, the others being looked through.
    Facts(&'a Map<String, Value>),
    /// One of these schemas.
    Choice(&'a [Value]),
}

impl Part<'_> {
    /// Parts are the same when they are the same place of the document.
    fn key(self) -> (u8, usize) {
        match self {
            Self::Whole(value) => (0, std::ptr::from_ref(value).addr()),
            Self::Facts(members) => (1, std::ptr::from_ref(members).addr()),
            Self::Choice(schemas) => (2, schemas.as_ptr().addr()),
        }
    }
}

pub(super) struct Reader<'a> {
    document: &'a Value,
    pub(super) caps: &'a Caps,
    known: HashMap<Vec<(u8, usize)>, Id>,
    waiting: Vec<(Id, Vec<Part<'a>>)>,
    pub(super) list: Vec<Shape>,
    /// Keywords that are not held, by the schema they stand in.
    relaxed: Vec<(usize, &'a str)>,
}

impl Shapes {
    /// Reads a schema.
    pub(crate) fn read(document: &Value, caps: &Caps) -> Result<Self, ConstrainError> {
        let mut reader = Reader {
            document,
            caps,
            known: HashMap::new(),
            waiting: Vec::new(),
            list: Vec::new(),
            relaxed: Vec::new(),
        };
        let root = reader.shape(vec![Part::Whole(document)]);
        while let Some((id, parts)) = reader.waiting.pop() {
            if reader.list.len() > MAX_SHAPES {
                return Err(ConstrainError::TooLarge {
                    what: "shapes",
                    limit: MAX_SHAPES,
                });
            }
            reader.list[id] = reader.build(&parts);
        }
        let relaxed = places(document, &reader.relaxed);
        let concrete = concrete(&reader.list)?;
        let mut shapes = Self {
            least: vec![None; reader.list.len()],
            list: reader.list,
            concrete,
            root,
            relaxed,
        };
        least::find(&mut shapes);
        match shapes.least(root) {
            Some(_) => Ok(shapes),
            None => Err(ConstrainError::Unsatisfiable),
        }
    }
}

impl<'a> Reader<'a> {
    /// The shape for which all these parts hold; it is read later.
    pub(super) fn shape(&mut self, parts: Vec<Part<'a>>) -> Id {
        let mut key: Vec<_> = parts.iter().map(|part| part.key()).collect();
        key.sort_unstable();
        key.dedup();
        if let Some(id) = self.known.get(&key) {
            return *id;
        }
        let id = self.add(Shape::Union(Vec::new()));
        self.known.insert(key, id);
        self.waiting.push((id, parts));
        id
    }

    pub(super) fn add(&mut self, shape: Shape) -> Id {
        self.list.push(shape);
        self.list.len() - 1
    }

    pub(super) fn relax(&mut self, schema: &Map<String, Value>, keyword: &'a str) {
        let at = std::ptr::from_ref(schema).addr();
        if !self.relaxed.contains(&(at, keyword)) {
            self.relaxed.push((at, keyword));
        }
    }

    fn build(&mut self, parts: &[Part<'a>]) -> Shape {
        let mut facts: Vec<&'a Map<String, Value>> = Vec::new();
        let mut choices: Vec<&'a [Value]> = Vec::new();
        let mut open = parts.to_vec();
        let mut seen = Vec::new();
        while let Some(part) = open.pop() {
            if seen.contains(&part.key()) {
                continue;
            }
            seen.push(part.key());
            match part {
                Part::Whole(Value::Bool(false)) => return Shape::Union(Vec::new()),
                Part::Whole(Value::Object(members)) => {
                    self.look_through(members, &mut open);
                    facts.push(members);
                }
                // `true`, and what is no schema at all.
                Part::Whole(_) => {}
                Part::Facts(members) => facts.push(members),
                Part::Choice(schemas) => choices.push(schemas),
            }
        }
        facts.dedup_by_key(|members| std::ptr::from_ref(*members).addr());
        let Some(chosen) = choices.pop() else {
            return self.facts(&facts);
        };
        // What holds beside the alternatives holds for each of them.
        let mut beside: Vec<Part<'a>> = facts
            .into_iter()
            .filter(|members| members.keys().any(|keyword| is_fact(keyword)))
            .map(Part::Facts)
            .collect();
        beside.extend(choices.into_iter().map(Part::Choice));
        let branch = |branch| {
            let mut parts = beside.clone();
            parts.push(Part::Whole(branch));
            self.shape(parts)
        };
        Shape::Union(chosen.iter().map(branch).collect())
    }

    /// The keywords that lead to other schemas for the same value.
    fn look_through(&mut self, members: &'a Map<String, Value>, open: &mut Vec<Part<'a>>) {
        for (keyword, value) in members {
            match (keyword.as_str(), value) {
                ("$ref", Value::String(reference)) => match self.target(reference) {
                    Some(target) => open.push(Part::Whole(target)),
                    None => self.relax(members, "$ref"),
                },
                ("allOf", Value::Array(schemas)) => {
                    open.extend(schemas.iter().map(Part::Whole));
                }
                ("anyOf", Value::Array(schemas)) => open.push(Part::Choice(schemas)),
                ("oneOf", Value::Array(schemas)) => {
                    if !self.are_apart(schemas) {
                        self.relax(members, "oneOf");
                    }
                    open.push(Part::Choice(schemas));
                }
                ("not", Value::Object(never)) if never.is_empty() => {
                    open.push(Part::Whole(&Value::Bool(false)));
                }
                (
                    "not" | "if" | "dependentSchemas" | "dependentRequired" | "dependencies"
                    | "contains" | "unevaluatedItems" | "$dynamicRef" | "$recursiveRef",
                    _,
                ) => self.relax(members, keyword),
                _ => {}
            }
        }
    }

    fn target(&self, reference: &str) -> Option<&'a Value> {
        let pointer = reference.strip_prefix('#')?;
        if pointer.contains('%') {
            return self.document.pointer(&percent_decoded(pointer)?);
        }
        self.document.pointer(pointer)
    }

    pub(super) fn resolved(&self, mut schema: &'a Value) -> Option<&'a Value> {
        // A chain of references that is longer than this is no schema that people write.
        for _ in 0..32 {
            match schema.get("$ref").and_then(Value::as_str) {
                Some(reference) => schema = self.target(reference)?,
                None => return Some(schema),
            }
        }
        None
    }
}

/// Whether a keyword says something of the value by itself.
fn is_fact(keyword: &str) -> bool {
    !matches!(
        keyword,
        "$ref"
            | "allOf"
            | "anyOf"
            | "oneOf"
            | "not"
            | "$schema"
            | "$id"
            | "$defs"
            | "definitions"
            | "$comment"
            | "title"
            | "description"
            | "default"
            | "examples"
    )
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = text.as_bytes();
    while let Some((byte, after)) = rest.split_first() {
        rest = after;
        if *byte == b'%' {
            let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
            bytes.push(u8::from_str_radix(digits, 16).ok()?);
            rest = &rest[2..];
        } else {
            bytes.push(*byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// What each shape is when no unions are left.
fn concrete(list: &[Shape]) -> Result<Vec<Vec<Id>>, ConstrainError> {
    let mut total = 0;
    let mut all = Vec::with_capacity(list.len());
    for id in 0..list.len() {
        let mut found = Vec::new();
        let mut seen = std::collections::HashSet::from([id]);
        let mut open = vec![id];
        while let Some(id) = open.pop() {
            match &list[id] {
                Shape::Union(branches) => {
                    open.extend(branches.iter().filter(|branch| seen.insert(**branch)));
                }
                _ => found.push(id),
            }
            total += 1;
        }
        if total > MAX_ALTERNATIVES {
            return Err(ConstrainError::TooLarge {
                what: "alternatives",
                limit: MAX_ALTERNATIVES,
            });
        }
        found.sort_unstable();
        all.push(found);
    }
    Ok(all)
}

/// Where in the document the keywords stand.
fn places(document: &Value, relaxed: &[(usize, &str)]) -> Vec<Relaxed> {
    let mut found = Vec::new();
    if relaxed.is_empty() {
        return found;
    }
    let mut open = vec![(document, "#".to_owned())];
    while let Some((value, place)) = open.pop() {
        match value {
            Value::Object(members) => {
                let at = std::ptr::from_ref(members).addr();
                let here = relaxed.iter().filter(|(schema, _)| *schema == at);
                found.extend(here.map(|(_, keyword)| Relaxed {
                    keyword: (*keyword).to_owned(),
                    place: place.clone(),
                }));
                for (name, value) in members {
                    let name = name.replace('~', "~0").replace('/', "~1");
                    open.push((value, format!("{place}/{name}")));
                }
            }
            Value::Array(items) => {
                let items = items.iter().enumerate();
                open.extend(items.map(|(at, item)| (item, format!("{place}/{at}"))));
            }
            _ => {}
        }
    }
    found.sort_by(|a, b| (&a.place, &a.keyword).cmp(&(&b.place, &b.keyword)));
    found
}
