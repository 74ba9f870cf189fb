//! `typechat read --batch` over the corpus: what the library says, line by line.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::{
    collections::BTreeMap,
    io::Write,
    process::{Command, Stdio},
    thread,
};

use serde_json::{Value, json};
use typechat::reply::Reader;
use typechat_tests::replies::{self, Case, Tally};

/// What the command answers, by id.
fn batch(cases: &[Case]) -> BTreeMap<String, Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_typechat"))
        .args(["read", "--batch"])
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let line = |case: &Case| json!({"id": case.id, "schema": case.schema, "reply": case.reply});
    let lines: Vec<String> = cases.iter().map(|case| line(case).to_string()).collect();
    let lines = lines.join("\n");
    // The command answers while it is asked, so that a pipe never has to hold everything.
    let asking = thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    asking
        .join()
        .unwrap()
        .unwrap_or_else(|error| panic!("{error}: {said}"));
    let answers = String::from_utf8(output.stdout).unwrap();
    let answers: Vec<Value> = answers.lines().map(|line| line.parse().unwrap()).collect();
    assert_eq!(
        answers.len(),
        cases.len(),
        "one line for each reply: {said}"
    );
    let by_id = |answer: Value| (answer["id"].as_str().unwrap().to_owned(), answer);
    answers.into_iter().map(by_id).collect()
}

#[test]
fn the_command_says_what_the_library_says() {
    let Some(cases) = replies::all() else { return };
    let answers = batch(&cases);
    let mut tally = Tally::default();
    for case in &cases {
        let answer = &answers[&case.id];
        let is_read = answer["ok"].as_bool().unwrap();
        let value = is_read.then_some(&answer["value"]);
        tally.add(case, case.verdict(value), || answer.to_string());
        let Ok(reader) = Reader::<Value>::from_schema(&case.schema) else {
            assert!(
                !is_read && answer["problems"][0]["text"].is_string(),
                "{answer}"
            );
            continue;
        };
        let reading = reader.read(&case.reply);
        assert_eq!(reading.value(), value, "{}", case.id);
        assert_eq!(json!(reading.problems()), answer["problems"], "{}", case.id);
        assert_eq!(json!(reading.notes()), answer["notes"], "{}", case.id);
    }
    tally.assert_honest();
}
