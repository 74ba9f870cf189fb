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
    let cases: [(&[&str], &[&str]); 6] = [
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
        (
            &["translate", "--schema", "point.json", "one"],
            &["OPENAI_API_KEY"],
        ),
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
fn translate_shows_its_prompt() {
    let dir = folder();
    let args = [
        "translate",
        "--schema",
        "point.json",
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

/// Answers each connection with the next completion, on loopback.
fn server(replies: &'static [&'static str]) -> String {
    use std::io::Read;
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/v1", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for reply in replies {
            let (mut stream, _) = listener.accept().unwrap();
            let mut seen = Vec::new();
            let mut piece = [0; 4096];
            while !is_whole(&seen) {
                let count = stream.read(&mut piece).unwrap();
                seen.extend_from_slice(&piece[..count]);
            }
            let body = serde_json::json!({
                "model": "loopback",
                "choices": [{"message": {"role": "assistant", "content": reply}, "finish_reason": "stop"}],
                "usage": {"prompt_tokens": 10, "completion_tokens": 2},
            })
            .to_string();
            let head = "HTTP/1.1 200 OK\r\ncontent-type: application/json\r\nconnection: close";
            write!(
                stream,
                "{head}\r\ncontent-length: {}\r\n\r\n{body}",
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
            server(&["{\"x\": \"one\"}", "{\"x\": 1}"]),
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
