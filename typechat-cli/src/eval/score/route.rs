//! Which of several domains a request belongs to.

use serde_json::Value;

use super::{Bad, math, text};

struct Route {
    name: String,
    /// The value of a calculation, or why there is none.
    value: Option<Result<f64, Bad>>,
}

fn route(value: &Value) -> Result<Route, Bad> {
    let wrapped = match value {
        Value::String(name) => serde_json::json!({ "route": name }),
        other => text::clean(other),
    };
    let Value::Object(members) = wrapped else {
        return Err(Bad::new("no route"));
    };
    let name = ["route", "task_type", "agent", "name"]
        .iter()
        .find_map(|key| members.get(*key));
    let Some(Value::String(name)) = name else {
        return Err(Bad::new("no route"));
    };
    let name = text::squash(name);
    let key = ["value", "result"]
        .into_iter()
        .find(|key| members.contains_key(*key));
    let value = key.filter(|_| name == "math").and_then(|key| {
        let mut members = value.as_object()?.iter();
        let found = members.find(|(name, _)| text::snake(name) == key);
        found.map(|(_, value)| math::value(value))
    });
    Ok(Route { name, value })
}

/// Whether the route is right; `None` when none is wanted.
pub(super) fn is_right<'a>(wanted: impl Iterator<Item = &'a Value>, value: &Value) -> Option<bool> {
    let wanted: Vec<(&Value, Route)> = wanted
        .filter_map(|raw| Some((raw, route(raw).ok()?)))
        .collect();
    if wanted.is_empty() {
        return None;
    }
    let Ok(got) = route(value) else {
        return Some(false);
    };
    Some(wanted.iter().any(|(raw, gold)| {
        gold.name == got.name
            && match (&gold.value, &got.value) {
                (Some(Ok(gold)), Some(Ok(got))) => math::is_same(*gold, *got, raw),
                (Some(_), Some(_)) => false,
                _ => true,
            }
    }))
}
