//! The readers of the last schemas: to compile one takes far longer than to read a reply.

use std::collections::VecDeque;

use serde_json::Value;
use typechat::reply::{Leniency, Reader};

use crate::output;

/// How many schemas are remembered.
const MOST: usize = 64;

/// A reader, or why the schema has none.
type Built = Result<Reader<Value>, String>;

#[derive(Debug)]
pub(super) struct Readers {
    leniency: Leniency,
    /// By the schema's text, the last used first.
    built: VecDeque<(String, Built)>,
}

impl Readers {
    pub(super) fn new(leniency: Leniency) -> Self {
        let built = VecDeque::new();
        Self { leniency, built }
    }

    /// The reader for a schema; in words why there is none.
    pub(super) fn of(&mut self, schema: &Value) -> Result<&Reader<Value>, &str> {
        let text = schema.to_string();
        let known = self.built.iter().position(|(known, _)| *known == text);
        let entry = known.and_then(|at| self.built.remove(at));
        let entry = entry.unwrap_or_else(|| (text, build(schema, self.leniency)));
        self.built.truncate(MOST - 1);
        self.built.push_front(entry);
        self.built[0].1.as_ref().map_err(String::as_str)
    }
}

fn build(schema: &Value, leniency: Leniency) -> Built {
    let reader = Reader::from_schema(schema).map_err(|error| output::chain(&error))?;
    Ok(reader.leniency(leniency))
}
