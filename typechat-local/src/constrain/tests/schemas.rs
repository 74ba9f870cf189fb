//! Schemas of all kinds: those of types, those of functions, and such as chance makes.

use std::{fs, path::Path};

use serde_json::Value;
use typechat::schema::TypeGraph;
use typechat_examples::coffee_shop::Cart;

use super::{Bench, random, tokens};

/// A file of the shared corpus; `None` where it is not at hand.
fn corpus(file: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let text = fs::read_to_string(folder.join(file)).ok();
    let is_asked = std::env::var_os("CI").is_some();
    assert!(
        text.is_some() || !is_asked,
        "the shared corpus is not there"
    );
    text
}

/// The schemas that the tests of types have in their snapshots.
fn snapshots() -> Vec<Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/tests/snapshots");
    let files = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let schemas = files.filter(|path| path.to_string_lossy().ends_with("json_schema.snap"));
    let schema = |path| {
        let text = fs::read_to_string(path).unwrap();
        let (_, schema) = text.split_once("\n---\n").unwrap();
        serde_json::from_str(schema).unwrap()
    };
    schemas.map(schema).collect()
}

fn functions() -> Vec<Value> {
    let lines = corpus("functions/dev.jsonl").unwrap_or_default();
    let functions = lines.lines().flat_map(|line| {
        let line: Value = serde_json::from_str(line).unwrap();
        line["functions"].as_array().unwrap().clone()
    });
    functions
        .map(|function| function["parameters"].clone())
        .collect()
}

/// Schemas that are sent with replies.
fn replies() -> Vec<Value> {
    let lines = corpus("replies/dev.jsonl").unwrap_or_default();
    let line = |line| {
        Some(
            serde_json::from_str::<Value>(line)
                .unwrap()
                .get("schema")?
                .clone(),
        )
    };
    let mut schemas: Vec<Value> = lines.lines().filter_map(line).collect();
    schemas.sort_by_key(Value::to_string);
    schemas.dedup();
    schemas
}

fn all_hold(bench: &Bench, schemas: &[Value]) {
    let mut relaxed = 0;
    for (schema, seed) in schemas.iter().zip(7..) {
        match bench.grammars.constraint(schema, 100) {
            Ok(constraint) => relaxed += usize::from(!constraint.relaxed().is_empty()),
            Err(error) => panic!("{error}\n{schema}"),
        }
        bench.holds(schema, seed);
    }
    assert_eq!(relaxed, 0, "of {} schemas", schemas.len());
}

#[test]
fn schemas_of_types_hold() {
    let schemas = snapshots();
    assert!(schemas.len() >= 3, "{}", schemas.len());
    all_hold(&Bench::small(), &schemas);
    all_hold(&Bench::small(), &[TypeGraph::of::<Cart>().to_json_schema()]);
}

#[test]
fn schemas_of_functions_hold() {
    all_hold(&Bench::small(), &functions());
}

#[test]
fn schemas_of_replies_hold() {
    let bench = Bench::small();
    for (schema, seed) in replies().iter().zip(3..) {
        if bench.constraint(schema, 100).relaxed().is_empty() {
            bench.holds(schema, seed);
        } else {
            eprintln!("relaxed: {:?}", bench.constraint(schema, 100).relaxed());
        }
    }
}

#[test]
fn schemas_by_chance_hold() {
    let schemas: Vec<Value> = (0..200).map(random::schema).collect();
    all_hold(&Bench::small(), &schemas);
}

#[test]
fn the_real_vocabulary_holds() {
    let Some(table) = tokens::real() else {
        return;
    };
    let bench = Bench::new(table);
    let mut schemas: Vec<Value> = (0..20).map(random::schema).collect();
    schemas.extend(snapshots());
    all_hold(&bench, &schemas);
}
