//! A word that ends competes with a longer one.

use llguidance::toktrie::TokenizerEnv as _;
use serde_json::json;

use super::{Bench, Table, models::greedy};
use crate::constrain::{Tokens as _, heal, vocabulary::Vocabulary};

/// A model that has written `{"name": "latte` and wants to go on with `",` or a line break.
fn logits(table: &Table) -> Vec<f32> {
    let mut logits = vec![-5.0; table.count()];
    for (text, logit) in [
        ("\",", 9.0),
        (" macchiato", 7.0),
        ("\"", 6.0),
        ("e\",", 8.0),
    ] {
        logits[table.id(text) as usize] = logit;
    }
    logits
}

#[test]
fn the_mass_of_a_token_goes_to_where_it_begins() {
    let bench = Bench::small();
    let table = &bench.table;
    // No member follows, so no comma either.
    let schema = json!({"type": "object", "properties": {
        "name": {"enum": ["latte", "latte macchiato"]}}, "required": ["name"]});
    let mut constraint = bench.constraint(&schema, 100);
    let mut written = table.text(&constraint.forced().unwrap());
    while !written.ends_with("latte") {
        let next = &"{\"name\": \"latte"[written.len()..];
        let want = table.longest(next.as_bytes())[0];
        let mut logits = vec![0.0; table.count()];
        logits[want as usize] = 30.0;
        let token = constraint.choose(&mut logits, greedy).unwrap().unwrap();
        written += &table.text(&[token]);
        written += &table.text(&constraint.forced().unwrap());
    }
    let mut masked = logits(table);
    let allowed = [table.id("\""), table.id(" macchiato"), table.id("\"}")];
    for (id, logit) in (0..).zip(&mut masked) {
        if !allowed.contains(&id) {
            *logit = f32::NEG_INFINITY;
        }
    }
    assert_eq!(greedy(&masked), table.id(" macchiato"), "without healing");
    let token = constraint
        .choose(&mut logits(table), greedy)
        .unwrap()
        .unwrap();
    assert_eq!(token, table.id("\""), "with healing");
    let end = constraint.forced().unwrap();
    assert_eq!(
        (written + "\"" + &table.text(&end)).as_str(),
        "{\"name\": \"latte\"}"
    );
    assert!(constraint.is_done() && !constraint.is_closing());
}

#[test]
fn masses_add_up() {
    let table = Table::small();
    let vocabulary = Vocabulary::new(table.clone());
    let trie = vocabulary.tok_trie();
    let mut allowed = trie.alloc_token_set();
    allowed.allow_token(table.id("\""));
    allowed.allow_token(table.id("t"));
    let mut logits = vec![f32::NEG_INFINITY; table.count()];
    for (text, logit) in [
        ("\",", 2.0_f32),
        ("\": ", 1.0),
        ("t", 2.0),
        ("tr", 0.0),
        ("[]", 9.0),
    ] {
        logits[table.id(text) as usize] = logit;
    }
    heal::heal(&mut logits, &allowed, &vocabulary);
    let quote = (2.0_f32.exp() + 1.0_f32.exp()).ln();
    assert!((logits[table.id("\"") as usize] - quote).abs() < 1e-5);
    let letter = (2.0_f32.exp() + 1.0).ln();
    assert!((logits[table.id("t") as usize] - letter).abs() < 1e-5);
    let rest = (0..).zip(&logits).filter(|(_, logit)| logit.is_finite());
    assert_eq!(rest.count(), 2);
}

#[test]
fn closing_again_changes_nothing() {
    let bench = Bench::small();
    let mut constraint = bench.constraint(&json!({"type": "string", "minLength": 3}), 100);
    constraint.close();
    constraint.close();
    let text = bench.table.text(&constraint.forced().unwrap());
    constraint.close();
    assert_eq!(text, "\"???\"");
    assert!(constraint.is_done() && constraint.forced().unwrap().is_empty());
}
