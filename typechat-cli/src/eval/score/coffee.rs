//! Orders at the coffee shop.
//!
//! No size is grande (for an espresso drink doppio), no temperature is hot, no quantity of an
//! option is regular, which is 1; a quantity of 0 is "no". Options are a set.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::{
    Bad, Object,
    matching::is_matched,
    python::{self, number},
    text::{self, is_same_text, listed, name, variant},
};

const ESPRESSO: &[&str] = &["espresso", "lungo", "ristretto", "macchiato"];
const BAKERY: &[&str] = &[
    "apple bran muffin",
    "blueberry muffin",
    "lemon poppyseed muffin",
    "bagel",
];
const ITEMS: &[(&str, &str)] = &[
    ("lineitem", "lineitem"),
    ("unknown", "unknown"),
    ("unknowntext", "unknown"),
];
const PRODUCTS: &[(&str, &str)] = &[
    ("bakeryproducts", ""),
    ("lattedrinks", ""),
    ("espressodrinks", ""),
    ("coffeedrinks", ""),
];

/// A product without how many of it.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Product {
    name: String,
    size: Option<String>,
    temperature: Option<String>,
    options: BTreeSet<String>,
}

/// An order: how many of each product, and what was not understood.
pub(super) struct Order {
    products: BTreeMap<Product, f64>,
    unknown: Vec<String>,
}

impl Order {
    /// A line for each product, then one for each text that was not understood.
    pub(super) fn told(&self) -> Vec<String> {
        let products = self.products.iter().map(|(product, count)| {
            let parts = [
                Some(&product.name),
                product.size.as_ref(),
                product.temperature.as_ref(),
            ];
            let parts = parts.into_iter().flatten().chain(&product.options);
            let parts: Vec<&str> = parts.map(String::as_str).collect();
            format!("{count} × {}", parts.join(", "))
        });
        let unknown = self.unknown.iter().map(|text| format!("? “{text}”"));
        products.chain(unknown).collect()
    }
}

pub(super) fn order(value: &Value) -> Result<Order, Bad> {
    let mut order = Order {
        products: BTreeMap::new(),
        unknown: Vec::new(),
    };
    for raw in listed(value, "items")? {
        let (tag, item) = variant(&raw, &["type", "item_type"], ITEMS)?;
        let has_text = tag.is_none() && item.contains_key("text") && !item.contains_key("name");
        if tag == Some("unknown") || item.get("unknown") == Some(&Value::Bool(true)) || has_text {
            let text = text::unknown_text(item);
            if !order.unknown.contains(&text) {
                order.unknown.push(text);
            }
            continue;
        }
        let product = product(item)?;
        let quantity = number(item.get("quantity"), Some(1.0))?;
        *order.products.entry(product).or_default() += quantity;
    }
    Ok(order)
}

fn product(item: &Object) -> Result<Product, Bad> {
    let own = match item.get("product") {
        Some(named @ Value::String(_)) => {
            return with_defaults(name(Some(named))?, &Object::new());
        }
        Some(product) => variant(product, &["type"], PRODUCTS)?.1,
        None => item,
    };
    // An item that is a product itself may be wrapped in the product's tag.
    let own = match (item.get("product"), own.len(), own.iter().next()) {
        (None, 1, Some((key, Value::Object(inner))))
            if PRODUCTS.iter().any(|(tag, _)| *tag == text::squash(key)) =>
        {
            inner
        }
        _ => own,
    };
    with_defaults(name(own.get("name"))?, own)
}

fn with_defaults(name: String, own: &Object) -> Result<Product, Bad> {
    let is_espresso = ESPRESSO.contains(&name.as_str());
    let usual = |key: &str| match key {
        _ if BAKERY.contains(&name.as_str()) => None,
        "size" if is_espresso => Some("doppio"),
        "size" => Some("grande"),
        _ => Some("hot"),
    };
    let said = |key: &str| match own.get(key) {
        None => Ok(None),
        Some(value) => {
            let said = text::name(Some(value))?;
            Ok((usual(key) != Some(said.as_str())).then_some(said))
        }
    };
    let options = match own.get("options") {
        None => BTreeSet::new(),
        Some(Value::Array(options)) => options.iter().map(option).collect::<Result<_, _>>()?,
        Some(_) => return Err(Bad::new("options are no list")),
    };
    Ok(Product {
        size: said("size")?,
        temperature: said("temperature")?,
        options,
        name,
    })
}

/// An option as `name` or `name=quantity`.
fn option(value: &Value) -> Result<String, Bad> {
    let (of, amount) = match value {
        Value::String(text) => {
            let (of, amount) = text.split_once('=').unwrap_or((text, ""));
            (Value::from(of), Value::from(amount))
        }
        Value::Object(members) => {
            let members = match (members.len(), members.values().next()) {
                (1, Some(Value::Object(inner))) if !members.contains_key("name") => inner,
                _ => members,
            };
            let amount = members
                .get("option_quantity")
                .or_else(|| members.get("quantity"));
            let amount = match amount {
                Some(Value::Object(wrapped)) if wrapped.len() == 1 => wrapped.values().next(),
                other => other,
            };
            (
                members.get("name").cloned().unwrap_or(Value::Null),
                amount.cloned().unwrap_or(Value::Null),
            )
        }
        other => return Err(Bad::found("an option", other)),
    };
    let amount = match &amount {
        Value::Null => "1".to_owned(),
        Value::String(text) if text.is_empty() => "1".to_owned(),
        other => python::text(other).to_lowercase().trim().to_owned(),
    };
    let amount = match python::parsed(&amount).filter(|number| number.is_finite()) {
        Some(number) => python::shown(number),
        None => amount,
    };
    let of = name(Some(&of))?;
    Ok(match amount.as_str() {
        "1" | "regular" => of,
        "0" => format!("{of}=no"),
        amount => format!("{of}={amount}"),
    })
}

pub(super) fn is_same(gold: &Order, got: &Order) -> bool {
    let unknown: Vec<&String> = got.unknown.iter().collect();
    gold.products == got.products
        && is_matched(&gold.unknown, &unknown, false, &|gold, got| {
            is_same_text(gold, got)
        })
}
