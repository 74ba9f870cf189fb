//! How often the good path asks for memory: a binary of its own, since its allocator counts.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]

use serde_json::Value;
use typechat::reply::Reader;
use typechat_examples::coffee_shop::Cart;
use typechat_tests::carts::good;

/// What reading the cart of 1 KB as a `Cart` may cost; through a `Value`, `serde_json` asks for
/// memory 88 times, and without one 19 times.
const MOST: u64 = 96;

fn allocations(work: impl Fn()) -> u64 {
    // What is made once and kept is no matter.
    work();
    allocation_counter::measure(&work).count_total
}

#[test]
fn a_good_reply_costs_few_allocations() {
    let reader = Reader::<Cart>::new();
    let reply = good(4);
    let read = allocations(|| assert!(reader.read(&reply).value().is_some()));
    let typed = allocations(|| drop(serde_json::from_str::<Cart>(&reply).unwrap()));
    let through_a_value = allocations(|| {
        let value: Value = serde_json::from_str(&reply).unwrap();
        let _cart: Cart = serde_json::from_value(value).unwrap();
    });
    println!(
        "{} bytes: read {read}, from_str {typed}, through a Value {through_a_value}",
        reply.len()
    );
    assert!((900..1100).contains(&reply.len()), "{}", reply.len());
    assert!(read <= MOST, "{read}");
    assert!(read <= through_a_value * 3 / 2, "{read}");
}
