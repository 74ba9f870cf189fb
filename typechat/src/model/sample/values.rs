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
                let tries = if array.unique { 8 * count } else { count };
                for _ in 0..tries {
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

/// How many items to make. What wants more than so many is given up: a sample is to be looked at.
fn count(min: Option<u64>, max: Option<u64>, is_deep: bool, random: &mut Random) -> usize {
    const MOST: usize = 1000;
    let bound = |bound: u64| usize::try_from(bound).map_or(MOST, |bound| bound.min(MOST));
    let least = min.map_or(0, bound);
    let more = if is_deep { 0 } else { random.below(4) };
    (least + more).min(max.map_or(MOST, bound))
}

/// A number within bounds, near to zero or to the bound that is.
fn number(range: &NumberRange, whole: bool, random: &mut Random) -> Value {
    let value = |bound: &Option<Number>| bound.as_ref().and_then(Number::as_f64);
    let tighter = |a: Option<f64>, b: Option<f64>, better: fn(f64, f64) -> f64| match (a, b) {
        (Some(a), Some(b)) => Some(better(a, b)),
        (a, b) => a.or(b),
    };
    let low = tighter(
        value(&range.minimum),
        value(&range.exclusive_minimum),
        f64::max,
    );
    let high = tighter(
        value(&range.maximum),
        value(&range.exclusive_maximum),
        f64::min,
    );
    let step = value(&range.multiple_of).filter(|step| *step > 0.0);
    // Beyond 2⁵³ a float is no longer every whole number.
    let is_large = low.is_some_and(|low| low.abs() > 9e15);
    let step = step.or(whole.then_some(if is_large { 4096.0 } else { 1.0 }));
    #[allow(clippy::cast_precision_loss, reason = "a small number")]
    let offset = 1.0 + random.below(39) as f64;
    let number = match (low, high, step) {
        // Between the bounds, and at neither.
        (Some(low), Some(high), None) if high - low < 80.0 => low + (high - low) * offset / 40.0,
        (Some(low), Some(high), Some(step)) => {
            let (first, last) = ((low / step).ceil(), (high / step).floor());
            let count = (last - first + 1.0).max(1.0);
            let start = if first <= 0.0 && last >= 40.0 {
                0.0
            } else {
                first
            };
            (start + (offset - 1.0) % count) * step
        }
        (Some(low), _, None) if low >= 0.0 => low + offset / 4.0,
        (_, Some(high), None) if high <= 10.0 => high - offset / 4.0,
        (Some(low), _, Some(step)) if low > 0.0 => ((low / step).ceil() + offset - 1.0) * step,
        (None, Some(high), Some(step)) if high < 40.0 * step => {
            ((high / step).floor() - offset + 1.0) * step
        }
        (_, _, step) => offset * step.unwrap_or(0.25),
    };
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "checked"
    )]
    if number.fract() == 0.0 && number.abs() < 9e18 {
        Value::from(number as i64)
    } else if number.fract() == 0.0 && (0.0..1.8e19).contains(&number) {
        Value::from(number as u64)
    } else {
        Number::from_f64(number).map_or(Value::Null, Value::Number)
    }
}
