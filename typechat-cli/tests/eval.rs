//! `typechat eval`: runs that go on where they stopped, their figures, and two of them compared.
#![allow(clippy::unwrap_used, missing_docs)]

use std::{
    fs,
    path::Path,
    process::{Command, Output},
};

use serde_json::Value;

const SCHEMA: &str = r#"{"$schema": "https://json-schema.org/draft/2020-12/schema", "title": "Order", "type": "object", "properties": {
    "dish": {"enum": ["soup", "salad"]}, "count": {"type": "integer", "minimum": 1}},
    "required": ["dish", "count"], "additionalProperties": false}"#;

const DATA: &str = r#"{"id": "a", "request": "two soups", "gold": {"dish": "soup", "count": 2}}
{"id": "b", "request": "a salad", "gold": {"dish": "salad", "count": 1}, "accept": [{"dish": "salad", "count": 2}]}

{"id": "c", "request": "whatever you like"}
"#;

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        folder.write("order.schema.json", SCHEMA);
        folder.write("data.jsonl", DATA);
        folder
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.0.path().join(name)).unwrap()
    }

    fn eval(&self, args: &[&str]) -> (Option<i32>, String, String) {
        let output = Command::new(env!("CARGO_BIN_EXE_typechat"))
            .arg("eval")
            .args(args)
            .current_dir(self.0.path())
            .env_clear()
            .output()
            .unwrap();
        said(&output)
    }

    /// Asks with replies that were written down.
    fn run(&self, out: &str, replies: &[&str], more: &[&str]) -> (Option<i32>, String, String) {
        let lines = replies.iter().map(|reply| {
            format!(
                "{}\n",
                serde_json::json!({"reply": reply, "usage": {"input": 10, "output": 5}})
            )
        });
        self.write("script.jsonl", &lines.collect::<String>());
        let mut args = vec![
            "run",
            "--data",
            "data.jsonl",
            "--out",
            out,
            "--script",
            "script.jsonl",
        ];
        if !more.contains(&"--schemas") {
            args.extend(["--schema", "order.schema.json"]);
        }
        args.extend(more);
        self.eval(&args)
    }
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

const SOUPS: &str = r#"{"dish": "soup", "count": 2}"#;
const SALADS: &str = r#"{"dish": "salad", "count": 2}"#;
const SALAD: &str = r#"{"dish": "salad", "count": 3}"#;

