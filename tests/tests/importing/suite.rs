//! JSON-Schema-Test-Suite: the verdict of the validator is the same before and after.

use super::{BTreeMap, Modules, Path, TypeGraph, Value, compile, is_exact, kind};

const DRAFTS: [(&str, &str); 5] = [
    ("draft4", "http://json-schema.org/draft-04/schema#"),
    ("draft6", "http://json-schema.org/draft-06/schema#"),
    ("draft7", "http://json-schema.org/draft-07/schema#"),
    (
        "draft2019-09",
        "https://json-schema.org/draft/2019-09/schema",
    ),
    (
        "draft2020-12",
        "https://json-schema.org/draft/2020-12/schema",
    ),
];

/// The groups of one draft; `None` when they were not fetched.
fn groups(draft: &str) -> Option<Vec<Value>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("json-schema-test-suite");
    let text = std::fs::read_to_string(folder.join(format!("{draft}.jsonl"))).ok()?;
    let groups = text.lines().map(|line| serde_json::from_str(line).unwrap());
    Some(groups.collect())
}

#[test]
fn import_never_changes_the_verdict_of_the_test_suite() {
    let mut modules = Modules::default();
    let mut counts: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut refused = Vec::new();
    let mut instances = 0;
    for (draft, uri) in DRAFTS {
        let Some(groups) = groups(draft) else {
            eprintln!("left out: no test suite; `scripts/json-schema-test-suite` fetches it");
            return;
        };
        for group in groups {
            let mut schema = group["schema"].clone();
            if let Value::Object(members) = &mut schema {
                members.entry("$schema").or_insert_with(|| uri.into());
            }
            let name = format!("{draft} {} {}", group["file"], group["description"]);
            let source = compile(&schema);
            let tests = group["tests"].as_array().unwrap();
            let graph = match TypeGraph::from_json_schema(&schema) {
                Ok(graph) => graph,
                Err(error) => {
                    *counts.entry((draft, kind(&error))).or_default() += 1;
                    refused.push(format!("{name}: {error}"));
                    if let Some(source) = &source
                        && kind(&error) == "unsatisfiable"
                    {
                        let accepted = tests.iter().find(|test| source.is_valid(&test[0]));
                        if let Some(test) = accepted {
                            wrong.push(format!("{name}: {error}, but {} is valid", test[0]));
                        }
                    }
                    continue;
                }
            };
            modules.add(&graph);
            let exact = is_exact(&graph);
            let how = if exact { "exact" } else { "inexact" };
            *counts.entry((draft, how)).or_default() += 1;
            let Some(source) = source else {
                *counts.entry((draft, "not compiled")).or_default() += 1;
                continue;
            };
            let after = graph.to_json_schema();
            let Some(imported) = compile(&after) else {
                wrong.push(format!("{name}: does not compile: {after}"));
                continue;
            };
            for test in tests {
                instances += 1;
                if source.is_valid(&test[0]) != imported.is_valid(&test[0]) {
                    wrong.push(format!(
                        "{name}: {} ({how})\n  {schema}\n  {after}",
                        test[0]
                    ));
                }
            }
        }
    }
    for refusal in &refused {
        println!("refused: {refusal}");
    }
    for ((draft, how), count) in &counts {
        println!("{draft}: {count} {how}");
    }
    println!("{instances} instances have the same verdict");
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let fine = [
        "exact",
        "inexact",
        "not compiled",
        "unsatisfiable",
        "remote",
        "circular",
    ];
    assert!(
        counts.keys().all(|(_, how)| fine.contains(how)),
        "{counts:?}"
    );
    modules.check("suite");
}
