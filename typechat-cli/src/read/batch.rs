//! `typechat read --batch`: a line for each reply, answered by a line.

mod readers;

use std::path::Path;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use typechat::reply::{Leniency, Note};

use self::readers::Readers;
use crate::{Verdict, lines::Lines, output, output::Stop};

#[derive(Debug, Deserialize)]
struct Question {
    id: Value,
    schema: Value,
    reply: String,
}

#[derive(Debug, Serialize)]
struct Answer<'a, P> {
    id: &'a Value,
    ok: bool,
    value: Option<&'a Value>,
    notes: &'a [Note],
    problems: &'a [P],
}

/// The problem of a line whose schema cannot be used; the other members are as a reply's have
/// them.
#[derive(Debug, Serialize)]
struct SchemaProblem<'a> {
    kind: &'static str,
    code: &'static str,
    path: &'static str,
    span: Option<()>,
    expected: Option<()>,
    found: Option<()>,
    text: &'a str,
}

/// Answers every line of the file.
pub(super) fn run(path: &Path, leniency: Leniency) -> Result<Verdict, Stop> {
    let mut lines = Lines::open(path)?;
    let mut readers = Readers::new(leniency);
    let shape = r#"each line must be {"id": …, "schema": …, "reply": "…"}"#;
    while let Some((place, question)) = lines.next::<Question>(shape)? {
        // What an f64 does not hold would come back as another.
        if matches!(&question.id, Value::Number(number) if number.is_f64()) {
            return Err(Stop::usage(format!(
                "{place}: the id is neither a text nor an integer of 64 bits; write it as a text"
            )));
        }
        output::text(&answer(&question, &mut readers))?;
    }
    Ok(Verdict::Valid)
}

fn answer(question: &Question, readers: &mut Readers) -> String {
    let id = &question.id;
    match readers.of(&question.schema) {
        Ok(reader) => {
            let reading = reader.read(&question.reply);
            line(&Answer {
                id,
                ok: reading.value().is_some(),
                value: reading.value(),
                notes: reading.notes(),
                problems: reading.problems(),
            })
        }
        Err(text) => line(&Answer {
            id,
            ok: false,
            value: None,
            notes: &[],
            problems: &[SchemaProblem {
                kind: "schema",
                code: "schema",
                path: "",
                span: None,
                expected: None,
                found: None,
                text,
            }],
        }),
    }
}

#[allow(
    clippy::expect_used,
    reason = "all maps of an answer have texts for keys, and its parts do not fail"
)]
fn line(answer: &impl Serialize) -> String {
    let mut line = serde_json::to_string(answer).expect("an answer is JSON");
    line.push('\n');
    line
}