#[test]
fn a_run_and_its_report() {
    let folder = Folder::new();
    // The second is mended, and is one of those that are as good; the third has no gold.
    let replies = [SOUPS, r#"{"dish": "stew", "count": 2}"#, SALADS, SALAD];
    let (code, out, err) = folder.run("results.jsonl", &replies, &[]);
    assert_eq!(code, Some(0), "{err}");
    let row: Vec<&str> = out.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(
        row[..8],
        ["requests", "3", "2", "3", "2", "4", "40", "20"],
        "{out}"
    );
    assert!(err.contains("# 2/3  b") && err.contains("right"), "{err}");

    let (code, again, _) = folder.eval(&["report", "results.jsonl"]);
    assert_eq!((code, again), (Some(0), out));
    let (_, json, _) = folder.eval(&["report", "results.jsonl", "--json"]);
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!(json["domains"][0]["right"], 2);
    assert_eq!(json["domains"][0]["with_gold"], 2);
    assert_eq!(json["verdicts"][2]["right"], Value::Null);

    let (code, _, err) = folder.eval(&["report", "results.jsonl", "--html", "page.html"]);
    assert_eq!(code, Some(0), "{err}");
    let page = folder.read("page.html");
    assert!(
        page.contains("<svg") && page.contains("2/2 right"),
        "{page}"
    );
    assert!(
        page.contains("expected &quot;soup&quot; | &quot;salad&quot;"),
        "{page}"
    );
    // Whole in itself.
    assert!(!page.contains("http") && !page.contains("<script") && !page.contains("src="));
}

#[test]
fn a_run_goes_on_where_it_stopped() {
    let folder = Folder::new();
    let (code, _, err) = folder.run("results.jsonl", &[SOUPS], &["--limit", "1"]);
    assert_eq!(code, Some(0), "{err}");
    let first = folder.read("results.jsonl");
    let (code, out, err) = folder.run("results.jsonl", &[SALAD, SALAD], &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("# 1/2  b"), "{err}");
    assert!(out.lines().nth(1).unwrap().contains(" 3 "), "{out}");
    let all = folder.read("results.jsonl");
    assert!(all.starts_with(&first) && all.lines().count() == 3);
    // Nothing is left to ask.
    let (code, again, _) = folder.run("results.jsonl", &[], &[]);
    assert_eq!((code, again), (Some(0), out));
    // A line that was being written when the run was stopped is not lost on.
    folder.write("results.jsonl", &all[..all.len() - 20]);
    let (code, _, err) = folder.run("results.jsonl", &[SALAD], &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(err.contains("# 1/1  c"), "{err}");
    assert_eq!(folder.read("results.jsonl").lines().count(), 3);
    // Other options are another run.
    let (code, _, err) = folder.run("results.jsonl", &[], &["--narrow"]);
    assert_eq!(code, Some(2));
    assert!(err.contains("with other options"), "{err}");
}

#[test]
fn two_runs_compared() {
    let folder = Folder::new();
    let (code, ..) = folder.run("before.jsonl", &[SOUPS, SALAD, SALAD], &[]);
    assert_eq!(code, Some(0));
    let (code, ..) = folder.run(
        "after.jsonl",
        &["-", "-", SALADS],
        &["--attempts", "2", "--limit", "2"],
    );
    assert_eq!(code, Some(0));
    let args = [
        "compare",
        "before.jsonl",
        "after.jsonl",
        "--html",
        "page.html",
    ];
    let (code, out, err) = folder.eval(&args);
    assert_eq!(code, Some(0), "{err}");
    // On a busy machine even this takes time.
    let seconds = ["0.1", "0.2", "0.3"].iter();
    let out = seconds.fold(out, |out, busy| {
        out.replace(&format!(" {busy}  "), " 0.0  ")
    });
    insta::assert_snapshot!(out);
    let page = folder.read("page.html");
    assert!(page.contains("Better <span class=count>1"), "{page}");
    assert!(page.contains("--attempts 2"), "{page}");
}

#[test]
fn levers_change_what_is_asked() {
    let folder = Folder::new();
    let restated = r#"{"restated": "2 soups", "value": {"dish": "soup", "count": 2}}"#;
    let more = [
        "--restate",
        "--narrow",
        "--point-out",
        "--doubt",
        "ask",
        "--limit",
        "1",
    ];
    let (code, out, err) = folder.run("results.jsonl", &[restated], &more);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.lines().nth(1).unwrap().contains(" 1 "), "{out}");
    let line: Value = serde_json::from_str(&folder.read("results.jsonl")).unwrap();
    assert_eq!(line["right"], true);
    assert_eq!(line["value"], serde_json::from_str::<Value>(SOUPS).unwrap());
    assert_eq!(line["levers"]["narrow"], true);
    folder.write("examples.jsonl", "{\"request\": \"soup\"}\n");
    let (code, _, err) = folder.run("other.jsonl", &[], &["--examples", "examples.jsonl"]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("an example has a \"request\" and a \"value\""),
        "{err}"
    );
    // An example that does not fit would teach the model a mistake.
    folder.write(
        "examples.jsonl",
        "{\"request\": \"soup\", \"value\": {\"dish\": \"stew\"}}\n",
    );
    let (code, _, err) = folder.run("other.jsonl", &[], &["--examples", "examples.jsonl"]);
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("examples.jsonl, line 1"), "{err}");
}

#[test]
fn a_run_goes_on_only_with_the_same() {
    let folder = Folder::new();
    let (code, ..) = folder.run("results.jsonl", &[SOUPS], &["--limit", "1"]);
    assert_eq!(code, Some(0));
    folder.write(
        "order.schema.json",
        &SCHEMA.replace("\"salad\"", "\"salad\", \"stew\""),
    );
    let (code, _, err) = folder.run("results.jsonl", &[SOUPS], &[]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("of a with another model, schema or examples"),
        "{err}"
    );
    folder.write("order.schema.json", SCHEMA);
    // A model that gives no answer says nothing of its answers.
    let (code, _, err) = folder.run("results.jsonl", &[SALADS], &[]);
    assert_eq!(code, Some(2));
    assert!(
        err.contains("error: c: ") && err.contains("goes on from there"),
        "{err}"
    );
    assert_eq!(folder.read("results.jsonl").lines().count(), 2);
    let (code, out, err) = folder.run("results.jsonl", &[SALADS], &[]);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.lines().nth(1).unwrap().contains(" 3 "), "{out}");
}

