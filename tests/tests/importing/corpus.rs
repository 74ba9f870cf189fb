//! Every schema of the shared corpus.

use super::{BTreeMap, Modules, Path, TypeGraph, Value, compile, is_exact, json};

fn schemas() -> Option<Vec<(String, Value)>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    if !corpus.exists() {
        assert!(
            std::env::var_os("CI").is_none(),
            "the shared corpus is not there"
        );
        return None;
    }
    let lines = |file: &str| -> Vec<Value> {
        let text = std::fs::read_to_string(corpus.join(file)).unwrap();
        text.lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect()
    };
    let mut schemas = Vec::new();
    for line in lines("replies/dev.jsonl") {
        schemas.push((line["id"].to_string(), line["schema"].clone()));
    }
    for line in lines("functions/dev.jsonl") {
        for function in line["functions"].as_array().unwrap() {
            let name = format!("{} {}", line["id"], function["name"]);
            schemas.push((name, function["parameters"].clone()));
        }
    }
    for file in std::fs::read_dir(corpus.join("requests/schemas")).unwrap() {
        let path = file.unwrap().path();
        let text = std::fs::read_to_string(&path).unwrap();
        schemas.push((
            path.display().to_string(),
            serde_json::from_str(&text).unwrap(),
        ));
    }
    Some(schemas)
}

#[test]
fn every_schema_of_the_corpus_is_shown() {
    let Some(schemas) = schemas() else { return };
    let mut modules = Modules::default();
    let mut counts: BTreeMap<bool, usize> = BTreeMap::new();
    for (name, schema) in &schemas {
        let graph = TypeGraph::from_json_schema(schema);
        if name.contains("test_schema_guided_parse/37") {
            // It is a reference to itself, and nothing else.
            assert_eq!(super::kind(&graph.unwrap_err()), "circular");
            continue;
        }
        let graph = graph.unwrap_or_else(|error| panic!("{name}: {error}\n{schema}"));
        *counts.entry(is_exact(&graph)).or_default() += 1;
        modules.add(&graph);
        assert!(compile(&graph.to_json_schema()).is_some(), "{name}");
    }
    println!("exact or not: {counts:?}");
    modules.check("corpus");
}

/// Every value that a reply of the corpus may be read as.
#[test]
fn import_never_changes_the_verdict_of_the_corpus() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus");
    let Ok(text) = std::fs::read_to_string(corpus.join("replies/dev.jsonl")) else {
        return;
    };
    for line in text.lines() {
        let line: Value = serde_json::from_str(line).unwrap();
        let Ok(graph) = TypeGraph::from_json_schema(&line["schema"]) else {
            continue;
        };
        let source = compile(&line["schema"]).unwrap();
        let imported = compile(&graph.to_json_schema()).unwrap();
        let expect = &line["expect"];
        let values = expect["any"].as_array().into_iter().flatten();
        let others = [json!(null), json!({}), json!([]), json!("x"), json!(1.5)];
        for value in values.chain([&expect["value"]]).chain(&others) {
            let verdict = source.is_valid(value);
            assert_eq!(imported.is_valid(value), verdict, "{} {value}", line["id"]);
        }
    }
}
