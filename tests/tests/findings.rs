//! The published list of findings is true and complete: every row of it is run.
#![allow(
    dead_code,
    reason = "the types of the list are read and never looked at"
)]

use std::collections::BTreeSet;

use serde::de::DeserializeOwned;
use serde_json::Value;
use typechat::reply::{Leniency, Limits, Note, Problem, Reader};

include!("findings/types.rs");

const LIST: &str = include_str!("../../typechat/src/reply/findings.md");
const KINDS: &str = include_str!("../../typechat/src/reply/kinds.rs");

/// What a row's reply came to.
struct Outcome {
    is_read: bool,
    problems: Vec<Problem>,
    notes: Vec<Note>,
}

fn by<T: DeserializeOwned>(reader: &Reader<T>, reply: &str) -> Outcome {
    let (value, problems, notes) = reader.read(reply).into_parts();
    let is_read = value.is_some();
    Outcome {
        is_read,
        problems,
        notes,
    }
}

fn read(ty: &str, reply: &str) -> Outcome {
    let limited = |depth, bytes| {
        let mut limits = Limits::default();
        (limits.depth, limits.bytes) = (depth, bytes);
        Reader::<Value>::new().limits(limits)
    };
    match ty {
        "`Order`" => by(&Reader::<Order>::new(), reply),
        "`Order`, strict" => by(&Reader::<Order>::new().leniency(Leniency::Strict), reply),
        "`Order`, checked" => {
            let reader = Reader::<Order>::new().check(|order, checks| {
                if order.count > 5 {
                    checks.warn("/count", "more than five");
                }
            });
            by(&reader, reply)
        }
        "`Dish`" => by(&Reader::<Dish>::new(), reply),
        "`Shape`" => by(&Reader::<Shape>::new(), reply),
        "`Amount`" => by(&Reader::<Amount>::new(), reply),
        "`Taste`" => by(&Reader::<Taste>::new(), reply),
        "`Stay`" => by(&Reader::<Stay>::new(), reply),
        "`Even`" => by(&Reader::<Even>::new(), reply),
        "`Vec<Vec<u8>>`" => by(&Reader::<Vec<Vec<u8>>>::new(), reply),
        "`Vec<Dish>`" => by(&Reader::<Vec<Dish>>::new(), reply),
        "`Vec<u8>`" => by(&Reader::<Vec<u8>>::new(), reply),
        "`Vec<u16>`" => by(&Reader::<Vec<u16>>::new(), reply),
        "`(u8, u8)`" => by(&Reader::<(u8, u8)>::new(), reply),
        "`bool`" => by(&Reader::<bool>::new(), reply),
        "`f64`" => by(&Reader::<f64>::new(), reply),
        "`Value`" => by(&Reader::<Value>::new(), reply),
        "`Value`, depth 2" => by(&limited(2, 1000), reply),
        "`Value`, bytes 8" => by(&limited(100, 8), reply),
        _ => panic!("no reader for {ty}"),
    }
}

/// The cells of the rows under a heading.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let (_, part) = LIST.split_once(heading).unwrap();
    let part = part.split("\n#").next().unwrap();
    let rows = part.lines().filter(|line| line.starts_with('|')).skip(2);
    rows.map(|row| {
        let row = row.replace("\\|", "\u{0}");
        let cells = row.trim_matches('|').split('|');
        let cells = cells.map(|cell| cell.trim().replace('\u{0}', "|"));
        cells.collect()
    })
    .collect()
}

/// The text of a code span.
fn code(cell: &str) -> String {
    let marks = cell.len() - cell.trim_start_matches('`').len();
    let inner = &cell[marks..cell.len() - marks];
    let padded = inner.strip_prefix(' ').and_then(|i| i.strip_suffix(' '));
    let inner = if marks > 0 {
        padded.unwrap_or(inner)
    } else {
        inner
    };
    inner.replace('⏎', "\n")
}

/// The reply of a row; one with many items has its number in words.
fn reply(cell: &str) -> String {
    let text = code(cell);
    let Some((start, count)) = text.split_once(", … ") else {
        return text;
    };
    let count = count.trim_end_matches(" times]").parse().unwrap();
    let item = start.trim_start_matches('[');
    format!("[{}]", vec![item; count].join(", "))
}

/// The variants of an enum of kinds, by their names in JSON.
fn variants(name: &str) -> BTreeSet<String> {
    let (_, body) = KINDS.split_once(&format!("enum {name} {{")).unwrap();
    let body = body.split("\n}").next().unwrap();
    let names = body
        .lines()
        .filter_map(|line| line.trim().strip_suffix(','));
    let snake = |name: &str| {
        let mut out = String::new();
        for c in name.chars() {
            if c.is_uppercase() && !out.is_empty() {
                out.push('_');
            }
            out.extend(c.to_lowercase());
        }
        out
    };
    let is_name = |name: &&str| name.chars().all(char::is_alphanumeric);
    names.filter(is_name).map(snake).collect()
}

/// The name in JSON.
fn wire(kind: impl serde::Serialize) -> String {
    let name = serde_json::to_value(kind).unwrap();
    name.as_str().unwrap().to_owned()
}

#[test]
fn every_problem_of_the_list_is_found() {
    let (mut codes, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for row in rows("## Problems") {
        let [code_cell, kind, _, ty, reply_cell, text] = row.as_slice() else {
            panic!("{row:?}")
        };
        let read = read(ty, &reply(reply_cell));
        assert!(!read.is_read, "{row:?}");
        let told: Vec<_> = read
            .problems
            .iter()
            .map(|p| (wire(p.code), wire(p.kind), p.text.clone()))
            .collect();
        let wanted = (code(code_cell), code(kind), code(text));
        assert!(told.contains(&wanted), "{wanted:?}\n{told:?}");
        codes.insert(code(code_cell));
        kinds.insert(code(kind));
    }
    assert_eq!(codes, variants("ProblemCode"));
    assert_eq!(kinds, variants("ProblemKind"));
}

#[test]
fn every_note_of_the_list_is_told() {
    let mut kinds = BTreeSet::new();
    for row in rows("## Notes") {
        let [kind, _, ty, reply_cell, text] = row.as_slice() else {
            panic!("{row:?}")
        };
        let read = read(ty, &reply(reply_cell));
        assert!(read.is_read, "{row:?}: {:?}", read.problems);
        let told: Vec<_> = read
            .notes
            .iter()
            .map(|note| (wire(note.kind), note.text.clone()))
            .collect();
        let wanted = (code(kind), code(text));
        assert!(told.contains(&wanted), "{wanted:?}\n{told:?}");
        kinds.insert(code(kind));
    }
    // A doubt needs a request: `tests/tests/grounding.rs`.
    assert!(LIST.contains("A note of the kind `doubt` is told by a translator"));
    kinds.insert("doubt".to_owned());
    assert_eq!(kinds, variants("NoteKind"));
}

#[test]
fn the_types_of_the_list_are_these() {
    let block = LIST.split("```\n").nth(1).unwrap();
    assert_eq!(block, include_str!("findings/types.rs"));
}
