//! What a person sees: values on the standard output, everything else on the error output.

use std::{
    error::Error,
    fmt,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

use serde::Serialize;
use typechat::{
    TranslateError, Translation, model::Usage, reply::render_pretty, translate::Attempt,
};

use super::Stop;

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
    worst: Verdict,
}

impl Tally {
    pub(super) fn verdict(&self) -> Verdict {
        self.worst
    }

    fn count(&mut self, verdict: Verdict, cost: &Cost) {
        self.requests += 1;
        self.valid += usize::from(verdict == Verdict::Valid);
        self.worst = self.worst.max(verdict);
        self.cost.add(cost);
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
            ..
        } = self;
        write!(
            f,
            "# {requests} request{plural}: {valid} valid, {failed} failed; {cost}"
        )
    }
}

/// Attempts and tokens.
#[derive(Debug, Default)]
struct Cost {
    attempts: usize,
    usage: Usage,
    estimated: bool,
    model: String,
}

impl Cost {
    fn of(attempts: &[Attempt]) -> Self {
        let mut cost = Self::default();
        for attempt in attempts {
            let Usage { input, output } = attempt.charge.usage;
            cost.add(&Self {
                attempts: 1,
                usage: Usage { input, output },
                estimated: attempt.charge.estimated,
                model: attempt.model.clone(),
            });
        }
        cost
    }

    fn add(&mut self, other: &Self) {
        self.attempts += other.attempts;
        self.usage.input += other.usage.input;
        self.usage.output += other.usage.output;
        self.estimated |= other.estimated;
        if !other.model.is_empty() {
            self.model.clone_from(&other.model);
        }
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.attempts == 1 { "" } else { "s" };
        let about = if self.estimated { "at most " } else { "" };
        let Usage { input, output } = self.usage;
        write!(
            f,
            "{} attempt{plural}, {about}{input} + {output} tokens",
            self.attempts
        )?;
        if self.model.is_empty() {
            Ok(())
        } else {
            write!(f, ", {}", self.model)
        }
    }
}

/// Shows one translation, and counts it.
pub(super) fn tell<T: Serialize>(
    outcome: &Result<Translation<T>, TranslateError>,
    tally: &mut Tally,
) -> Result<(), Stop> {
    let attempts = match outcome {
        Ok(translation) => translation.attempts(),
        Err(error) => error.attempts(),
    };
    attempts.iter().for_each(show_findings);
    let cost = Cost::of(attempts);
    let verdict = match outcome {
        Ok(translation) => {
            say(&serde_json::to_string_pretty(translation.value()).map_err(io::Error::other)?)?;
            Verdict::Valid
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
    note(&format!("# {cost}"));
    tally.count(verdict, &cost);
    Ok(())
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
