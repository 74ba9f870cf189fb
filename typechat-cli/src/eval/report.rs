//! `typechat eval report`: the figures of a run, as a table, as JSON or as a page.

use std::{
    collections::HashMap,
    fmt::Write,
    fs,
    path::{Path, PathBuf},
};

use serde_json::json;

use super::{
    dataset::{self, Record},
    outcome::Outcome,
    page,
    run::seconds,
    summary::Summary,
};
use crate::{Verdict, files, output, output::Stop};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The results of a run.
    #[arg(value_name = "RESULTS.jsonl")]
    results: PathBuf,
    /// Judges the results again, by the gold of this data; may be given several times.
    #[arg(long, value_name = "FILE.jsonl")]
    data: Vec<PathBuf>,
    /// Writes a page with plots, and with what is wrong beside what is wanted.
    #[arg(long, value_name = "FILE.html")]
    html: Option<PathBuf>,
    /// Prints JSON: the figures of each domain, and the verdict on each request.
    #[arg(long)]
    json: bool,
}

pub(super) fn run(args: &Args) -> Result<Verdict, Stop> {
    let mut outcomes = results(&args.results)?;
    judge(&mut outcomes, &args.data)?;
    let summaries = Summary::by_domain(&outcomes);
    if let Some(path) = &args.html {
        write(
            path,
            &page::report(&files::name(&args.results), &outcomes, &summaries),
        )?;
    }
    if args.json {
        output::value(&as_json(&summaries, &outcomes))?;
    } else {
        output::text(&table(&summaries))?;
    }
    Ok(Verdict::Valid)
}

/// The results in a file, up to a line that is still being written.
pub(super) fn results(path: &Path) -> Result<Vec<Outcome>, Stop> {
    let text = text(path)?;
    let whole = text.rfind('\n').map_or(text.len(), |end| end + 1);
    let outcomes = outcomes(path, &text[..whole])?;
    if outcomes.is_empty() {
        return Err(Stop::usage(format!(
            "{} has no result yet",
            files::name(path)
        )));
    }
    Ok(outcomes)
}

pub(super) fn text(path: &Path) -> Result<String, Stop> {
    fs::read_to_string(path)
        .map_err(|error| Stop::usage(format!("{} cannot be read: {error}", files::name(path))))
}

/// The results in lines that were read from a file.
pub(super) fn outcomes(path: &Path, text: &str) -> Result<Vec<Outcome>, Stop> {
    let mut outcomes = Vec::new();
    let lines = (1..).zip(text.lines());
    for (number, line) in lines.filter(|(_, line)| !line.trim().is_empty()) {
        match Outcome::of_line(line) {
            Ok(outcome) => outcomes.push(outcome),
            Err(error) => {
                return Err(Stop::usage(format!(
                    "{}, line {number}, is no result: {error}",
                    files::name(path)
                )));
            }
        }
    }
    Ok(outcomes)
}

/// Judges outcomes by other gold than that of their run.
pub(super) fn judge(outcomes: &mut [Outcome], data: &[PathBuf]) -> Result<(), Stop> {
    if data.is_empty() {
        return Ok(());
    }
    let records = dataset::records(data)?;
    let of = |record: &Record| {
        (
            record.domain().to_owned(),
            record.request().trim().to_owned(),
        )
    };
    let records: HashMap<_, _> = records.iter().map(|record| (of(record), record)).collect();
    for outcome in outcomes {
        let key = (outcome.domain.clone(), outcome.request.trim().to_owned());
        if let Some(record) = records.get(&key) {
            outcome.judge(record);
        }
    }
    Ok(())
}

pub(super) fn write(path: &Path, text: &str) -> Result<(), Stop> {
    fs::write(path, text)
        .map_err(|error| Stop::usage(format!("{} cannot be written: {error}", files::name(path))))
}

/// The figures as a table for people.
pub(super) fn table(summaries: &[Summary]) -> String {
    let mut out = format!(
        "{:<14}{:>9}{:>9}{:>9}{:>9}{:>10}{:>11}{:>11}{:>9}\n",
        "",
        "requests",
        "at once",
        "valid",
        "right",
        "attempts",
        "tokens in",
        "tokens out",
        "median"
    );
    for summary in summaries {
        let right = if summary.with_gold == 0 {
            "-".to_owned()
        } else {
            summary.right.to_string()
        };
        let name = &summary.name;
        let _ = writeln!(
            out,
            "{name:<14}{:>9}{:>9}{:>9}{right:>9}{:>10}{:>11}{:>11}{:>7.1} s",
            summary.requests,
            summary.first,
            summary.valid,
            summary.attempts,
            summary.tokens_in,
            summary.tokens_out,
            seconds(summary.median()),
        );
    }
    if summaries.iter().any(|summary| summary.estimated) {
        out.push_str("Some of the tokens are over-estimates: their provider did not count them.\n");
    }
    out
}

fn as_json(summaries: &[Summary], outcomes: &[Outcome]) -> serde_json::Value {
    let summaries: Vec<_> = summaries
        .iter()
        .map(|summary| {
            json!({
                "domain": summary.name,
                "requests": summary.requests,
                "first": summary.first,
                "valid": summary.valid,
                "right": summary.right,
                "with_gold": summary.with_gold,
                "attempts": summary.attempts,
                "tokens_in": summary.tokens_in,
                "tokens_out": summary.tokens_out,
                "median_ms": summary.median(),
            })
        })
        .collect();
    let verdicts: Vec<_> = outcomes
        .iter()
        .map(|outcome| {
            json!({"id": outcome.id, "domain": outcome.domain, "ok": outcome.ok, "right": outcome.right})
        })
        .collect();
    json!({"domains": summaries, "verdicts": verdicts})
}
