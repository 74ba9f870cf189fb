use std::collections::BTreeMap;

#[derive(serde::Deserialize, typechat::Schema)]
#[serde(tag = "type")]
enum Shape {
    Polygon { corners: BTreeMap<u32, f64> },
}

#[derive(serde::Deserialize, typechat::Schema)]
#[serde(untagged)]
enum Loose {
    Table(Option<BTreeMap<u32, f64>>),
}

#[derive(serde::Deserialize, typechat::Schema)]
struct Flat {
    #[serde(flatten)]
    rest: BTreeMap<i64, String>,
}

fn main() {}