#[test]
fn own_domains_and_results_of_others() {
    let folder = Folder::new();
    folder.write(
        "data.jsonl",
        "{\"domain\": \"math\", \"request\": \"two soups\", \"gold\": {\"dish\": \"soup\", \"count\": 2}}\n",
    );
    let (code, out, err) = folder.run("results.jsonl", &[SOUPS], &[]);
    assert_eq!(code, Some(0), "{err}");
    let row: Vec<&str> = out.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[..5], ["math", "1", "1", "1", "1"], "{out}");
    folder.write(
        "others.jsonl",
        &format!("{{\"domain\": \"math\", \"request\": \"two soups\", \"value\": {SOUPS}}}\n"),
    );
    let (code, out, err) = folder.eval(&[
        "report",
        "others.jsonl",
        "--data",
        "data.jsonl",
        "--html",
        "p.html",
    ]);
    assert_eq!(code, Some(0), "{err}");
    let row: Vec<&str> = out.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[..5], ["math", "1", "0", "1", "1"], "{out}");
    folder.write("data.jsonl", DATA);
    let page = {
        folder.run("plain.jsonl", &[SOUPS, SALADS, SOUPS], &[]);
        folder.eval(&["report", "plain.jsonl", "--html", "p.html"]);
        folder.read("p.html")
    };
    assert!(page.contains(">requests<"), "{page}");
}

#[test]
fn types_within_themselves_are_restated_too() {
    let folder = Folder::new();
    folder.write(
        "order.schema.json",
        r##"{"title": "Node", "type": "object", "properties": {
        "name": {"type": "string"}, "next": {"$ref": "#"}}, "required": ["name"]}"##,
    );
    let reply = r#"{"restated": "a, b", "value": {"name": "a", "next": {"name": "b"}}}"#;
    let (code, out, err) = folder.run("results.jsonl", &[reply], &["--restate", "--limit", "1"]);
    assert_eq!(code, Some(0), "{err}");
    let row: Vec<&str> = out.lines().nth(1).unwrap().split_whitespace().collect();
    assert_eq!(row[..4], ["requests", "1", "1", "1"], "{out}");
}

#[test]
fn what_cannot_be_used_is_told() {
    let folder = Folder::new();
    let refused = |args: &[&str], words: &str| {
        let (code, _, err) = folder.eval(args);
        assert_eq!(code, Some(2), "{err}");
        assert!(err.contains(words), "{err}");
    };
    folder.write("bad.jsonl", "{\"request\": \" \"}\n");
    folder.write("worse.jsonl", "\n[1]\n");
    folder.write("empty.jsonl", "");
    let schema = [
        "--schema",
        "order.schema.json",
        "--out",
        "x.jsonl",
        "--data",
    ];
    let with = |file| [&["run"][..], &schema, &[file]].concat();
    refused(
        &with("bad.jsonl"),
        "bad.jsonl, line 1, has no text under \"request\"",
    );
    refused(
        &with("worse.jsonl"),
        "worse.jsonl, line 2, is no JSON object",
    );
    refused(&with("empty.jsonl"), "no such request");
    refused(&with("none.jsonl"), "none.jsonl cannot be read");
    refused(&["report", "empty.jsonl"], "has no result yet");
    refused(
        &["report", "worse.jsonl"],
        "worse.jsonl, line 2, is no result",
    );
    let nowhere = [
        "run",
        "--schemas",
        ".",
        "--out",
        "x.jsonl",
        "--data",
        "data.jsonl",
    ];
    refused(&nowhere, "no folder has a schema");
    folder.write(
        "twice.jsonl",
        "{\"id\": \"a\", \"request\": \"x\"}\n{\"id\": \"a\", \"request\": \"y\"}\n",
    );
    refused(
        &with("twice.jsonl"),
        "twice.jsonl, line 2, has the id \"a\" of an earlier request",
    );
    refused(
        &["report", "data.jsonl"],
        "it wants a \"request\", and \"ok\" or \"value\"",
    );
    let itself = [
        "run",
        "--schemas",
        ".",
        "--out",
        "data.jsonl",
        "--data",
        "data.jsonl",
    ];
    refused(&itself, "--out is the data itself");
    refused(
        &[&with("data.jsonl")[..], &["--temperature", "NaN"]].concat(),
        "a number from 0 to 10",
    );
    assert!(!Path::new("x.jsonl").exists());
}
