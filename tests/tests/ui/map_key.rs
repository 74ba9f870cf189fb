use std::collections::BTreeMap;

#[derive(serde::Deserialize, typechat::Schema, PartialEq, Eq, PartialOrd, Ord)]
struct Point {
    x: i32,
}

#[derive(serde::Deserialize, typechat::Schema)]
struct Board {
    pieces: BTreeMap<Point, String>,
}

fn main() {}
