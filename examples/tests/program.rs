//! The programs as a person uses them.
#![allow(clippy::unwrap_used, missing_docs)]

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/transcripts/coffee-shop.jsonl");

fn coffee_shop(args: &[&str]) -> Command {
    program(env!("CARGO_BIN_EXE_coffee-shop"), args)
}

fn program(path: &str, args: &[&str]) -> Command {
    let mut command = Command::new(path);
    command
        .args(args)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    command
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

#[test]
fn a_transcript_answers() {
    let order = "two tall lattes, one with oat milk";
    let output = coffee_shop(&["--script", SCRIPT, order]).output().unwrap();
    let (code, out, err) = said(&output);
    assert_eq!(code, Some(0), "{err}");
    assert!(out.contains("\"oat milk\""), "{out}");
    assert!(err.contains("# 2 attempts, "), "{err}");
}

#[test]
fn an_empty_request_is_refused_in_words() {
    for empty in ["", "  "] {
        let output = coffee_shop(&["--script", SCRIPT, empty]).output().unwrap();
        let (code, out, err) = said(&output);
        assert_eq!((code, out.as_str()), (Some(2), ""));
        let expected =
            "error: the request is empty; say what to translate, or leave it out to be asked\n";
        assert_eq!(err, expected);
    }
}

#[test]
fn an_output_that_nobody_reads_is_no_error() {
    let mut child = coffee_shop(&["--script", SCRIPT]).spawn().unwrap();
    // The program waits for a request, so its output is gone before it writes.
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input
        .write_all(b"two tall lattes, one with oat milk\n")
        .unwrap();
    drop(input);
    let (code, _, err) = said(&child.wait_with_output().unwrap());
    assert_eq!(code, Some(0), "{err}");
    for word in ["panicked", "cannot be written"] {
        assert!(!err.contains(word), "{err}");
    }
}

#[cfg(feature = "local")]
#[test]
fn weights_that_are_not_there_are_told_with_the_remedy() {
    let mut command = coffee_shop(&["a latte"]);
    command.env("TYPECHAT_LOCAL_MODEL", "missing.gguf");
    let (code, out, err) = said(&command.output().unwrap());
    assert_eq!((code, out.as_str()), (Some(2), ""));
    let begin = "error: TYPECHAT_LOCAL_MODEL is \"missing.gguf\", which is neither a file nor a \
        known model; set it to the path of a GGUF file, or to one of ";
    assert!(err.starts_with(begin), "{err}");
    assert!(
        err.ends_with("; or replay a transcript with --script FILE\n"),
        "{err}"
    );
}

#[test]
fn the_calculator_shows_its_program() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/transcripts/calculator.jsonl");
    let calculator = |request: &str| {
        let path = env!("CARGO_BIN_EXE_calculator");
        let output = program(path, &["--script", script, request]).output();
        said(&output.unwrap())
    };
    let (code, out, err) = calculator("1 + 2 * 3");
    assert_eq!(out, "step1 = mul(2, 3)\nstep2 = add(1, step1)\n= 7.0\n");
    assert_eq!(code, Some(0));
    // The first reply called a function that there is not.
    assert!(
        err.contains("there is no function \"mult\"; did you mean \"mul\"?"),
        "{err}"
    );
    assert!(err.contains("# 2 attempts, "), "{err}");
    let (code, out, _) = calculator("what is 7 divided by zero");
    let words = "step1 = div(7, 0)\n! @steps[0]: div failed: 7 cannot be divided by zero\n";
    assert_eq!((code, out.as_str()), (Some(1), words));
    let (code, out, _) = calculator("who won the race");
    let words = "! no function can do this: who won the race\n";
    assert_eq!((code, out.as_str()), (Some(1), words));
}

#[test]
fn the_playlist_shows_what_flows_where() {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/transcripts/playlist.jsonl");
    let request = "a list called Evening with all jazz and folk, half an hour at most";
    let path = env!("CARGO_BIN_EXE_playlist");
    let output = program(path, &["--script", script, request]).output();
    let (code, out, err) = said(&output.unwrap());
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.starts_with("step1 = findTracks(genre: \"jazz\")\n"),
        "{out}"
    );
    assert!(out.contains("flowchart TD\n"), "{out}");
    assert!(
        out.contains("  step1 --> step3\n  step2 --> step3\n  step3 --> step4\n"),
        "{out}"
    );
    let result = out.split("\n= ").nth(1).unwrap();
    let playlist: serde_json::Value = serde_json::from_str(result).unwrap();
    assert_eq!(playlist["name"], "Evening");
    assert_eq!(playlist["tracks"].as_array().unwrap().len(), 4);
}
