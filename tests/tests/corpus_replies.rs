//! Real replies of language models: what is read is right, and what is not read is told.

use std::thread;

use serde_json::Value;
use typechat::reply::{Leniency, Limits, Parsed, Parser, Problem, ProblemCode, Reader};
use typechat_tests::replies::{self, Case, Tally, Verdict};

/// Calls `work` with every reply, on as many threads as there are cores.
fn each(work: impl Fn(&Case) + Sync) {
    let Some(cases) = replies::all() else { return };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| {
        for first in 0..threads {
            let (cases, work) = (&cases, &work);
            // Dealt out in turn: long replies stand together.
            scope.spawn(move || cases.iter().skip(first).step_by(threads).for_each(work));
        }
    });
}

/// The reader of a case; `None` for a schema that is refused.
fn reader(case: &Case) -> Option<Reader<Value>> {
    Reader::from_schema(&case.schema).ok()
}

#[test]
fn what_is_read_is_right() {
    let Some(cases) = replies::all() else { return };
    let mut tally = Tally::default();
    for case in &cases {
        let reading = reader(case).map(|reader| reader.read(&case.reply));
        let value = reading.as_ref().and_then(|reading| reading.value());
        tally.add(case, case.verdict(value), || match &reading {
            None => "the schema is refused".to_owned(),
            Some(reading) => match reading.value() {
                Some(value) => value.to_string(),
                None => reading.problems()[0].to_string(),
            },
        });
    }
    tally.assert_honest();
}

/// A schema that only refers to itself, and a reply of four thousand levels.
#[test]
fn what_has_no_end_ends_in_an_error() {
    let Some(cases) = replies::all() else { return };
    let case = |id: &str| cases.iter().find(|case| case.id == id).unwrap();
    let circular = case("json_repair/test_schema_guided_parse/37");
    let error = Reader::from_schema(&circular.schema).unwrap_err();
    assert_eq!(circular.verdict(None), Verdict::Right, "{error}");
    let deep = case("json_repair/test_json_repair/49");
    for level in [Leniency::Strict, Leniency::Syntax, Leniency::Full] {
        let reading = reader(deep).unwrap().leniency(level).read(&deep.reply);
        let code = reading.problems()[0].code;
        let is_strict = level == Leniency::Strict && code == ProblemCode::Syntax;
        assert!(is_strict || code == ProblemCode::TooDeep, "{code:?}");
    }
}

/// Replies that are JSON and hold one member twice.
const MERGED: [&str; 1] = ["json_repair/test_parse_object/43"];

#[test]
fn json_is_read_as_it_stands() {
    each(|case| {
        let Ok(by_serde) = serde_json::from_str::<Value>(&case.reply) else {
            return;
        };
        for level in LEVELS {
            let parsed = in_pieces(&[&case.reply], level);
            let parsed = parsed.unwrap_or_else(|p| panic!("{}: {p}", case.id));
            let read = parsed.value.to_string();
            assert_eq!(read, by_serde.to_string(), "{}", case.id);
            let is_merged = MERGED.contains(&case.id.as_str());
            assert_eq!(parsed.notes.len(), usize::from(is_merged), "{}", case.id);
        }
    });
}

#[test]
fn what_is_valid_is_never_changed() {
    each(|case| {
        let Some(reader) = reader(case) else { return };
        let Some(valid) = case.unchanged() else {
            return;
        };
        for level in [Leniency::Strict, Leniency::Syntax, Leniency::Full] {
            let reading = reader.clone().leniency(level).read(&case.reply);
            let read = reading.value().map(Value::to_string);
            assert_eq!(read, Some(valid.to_string()), "{} {level:?}", case.id);
            let is_merged = MERGED.contains(&case.id.as_str());
            assert_eq!(reading.notes().len(), usize::from(is_merged), "{}", case.id);
        }
    });
}

const LEVELS: [Leniency; 2] = [Leniency::Strict, Leniency::Full];

fn in_pieces(pieces: &[&str], level: Leniency) -> Result<Parsed, Box<Problem>> {
    let mut parser = Parser::new(Limits::default()).leniency(level);
    for piece in pieces {
        parser.push(piece);
    }
    parser.finish()
}

/// The reply, and where it begins with words, the JSON in it and what follows.
fn texts(reply: &str) -> impl Iterator<Item = &str> {
    let json = reply.find(['{', '[']).filter(|at| *at > 0);
    [Some(reply), json.map(|at| &reply[at..])]
        .into_iter()
        .flatten()
}

#[test]
fn a_reply_in_two_pieces_is_the_whole() {
    each(|case| {
        for level in LEVELS {
            for text in texts(&case.reply) {
                let whole = in_pieces(&[text], level);
                for at in (0..=text.len()).filter(|at| text.is_char_boundary(*at)) {
                    let (before, after) = text.split_at(at);
                    let read = in_pieces(&[before, after], level);
                    assert_eq!(read, whole, "{} at {at}", case.id);
                }
            }
        }
    });
}

#[test]
fn a_reply_in_many_pieces_is_the_whole() {
    each(|case| {
        for level in LEVELS {
            for text in texts(&case.reply) {
                let whole = in_pieces(&[text], level);
                for size in [1, 2, 3, 5, 8, 13] {
                    let pieces = pieces(text, |at| at % size == 0);
                    assert_eq!(in_pieces(&pieces, level), whole, "{} by {size}", case.id);
                }
                for round in 1..8_u64 {
                    // Scattered, and the same in every run.
                    let is_cut = |at: usize| {
                        (at as u64 + round).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 61 < round
                    };
                    let pieces = pieces(text, is_cut);
                    assert_eq!(
                        in_pieces(&pieces, level),
                        whole,
                        "{} in {pieces:?}",
                        case.id
                    );
                }
            }
        }
    });
}

fn pieces(text: &str, is_cut: impl Fn(usize) -> bool) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    for at in (1..text.len()).filter(|at| text.is_char_boundary(*at) && is_cut(*at)) {
        pieces.push(&text[start..at]);
        start = at;
    }
    pieces.push(&text[start..]);
    pieces
}
