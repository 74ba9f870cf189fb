//! The command as a person uses it: values on stdout, words on stderr, exit codes 0, 1 and 2.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::{
    fs,
    io::Write,
    path::Path,
    process::{Command, Output, Stdio},
};

const SCHEMA: &str = r#"{"title": "Point", "type": "object", "properties": {"x": {"type": "integer"}},
    "required": ["x"], "additionalProperties": false}"#;

fn typechat(dir: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_typechat"))
        .args(args)
        .current_dir(dir)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command may end without reading its input.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    child.wait_with_output().unwrap()
}

fn folder() -> tempfile::TempDir {
    let dir = tempfile::tempdir().unwrap();
    fs::write(dir.path().join("point.json"), SCHEMA).unwrap();
    fs::write(dir.path().join("broken.json"), "{\"type\":\n nope}").unwrap();
    fs::write(dir.path().join("bad.json"), r#"{"type": "objekt"}"#).unwrap();
    fs::write(dir.path().join("reply.txt"), "Here: {\"x\": 1}").unwrap();
    dir
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
fn read_gives_the_value() {
    let dir = folder();
    let args = ["read", "--schema", "point.json", "reply.txt"];
    let (code, out, err) = said(&typechat(dir.path(), &args, ""));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&out).unwrap()["x"],
        1
    );
    let (code, out, _) = said(&typechat(dir.path(), &args[..3], "{\"x\": 2}"));
    assert_eq!(code, Some(0));
    assert!(out.contains('2'));
}

#[test]
fn read_tells_problems_with_carets() {
    let dir = folder();
    let args = ["read", "--schema", "point.json"];
    let (code, out, err) = said(&typechat(dir.path(), &args, "{\"x\": \"one\"}"));
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(
        err.contains("x: expected integer, found \"one\"") && err.contains("^^^^^"),
        "{err}"
    );
}

#[test]
fn bad_input_is_one_sentence_and_code_2() {
    let dir = folder();
    let cases: [(&[&str], &[&str]); 5] = [
        (
            &["read", "--schema", "missing.json"],
            &["missing.json", "No such file"],
        ),
        (
            &["read", "--schema", "point.json", "gone.txt"],
            &["gone.txt", "No such file"],
        ),
        (
            &["read", "--schema", "broken.json"],
            &["broken.json", "line 2"],
        ),
        (&["read", "--schema", "bad.json"], &["bad.json", "objekt"]),
        (&["read", "--shema", "point.json"], &["--shema", "--schema"]),
    ];
    for (args, words) in cases {
        let (code, out, err) = said(&typechat(dir.path(), args, ""));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}: {err}");
        assert!(err.starts_with("error: "), "{args:?}: {err}");
        assert!(
            !err.contains("panicked") && !err.contains("RUST_BACKTRACE"),
            "{err}"
        );
        for word in words {
            assert!(err.contains(word), "{args:?}: {word:?} is not in {err}");
        }
    }
}

#[test]
fn an_input_without_end_is_read_up_to_the_limit() {
    let dir = folder();
    let args = ["read", "--schema", "point.json", "/dev/zero"];
    let (code, out, err) = said(&typechat(dir.path(), &args, ""));
    assert_eq!((code, out.as_str()), (Some(1), ""));
    assert!(
        err.contains("larger than the limit of 4194304 bytes"),
        "{err}"
    );
    let large = "\u{e9}".repeat(3 << 20);
    let (code, _, err) = said(&typechat(dir.path(), &args[..3], &large));
    assert_eq!(code, Some(1), "{err}");
    let args = ["read", "--schema", "/dev/zero"];
    let (code, _, err) = said(&typechat(dir.path(), &args, "{}"));
    assert_eq!(code, Some(2), "{err}");
    assert!(err.contains("/dev/zero is larger than"), "{err}");
}

