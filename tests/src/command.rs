//! Programs as a person uses them: arguments and lines in, a code and texts out.

use std::{
    io::Write,
    process::{Command, Stdio},
    thread,
};

/// The exit code, the output, and the words on the error output. Its environment
/// is empty.
///
/// # Panics
/// When the program cannot be started, or says what is no UTF-8.
pub fn said(program: &str, args: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut child = Command::new(program)
        .args(args)
        .env_clear()
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("it was piped");
    let input = input.to_owned();
    // Answers come while lines go in, so neither side may wait for the other; and the program may
    // end without reading its input.
    let writer = thread::spawn(move || drop(stdin.write_all(input.as_bytes())));
    let output = child.wait_with_output().expect("it ends");
    writer.join().expect("writing does not panic");
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("it says UTF-8");
    (
        output.status.code(),
        text(output.stdout),
        text(output.stderr),
    )
}
