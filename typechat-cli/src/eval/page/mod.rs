//! Pages for people: whole in themselves, with plots drawn as SVG.

mod plot;
mod values;

use std::fmt::Write;

use serde_json::Value;

use super::{
    compare::{Comparison, Pair, counted, judgement},
    dataset::Record,
    outcome::{Outcome, Try},
    run::seconds,
    score,
    summary::Summary,
};
use plot::{bars, share, strip};
use values::{escaped, pretty, unlike};

const STYLE: &str = include_str!("page.css");

/// The page of one run.
pub(super) fn report(name: &str, outcomes: &[Outcome], summaries: &[Summary]) -> String {
    let mut body = heading(name, outcomes);
    let all = Summary::of("all", outcomes);
    let _ = writeln!(
        body,
        "<p class=lead>{} of {} requests became a valid value, {} at once; {} of {} with a known \
         answer are right.</p>",
        all.valid, all.requests, all.first, all.right, all.with_gold
    );
    body.push_str("<section><h2>By domain</h2>\n");
    body.push_str(&bars(summaries));
    body.push_str(&table(summaries));
    body.push_str("</section>\n<section><h2>Seconds and tokens</h2>\n");
    body.push_str(&strip(outcomes));
    body.push_str("</section>\n");
    let of = |verdict: &'static str| outcomes.iter().filter(move |o| o.verdict() == verdict);
    for (title, verdict, open) in [
        ("Not valid", "invalid", true),
        ("Wrong", "wrong", true),
        ("Valid, with no known answer", "valid", false),
        ("Right", "right", false),
    ] {
        let count = of(verdict).count();
        if count == 0 {
            continue;
        }
        let open = if open { " open" } else { "" };
        let _ = writeln!(
            body,
            "<details class=group{open}><summary><h2>{title} <span class=count>{count}</span></h2></summary>"
        );
        of(verdict).for_each(|outcome| body.push_str(&card(outcome)));
        body.push_str("</details>\n");
    }
    whole(name, &body)
}

/// The page of two runs.
pub(super) fn comparison(names: &[String; 2], comparison: &Comparison<'_>) -> String {
    let title = format!("{} → {}", names[0], names[1]);
    let (better, worse) = (comparison.better(), comparison.worse());
    let mut body = format!("<header><h1>{}</h1>\n", escaped(&title));
    if let Some(pair) = comparison.pairs.first() {
        for (side, outcome) in [("before", pair.before), ("after", pair.after)] {
            let _ = writeln!(body, "<p><b>{side}</b> {}</p>", setup(outcome));
        }
    }
    let _ = writeln!(
        body,
        "</header>\n<p class=lead>{}.</p>",
        escaped(&judgement(better.len(), worse.len()))
    );
    let summaries = comparison.summaries();
    body.push_str("<section><h2>Both runs</h2>\n");
    body.push_str(&bars(&summaries));
    body.push_str(&table(&summaries));
    if comparison.alone > 0 {
        let _ = writeln!(
            body,
            "<p>{} in one of the runs only.</p>",
            counted(comparison.alone)
        );
    }
    body.push_str("</section>\n");
    for (title, pairs) in [("Better", better), ("Worse", worse)] {
        if pairs.is_empty() {
            continue;
        }
        let _ = writeln!(
            body,
            "<section><h2>{title} <span class=count>{}</span></h2>",
            pairs.len()
        );
        for pair in pairs {
            body.push_str(&pair_card(pair));
        }
        body.push_str("</section>\n");
    }
    whole(&title, &body)
}

fn whole(title: &str, body: &str) -> String {
    format!(
        "<!doctype html>\n<html lang=en>\n<meta charset=utf-8>\n\
         <meta name=viewport content=\"width=device-width, initial-scale=1\">\n\
         <title>{}</title>\n<style>\n{STYLE}</style>\n<main>\n{body}</main>\n</html>\n",
        escaped(title)
    )
}

fn heading(name: &str, outcomes: &[Outcome]) -> String {
    let setup = outcomes.first().map(setup).unwrap_or_default();
    format!(
        "<header><h1>{}</h1>\n<p>{setup}</p></header>\n",
        escaped(name)
    )
}

/// The model, and how it was asked as far as it differs from the usual.
fn setup(outcome: &Outcome) -> String {
    let mut words = vec![outcome.model.clone()];
    words.extend(outcome.levers.told());
    let words = words.iter().filter(|word| !word.is_empty());
    let words = words.map(|word| format!("<code>{}</code>", escaped(word)));
    words.collect::<Vec<_>>().join(" ")
}

