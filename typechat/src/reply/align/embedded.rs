//! JSON that stands in a text.

use std::{collections::HashMap, ptr};

use serde_json::Value;

use crate::reply::{
    Leniency, Limits,
    parse::{self, Parsed},
    places::Places,
};

/// How deep JSON in a text may nest.
const DEPTH: usize = 64;

/// The value that stands in a text.
pub(super) struct Embedded<'v> {
    pub(super) text: &'v str,
    pub(super) value: Value,
    pub(super) places: Places,
}

/// All lists and objects that stand in texts of a value, with their numbers by the texts'
/// addresses. What is no strict JSON is none, and within them texts are texts.
pub(super) fn embedded(value: &Value) -> (Vec<Embedded<'_>>, HashMap<usize, usize>) {
    let (mut list, mut known) = (Vec::new(), HashMap::new());
    let mut todo = vec![value];
    while let Some(value) = todo.pop() {
        match value {
            Value::Array(items) => todo.extend(items),
            Value::Object(members) => todo.extend(members.values()),
            Value::String(text) if looks_like_json(text) => {
                if let Some(parsed) = read(text) {
                    let Parsed {
                        value: within,
                        places,
                        ..
                    } = parsed;
                    known.insert(ptr::from_ref(value).addr(), list.len());
                    list.push(Embedded {
                        text,
                        value: within,
                        places,
                    });
                }
            }
            _ => {}
        }
    }
    (list, known)
}

/// Whether a text begins as a list or an object does.
pub(super) fn looks_like_json(text: &str) -> bool {
    text.trim_start().starts_with(['[', '{'])
}

fn read(text: &str) -> Option<Parsed> {
    let limits = Limits {
        depth: DEPTH,
        bytes: usize::MAX,
    };
    parse::parse(text, limits, Leniency::Strict).ok()
}