#[test]
fn stdin_is_read_once() {
    let dir = folder();
    for args in [
        &["read", "--schema", "-"][..],
        &["read", "--schema", "-", "-"],
    ] {
        let (code, _, err) = said(&typechat(dir.path(), args, SCHEMA));
        assert_eq!(code, Some(2));
        assert_eq!(
            err,
            "error: schema and reply cannot both come from stdin; name a file for one of them\n"
        );
    }
    let args = ["read", "--schema", "-", "reply.txt"];
    let (code, _, err) = said(&typechat(dir.path(), &args, SCHEMA));
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

#[test]
fn a_byte_order_mark_is_no_text() {
    let dir = folder();
    fs::write(dir.path().join("mark.json"), format!("\u{feff}{SCHEMA}")).unwrap();
    let args = ["read", "--schema", "mark.json"];
    let (code, _, err) = said(&typechat(dir.path(), &args, "\u{feff}{\"x\": 1}"));
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

#[test]
fn a_bad_schema_is_told_with_a_remedy() {
    let dir = folder();
    fs::write(dir.path().join("type.json"), r#"{"type": 12}"#).unwrap();
    let args = ["read", "--schema", "type.json"];
    let (code, _, err) = said(&typechat(dir.path(), &args, "{}"));
    assert_eq!(code, Some(2));
    assert!(
        err.contains("type.json") && err.contains("the keyword `type` at # must be"),
        "{err}"
    );
    assert!(err.contains("a list of these; found 12"), "{err}");
}

#[test]
fn translate_shows_its_prompt() {
    let dir = folder();
    let args = [
        "translate",
        "--schema",
        "point.json",
        "--trace",
        "trace.jsonl",
        "--show-prompt",
        "the point one",
    ];
    let output = typechat(dir.path(), &args, "");
    let (code, out, err) = said(&output);
    assert_eq!(code, Some(0), "{err}");
    assert!(
        out.contains("interface Point") && out.contains("the point one"),
        "{out}"
    );
    let trace = dir.path().join("trace.jsonl");
    assert!(!trace.exists(), "what is only shown leaves no trace");
}

#[test]
fn limits_are_told_by_name() {
    let dir = folder();
    let deep = "[".repeat(200);
    let (code, _, err) = said(&typechat(
        dir.path(),
        &["read", "--schema", "point.json"],
        &deep,
    ));
    assert_eq!(code, Some(1));
    assert!(err.contains("limit of 128 levels"), "{err}");
}

/// Whether a request's head and as much body as it announces have arrived.
fn is_whole(request: &[u8]) -> bool {
    let text = String::from_utf8_lossy(request).to_lowercase();
    let Some((head, body)) = text.split_once("\r\n\r\n") else {
        return false;
    };
    let length = head
        .lines()
        .find_map(|line| line.strip_prefix("content-length: "));
    length.is_some_and(|length| body.len() >= length.parse().unwrap())
}

/// A good completion with this text.
fn completion(text: &str) -> (u16, String) {
    let body = serde_json::json!({
        "model": "loopback",
        "choices": [{"message": {"role": "assistant", "content": text}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 2},
    });
    (200, body.to_string())
}

/// Answers each connection with the next status and body, on loopback.
fn server(answers: Vec<(u16, String)>) -> String {
    use std::io::Read;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for (status, body) in answers {
            let (mut stream, _) = listener.accept().unwrap();
            let mut seen = Vec::new();
            let mut piece = [0; 4096];
            while !is_whole(&seen) {
                let count = stream.read(&mut piece).unwrap();
                seen.extend_from_slice(&piece[..count]);
            }
            let head = "content-type: application/json\r\nconnection: close";
            write!(
                stream,
                "HTTP/1.1 {status} Test\r\n{head}\r\ncontent-length: {}\r\n\r\n{body}",
                body.len()
            )
            .unwrap();
        }
    });
    url
}

#[test]
fn translate_repairs_and_traces() {
    let dir = folder();
    let args = [
        "translate",
        "--schema",
        "point.json",
        "--trace",
        "trace.jsonl",
        "the point one",
    ];
    let output = Command::new(env!("CARGO_BIN_EXE_typechat"))
        .args(args)
        .current_dir(dir.path())
        .env_clear()
        .env(
            "OPENAI_BASE_URL",
            server(vec![
                completion("{\"x\": \"one\"}"),
                completion("{\"x\": 1}"),
            ]),
        )
        .env("OPENAI_MODEL", "any")
        .output()
        .unwrap();
    let (code, out, err) = said(&output);
    assert_eq!(code, Some(0), "{err}");
    assert_eq!(
        serde_json::from_str::<serde_json::Value>(&out).unwrap()["x"],
        1
    );
    assert!(err.contains("expected integer, found \"one\""), "{err}");
    assert!(
        err.contains("# 2 attempts, 20 + 4 tokens, loopback"),
        "{err}"
    );
    let trace = fs::read_to_string(dir.path().join("trace.jsonl")).unwrap();
    assert_eq!(trace.lines().count(), 2);
}

#[test]
fn what_the_server_refuses_for_its_configuration_is_code_2_with_the_cost() {
    let dir = folder();
    for (status, body, words) in [
        (
            401,
            r#"{"error": "bad key"}"#,
            "bad key; check the API key (OPENAI_API_KEY)",
        ),
        (404, r#"{"error": "no such model"}"#, "(OPENAI_MODEL)"),
    ] {
        let output = Command::new(env!("CARGO_BIN_EXE_typechat"))
            .args(["translate", "--schema", "point.json", "one"])
            .current_dir(dir.path())
            .env_clear()
            .env("OPENAI_BASE_URL", server(vec![(status, body.to_owned())]))
            .env("OPENAI_MODEL", "any")
            .output()
            .unwrap();
        let (code, out, err) = said(&output);
        assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
        assert!(err.contains(words), "{err}");
        assert!(err.contains("\n# 1 attempt, at most "), "{err}");
    }
}

/// A proxy that nobody answers for would be in the way; this machine is reached without one.
#[test]
fn a_server_on_this_machine_needs_no_proxy() {
    let dir = folder();
    let output = Command::new(env!("CARGO_BIN_EXE_typechat"))
        .args(["translate", "--schema", "point.json", "one"])
        .current_dir(dir.path())
        .env_clear()
        .env("HTTP_PROXY", "http://127.0.0.1:1")
        .env("OPENAI_BASE_URL", server(vec![completion("{\"x\": 1}")]))
        .env("OPENAI_MODEL", "any")
        .output()
        .unwrap();
    let (code, _, err) = said(&output);
    assert_eq!(code, Some(0), "{err}");
}

#[test]
fn a_proxy_of_the_environment_is_named_when_it_fails() {
    let dir = folder();
    let output = Command::new(env!("CARGO_BIN_EXE_typechat"))
        .args(["translate", "--schema", "point.json", "one"])
        .current_dir(dir.path())
        .env_clear()
        .env("HTTP_PROXY", "http://user:hush@127.0.0.1:1")
        .env("OPENAI_BASE_URL", "http://model.invalid/v1")
        .env("OPENAI_MODEL", "any")
        .output()
        .unwrap();
    let (code, _, err) = said(&output);
    assert_eq!(code, Some(1), "{err}");
    let expected =
        "could not reach model.invalid through the proxy 127.0.0.1:1: Connection refused";
    assert!(err.contains(expected) && !err.contains("hush"), "{err}");
    assert!(err.contains("sent 4 times"), "{err}");
}

#[test]
fn an_output_that_nobody_reads_is_no_error() {
    let dir = folder();
    let mut child = Command::new(env!("CARGO_BIN_EXE_typechat"))
        .args(["read", "--schema", "point.json"])
        .current_dir(dir.path())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The command waits for its input, so its output is gone before it writes.
    drop(child.stdout.take());
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"{\"x\": 1}").unwrap();
    drop(input);
    let (code, _, err) = said(&child.wait_with_output().unwrap());
    assert_eq!((code, err.as_str()), (Some(0), ""));
}

#[test]
fn schema_shows_what_a_model_reads_and_what_is_enforced() {
    let dir = folder();
    let (code, out, err) = said(&typechat(dir.path(), &["schema", "point.json"], ""));
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(out, "interface Point {\n  // integer\n  x: number;\n}\n");

    let args = ["schema", "-", "--to", "json-schema"];
    let (code, out, _) = said(&typechat(dir.path(), &args, SCHEMA));
    assert_eq!(code, Some(0));
    let schema: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!(schema["$ref"], "#/$defs/Point");

    let args = ["schema", "point.json", "--tokens"];
    let (code, out, _) = said(&typechat(dir.path(), &args, ""));
    assert_eq!(code, Some(0));
    let tokens: usize = out.lines().last().unwrap().parse().unwrap();
    assert!((8..20).contains(&tokens), "{out}");

    for (args, words) in [
        (["schema", "nowhere.json"], "nowhere.json cannot be read: "),
        (["schema", "broken.json"], "broken.json is not JSON: "),
        (["schema", "bad.json"], "bad.json: "),
    ] {
        let (code, out, err) = said(&typechat(dir.path(), &args, ""));
        assert_eq!((code, out.as_str()), (Some(2), ""), "{args:?}");
        assert!(err.contains(words), "{err}");
        assert_eq!(err.lines().count(), 1, "{err}");
    }
}
