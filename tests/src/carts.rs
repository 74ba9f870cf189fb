//! Replies of known size, to measure by: orders at the coffee shop.

use std::fmt::Write as _;

use serde_json::{Value, json};

fn items() -> [Value; 4] {
    [
        json!({"type": "lineitem", "quantity": 2, "product": {
            "type": "LatteDrinks", "name": "latte macchiato", "temperature": "extra hot",
            "size": "grande", "options": [
                {"type": "Milks", "name": "oat milk"},
                {"type": "Syrups", "name": "vanilla syrup", "optionQuantity": "extra"}]}}),
        json!({"type": "lineitem", "quantity": 1, "product": {
            "type": "EspressoDrinks", "name": "espresso", "size": "doppio"}}),
        json!({"type": "lineitem", "quantity": 12, "product": {
            "type": "BakeryProducts", "name": "blueberry muffin", "options": []}}),
        json!({"type": "unknown", "text": "a “surprise” for the kids, déjà vu"}),
    ]
}

/// A cart of so many items, in lines as models write it; four are about 1 KB.
pub fn good(count: usize) -> String {
    let items: Vec<Value> = items().into_iter().cycle().take(count).collect();
    format!("{:#}", json!({ "items": items }))
}

/// The same in a fence, with prose round it.
pub fn fenced(count: usize) -> String {
    let json = good(count);
    format!("Sure, here is the order you asked for:\n\n```json\n{json}\n```\n\nAnything else?")
}

/// The same in single quotes, with a comma after the last of everything and a comment in each
/// object.
pub fn broken(count: usize) -> String {
    let json = good(count);
    let lines: Vec<&str> = json.lines().collect();
    let mut out = String::new();
    for (at, line) in lines.iter().enumerate() {
        out.push_str(&line.replace('"', "'"));
        let closes = |line: &&str| line.trim_start().starts_with(['}', ']']);
        if lines.get(at + 1).is_some_and(closes) && !line.ends_with(['{', '[', ',']) {
            out.push(',');
        }
        if line.contains("\"type\"") {
            let _ = write!(out, " // item at line {at}");
        }
        out.push('\n');
    }
    out
}
