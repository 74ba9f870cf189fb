//! `typechat program`: check, run, show and batch.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::{collections::HashMap, fs};

use serde_json::{Value, json};
use typechat_tests::{command, corpus};

/// The exit code, the output, and the words.
fn said(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let args = [&["program"], args].concat();
    command::said(env!("CARGO_BIN_EXE_typechat"), &args, input)
}

const MEAN: &str = r#"{"@steps": [
    {"@func": "add", "@args": [1, 2]},
    {"@func": "div", "@args": [{"@ref": 0}, 2]}
]}"#;

#[test]
fn a_program_runs() {
    let (code, out, err) = said(&["run", "--api", "math"], MEAN);
    assert_eq!((code, out.as_str(), err.as_str()), (Some(0), "1.5\n", ""));
    let (code, out, _) = said(&["run", "--api", "calculator", "--dry"], MEAN);
    assert_eq!(code, Some(0));
    assert_eq!(out, "add(1, 2) = 3.0\ndiv(3.0, 2) = 1.5\n");
    let (_, _, err) = said(&["run", "--api", "math", "--trace"], MEAN);
    let lines: Vec<Value> = err
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines[1]["args"], json!({"x": 3.0, "y": 2}));
    assert_eq!(lines[1]["path"], "/@steps/1");
}

#[test]
fn what_is_wrong_is_told() {
    let wrong = r#"{"@steps": [{"@func": "ad", "@args": [1]}, {"@func": "neg", "@args": ["1"]}]}"#;
    let (code, out, err) = said(&["check", "--api", "math"], wrong);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert_eq!(
        err,
        "error: @steps[0].@func: there is no function \"ad\"; did you mean \"add\"?\n\
         error: @steps[1].@args[0]: expected number, found \"1\" (in neg(x: number): number)\n"
    );
    let late = r#"{"@steps": [{"@func": "pi"}, {"@func": "div", "@args": [{"@ref": 0}, 0]}]}"#;
    let (code, out, err) = said(&["run", "--api", "math"], late);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert_eq!(
        err,
        "error: @steps[1]: div failed: 3.142 cannot be divided by zero\n# step1 = 3.142\n"
    );
    let (code, _, err) = said(&["check", "--api", "maths"], MEAN);
    assert_eq!(code, Some(2));
    assert_eq!(
        err,
        "error: maths is neither a file nor one of the sample APIs: math, string, object, data\n"
    );
}

#[test]
fn a_program_is_shown() {
    let shown = |form: &str| said(&["show", "--as", form], MEAN).1;
    assert_eq!(shown("code"), "step1 = add(1, 2)\nstep2 = div(step1, 2)\n");
    assert!(shown("mermaid").contains("step1 --> step2"));
    assert!(shown("dot").contains("step1 -> step2;"));
    assert!(shown("svg").starts_with("<?xml"));
    let json: Value = serde_json::from_str(&shown("json")).unwrap();
    assert_eq!(json, serde_json::from_str::<Value>(MEAN).unwrap());
    let (code, out, _) = said(&["api", "--api", "string"], "");
    assert_eq!(code, Some(0));
    assert!(
        out.contains("  uppercase(text: string): string;\n"),
        "{out}"
    );
}

#[test]
fn functions_come_from_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("api.json");
    let functions = json!({"functions": [
        {"name": "now", "params": [{"name": "city", "schema": {"type": "string"}}]},
    ]});
    fs::write(&path, functions.to_string()).unwrap();
    let api = path.to_str().unwrap();
    let program = r#"{"@steps": [{"@func": "now", "@args": ["Bern"]}]}"#;
    assert_eq!(said(&["check", "--api", api], program).0, Some(0));
    let (code, _, err) = said(&["run", "--api", api], program);
    assert_eq!(code, Some(1));
    let words = "error: @steps[0]: now is only described; give it a handler to run it\n";
    assert_eq!(err, words);
    fs::write(&path, "{}").unwrap();
    let (code, _, err) = said(&["check", "--api", api], program);
    assert_eq!(code, Some(2));
    assert!(
        err.ends_with("functions: expected a list of functions\n"),
        "{err}"
    );
}

#[test]
fn every_case_of_the_corpus_in_batches() {
    let Some(cases) = corpus::lines("programs/dev.jsonl") else {
        return;
    };
    let mut lines: HashMap<&str, String> = HashMap::new();
    for case in &cases {
        let line = json!({"id": case["id"], "program": case["program"]});
        let lines = lines.entry(case["api"].as_str().unwrap()).or_default();
        lines.push_str(&line.to_string());
        lines.push('\n');
    }
    let mut answers: HashMap<String, Value> = HashMap::new();
    for (api, lines) in lines {
        let (code, out, err) = said(&["--batch", "--api", api], &lines);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        for line in out.lines() {
            let answer: Value = serde_json::from_str(line).unwrap();
            answers.insert(answer["id"].as_str().unwrap().to_owned(), answer);
        }
    }
    assert_eq!(answers.len(), cases.len());
    for case in &cases {
        let answer = &answers[case["id"].as_str().unwrap()];
        let expect = &case["expect"];
        let is_error = answer["ok"] == false;
        if is_error {
            assert_eq!(answer["result"], Value::Null);
            if expect["or_error"] != true {
                assert_eq!(expect["error"], true, "{answer}");
                let codes = answer["problems"].as_array().unwrap();
                let is_told = codes
                    .iter()
                    .any(|problem| problem["code"] == expect["kind"]);
                assert!(is_told, "{answer}, expected {expect}");
            }
            continue;
        }
        let result = &answer["result"];
        if let Some(json) = expect.get("result_json") {
            let parsed: Value = serde_json::from_str(result.as_str().unwrap()).unwrap();
            assert_eq!(parsed, *json, "{answer}");
        } else if let (Some(found), Some(wanted)) = (result.as_f64(), expect["result"].as_f64()) {
            assert!((found - wanted).abs() < 1e-9, "{answer}, expected {expect}");
        } else {
            assert_eq!(*result, expect["result"], "{answer}");
        }
    }
}

#[test]
fn a_batch_stops_at_a_line_that_asks_nothing() {
    let (code, out, err) = said(&["--batch", "--api", "math"], "\n{\"id\": 1}\n");
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert!(err.contains("line 2: missing field `program`"), "{err}");
    let line = r#"{"id": 1, "program": {"@steps": [{"@func": "pi"}]}}"#;
    let (code, _, err) = said(&["--batch"], line);
    assert_eq!(code, Some(2));
    assert!(err.contains("give --api"), "{err}");
    assert_eq!(said(&[], "").0, Some(2));
}

#[test]
fn what_no_function_can_do_is_told() {
    let partly = r#"{"@steps": [{"@func": "pi"}], "@cannot_translate": ["who won"]}"#;
    let (code, out, err) = said(&["run", "--api", "math"], partly);
    assert_eq!((code, out.as_str()), (Some(0), "3.142\n"));
    assert_eq!(err, "# no function can do: who won\n");
    let refused = r#"{"@cannot_translate": ["who won"]}"#;
    let (code, out, err) = said(&["run", "--api", "math"], refused);
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert_eq!(err, "# no function can do: who won\n");
    let line = format!("{{\"id\": 1, \"program\": {refused}}}");
    let (_, out, _) = said(&["--batch", "--api", "math"], &line);
    let answer: Value = serde_json::from_str(&out).unwrap();
    assert_eq!(
        (&answer["ok"], &answer["cannot"]),
        (&json!(false), &json!(["who won"]))
    );
    assert_eq!(said(&["--batch", "--api", "nope"], "").0, Some(2));
}
