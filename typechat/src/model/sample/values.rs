//! Values of a graph's types.

use serde_json::{Map, Number, Value};

use super::{random::Random, strings::text};
use crate::schema::{NumberRange, ObjectType, Presence, StringRules, Type, TypeGraph};

/// Below this depth, what may be left out is.
const DEPTH: usize = 5;
/// The height of what has no end.
const ENDLESS: usize = usize::MAX / 2;

/// Makes values of a graph's types.
pub(super) struct Values<'a> {
    graph: &'a TypeGraph,
    /// How many levels the least value of each definition has.
    heights: Vec<usize>,
}

impl<'a> Values<'a> {
    pub(super) fn new(graph: &'a TypeGraph) -> Self {
        let mut values = Self {
            graph,
            heights: vec![ENDLESS; graph.defs().len()],
        };
        loop {
            let defs = graph.defs().iter();
            let next: Vec<usize> = defs.map(|def| values.height(def.ty())).collect();
            if next == values.heights {
                return values;
            }
            values.heights = next;
        }
    }

    pub(super) fn root(&self, random: &mut Random) -> Value {
        self.value(self.graph.root(), 0, random)
    }

    fn height(&self, ty: &Type) -> usize {
        let below = match ty {
            Type::Ref(id) => return self.heights[id.0],
            Type::Guarded(guarded) => return self.height(&guarded.ty),
            Type::Array(array) if array.length.min.unwrap_or_default() > 0 => {
                self.height(&array.items)
            }
            Type::Map(map) if map.length.min.unwrap_or_default() > 0 => self.height(&map.values),
            Type::Tuple(tuple) => {
                let required = tuple.items.iter().take(tuple.required);
                required.map(|item| self.height(item)).max().unwrap_or(0)
            }
            Type::Object(object) => {
                let fields = object.fields.iter();
                let required = fields.filter(|field| field.presence == Presence::Required);
                required
                    .map(|field| self.height(&field.ty))
                    .max()
                    .unwrap_or(0)
            }
            Type::Union(branches) => {
                let heights = branches.iter().map(|branch| self.height(&branch.ty));
                return heights.min().unwrap_or(ENDLESS);
            }
            _ => 0,
        };
        below.saturating_add(1).min(ENDLESS)
    }

    fn value(&self, ty: &Type, depth: usize, random: &mut Random) -> Value {
        let is_deep = depth > DEPTH;
        match ty {
            Type::Null => Value::Null,
            Type::Boolean => Value::Bool(random.one_in(2)),
            Type::Any | Type::Vocabulary(_) => text(&StringRules::default(), random).into(),
            Type::String(rules) => text(rules, random).into(),
            Type::Integer(range) => number(range, true, random),
            Type::Number(range) => number(range, false, random),
            Type::Enum(members) => random
                .pick(members)
                .map_or(Value::Null, |member| member.value.to_value()),
            Type::Nullable(_) if is_deep || random.one_in(4) => Value::Null,
            Type::Nullable(inner) => self.value(inner, depth, random),
            Type::Ref(id) => self.value(self.graph.def(*id).ty(), depth, random),
            Type::Guarded(guarded) => self.value(&guarded.ty, depth, random),
            Type::Union(branches) => {
                let least = self.height(ty);
                let ends = |ty: &Type| !is_deep || self.height(ty) == least;
                let branches: Vec<&Type> = branches.iter().map(|branch| &branch.ty).collect();
                let left: Vec<&Type> = branches.iter().copied().filter(|ty| ends(ty)).collect();
                let branch = random.pick(&left);
                branch.map_or(Value::Null, |ty| self.value(ty, depth, random))
            }
            Type::Array(array) => {
                let count = count(array.length.min, array.length.max, is_deep, random);
                let mut items: Vec<Value> = Vec::new();
                // Few constants may not give so many that differ.
                for _ in 0..count * if array.unique { 8 } else { 1 } {
                    let item = self.value(&array.items, depth + 1, random);
                    if items.len() < count && !(array.unique && items.contains(&item)) {
                        items.push(item);
                    }
                }
                items.into()
            }
            Type::Tuple(tuple) => {
                let items = tuple.items.iter().enumerate();
                let items = items.take_while(|(index, _)| {
                    *index < tuple.required || !is_deep && !random.one_in(2)
                });
                // What decides how many there are must not stand among what makes them.
                let items: Vec<&Type> = items.map(|(_, item)| item).collect();
                let made = items.iter().map(|item| self.value(item, depth + 1, random));
                made.collect()
            }
            Type::Map(map) => {
                let count = count(map.length.min, map.length.max, is_deep, random);
                let mut members = Map::new();
                for _ in 0..count * 8 {
                    if members.len() < count {
                        let key = match self.value(&map.keys, depth + 1, random) {
                            Value::String(key) => key,
                            other => other.to_string(),
                        };
                        members.insert(key, self.value(&map.values, depth + 1, random));
                    }
                }
                members.into()
            }
            Type::Object(object) => self.object(object, depth, random),
        }
    }

