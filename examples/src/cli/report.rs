//! What a person sees: values on the standard output, everything else on the error output.

use std::{
    error::Error,
    fmt,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use typechat::{
    reply::render_pretty,
    translate::{Attempt, Cost},
};

use super::{Stop, ask::Answer};

/// How a run ended, from best to worst.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Verdict {
    #[default]
    Valid,
    Failed,
    Misused,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        Self::from(match verdict {
            Verdict::Valid => 0,
            Verdict::Failed => 1,
            Verdict::Misused => 2,
        })
    }
}

/// What all requests of a run came to.
#[derive(Debug, Default)]
pub(super) struct Tally {
    requests: usize,
    valid: usize,
    cost: Cost,
    /// The last model that answered, as it ends a line.
    model: String,
    worst: Verdict,
}

impl Tally {
    pub(super) fn verdict(&self) -> Verdict {
        self.worst
    }

    fn count(&mut self, verdict: Verdict, attempts: &[Attempt]) {
        self.requests += 1;
        self.valid += usize::from(verdict == Verdict::Valid);
        self.worst = self.worst.max(verdict);
        self.cost += Cost::of(attempts);
        if let Some(model) = model(attempts) {
            self.model = format!(", {model}");
        }
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let failed = self.requests - self.valid;
        let plural = if self.requests == 1 { "" } else { "s" };
        let Self {
            requests,
            valid,
            cost,
            model,
            ..
        } = self;
        write!(
            f,
            "# {requests} request{plural}: {valid} valid, {failed} failed; {cost}{model}"
        )
    }
}

/// Shows one answer, and counts it.
pub(super) fn tell(answer: &Answer, tally: &mut Tally) -> Result<(), Stop> {
    let attempts = &answer.attempts;
    attempts.iter().for_each(show_findings);
    let verdict = match &answer.shown {
        Ok(shown) => {
            say(&shown.text)?;
            shown.verdict
        }
        Err(error) => {
            say_error(&chain(error));
            if error.is_config() {
                Verdict::Misused
            } else {
                Verdict::Failed
            }
        }
    };
    let cost = Cost::of(attempts);
    match model(attempts) {
        Some(model) => note(&format!("# {cost}, {model}")),
        None => note(&format!("# {cost}")),
    }
    tally.count(verdict, attempts);
    Ok(())
}

/// The model that was asked last.
fn model(attempts: &[Attempt]) -> Option<&str> {
    let names = attempts.iter().rev().map(|attempt| attempt.model.as_str());
    names.into_iter().find(|name| !name.is_empty())
}

fn show_findings(attempt: &Attempt) {
    if attempt.problems.is_empty() && attempt.notes.is_empty() {
        return;
    }
    let reply = attempt
        .reply
        .as_ref()
        .map_or("", |reply| reply.text.as_str());
    let name = format!("reply {}", attempt.number);
    let color = io::stderr().is_terminal();
    note(render_pretty(reply, &name, &attempt.problems, &attempt.notes, color).trim_end());
}

/// An error with its causes, in one line.
pub(super) fn chain(error: &dyn Error) -> String {
    let mut sentence = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        sentence.push_str(": ");
        sentence.push_str(&error.to_string());
        cause = error.source();
    }
    sentence
}

/// Writes a line to the standard output.
pub(super) fn say(line: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    writeln!(out, "{line}")?;
    out.flush()
}

/// Writes an error as a line of its own.
pub(super) fn say_error(sentence: &str) {
    note(&format!("error: {sentence}"));
}

/// Writes a line to the error output. When that is gone, nobody is left to be told.
fn note(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}
