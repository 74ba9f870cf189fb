//! Whether a value says what its request says: a value against gold.
//!
//! Domains that are known by name are compared by their own rules: a default that is spelled out
//! is the same as one that is left out, the order of items is free, words stand for the same in
//! any case and number. Every other domain's values are compared as JSON.

mod calendar;
mod clock;
mod coffee;
mod exact;
mod matching;
mod math;
mod python;
mod restaurant;
mod route;
mod sentiment;
mod text;

use serde_json::{Map, Value};

use super::dataset::Record;

/// The value does not have the shape of its domain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Bad(String);

impl Bad {
    fn new(words: impl Into<String>) -> Self {
        Self(words.into())
    }

    fn found(expected: &str, value: &Value) -> Self {
        Self(format!("expected {expected}, not {value}"))
    }
}

type Object = Map<String, Value>;

/// Whether a value is right; `None` for a request that has no gold. A domain's own rules hold for
/// gold of its form.
pub(crate) fn judge(record: &Record, value: &Value) -> Option<bool> {
    let gold = record.gold()?;
    let wanted = || std::iter::once(gold).chain(record.accepted());
    let order = |value: &Value| restaurant::order(value, record);
    let plan = |value: &Value| calendar::plan(value, record.request());
    let own = match record.domain() {
        "coffee" => by_form(wanted(), value, coffee::order, coffee::is_same),
        "restaurant" => by_form(wanted(), value, order, |gold, got| {
            restaurant::is_same(gold, got, record)
        }),
        "calendar" => by_form(wanted(), value, plan, |gold, got| {
            calendar::is_same(gold, got, record)
        }),
        "sentiment" => by_form(wanted(), value, sentiment::label, |gold, got| gold == got),
        "math" if math::value(gold).is_ok() => Some(math::is_right(wanted(), value)),
        "multiSchema" => route::is_right(wanted(), value),
        _ => None,
    };
    Some(own.unwrap_or_else(|| wanted().any(|gold| exact::is_same(gold, value))))
}

/// What a value says, a line for each item; `None` where its domain has no form of its own, or the
/// value does not have it.
pub(crate) fn told(record: &Record, value: &Value) -> Option<Vec<String>> {
    match record.domain() {
        "coffee" => Some(coffee::order(value).ok()?.told()),
        "restaurant" => Some(restaurant::order(value, record).ok()?.told()),
        "calendar" => Some(calendar::plan(value, record.request()).ok()?.told()),
        _ => None,
    }
}

/// Whether one of the values that are wanted is the same once both are in the domain's form; `None`
/// when none of them has it.
fn by_form<'a, N>(
    wanted: impl Iterator<Item = &'a Value>,
    value: &Value,
    form: impl Fn(&Value) -> Result<N, Bad>,
    is_same: impl Fn(&N, &N) -> bool,
) -> Option<bool> {
    let wanted: Vec<N> = wanted.filter_map(|gold| form(gold).ok()).collect();
    if wanted.is_empty() {
        return None;
    }
    let got = form(value);
    Some(got.is_ok_and(|got| wanted.iter().any(|gold| is_same(gold, &got))))
}
