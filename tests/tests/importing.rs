//! Importing a JSON Schema never changes which values are valid, and whatever it holds becomes
//! text that the real TypeScript compiler accepts.

use std::{collections::BTreeMap, fmt::Write as _, path::Path};

use serde_json::{Value, json};
use typechat::schema::{ImportError, Type, TypeGraph};
use typechat_tests::bodies::compile;

use crate::typescript::accepted_by_tsc;

mod corpus;
mod fuzz;
mod hostile;
mod round_trip;
mod schemars;
mod suite;

fn is_exact(graph: &TypeGraph) -> bool {
    !matches!(graph.root(), Type::Guarded(_))
}

fn kind(error: &ImportError) -> &'static str {
    match error {
        ImportError::Malformed { .. } => "malformed",
        ImportError::NotAnObject { .. } => "no schema",
        ImportError::Unsatisfiable { .. } => "unsatisfiable",
        ImportError::DanglingRef { .. } => "dangling",
        ImportError::RemoteRef { .. } => "remote",
        ImportError::Circular { .. } => "circular",
        ImportError::TooDeep { .. } => "too deep",
        _ => "other",
    }
}

/// Many texts for one run of the compiler, each in a namespace of its own.
#[derive(Default)]
struct Modules {
    text: String,
    count: usize,
}

impl Modules {
    fn add(&mut self, graph: &TypeGraph) {
        let text = graph.to_typescript();
        assert!(!text.contains("```"), "a fence in {text}");
        self.count += 1;
        let _ = write!(self.text, "namespace M{} {{\n{text}}}\n", self.count);
    }

    fn check(&self, name: &str) {
        accepted_by_tsc(name, &self.text);
    }
}
