//! What goes out: values on the standard output, everything else on the error output.

use std::{
    error::Error,
    fmt,
    io::{self, IsTerminal, Write},
};

use serde_json::Value;
use typechat::reply::{Note, Problem, render_pretty};

/// Why the command cannot go on.
#[derive(Debug)]
pub(crate) enum Stop {
    /// Something that the person can put right: one sentence.
    Usage(String),
    /// The output is gone.
    Output(io::Error),
}

impl Stop {
    pub(crate) fn usage(sentence: impl Into<String>) -> Self {
        Self::Usage(sentence.into())
    }
}

impl From<io::Error> for Stop {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Usage(sentence) => f.write_str(sentence),
            Self::Output(error) => write!(f, "the output cannot be written: {error}"),
        }
    }
}

/// An error with its causes, in one line.
pub(crate) fn chain(error: &dyn Error) -> String {
    let mut sentence = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        sentence.push_str(": ");
        sentence.push_str(&error.to_string());
        cause = error.source();
    }
    sentence
}

/// Writes a value to the standard output.
pub(crate) fn value(value: &Value) -> io::Result<()> {
    text(&format!("{value:#}\n"))
}

/// Writes text to the standard output.
pub(crate) fn text(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// Writes problems and notes with the text they are about to the error output.
pub(crate) fn findings(reply: &str, name: &str, problems: &[Problem], notes: &[Note]) {
    if !problems.is_empty() || !notes.is_empty() {
        let color = io::stderr().is_terminal();
        note(render_pretty(reply, name, problems, notes, color).trim_end());
    }
}

/// Writes a line to the error output. When that is gone, nobody is left to be told.
pub(crate) fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
