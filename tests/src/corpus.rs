//! Data that tests read and that is not part of the project.

use std::path::{Path, PathBuf};

use serde_json::Value;

fn file(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../shared/corpus")
        .join(name)
}

/// The lines of a file of JSON lines; nothing, said aloud, where the data is not there.
pub fn lines(name: &str) -> Option<Vec<Value>> {
    let text = std::fs::read_to_string(file(name)).ok();
    if text.is_none() {
        eprintln!("{name} is not there: its test is left out");
    }
    let line = |line: &str| serde_json::from_str(line).ok();
    text.map(|text| text.lines().filter_map(line).collect())
}

/// A file of JSON; nothing where the data is not there.
pub fn json(name: &str) -> Option<Value> {
    let text = std::fs::read_to_string(file(name)).ok()?;
    serde_json::from_str(&text).ok()
}