    fn object(&self, object: &ObjectType, depth: usize, random: &mut Random) -> Value {
        let mut members = Map::new();
        for field in &object.fields {
            let is_there =
                field.presence == Presence::Required || depth <= DEPTH && !random.one_in(2);
            if !is_there {
                continue;
            }
            // What the author shows is as good as what is made up.
            let shown = random
                .pick(&field.examples)
                .filter(|_| !field.examples.is_empty());
            let value = match shown {
                Some(example) => example.clone(),
                None => self.value(&field.ty, depth + 1, random),
            };
            members.insert(field.name.clone(), value);
        }
        members.into()
    }
}

/// How many items to make.
fn count(min: Option<u64>, max: Option<u64>, is_deep: bool, random: &mut Random) -> usize {
    let least = usize::try_from(min.unwrap_or_default()).unwrap_or(usize::MAX);
    let most = max.map_or(usize::MAX, |max| usize::try_from(max).unwrap_or(usize::MAX));
    let more = if is_deep { 0 } else { random.below(4) };
    least.saturating_add(more).min(most).min(least.max(1 << 12))
}

/// A small number within bounds, or the one at a bound.
fn number(range: &NumberRange, whole: bool, random: &mut Random) -> Value {
    let bound = |bound: &Option<Number>| bound.as_ref().and_then(Number::as_f64);
    let step = bound(&range.multiple_of).filter(|step| *step > 0.0);
    let step = step.unwrap_or(if whole { 1.0 } else { 0.25 });
    let (over, under) = (
        bound(&range.exclusive_minimum),
        bound(&range.exclusive_maximum),
    );
    let low = match (bound(&range.minimum), over) {
        (Some(low), _) => Some(low),
        (None, over) => over,
    };
    let high = bound(&range.maximum).or(under);
    #[allow(clippy::cast_precision_loss, reason = "a small number")]
    let offset = random.below(40) as f64;
    // Counted from the lower bound where there is one, else down from the upper one, else from 0.
    let mut number = match (low, high) {
        (Some(low), Some(high)) if low <= 0.0 && high >= 40.0 * step => offset * step,
        (Some(low), Some(high)) => {
            let first = (low / step).ceil();
            let last = (high / step).floor();
            (first + offset % (last - first + 1.0).max(1.0)) * step
        }
        (Some(low), None) if low > 0.0 => ((low / step).ceil() + offset) * step,
        (None, Some(high)) if high < 40.0 * step => ((high / step).floor() - offset) * step,
        _ => offset * step,
    };
    if over == Some(number) {
        number += step;
    }
    if under == Some(number) {
        number -= step;
    }
    #[allow(
        clippy::cast_possible_truncation,
        reason = "whole, and within an i64 or at its end"
    )]
    if whole || number.fract() == 0.0 {
        Value::from(number as i64)
    } else {
        Number::from_f64(number).map_or(Value::Null, Value::Number)
    }
}
