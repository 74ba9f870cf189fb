//! What reading costs, as ratios within one run:
//!
//! ```sh
//! cargo run --release --manifest-path bench/Cargo.toml               # reading
//! cargo run --release --manifest-path bench/Cargo.toml -- programs   # checking and running
//! ```

mod measure;
mod programs;

use std::hint::black_box;

use measure::{Row, print};
use serde_json::Value;
use typechat::reply::{Parser, Reader};
use typechat_examples::coffee_shop::Cart;
use typechat_tests::carts::{broken, fenced, good};

fn main() {
    if std::env::args().any(|arg| arg == "programs") {
        return programs::measure();
    }
    let (small, large) = (good(4), good(400));
    let (small_fenced, small_broken, large_broken) = (fenced(4), broken(4), broken(400));
    println!("small: {} bytes, large: {} bytes", small.len(), large.len());

    let reader = Reader::<Cart>::new();
    let read = |reply: &str| {
        let reading = reader.read(reply);
        assert!(reading.value().is_some(), "{:?}", reading.problems());
        black_box(reading);
    };
    let serde = |text: &str| {
        black_box(serde_json::from_str::<Cart>(text).expect("a cart"));
    };
    let serde_value = |text: &str| {
        black_box(serde_json::from_str::<Value>(text).expect("JSON"));
    };
    let repaired = |text: &str| {
        let value = llm_json::loads(text, &llm_json::RepairOptions::default());
        black_box(value.expect("a value"));
    };
    let jiter = |text: &str| {
        black_box(jiter::JsonValue::parse(text.as_bytes(), false).expect("JSON"));
    };

    print(&[
        Row::new("small, good: read a Cart", || read(&small))
            .beside("serde_json, Cart", || serde(&small))
            .goal(3.0),
        Row::new("small, in a fence: read a Cart", || read(&small_fenced))
            .beside("serde_json, bare Cart", || serde(&small)),
        Row::new("small, broken: read a Cart", || read(&small_broken))
            .beside("serde_json, good Cart", || serde(&small)),
        Row::new("small, broken: read a Cart", || read(&small_broken))
            .beside("llm_json, Value", || repaired(&small_broken)),
        Row::new("large, good: read a Cart", || read(&large))
            .beside("serde_json, Cart", || serde(&large))
            .goal(3.0),
        Row::new("large, broken: read a Cart", || read(&large_broken))
            .beside("serde_json, good Cart", || serde(&large)),
        Row::new("large, broken: parse", || parse(&large_broken, usize::MAX))
            .beside("llm_json, Value", || repaired(&large_broken)),
        Row::new("large, good: parse", || parse(&large, usize::MAX))
            .beside("serde_json, Value", || serde_value(&large)),
        Row::new("large, good: parse", || parse(&large, usize::MAX))
            .beside("jiter, JsonValue", || jiter(&large)),
        Row::new("large, good: parse in 4 bytes", || parse(&large, 4))
            .beside("parse whole", || parse(&large, usize::MAX))
            .goal(3.0),
        Row::new("large, broken: parse in 4 bytes", || {
            parse(&large_broken, 4)
        })
        .beside("parse whole", || parse(&large_broken, usize::MAX))
        .goal(3.0),
    ]);
}

/// Parses the text in pieces of so many bytes, or a little more where a character ends later.
fn parse(text: &str, length: usize) {
    let mut parser = Parser::default();
    let mut rest = text;
    while !rest.is_empty() {
        let end = rest.len().min(length);
        let end = (end..=rest.len()).find(|end| rest.is_char_boundary(*end));
        let (piece, after) = rest.split_at(end.expect("the end is a boundary"));
        parser.push(piece);
        rest = after;
    }
    black_box(parser.finish().expect("JSON, or nearly"));
}
