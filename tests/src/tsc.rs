//! The real TypeScript compiler.

use std::{path::Path, process::Command};

/// What `tsc --strict --noEmit` says of a program: nothing when it accepts it. `None` when there
/// is no compiler, which is told aloud.
///
/// # Panics
/// When there is no compiler although the environment says `CI`.
pub fn complaints(name: &str, program: &str) -> Option<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("typescript");
    let tsc = folder.join("node_modules/typescript/lib/tsc.js");
    if !tsc.exists() {
        assert!(
            std::env::var_os("CI").is_none(),
            "run `npm ci --prefix tests/typescript` first"
        );
        eprintln!("left out: no TypeScript compiler; `npm ci --prefix tests/typescript` brings it");
        return None;
    }
    let dir = tempfile::tempdir().expect("there is room for a folder");
    let file = dir.path().join(format!("{name}.ts"));
    std::fs::write(&file, program).expect("the new folder takes a file");
    let output = Command::new("node")
        .arg(&tsc)
        .args(["--strict", "--noEmit", "--ignoreConfig"])
        .arg(&file)
        .output()
        .expect("node runs");
    let words = String::from_utf8_lossy(&output.stdout).into_owned();
    let accepted = output.status.success();
    assert!(accepted || !words.is_empty(), "tsc failed without a word");
    Some(if accepted { String::new() } else { words })
}
