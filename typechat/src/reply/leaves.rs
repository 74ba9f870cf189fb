//! Small validators for the rules that only the validator knows: patterns, formats, multiples.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, PoisonError},
};

use jsonschema::Validator;
use serde_json::Value;

/// How a schema becomes a validator: the formats of Rust types are their own.
pub(super) type Compile = fn(&Value) -> Result<Validator, String>;

/// Validators by the text of their schemas, made when they are first asked.
pub(super) struct Leaves {
    pub(super) compile: Compile,
    known: Mutex<HashMap<String, Option<Arc<Validator>>>>,
}

impl Leaves {
    pub(super) fn new(compile: Compile) -> Self {
        let known = Mutex::default();
        Self { compile, known }
    }

    /// The validator of a schema; `None` when it is no schema of its own.
    pub(super) fn of(&self, schema: &Value) -> Option<Arc<Validator>> {
        let make = || (self.compile)(schema).ok().map(Arc::new);
        // A panic elsewhere leaves the map as whole as it was.
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.entry(schema.to_string()).or_insert_with(make).clone()
    }
}
