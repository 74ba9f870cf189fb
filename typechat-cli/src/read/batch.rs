//! `typechat read --batch`: a line for each reply, answered by a line.

mod readers;

use std::{
    io::{BufRead, Read},
    path::Path,
};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use typechat::reply::{Leniency, Note};

use self::readers::Readers;
use crate::{Verdict, files, output, output::Stop};

/// The most bytes of a line: a schema and a reply of the largest sizes, with escapes.
const LINE: u64 = 64 << 20;

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
    let mut lines = files::lines(path)?;
    let mut readers = Readers::new(leniency);
    let mut line = Vec::new();
    for number in 1_usize.. {
        let place = || format!("{}, line {number}", files::name(path));
        line.clear();
        let length = (&mut lines).take(LINE + 1).read_until(b'\n', &mut line);
        let length =
            length.map_err(|error| Stop::usage(format!("{} cannot be read: {error}", place())))?;
        if length == 0 {
            break;
        }
        if length as u64 > LINE {
            let words = format!("{} is longer than {LINE} bytes; split the reply", place());
            return Err(Stop::usage(words));
        }
        let text = if number == 1 {
            line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(&line)
        } else {
            &line
        };
        if text.trim_ascii().is_empty() {
            continue;
        }
        let question =
            question(text).map_err(|words| Stop::usage(format!("{}: {words}", place())))?;
        output::text(&answer(&question, &mut readers))?;
    }
    Ok(Verdict::Valid)
}

/// What a line asks, or what is wrong with it.
fn question(line: &[u8]) -> Result<Question, String> {
    let shape = r#"each line must be {"id": …, "schema": …, "reply": "…"}"#;
    let question: Question = serde_json::from_slice(line).map_err(|error| {
        let words = error.to_string();
        // Its line is always the first of one.
        let words = words.split(" at line ").next().unwrap_or_default();
        format!("{words}, at column {}; {shape}", error.column())
    })?;
    match &question.id {
        // What an f64 does not hold would come back as another.
        Value::Number(number) if number.is_f64() => {
            Err("the id is neither a text nor an integer of 64 bits; write it as a text".to_owned())
        }
        _ => Ok(question),
    }
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
