//! Orders at the restaurant.
//!
//! A pizza is large, a salad half a Garden, a quantity 1. Toppings and kinds are compared without
//! case and plural; a record's `kind_accept` names other words for a beer, and with
//! `allow_unknown` items that were not understood may be there too many.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use serde_json::Value;

use super::{
    Bad, Object,
    matching::is_matched,
    python::number,
    text::{self, is_same_text, listed, name, phrase, variant},
};
use crate::eval::dataset::Record;

const ITEMS: &[(&str, &str)] = &[
    ("pizza", "pizza"),
    ("beer", "beer"),
    ("salad", "salad"),
    ("unknown", "unknown"),
    ("unknowntext", "unknown"),
];

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Dish {
    Beer(String),
    Pizza(Made),
    Salad(Made),
}

/// What is said of a dish that is made to order: two properties, and what is added and removed.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Made {
    properties: [Option<String>; 2],
    added: BTreeSet<String>,
    removed: BTreeSet<String>,
}

pub(super) struct Order {
    dishes: BTreeMap<Dish, f64>,
    unknown: Vec<String>,
}

impl Order {
    /// A line for each dish, then one for each text that was not understood.
    pub(super) fn told(&self) -> Vec<String> {
        let made = |name: &str, made: &Made| {
            let properties = made.properties.iter().flatten().cloned();
            let added = made.added.iter().map(|thing| format!("+{thing}"));
            let removed = made.removed.iter().map(|thing| format!("-{thing}"));
            let parts = std::iter::once(name.to_owned()).chain(properties);
            parts
                .chain(added)
                .chain(removed)
                .collect::<Vec<_>>()
                .join(", ")
        };
        let dishes = self.dishes.iter().map(|(dish, count)| {
            let dish = match dish {
                Dish::Beer(kind) => format!("beer, {kind}"),
                Dish::Pizza(pizza) => made("pizza", pizza),
                Dish::Salad(salad) => made("salad", salad),
            };
            format!("{count} × {dish}")
        });
        let unknown = self.unknown.iter().map(|text| format!("? “{text}”"));
        dishes.chain(unknown).collect()
    }
}

pub(super) fn order(value: &Value, record: &Record) -> Result<Order, Bad> {
    let kinds = kinds(record);
    let mut order = Order {
        dishes: BTreeMap::new(),
        unknown: Vec::new(),
    };
    for raw in listed(value, "items")? {
        let (tag, item) = variant(&raw, &["item_type", "type"], ITEMS)?;
        let Some(tag) = tag else {
            return Err(Bad::new(format!("unknown kind of item {raw}")));
        };
        if tag == "unknown" {
            let text = text::unknown_text(item);
            if !order.unknown.contains(&text) {
                order.unknown.push(text);
            }
            continue;
        }
        let quantity = number(item.get("quantity"), Some(1.0))?;
        let dish = match tag {
            "beer" => {
                let kind = phrase(item.get("kind"), "beer")?;
                Dish::Beer(kinds.get(&kind).cloned().unwrap_or(kind))
            }
            "pizza" => Dish::Pizza(made(item, ["size", "name"], &|key, value| {
                let said = name(Some(value))?;
                Ok((key != "size" || said != "large").then_some(said))
            })?),
            _ => Dish::Salad(made(item, ["portion", "style"], &|key, value| {
                let usual = if key == "portion" { "half" } else { "garden" };
                let said = phrase(Some(value), "salad")?;
                Ok((said != usual).then_some(said))
            })?),
        };
        *order.dishes.entry(dish).or_default() += quantity;
    }
    Ok(order)
}

/// A property as far as it is said, and not the usual.
type Said<'a> = &'a dyn Fn(&str, &Value) -> Result<Option<String>, Bad>;

fn made(item: &Object, keys: [&str; 2], said: Said<'_>) -> Result<Made, Bad> {
    let property = |key: &str| match item.get(key) {
        Some(value) => said(key, value),
        None => Ok(None),
    };
    let things = |names: [&str; 3]| {
        let found = names.iter().find_map(|name| item.get(*name));
        match found {
            None => Ok(BTreeSet::new()),
            Some(Value::Array(things)) => things
                .iter()
                .map(|thing| phrase(Some(thing), ""))
                .collect::<Result<BTreeSet<_>, _>>(),
            Some(_) => Err(Bad::new(format!("{} is no list", names[0]))),
        }
    };
    Ok(Made {
        properties: [property(keys[0])?, property(keys[1])?],
        added: things(["added", "added_toppings", "added_ingredients"])?,
        removed: things(["removed", "removed_toppings", "removed_ingredients"])?,
    })
}

/// Other words for the kinds of beer of a record.
fn kinds(record: &Record) -> HashMap<String, String> {
    let mut out = HashMap::new();
    for gold in record.gold().into_iter().chain(record.accepted()) {
        let items = gold.get("items").and_then(Value::as_array);
        for item in items.into_iter().flatten() {
            let other = item.get("kind_accept").and_then(Value::as_array);
            for other in other.into_iter().flatten() {
                if let (Ok(other), Ok(kind)) =
                    (phrase(Some(other), ""), phrase(item.get("kind"), ""))
                {
                    out.insert(other, kind);
                }
            }
        }
    }
    out
}

pub(super) fn is_same(gold: &Order, got: &Order, record: &Record) -> bool {
    let unknown: Vec<&String> = got.unknown.iter().collect();
    gold.dishes == got.dishes
        && is_matched(
            &gold.unknown,
            &unknown,
            record.allows_unknown(),
            &|gold, got| is_same_text(gold, got),
        )
}
