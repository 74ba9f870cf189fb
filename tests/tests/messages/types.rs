//! Small types, one for each kind of rule.
#![allow(dead_code, reason = "they are read and never looked at")]

use std::collections::BTreeMap;

use serde::Deserialize;
use typechat::Schema;

#[derive(Debug, Deserialize, Schema)]
pub(super) struct Order {
    pub(super) dish: Dish,
    pub(super) count: u8,
    pub(super) note: Option<String>,
}

#[derive(Debug, Deserialize, Schema)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Dish {
    Soup,
    #[serde(alias = "salad")]
    GreenSalad,
    FishOfTheDay,
}

/// More than a line of words.
#[derive(Debug, Deserialize, Schema)]
pub(super) struct Airport {
    #[typechat(vocab = "airports")]
    pub(super) code: String,
}

#[derive(Debug, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Month {
    January,
    February,
    March,
    April,
    May,
    June,
    July,
    August,
    September,
    October,
    November,
    December,
}

#[derive(Debug, Deserialize, Schema)]
pub(super) struct Rules {
    #[typechat(range = 1..=5)]
    pub(super) stars: Option<u8>,
    #[typechat(range = 0.0..1.0)]
    pub(super) share: Option<f64>,
    #[typechat(length = 3)]
    pub(super) code: Option<String>,
    #[typechat(pattern = "^[A-Z]{2}[0-9]+$")]
    pub(super) flight: Option<String>,
    #[typechat(format = "email")]
    pub(super) mail: Option<String>,
    #[typechat(length = 1..=2)]
    pub(super) tags: Option<Vec<String>>,
    pub(super) pair: Option<(bool, String)>,
    pub(super) rates: Option<BTreeMap<u8, f32>>,
    pub(super) day: Option<chrono::NaiveDate>,
    pub(super) at: Option<chrono::DateTime<chrono::Utc>>,
    pub(super) id: Option<uuid::Uuid>,
    pub(super) price: Option<rust_decimal::Decimal>,
    pub(super) site: Option<url::Url>,
    pub(super) color: Option<std::net::Ipv4Addr>,
    pub(super) letter: Option<char>,
}

#[derive(Debug, Deserialize, Schema)]
#[serde(tag = "kind", rename_all = "lowercase")]
pub(super) enum Shape {
    Circle { radius: f64 },
    Box { width: f64, height: f64 },
    Group { shapes: Vec<Shape> },
}

#[derive(Debug, Deserialize, Schema)]
#[serde(untagged)]
pub(super) enum Amount {
    Words(Words),
    Number(f64),
    Range { from: f64, to: f64 },
}

#[derive(Debug, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Words {
    None,
    Some,
    All,
}

#[derive(Debug, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub(super) enum Event {
    Moved { x: i32, y: i32 },
    Renamed(String),
    Closed,
}

#[derive(Debug, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Guest {
    pub(super) full_name: String,
    #[serde(alias = "mail")]
    pub(super) email_address: Option<String>,
    pub(super) is_member: bool,
}

/// Two readings that say different things.
#[derive(Debug, Deserialize, Schema)]
#[serde(untagged)]
pub(super) enum Either {
    Dish(Dish),
    Month(Month),
}

/// Serde asks for more than the schema can say.
#[derive(Debug, Deserialize, Schema)]
#[serde(try_from = "u8")]
pub(super) struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(number: u8) -> Result<Self, String> {
        if number.is_multiple_of(2) {
            Ok(Self(number))
        } else {
            Err(format!("{number} is odd; an even number is wanted"))
        }
    }
}

#[derive(Debug, Deserialize, Schema)]
#[typechat(check = in_order)]
pub(super) struct Stay {
    pub(super) from: u8,
    pub(super) to: u8,
}

fn in_order(stay: &Stay) -> Result<(), String> {
    if stay.from <= stay.to {
        Ok(())
    } else {
        Err("`from` is after `to`; the first day comes first".to_owned())
    }
}
