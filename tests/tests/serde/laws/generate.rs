//! Values that a graph describes, made from a list of choices, so that proptest can shrink them.

use serde_json::{Map, Value, json};
use typechat::schema::{Presence, StringRules, Type, TypeGraph};

/// A list of choices; once it is used up, every choice is the first.
pub(crate) struct Choices<'a>(std::slice::Iter<'a, u32>);

impl<'a> Choices<'a> {
    pub(crate) fn new(list: &'a [u32]) -> Self {
        Self(list.iter())
    }

    /// A number below `count`.
    pub(crate) fn next(&mut self, count: usize) -> usize {
        let choice = self.0.next().copied().unwrap_or_default();
        choice as usize % count.max(1)
    }
}

/// A value of the type; `None` when it would have no end, or a pattern stands in the way.
#[allow(clippy::too_many_lines)] // One arm for each kind of node.
pub(crate) fn value(
    graph: &TypeGraph,
    ty: &Type,
    choices: &mut Choices<'_>,
    depth: usize,
) -> Option<Value> {
    if depth > 12 {
        return None;
    }
    let below = |ty: &Type, choices: &mut Choices<'_>| value(graph, ty, choices, depth + 1);
    Some(match graph.resolve(ty) {
        Type::Any => [
            json!(null),
            json!("any"),
            json!([1, {"a": true}]),
            json!(2.5),
        ][choices.next(4)]
        .clone(),
        Type::Null => Value::Null,
        Type::Boolean => Value::Bool(choices.next(2) == 1),
        Type::String(rules) => string(rules, choices)?.into(),
        Type::Vocabulary(_) => "word".into(),
        Type::Integer(range) | Type::Number(range) => {
            let fits = |number: &serde_json::Number| {
                let value = number.as_f64().unwrap_or_default();
                let bound = |bound: &Option<serde_json::Number>| {
                    bound.as_ref().and_then(serde_json::Number::as_f64)
                };
                bound(&range.minimum).is_none_or(|low| value >= low)
                    && bound(&range.maximum).is_none_or(|high| value <= high)
                    && bound(&range.exclusive_minimum).is_none_or(|low| value > low)
                    && bound(&range.exclusive_maximum).is_none_or(|high| value < high)
            };
            let mut list: Vec<serde_json::Number> =
                [0, 1, 2, 7, 42, -1, 100].map(Into::into).to_vec();
            if matches!(graph.resolve(ty), Type::Number(_)) {
                list.extend([0.5, -0.25].map(|n| serde_json::Number::from_f64(n).unwrap()));
            } else {
                list.extend(range.minimum.clone());
                list.extend(range.maximum.clone());
            }
            list.retain(fits);
            if list.is_empty() {
                return None;
            }
            Value::Number(list[choices.next(list.len())].clone())
        }
        Type::Enum(members) => members[choices.next(members.len())].value.to_value(),
        Type::Array(array) => {
            let least = array.length.min.unwrap_or(0);
            let most = array.length.max.unwrap_or(least + 3);
            let count = least + choices.next(usize::try_from(most - least + 1).unwrap()) as u64;
            let mut items: Vec<Value> = Vec::new();
            for _ in 0..count {
                let Some(item) = below(&array.items, choices) else {
                    break;
                };
                if !(array.unique && items.contains(&item)) {
                    items.push(item);
                }
            }
            if (items.len() as u64) < least {
                return None;
            }
            items.into()
        }
        Type::Tuple(tuple) => {
            let mut items = Vec::new();
            for item in &tuple.items {
                items.push(below(item, choices)?);
            }
            items.into()
        }
        Type::Map(map) => {
            let mut members = Map::new();
            for _ in 0..choices.next(3) {
                let key = match below(&map.keys, choices)? {
                    Value::String(key) => key,
                    other => other.to_string(),
                };
                let Some(value) = below(&map.values, choices) else {
                    break;
                };
                members.insert(key, value);
            }
            (members.len() as u64 >= map.length.min.unwrap_or(0))
                .then_some(members)?
                .into()
        }
        Type::Object(object) => {
            let mut members = Map::new();
            for field in &object.fields {
                let optional = field.presence == Presence::Optional;
                if optional && (choices.next(2) == 0 || depth > 6) {
                    continue;
                }
                match below(&field.ty, choices) {
                    Some(value) => {
                        members.insert(field.name.clone(), value);
                    }
                    None if optional => {}
                    None => return None,
                }
            }
            if let Some(rest) = &object.rest
                && choices.next(2) == 1
            {
                members.insert("further".into(), below(rest, choices)?);
            }
            members.into()
        }
        Type::Union(branches) => {
            let first = choices.next(branches.len());
            let order = (first..branches.len()).chain(0..first);
            // Another branch may end where this one does not.
            order
                .take(if depth > 6 { branches.len() } else { 2 })
                .find_map(|index| below(&branches[index].ty, choices))?
        }
        Type::Nullable(inner) => {
            if choices.next(3) == 0 {
                Value::Null
            } else {
                below(inner, choices).unwrap_or(Value::Null)
            }
        }
        _ => return None,
    })
}

fn string(rules: &StringRules, choices: &mut Choices<'_>) -> Option<String> {
    let by_format: &[&str] = match rules.format.as_deref() {
        Some("date-time") => &["2024-05-01T09:30:00Z", "1999-12-31T23:59:59.5+01:00"],
        Some("date") => &["2024-02-29", "0001-01-02"],
        Some("local-time") => &["09:30:00", "23:59:59.123456789"],
        Some("local-date-time") => &["2024-05-01T09:30:00"],
        Some("zoned-date-time") => &["2024-05-01T09:30:00+00:00[UTC]"],
        Some("duration") => &["PT1H30M", "P1DT2S"],
        Some("time-duration") => &["PT1H30M", "PT0S"],
        Some("ipv4") => &["127.0.0.1", "255.0.12.1"],
        Some("ipv6") => &["::1", "2001:db8::ff00:42:8329"],
        Some("uuid") => &["67e55044-10b1-426f-9247-bb680e5fe0c8"],
        Some("url") => &["https://example.com/a?b=c", "mailto:a@example.com"],
        Some("decimal") => &["19.99", "-0.1", "79228162514264337593543950335"],
        Some("base64") => &["aGVsbG8=", ""],
        Some("email") => &["a@example.com"],
        Some(_) => return None,
        None => &[],
    };
    if !by_format.is_empty() {
        return Some(by_format[choices.next(by_format.len())].to_owned());
    }
    if rules.pattern.is_some() {
        return None;
    }
    let least = usize::try_from(rules.length.min.unwrap_or(0)).unwrap();
    let most = rules
        .length
        .max
        .map_or(least + 6, |max| usize::try_from(max).unwrap());
    let count = least + choices.next(most.min(least + 40) - least + 1);
    let letters = ['a', 'Z', ' ', '"', 'é', '\n', '/', '🦀', '1', '-'];
    Some(
        (0..count)
            .map(|_| letters[choices.next(letters.len())])
            .collect(),
    )
}
