//! The JSON Schema of a Rust type, imported, is the type's graph again.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    net::IpAddr,
    num::{NonZeroI8, NonZeroU64},
};

use serde::Deserialize;
use typechat::{Answer, Schema};
use typechat_examples::{coffee_shop::Cart, sentiment::SentimentResponse};

use super::TypeGraph;
use crate::schemas::Everything;

fn returns<T: Schema>() {
    let graph = TypeGraph::of::<T>();
    let schema = graph.to_json_schema();
    let again = TypeGraph::from_json_schema(&schema).unwrap();
    assert_eq!(again, graph, "{schema:#}");
    assert_eq!(again.to_json_schema(), schema);
    assert_eq!(again.to_typescript(), graph.to_typescript());
}

/// Something said of the whole.
#[derive(Deserialize, Schema)]
#[allow(dead_code)]
struct Rules {
    /// How many.
    #[typechat(range = 1..=5, example = 3)]
    count: u8,
    #[typechat(range = 0.5..)]
    ratio: f64,
    #[typechat(length = 1..=20, pattern = "^a\\\\b/c$")]
    name: String,
    #[typechat(format = "date-time", example = "2024-05-01T09:30:00Z")]
    at: String,
    #[typechat(vocab = ["tall", "grande"])]
    size: String,
    #[typechat(vocab = "dishes")]
    dish: String,
    #[typechat(nullable)]
    maybe: Option<String>,
    #[serde(alias = "other", alias = "one more")]
    #[serde(default)]
    aliased: bool,
    #[serde(rename = "odd \"key\"\n")]
    odd: Vec<Option<Vec<u8>>>,
}

#[derive(Deserialize, Schema)]
#[allow(dead_code)]
struct Containers {
    by_name: HashMap<String, u32>,
    by_byte: BTreeMap<u8, bool>,
    by_number: BTreeMap<i64, String>,
    by_nonzero: BTreeMap<NonZeroI8, Vec<NonZeroU64>>,
    by_shade: BTreeMap<Shade, f32>,
    by_address: BTreeMap<IpAddr, char>,
    by_char: BTreeMap<char, String>,
    any: serde_json::Value,
    anything: serde_json::Map<String, serde_json::Value>,
    set: BTreeSet<i8>,
    pair: (u8, Option<String>),
    three: [f64; 3],
    none: [u8; 0],
    unit: (),
    nested: Option<Vec<(bool, bool)>>,
    result: Result<u8, String>,
    duration: std::time::Duration,
    range: std::ops::Range<i32>,
}

#[derive(Deserialize, Schema, PartialEq, Eq, PartialOrd, Ord)]
enum Shade {
    Red,
    /// As the sky.
    #[serde(alias = "azure")]
    Blue,
}

#[derive(Deserialize, Schema)]
#[allow(dead_code)]
enum External {
    /// Nothing.
    Unit,
    Newtype(Box<External>),
    Tuple(u8, String),
    /// With members.
    Struct {
        shade: Shade,
    },
}

#[derive(Deserialize, Schema)]
#[serde(tag = "t", content = "c")]
#[allow(dead_code)]
enum Adjacent {
    Unit,
    /// A number.
    Number(i16),
    Object {
        list: Vec<Adjacent>,
    },
}

#[derive(Deserialize, Schema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    Null,
    /// Said of a map.
    Map(HashMap<String, Untagged>),
    List(Vec<Untagged>),
    Nested(Option<External>),
    Float(f64),
}

#[derive(Deserialize, Schema)]
#[allow(dead_code)]
struct Flattened {
    id: u64,
    #[serde(flatten)]
    adjacent: Adjacent,
    #[serde(flatten)]
    rest: HashMap<String, serde_json::Value>,
}

#[derive(Deserialize, Schema)]
struct Unit;

#[derive(Deserialize, Schema)]
struct Closed {}

/// A documented newtype.
#[derive(Deserialize, Schema)]
#[allow(dead_code)]
struct Meters(f64);

#[derive(Deserialize, Schema)]
#[allow(dead_code)]
struct Page<T: Schema> {
    items: Vec<T>,
    next: Option<Box<Page<T>>>,
    size: Meters,
}

#[test]
fn the_schema_of_a_rust_type_imported_is_its_graph() {
    returns::<Cart>();
    returns::<Answer<Cart>>();
    returns::<SentimentResponse>();
    returns::<Everything>();
    returns::<Rules>();
    returns::<Containers>();
    returns::<External>();
    returns::<Adjacent>();
    returns::<Untagged>();
    returns::<Flattened>();
    returns::<Unit>();
    returns::<Closed>();
    returns::<Page<Shade>>();
    returns::<Page<Page<u8>>>();
    returns::<Vec<Option<i64>>>();
    returns::<Option<Cart>>();
    returns::<(u8, String)>();
    returns::<Shade>();
    returns::<Option<Shade>>();
    returns::<BTreeMap<Shade, Shade>>();
    returns::<String>();
    returns::<()>();
    returns::<serde_json::Value>();
    returns::<Meters>();
    returns::<NonZeroI8>();
}

#[test]
fn bound_words_return_with_their_schema() {
    let mut graph = TypeGraph::of::<Rules>();
    graph.bind("dishes", ["soup", "salad"]);
    let again = TypeGraph::from_json_schema(&graph.to_json_schema()).unwrap();
    assert_eq!(again, graph);
}
