//! Replies of models that do not think, held to schemas.

mod figures;
mod freedom;
mod hostile;
mod keywords;
mod latte;
mod models;
mod random;
mod schemas;
mod tokens;

use std::sync::Arc;

use serde_json::Value;

use super::{Caps, Constraint, Grammars, Tokens as _};
use models::{Random, Taste, greedy};
use tokens::Table;

/// Grammars over a vocabulary.
struct Bench {
    table: Arc<Table>,
    grammars: Grammars,
}

/// How a reply came about.
struct Reply {
    text: String,
    tokens: usize,
    forced: usize,
}

impl Bench {
    fn new(table: Arc<Table>) -> Self {
        let grammars = Grammars::new(table.clone(), Caps::default()).unwrap();
        Self { table, grammars }
    }

    fn small() -> Self {
        Self::new(Table::small())
    }

    fn constraint(&self, schema: &Value, limit: usize) -> Constraint {
        let constraint = self.grammars.constraint(schema, limit);
        constraint.unwrap_or_else(|error| panic!("{error}\n{schema:#}"))
    }

    /// What a model of a taste replies.
    fn reply(&self, schema: &Value, limit: usize, taste: Taste, seed: u64) -> Reply {
        let mut random = Random(seed);
        let mut constraint = self.constraint(schema, limit);
        let count = self.table.count();
        let mut logits = vec![0.0; count];
        let mut tokens = Vec::new();
        let mut forced = 0;
        while !constraint.is_done() {
            let now = constraint.forced().unwrap();
            forced += now.len();
            tokens.extend(&now);
            if !now.is_empty() {
                continue;
            }
            for (id, logit) in (0..).zip(&mut logits) {
                *logit = taste.logit(self.table.bytes(id), &mut random);
            }
            match constraint.choose(&mut logits, greedy).unwrap() {
                Some(token) => tokens.push(token),
                None => break,
            }
        }
        Reply {
            text: self.table.text(&tokens),
            tokens: tokens.len(),
            forced,
        }
    }

    /// Replies of models of all tastes, with limits from low to high, are valid.
    fn holds(&self, schema: &Value, seed: u64) {
        let validator = jsonschema::options()
            .with_draft(jsonschema::Draft::Draft202012)
            .should_validate_formats(true)
            .build(schema)
            .unwrap();
        for (at, taste) in Taste::ALL.into_iter().enumerate() {
            let low = 1 + (usize::try_from(seed).unwrap() + at * 7) % 60;
            for limit in [low, 200] {
                let reply = self.reply(schema, limit, taste, seed);
                let place = || {
                    let schema: String = schema.to_string().chars().take(2000).collect();
                    format!("{taste:?}, {limit} tokens: {}\n{schema}", reply.text)
                };
                let value: Value = serde_json::from_str(&reply.text)
                    .unwrap_or_else(|error| panic!("{error}\n{}", place()));
                if let Err(error) = validator.validate(&value) {
                    panic!("{error}\n{}", place());
                }
                let least = self.constraint(schema, 0).forced().unwrap().len();
                assert!(
                    reply.tokens <= limit.max(least),
                    "{} tokens\n{}",
                    reply.tokens,
                    place()
                );
            }
        }
    }
}
