//! Good values of types of many kinds.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::{Value, json};
use typechat::{
    Schema,
    reply::{Leniency, Note, Problem, Reader},
    schema::TypeGraph,
};
use typechat_examples::{coffee_shop::Cart, sentiment::SentimentResponse};

use super::generate::{self, Choices};
use crate::schemas::Everything;

/// What guests book.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
struct Booking {
    guest_name: String,
    room_type: Room,
    nights: u8,
    price_per_night: f64,
    total: u32,
    is_paid: bool,
    wishes: Vec<String>,
    extras: Vec<Extra>,
    address: Address,
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "remarks")]
    note: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rating: Option<f32>,
    rates: BTreeMap<String, f64>,
    span: (u16, u16),
    scores: Vec<Option<i32>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "kebab-case")]
enum Room {
    Single,
    SingleWithBath,
    #[serde(alias = "double")]
    TwinBeds,
    JuniorSuite,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum Extra {
    Breakfast {
        guests: u8,
    },
    AirportShuttle {
        flight_number: String,
        is_return: bool,
    },
    Parking,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
struct Address {
    street_name: String,
    zip_code: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    floor: Option<i8>,
}

/// What came of a reply.
type Read = (Option<Value>, Vec<Problem>, Vec<Note>);

/// Reads a reply with so much leniency.
type ReadBy = dyn Fn(&str, Leniency) -> Read + Sync + Send;

/// A type and values of it, without the type: what is read comes back as the JSON of the value.
pub(super) struct Subject {
    pub(super) name: &'static str,
    pub(super) graph: TypeGraph,
    pub(super) values: Vec<Value>,
    read: Box<ReadBy>,
    /// The value as it is written again.
    written: fn(&Value) -> Option<Value>,
}

impl Subject {
    fn of<T>(name: &'static str, values: impl IntoIterator<Item = Value>) -> Self
    where
        T: Schema + DeserializeOwned + Serialize,
    {
        let graph = TypeGraph::of::<T>();
        let own = Reader::<T>::new();
        let mut values: Vec<Value> = values.into_iter().collect();
        for round in 0..4_u32 {
            // Scattered choices, the same in every run.
            let choices: Vec<u32> = (1..60)
                .map(|at| (at * (7 + 2 * round)) ^ (at >> 2))
                .collect();
            let made = generate::value(&graph, graph.root(), &mut Choices::new(&choices), 0);
            values.extend(made.filter(|made| !values.contains(made)));
        }
        for value in &values {
            let reading = own.read(&value.to_string());
            assert_eq!(reading.problems(), [], "{name}: {value}");
        }
        Self {
            name,
            graph,
            values,
            read: Box::new(move |reply, leniency| {
                let reading = own.clone().leniency(leniency).read(reply);
                let (value, problems, notes) = reading.into_parts();
                let json = |value| serde_json::to_value(value).unwrap();
                (value.map(json), problems, notes)
            }),
            written: |value| {
                let value: T = serde_json::from_value(value.clone()).ok()?;
                serde_json::to_value(value).ok()
            },
        }
    }

    pub(super) fn read(&self, reply: &str) -> Read {
        (self.read)(reply, Leniency::Full)
    }

    /// What the text stands for without any leniency: then it is not broken.
    pub(super) fn strictly(&self, text: &str) -> Option<Value> {
        serde_json::from_str::<serde::de::IgnoredAny>(text).ok()?;
        (self.read)(text, Leniency::Strict).0
    }

    pub(super) fn written(&self, value: &Value) -> Value {
        (self.written)(value).unwrap()
    }
}

pub(super) fn subjects() -> Vec<Subject> {
    vec![
        Subject::of::<Cart>("Cart", [cart(), json!({"items": []})]),
        Subject::of::<Booking>("Booking", [booking(), small_booking()]),
        Subject::of::<Everything>("Everything", [everything()]),
        Subject::of::<Vec<Extra>>(
            "list of Extra",
            [
                json!([{"kind": "breakfast", "guests": 2}, {"kind": "parking"}]),
                json!([{"kind": "parking"}]),
            ],
        ),
        Subject::of::<SentimentResponse>("Sentiment", [json!({"sentiment": "neutral"})]),
        Subject::of::<Room>("Room", [json!("twin-beds"), json!("single-with-bath")]),
        Subject::of::<u32>("u32", [json!(1200)]),
        Subject::of::<BTreeMap<String, bool>>("map", [json!({"ready": true, "at once": false})]),
    ]
}

fn cart() -> Value {
    json!({"items": [
        {"type": "lineitem", "quantity": 2, "product": {
            "type": "LatteDrinks", "name": "latte macchiato", "size": "tall", "options": [
                {"type": "Milks", "name": "oat milk"},
                {"type": "Syrups", "name": "vanilla syrup", "optionQuantity": 0.5},
            ],
        }},
        {"type": "unknown", "text": "a \"purple\" gorilla named 'Bart'"},
        {"type": "lineitem", "quantity": 1, "product": {
            "type": "BakeryProducts", "name": "bagel",
            "options": [{"type": "BakeryPreparations", "name": "cut in half"}],
        }},
    ]})
}

fn booking() -> Value {
    json!({
        "guestName": "Ada",
        "roomType": "junior-suite",
        "nights": 3,
        "pricePerNight": 0.75,
        "total": 1200,
        "isPaid": false,
        "wishes": ["say \"hello\" to Bo", "two lines:\none\ntwo", "a tab\there", "quiet, please"],
        "extras": [
            {"kind": "breakfast", "guests": 2},
            {"kind": "airport_shuttle", "flight_number": "LX38", "is_return": true},
            {"kind": "parking"},
        ],
        "address": {"street_name": "Bo's lane 7", "zip_code": "8004", "floor": -1},
        "note": "late: after 22:00 // by car",
        "rates": {"monday": 90.5, "sunday": 120.0},
        "span": [12, 15],
        "scores": [null, 1500, -3],
    })
}

fn small_booking() -> Value {
    json!({
        "guestName": "Åsa", "roomType": "single", "nights": 1, "pricePerNight": 80.25,
        "total": 80, "isPaid": true, "wishes": ["window"], "extras": [{"kind": "parking"}],
        "address": {"street_name": "Main", "zip_code": "123"}, "rates": {}, "span": [1, 2],
        "scores": [7],
    })
}

fn everything() -> Value {
    json!({
        "fullName": "Ada", "age": 36, "balance": -5000, "ratio": 0.5, "small": 1.5,
        "isOpen": true, "tags": ["a"], "maybe": [null, 1], "shade": "dark-red",
        "shape": {"kind": "circle", "radius": 2.5}, "loose": {"left": true, "right": false},
        "meters": 2.25, "odd key!": {"any": ["thing"]}, "type": "t",
    })
}
