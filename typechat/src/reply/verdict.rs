//! Our own verdict, by the graph: each part of a value is judged once by each type.
//!
//! The validator judges a part again for every branch of a union around it, so a tree of depth n
//! can take it 2ⁿ steps. The verdict here is linear, and it counts those steps.

use std::{collections::HashMap, hash::BuildHasherDefault, ptr, sync::Arc};

use jsonschema::Validator;
use serde_json::{Map, Value};

use super::{
    addresses::Addresses,
    leaves::Leaves,
    scalar::{is_constant, is_whole, is_within, outside},
};
use crate::schema::{
    ArrayType, Guarded, MapType, ObjectType, Presence, StringRules, TupleType, Type, TypeGraph,
};

/// What came of judging a part.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Outcome {
    pub(super) fits: bool,
    /// How many steps the validator takes for it, at most.
    pub(super) steps: u64,
}

impl Outcome {
    fn one(fits: bool) -> Self {
        Self { fits, steps: 1 }
    }
}

/// What a small validator is for: nodes of different kinds may share an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Of {
    Type,
    Guard,
    Keys,
    Unique,
}

/// Judges the parts of one value.
pub(super) struct Verdict<'a> {
    graph: &'a TypeGraph,
    leaves: &'a Leaves,
    /// By the addresses of the type and of the object or list.
    known: HashMap<(usize, usize), Outcome, BuildHasherDefault<Addresses>>,
    validators: HashMap<(Of, usize), Option<Arc<Validator>>, BuildHasherDefault<Addresses>>,
}

impl<'a> Verdict<'a> {
    pub(super) fn new(graph: &'a TypeGraph, leaves: &'a Leaves) -> Self {
        Self {
            graph,
            leaves,
            known: HashMap::default(),
            validators: HashMap::default(),
        }
    }

    pub(super) fn fits(&mut self, ty: &Type, value: &Value) -> bool {
        self.judge(ty, value).fits
    }

    /// Whether so many steps are out of proportion to what was judged.
    pub(super) fn is_steep(&self, steps: u64) -> bool {
        steps > 1_000_000 + 100 * self.known.len() as u64
    }

    pub(super) fn judge(&mut self, ty: &Type, value: &Value) -> Outcome {
        if !(value.is_object() || value.is_array()) {
            return self.plain(ty, value);
        }
        let key = (ptr::from_ref(ty).addr(), ptr::from_ref(value).addr());
        if let Some(outcome) = self.known.get(&key) {
            return *outcome;
        }
        let outcome = self.plain(ty, value);
        self.known.insert(key, outcome);
        outcome
    }

    fn plain(&mut self, ty: &Type, value: &Value) -> Outcome {
        match (ty, value) {
            (Type::Ref(id), _) => {
                let graph = self.graph;
                self.judge(&graph.def(*id).ty, value)
            }
            (Type::Guarded(guarded), _) => self.guarded(guarded, value),
            (Type::Nullable(_), Value::Null) => Outcome::one(true),
            (Type::Nullable(inner), _) => self.judge(inner, value),
            (Type::Union(branches), _) => {
                let mut sum = Outcome::one(false);
                for branch in branches {
                    let outcome = self.judge(&branch.ty, value);
                    sum.steps = sum.steps.saturating_add(outcome.steps);
                    if outcome.fits {
                        sum.fits = true;
                        break;
                    }
                }
                sum
            }
            (Type::Array(array), Value::Array(items)) => self.array(array, value, items),
            (Type::Tuple(tuple), Value::Array(items)) => self.tuple(tuple, items),
            (Type::Object(object), Value::Object(members)) => self.object(object, members),
            (Type::Map(map), Value::Object(members)) => self.map(map, members),
            _ => Outcome::one(self.scalar(ty, value)),
        }
    }

    fn scalar(&mut self, ty: &Type, value: &Value) -> bool {
        match (ty, value) {
            (Type::Any, _) | (Type::Null, Value::Null) | (Type::Boolean, Value::Bool(_)) => true,
            (Type::String(rules), Value::String(text)) => {
                is_length(rules, text) && self.has_form(ty, rules, value)
            }
            (Type::Integer(range), Value::Number(number)) => {
                is_whole(number)
                    && outside(range, number).is_none()
                    && (range.multiple_of.is_none() || self.asked(ty, value))
            }
            (Type::Number(range), Value::Number(number)) => {
                outside(range, number).is_none()
                    && (range.multiple_of.is_none() || self.asked(ty, value))
            }
            (Type::Enum(members), _) => members.iter().any(|m| is_constant(&m.value, value)),
            (Type::Vocabulary(_), Value::String(_)) => self.asked(ty, value),
            _ => false,
        }
    }

    /// Whether a string has the pattern and the format that are wanted.
    pub(super) fn has_form(&mut self, ty: &Type, rules: &StringRules, value: &Value) -> bool {
        (rules.pattern.is_none() && rules.format.is_none()) || self.asked(ty, value)
    }

