//! The programs as a person uses them.
#![allow(clippy::unwrap_used, missing_docs)]

use std::{
    io::Write,
    process::{Command, Output, Stdio},
};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/transcripts/coffee-shop.jsonl");

fn coffee_shop(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_coffee-shop"));
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
