//! What it costs, with a real vocabulary.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use typechat::schema::TypeGraph;
use typechat_examples::coffee_shop::Cart;

use super::{Bench, Taste, tokens};
use crate::constrain::Tokens as _;

const CART: &str = r#"{"items": [{"type": "lineitem", "product": {"type": "LatteDrinks", "name": "latte", "size": "tall", "options": [{"type": "Milks", "name": "oat milk"}]}, "quantity": 2}, {"type": "unknown", "text": "a banana split with a cherry"}]}"#;

/// Writes a text as far as it is not forced.
fn write(bench: &Bench, schema: &Value, text: &str, name: &str) {
    let mut constraint = bench.constraint(schema, 1000);
    let mut written = String::new();
    let (mut forcing, mut choosing, mut forced, mut total) = (Vec::new(), Vec::new(), 0, 0);
    let mut logits = vec![0.0; bench.table.count()];
    while !constraint.is_done() {
        let start = Instant::now();
        let now = constraint.forced().unwrap();
        forcing.push(start.elapsed());
        forced += now.len();
        total += now.len();
        written += &bench.table.text(&now);
        if constraint.is_done() {
            break;
        }
        let rest = text
            .strip_prefix(written.as_str())
            .unwrap_or_else(|| panic!("{written}"));
        let want = bench.table.encode(rest)[0];
        logits.fill(0.0);
        logits[want as usize] = 30.0;
        let start = Instant::now();
        let token = constraint.choose(&mut logits, |_| want).unwrap().unwrap();
        choosing.push(start.elapsed());
        written += &bench.table.text(&[token]);
        total += 1;
    }
    assert_eq!(written, text);
    eprintln!("{name}: {forced} of {total} tokens are forced");
    told("  choose", choosing);
    told("  forced", forcing);
}

fn told(name: &str, mut times: Vec<Duration>) {
    times.sort();
    let at = |part: usize| times[(times.len() * part / 100).min(times.len() - 1)].as_micros();
    eprintln!(
        "{name}: {} choices, median {} µs, 90 % {} µs, 99 % {} µs, slowest {} µs",
        times.len(),
        at(50),
        at(90),
        at(99),
        at(100)
    );
}

#[test]
fn figures() {
    let Some(table) = tokens::real() else {
        return;
    };
    let start = Instant::now();
    let bench = Bench::new(table);
    eprintln!("vocabulary: {:?}", start.elapsed());
    let schema = TypeGraph::of::<Cart>().to_json_schema();
    let start = Instant::now();
    bench.constraint(&schema, 1000);
    eprintln!("coffee shop, first time: {:?}", start.elapsed());
    let start = Instant::now();
    bench.constraint(&schema, 1000);
    eprintln!("coffee shop, again: {:?}", start.elapsed());
    for round in ["cold", "warm"] {
        write(&bench, &schema, CART, round);
    }
    let schema = json!({"type": "object", "additionalProperties": false, "required": ["text", "many", "any"], "properties": {
        "text": {"type": "string"}, "many": {"type": "array", "items": {"type": "string"}}, "any": {}}});
    let words = "the quick brown fox jumps over the lazy dog ".repeat(5);
    let text = json!({"text": words.trim(), "many": [words.trim(), "b", "c"], "any": {"a": [1, 2, {"b": "c"}]}});
    let text = text
        .to_string()
        .replace("\":", "\": ")
        .replace(",\"", ", \"")
        .replace("1,2,", "1, 2, ");
    for round in ["strings, cold", "strings, warm"] {
        write(&bench, &schema, &text, round);
    }
    for taste in [Taste::Anything, Taste::End] {
        let start = Instant::now();
        let reply = bench.reply(&schema, 300, taste, 5);
        let shown: String = reply.text.chars().take(150).collect();
        eprintln!(
            "{taste:?}: {} tokens, {} forced, {:?}: {shown}",
            reply.tokens,
            reply.forced,
            start.elapsed()
        );
    }
}
