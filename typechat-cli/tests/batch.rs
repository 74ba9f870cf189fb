//! `typechat read --batch`: a line in, a line out.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, Command, Stdio},
};

use serde_json::{Value, json};
use typechat_tests::command;

fn spawn(args: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_typechat"))
        .arg("read")
        .args(args)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// The exit code, the output, and the words.
fn said(args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let args = [&["read"], args].concat();
    command::said(env!("CARGO_BIN_EXE_typechat"), &args, input)
}

/// The exit code, the answers, and the words.
fn batch_with(args: &[&str], input: &str) -> (Option<i32>, Vec<Value>, String) {
    let (code, out, err) = said(args, input);
    let answers = out.lines().map(|line| serde_json::from_str(line).unwrap());
    (code, answers.collect(), err)
}

fn batch(input: &str) -> (Option<i32>, Vec<Value>, String) {
    batch_with(&["--batch"], input)
}

fn point() -> Value {
    json!({"title": "Point", "type": "object", "properties": {"x": {"type": "integer"}},
        "required": ["x"], "additionalProperties": false})
}

fn line(id: impl Into<Value>, schema: impl Into<Value>, reply: &str) -> String {
    format!(
        "{}\n",
        json!({"id": id.into(), "schema": schema.into(), "reply": reply})
    )
}

#[test]
fn each_line_is_answered_in_order() {
    let input = line("first", point(), "Here: {\"x\": 1}")
        + &line(2, point(), "{\"x\": \"é\"}")
        + &line(json!(null), json!(true), "[null]")
        + &line(json!(["a"]), json!(true), "null");
    let (code, answers, err) = batch(&input);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(
        answers,
        [
            json!({"id": "first", "ok": true, "value": {"x": 1}, "notes": [], "problems": []}),
            json!({"id": 2, "ok": false, "value": null, "notes": [], "problems": [{
                "kind": "type", "code": "wrong_type", "path": "/x",
                "span": {"start": 6, "end": 10}, "expected": "integer", "found": "\"é\"",
                "text": "expected integer, found \"é\"",
            }]}),
            json!({"id": null, "ok": true, "value": [null], "notes": [], "problems": []}),
            json!({"id": ["a"], "ok": true, "value": null, "notes": [], "problems": []}),
        ]
    );
}

#[test]
fn notes_have_kind_path_span_and_text() {
    let reply = "{\"x\": 1, \"x\": 1}";
    let (_, answers, _) = batch(&line("n", point(), reply));
    assert_eq!(answers[0]["ok"], true);
    assert_eq!(
        answers[0]["notes"],
        json!([{"kind": "merged_key", "path": "/x", "span": {"start": 9, "end": 12},
            "text": "the key stands twice with equal values"}])
    );
}

#[test]
fn a_path_is_a_json_pointer() {
    let schema = json!({"type": "object", "properties": {"a/b": {"type": "object", "properties":
        {"~": {"type": "array", "items": {"type": "integer"}}}}}});
    let reply = r#"{"a/b": {"~": [1, true]}}"#;
    let (_, answers, _) = batch(&line("p", schema, reply));
    let problem = &answers[0]["problems"][0];
    assert_eq!(problem["path"], "/a~1b/~0/1");
    assert_eq!(problem["span"], json!({"start": 18, "end": 22}));
}

#[test]
fn the_lines_may_stand_in_a_file() {
    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("lines.jsonl");
    // A byte order mark, blank lines and a last line without an end are no matter.
    let input = line(1, point(), "{\"x\": 1}") + "\r\n\n" + line(2, point(), "{}").trim_end();
    fs::write(&path, format!("\u{feff}{input}")).unwrap();
    let (code, answers, err) = batch_with(&["--batch", path.to_str().unwrap()], "");
    assert_eq!((code, err.as_str()), (Some(0), ""));
    let oks: Vec<_> = answers.iter().map(|answer| &answer["ok"]).collect();
    assert_eq!(oks, [true, false]);
    let (code, _, err) = batch_with(&["--batch", "gone.jsonl"], "");
    assert_eq!(code, Some(2));
    assert!(
        err.starts_with("error: gone.jsonl cannot be read: No such file"),
        "{err}"
    );
}

#[test]
fn nothing_in_nothing_out() {
    assert_eq!(batch(""), (Some(0), vec![], String::new()));
}

/// Whoever asks line by line gets each answer before the next question.
#[test]
fn an_answer_does_not_wait_for_more_lines() {
    let mut child = spawn(&["--batch"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap()).lines();
    for x in 0..3 {
        let question = line(x, point(), &json!({ "x": x }).to_string());
        stdin.write_all(question.as_bytes()).unwrap();
        let answer: Value = serde_json::from_str(&answers.next().unwrap().unwrap()).unwrap();
        assert_eq!(answer["value"], json!({ "x": x }));
    }
    drop(stdin);
    assert_eq!(child.wait().unwrap().code(), Some(0));
}

#[test]
fn a_schema_that_cannot_be_used_is_an_answer() {
    let input = line(1, json!({"type": "objekt"}), "{}")
        + &line(2, json!(null), "{}")
        + &line(3, point(), "{\"x\": 3}")
        + &line(4, json!({"type": "objekt"}), "{}");
    let (code, answers, err) = batch(&input);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    for at in [0, 1, 3] {
        let answer = &answers[at];
        assert_eq!(
            (&answer["ok"], &answer["value"]),
            (&json!(false), &json!(null))
        );
        let problems = answer["problems"].as_array().unwrap();
        assert_eq!(problems.len(), 1);
        assert_eq!(problems[0]["kind"], "schema");
        assert_eq!(problems[0]["code"], "schema");
        let members: Vec<_> = problems[0].as_object().unwrap().keys().collect();
        assert_eq!(
            members,
            ["kind", "code", "path", "span", "expected", "found", "text"]
        );
    }
    let words = answers[0]["problems"][0]["text"].as_str().unwrap();
    assert!(words.contains("objekt"), "{words}");
    assert_eq!(answers[2]["value"], json!({"x": 3}));
}

#[test]
fn a_line_that_asks_nothing_ends_the_batch() {
    let good = line("good", point(), "{\"x\": 1}");
    let cases = [
        ("{\"id\": 1", "EOF while parsing an object"),
        ("nonsense", "expected ident, at column 2"),
        ("[]", "each line must be {\"id\""),
        (r#"{"id": 1, "schema": true}"#, "missing field `reply`"),
        (r#"{"id": 1, "reply": ""}"#, "missing field `schema`"),
        (r#"{"schema": true, "reply": ""}"#, "missing field `id`"),
        (
            r#"{"id": 1, "schema": true, "reply": 1}"#,
            "invalid type: integer `1`, expected a string",
        ),
        (
            r#"{"id": 1, "id": 2, "schema": true, "reply": ""}"#,
            "duplicate field `id`",
        ),
        (
            r#"{"id": 123456789012345678901, "schema": true, "reply": ""}"#,
            "write it as a text",
        ),
        (
            r#"{"id": 1, "schema": true, "reply": "\ud800"}"#,
            "at column",
        ),
    ];
    for (bad, words) in cases {
        let (code, answers, err) = batch(&format!("{good}\n{good}{bad}\n{good}"));
        assert_eq!((code, answers.len()), (Some(2), 2), "{bad}: {err}");
        assert!(err.starts_with("error: stdin, line 4: "), "{bad}: {err}");
        assert!(err.contains(words), "{bad}: {err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}

#[test]
fn further_members_are_passed_over() {
    let input = r#"{"id": 1, "schema": true, "reply": "[1]", "expect": {"value": [1]}}"#;
    let (code, answers, _) = batch(input);
    assert_eq!((code, &answers[0]["value"]), (Some(0), &json!([1])));
}

#[test]
fn large_replies_are_answered_and_endless_lines_are_not_held() {
    let large = json!({"x": "y".repeat(5 << 20)}).to_string();
    let long = json!(vec![1; 500_000]).to_string();
    let input = line(1, json!(true), &large) + &line(2, json!(true), &long);
    let (code, answers, err) = batch(&input);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(answers[0]["problems"][0]["code"], "too_large");
    assert_eq!(answers[1]["value"].as_array().unwrap().len(), 500_000);
    let (code, answers, err) = batch_with(&["--batch", "/dev/zero"], "");
    assert_eq!((code, answers.len()), (Some(2), 0));
    assert!(
        err.contains("/dev/zero, line 1 is longer than 67108864 bytes"),
        "{err}"
    );
}

#[test]
fn many_schemas_and_the_same_ones_again() {
    let lines = (0..200).map(|n| {
        let bound = n % 100;
        line(n, json!({"type": "integer", "maximum": bound}), "50")
    });
    let (code, answers, _) = batch(&lines.collect::<String>());
    assert_eq!((code, answers.len()), (Some(0), 200));
    for (n, answer) in answers.iter().enumerate() {
        assert_eq!(answer["id"], n);
        assert_eq!(answer["ok"], n % 100 >= 50, "{answer}");
    }
}

#[test]
fn answers_that_nobody_reads_are_no_error() {
    let mut child = spawn(&["--batch"]);
    drop(child.stdout.take());
    let mut stdin = child.stdin.take().unwrap();
    let _ = stdin.write_all(line(1, point(), "{}").repeat(1000).as_bytes());
    drop(stdin);
    let output = child.wait_with_output().unwrap();
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

#[test]
fn leniency_is_asked_for() {
    let input = line("quotes", point(), "{'x': 1}") + &line("text", point(), "{\"x\": \"1\"}");
    for (level, quotes, text) in [
        (None, true, true),
        (Some("full"), true, true),
        (Some("syntax"), true, false),
        (Some("strict"), false, false),
    ] {
        let mut args = vec!["--batch"];
        args.extend(level.map(|level| ["--leniency", level]).iter().flatten());
        let (code, answers, err) = batch_with(&args, &input);
        assert_eq!((code, err.as_str()), (Some(0), ""), "{level:?}");
        let oks: Vec<_> = answers.iter().map(|answer| &answer["ok"]).collect();
        assert_eq!(oks, [quotes, text], "{level:?}: {answers:?}");
    }
    let (code, _, err) = batch_with(&["--batch", "--leniency", "soft"], "");
    assert_eq!(code, Some(2));
    assert!(
        err.contains("[possible values: strict, syntax, full]"),
        "{err}"
    );

    let dir = tempfile::tempdir().unwrap();
    let path = dir.path().join("point.json");
    fs::write(&path, point().to_string()).unwrap();
    let path = path.to_str().unwrap();
    let (code, _, _) = said(&["--schema", path], "{'x': 1}");
    assert_eq!(code, Some(0));
    let args = ["--schema", path, "--leniency", "strict"];
    let (code, _, _) = said(&args, "{'x': 1}");
    assert_eq!(code, Some(1));
}

#[test]
fn a_schema_or_a_batch() {
    let (code, answers, err) = batch_with(&["--batch", "--schema", "point.json"], "");
    assert_eq!((code, answers.len()), (Some(2), 0));
    assert!(
        err.contains("--batch") && err.contains("cannot be used with"),
        "{err}"
    );
    let (code, answers, err) = batch_with(&[], "{}");
    assert_eq!((code, answers.len()), (Some(2), 0));
    assert_eq!(
        err,
        "error: nothing says what to read; give --schema FILE.json for one reply, or --batch for \
         lines of JSON that bring their schemas\n"
    );
}

#[test]
fn help_tells_the_format_and_the_exit_codes() {
    let output = spawn(&["--help"]).wait_with_output().unwrap();
    let help = String::from_utf8(output.stdout).unwrap();
    for words in [
        "0 when every line was answered",
        r#"{"id", "ok", "value", "notes": [F], "problems": [F]}"#,
        "--leniency <LEVEL>",
        "Only JSON of exactly the type",
    ] {
        assert!(help.contains(words), "{words:?} is not in {help}");
    }
}
