//! The real TypeScript compiler accepts every text we make.

use std::path::Path;

use typechat::{Answer, Schema, schema::TypeGraph};
use typechat_examples::{coffee_shop::Cart, sentiment::SentimentResponse};
use typechat_tests::tsc::complaints;

/// Runs `tsc --strict --noEmit` over the text; panics with its words when it objects.
pub(crate) fn accepted_by_tsc(name: &str, text: &str) {
    if let Some(words) = complaints(name, text) {
        assert!(words.is_empty(), "tsc refuses {name}: {words}\n{text}");
    }
}

fn of<T: Schema>() -> String {
    TypeGraph::of::<T>().to_typescript()
}

#[test]
fn tsc_accepts_every_generated_text() {
    let texts = [
        ("cart", of::<Cart>()),
        ("cart_answer", of::<Answer<Cart>>()),
        ("sentiment", of::<SentimentResponse>()),
        ("everything", of::<super::schemas::Everything>()),
        ("list", of::<Vec<Option<i64>>>()),
    ];
    // One run for all: starting the compiler costs more than the texts do.
    let modules: String = texts
        .iter()
        .map(|(name, text)| format!("namespace {name} {{\n{text}}}\n"))
        .collect();
    accepted_by_tsc("all", &modules);
}

#[test]
fn tsc_accepts_every_imported_text() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/requests/schemas");
    let Ok(files) = std::fs::read_dir(&folder) else {
        assert!(
            std::env::var_os("CI").is_none(),
            "the shared corpus is not there"
        );
        return;
    };
    let mut modules = String::new();
    for file in files {
        let path = file.unwrap().path();
        let schema = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let name = path
            .file_name()
            .unwrap()
            .to_string_lossy()
            .replace(['.', '-'], "_");
        let text = TypeGraph::from_json_schema(&schema)
            .unwrap()
            .to_typescript();
        modules.push_str(&format!("namespace {name} {{\n{text}}}\n"));
    }
    accepted_by_tsc("imported", &modules);
}