fn table(summaries: &[Summary]) -> String {
    let mut out = String::from(
        "<div class=scroll><table><tr><th><th>requests<th>valid at once<th>valid<th>right\
         <th>attempts<th>tokens in<th>tokens out<th>median</tr>\n",
    );
    for summary in summaries {
        let right = match summary.with_gold {
            0 => "–".to_owned(),
            count => format!(
                "{} <small>{}</small>",
                summary.right,
                share(summary.right, count)
            ),
        };
        let of = |count| format!("{count} <small>{}</small>", share(count, summary.requests));
        let _ = writeln!(
            out,
            "<tr><th>{}<td>{}<td>{}<td>{}<td>{right}<td>{}<td>{}<td>{}<td>{:.1} s</tr>",
            escaped(&summary.name),
            summary.requests,
            of(summary.first),
            of(summary.valid),
            summary.attempts,
            summary.tokens_in,
            summary.tokens_out,
            seconds(summary.median()),
        );
    }
    out + "</table></div>\n"
}

fn card(outcome: &Outcome) -> String {
    let mut out = format!(
        "<article class={}><h3>{} <span>{} · {:.1} s · {} + {} tokens</span></h3>\n",
        outcome.verdict(),
        escaped(&outcome.request),
        escaped(&outcome.id),
        seconds(outcome.ms),
        outcome.tokens_in,
        outcome.tokens_out
    );
    out.push_str(&side_by_side(
        outcome,
        &[
            ("value", outcome.value.as_ref()),
            ("wanted", outcome.gold.as_ref()),
        ],
    ));
    out.push_str(&tries(outcome));
    out + "</article>\n"
}

fn pair_card(pair: &Pair<'_>) -> String {
    let mut out = format!(
        "<article class={}><h3>{} <span>{} · {} → {}</span></h3>\n",
        pair.after.verdict(),
        escaped(&pair.before.request),
        escaped(&pair.before.id),
        pair.before.verdict(),
        pair.after.verdict(),
    );
    out.push_str(&side_by_side(
        pair.after,
        &[
            ("before", pair.before.value.as_ref()),
            ("after", pair.after.value.as_ref()),
            ("wanted", pair.before.gold.as_ref()),
        ],
    ));
    for (side, outcome) in [("before", pair.before), ("after", pair.after)] {
        let _ = write!(out, "<details><summary>replies {side}</summary>");
        out.push_str(&attempts(outcome));
        out.push_str("</details>\n");
    }
    out + "</article>\n"
}

/// Values in columns; lines that no other column has are marked.
fn side_by_side(outcome: &Outcome, columns: &[(&str, Option<&Value>)]) -> String {
    let record = Record::of_result(&outcome.domain, &outcome.request);
    let words = |value: &Value| {
        let told = score::told(&record, value);
        told.map_or_else(|| pretty(value), |lines| lines.join("\n"))
    };
    let texts: Vec<(&str, String)> = columns
        .iter()
        .filter_map(|(title, value)| Some((*title, words((*value)?))))
        .collect();
    let mut out = String::from("<div class=columns>");
    for (index, (title, text)) in texts.iter().enumerate() {
        let others = texts.iter().enumerate().filter(|(at, _)| *at != index);
        let others: Vec<&str> = others.map(|(_, (_, text))| text.as_str()).collect();
        let _ = write!(
            out,
            "<figure><figcaption>{title}</figcaption><pre>{}</pre></figure>",
            unlike(text, &others)
        );
    }
    out + "</div>\n"
}

fn tries(outcome: &Outcome) -> String {
    let is_eventful =
        |one: &Try| !one.problems.is_empty() || !one.notes.is_empty() || one.error.is_some();
    let count = outcome.tries.len();
    if count == 0 {
        return String::new();
    }
    let plural = if count == 1 { "" } else { "s" };
    let eventful = if outcome.tries.iter().any(is_eventful) {
        ", with problems or notes"
    } else {
        ""
    };
    format!(
        "<details><summary>{count} attempt{plural}{eventful}</summary>{}</details>\n",
        attempts(outcome)
    )
}

/// Each reply with what was found in it.
fn attempts(outcome: &Outcome) -> String {
    let mut out = String::from("<ol>\n");
    for one in &outcome.tries {
        out.push_str("<li>");
        if let Some(reply) = &one.reply {
            let _ = write!(out, "<pre>{}</pre>", escaped(reply));
        }
        let found = [
            (
                "problem",
                one.problems.iter().chain(&one.error).collect::<Vec<_>>(),
            ),
            ("note", one.notes.iter().collect()),
        ];
        for (class, texts) in found {
            for text in texts {
                let _ = write!(out, "<p class={class}>{}</p>", escaped(text));
            }
        }
        out.push_str("</li>\n");
    }
    out + "</ol>\n"
}