    /// What the validator says of a type without parts.
    pub(super) fn asked(&mut self, ty: &Type, value: &Value) -> bool {
        let graph = self.graph;
        self.ask(
            (Of::Type, ptr::from_ref(ty).addr()),
            || Some(graph.schema_of(ty)),
            value,
        )
    }

    /// What a guard's own schema says; nothing when one further out has its rules.
    pub(super) fn passes(&mut self, guarded: &Guarded, value: &Value) -> bool {
        let schema = || guarded.schema.clone();
        self.ask((Of::Guard, ptr::from_ref(guarded).addr()), schema, value)
    }

    /// The validator of a guard's own schema.
    pub(super) fn guard(&self, schema: &Value) -> Option<Arc<Validator>> {
        self.leaves.of(schema)
    }

    /// Whether a map may have the key.
    pub(super) fn may_have(&mut self, map: &MapType, key: &str) -> bool {
        let graph = self.graph;
        let schema = || graph.schema_of_keys(&map.keys);
        self.ask(
            (Of::Keys, ptr::from_ref(map).addr()),
            schema,
            &Value::from(key),
        )
    }

    /// Whether no two items are equal.
    pub(super) fn are_unique(&mut self, array: &ArrayType, list: &Value) -> bool {
        let schema = || Some(serde_json::json!({"uniqueItems": true}));
        !array.unique || self.ask((Of::Unique, ptr::from_ref(array).addr()), schema, list)
    }

    fn ask(
        &mut self,
        node: (Of, usize),
        schema: impl FnOnce() -> Option<Value>,
        value: &Value,
    ) -> bool {
        let leaves = self.leaves;
        let make = || schema().and_then(|schema| leaves.of(&schema));
        let validator = self.validators.entry(node).or_insert_with(make);
        validator.as_ref().is_none_or(|v| v.is_valid(value))
    }

    fn guarded(&mut self, guarded: &Guarded, value: &Value) -> Outcome {
        let mut outcome = self.judge(&guarded.ty, value);
        if !self.is_steep(outcome.steps) && guarded.schema.is_some() {
            outcome.fits = self.passes(guarded, value);
        }
        outcome
    }

    fn array(&mut self, array: &ArrayType, list: &Value, items: &[Value]) -> Outcome {
        let judged = items.iter().map(|item| self.judge(&array.items, item));
        let mut outcome = until_refused(judged);
        outcome.fits &= is_within(array.length, items.len()) && self.are_unique(array, list);
        outcome
    }

    fn tuple(&mut self, tuple: &TupleType, items: &[Value]) -> Outcome {
        let judged = items.iter().enumerate().map(|(at, item)| {
            match tuple.items.get(at).or(tuple.rest.as_deref()) {
                Some(ty) => self.judge(ty, item),
                None => Outcome::one(false),
            }
        });
        let mut outcome = until_refused(judged);
        outcome.fits &= items.len() >= tuple.required;
        outcome
    }

    fn map(&mut self, map: &MapType, members: &Map<String, Value>) -> Outcome {
        let judged = members
            .values()
            .map(|member| self.judge(&map.values, member));
        let mut outcome = until_refused(judged);
        outcome.fits &= is_within(map.length, members.len())
            && members.keys().all(|key| self.may_have(map, key));
        outcome
    }

    /// The validator goes by the order of the type's members or of the value's: the longer way
    /// is counted.
    fn object(&mut self, object: &ObjectType, members: &Map<String, Value>) -> Outcome {
        let by_value =
            until_refused(
                members
                    .iter()
                    .map(|(name, member)| match member_type(object, name) {
                        Some(ty) => self.judge(ty, member),
                        None => Outcome::one(false),
                    }),
            );
        let known = object
            .fields
            .iter()
            .filter_map(|field| Some((field, members.get(&field.name)?)));
        let by_type = until_refused(known.map(|(field, member)| self.judge(&field.ty, member)));
        let is_whole = object
            .fields
            .iter()
            .all(|field| field.presence == Presence::Optional || members.contains_key(&field.name));
        Outcome {
            fits: by_value.fits && is_whole,
            steps: by_value.steps.max(by_type.steps),
        }
    }
}

/// The type of a member; `None` when the object may not have it.
pub(super) fn member_type<'a>(object: &'a ObjectType, name: &str) -> Option<&'a Type> {
    let field = object.fields.iter().find(|field| field.name == name);
    field.map(|field| &field.ty).or(object.rest.as_deref())
}

pub(super) fn is_length(rules: &StringRules, text: &str) -> bool {
    rules.length.is_open() || is_within(rules.length, text.chars().count())
}

fn until_refused(parts: impl Iterator<Item = Outcome>) -> Outcome {
    let mut sum = Outcome::one(true);
    for part in parts {
        sum.steps = sum.steps.saturating_add(part.steps);
        if !part.fits {
            sum.fits = false;
            break;
        }
    }
    sum
}
