//! The parser, whole and in pieces.

use serde_json::Value;
use typechat::reply::{Leniency, Limits, NoteKind, Parsed, Parser, Problem, ProblemCode};

use super::{findings, head, repeats::Repeats};

type Outcome = Result<Parsed, Box<Problem>>;

/// Parses the text after the first line, whole and in pieces; each byte of the first line is the
/// length of a piece in characters (`1` is one), taken in turn.
///
/// # Panics
/// When the two differ, when JSON is not read as it stands, when what is read is not read as
/// itself again, or when a finding lies outside the text.
pub fn parse(data: &[u8]) {
    let (lengths, text) = head(data);
    for leniency in [Leniency::Strict, Leniency::Full] {
        check(&text, lengths, leniency);
    }
}

fn check(text: &str, lengths: &[u8], leniency: Leniency) {
    let whole = outcome([text], leniency);
    let in_pieces = outcome(pieces(text, lengths), leniency);
    assert_eq!(in_pieces, whole, "in pieces, and whole");
    match &whole {
        Ok(parsed) => findings::check(text, &[], &parsed.notes),
        Err(problem) => findings::check(text, std::slice::from_ref(problem), &[]),
    }
    match serde_json::from_str(text) {
        Ok(value) => json(text, &value, &whole),
        Err(_) => assert!(
            leniency != Leniency::Strict || whole.is_err(),
            "what is no JSON is refused: {whole:?}"
        ),
    }
    if let Ok(parsed) = whole {
        let again = outcome([&*parsed.value.to_string()], Leniency::Strict);
        let again = again.unwrap_or_else(|problem| {
            panic!("{} is not read: {problem:?}", parsed.value);
        });
        assert_eq!(again.value, parsed.value, "what is read is read again");
        assert!(again.notes.is_empty(), "{:?}", again.notes);
    }
}

fn outcome<'a>(pieces: impl IntoIterator<Item = &'a str>, leniency: Leniency) -> Outcome {
    let mut parser = Parser::new(Limits::default()).leniency(leniency);
    for piece in pieces {
        parser.push(piece);
    }
    parser.finish()
}

/// The text in pieces of these lengths; whole when they have none.
fn pieces<'a>(text: &'a str, lengths: &[u8]) -> Vec<&'a str> {
    let lengths: Vec<usize> = lengths
        .iter()
        .map(|byte| usize::from(byte.wrapping_sub(b'0') % 64))
        .collect();
    if lengths.iter().all(|length| *length == 0) {
        return vec![text];
    }
    let (mut pieces, mut rest) = (Vec::new(), text);
    for length in lengths.into_iter().cycle() {
        if rest.is_empty() {
            break;
        }
        let end = rest
            .char_indices()
            .nth(length)
            .map_or(rest.len(), |(at, _)| at);
        let (piece, after) = rest.split_at(end);
        pieces.push(piece);
        rest = after;
    }
    pieces
}

/// JSON is the value that it is. Only a repeated key may be noted, and only that or a number that
/// a value cannot hold may refuse it.
fn json(text: &str, value: &Value, outcome: &Outcome) {
    let repeats = serde_json::from_str(text).is_ok_and(|repeats: Repeats| repeats.0);
    match outcome {
        Ok(parsed) => {
            assert_eq!(parsed.value, *value, "JSON is read as it stands");
            let merged = |note: &typechat::reply::Note| {
                matches!(note.kind, NoteKind::MergedKey | NoteKind::More)
            };
            assert!(parsed.notes.iter().all(merged), "{:?}", parsed.notes);
            assert_eq!(!parsed.notes.is_empty(), repeats, "{:?}", parsed.notes);
        }
        Err(problem) if problem.code == ProblemCode::DuplicateKey => {
            assert!(repeats, "{problem:?}");
        }
        Err(problem) if problem.code == ProblemCode::InexactNumber => {
            let span = problem.span.expect("a number has a place");
            let number = &text[span.start..span.end];
            assert!(!is_short(number), "{problem:?}");
        }
        Err(problem) => panic!("JSON is refused: {problem:?}"),
    }
}

/// A number that every double near it can be told from: at most fifteen digits, no great exponent.
fn is_short(number: &str) -> bool {
    let (digits, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let digits = digits.trim_start_matches(['-', '0', '.']);
    digits.len() <= 15 && exponent.parse().is_ok_and(|e: i32| e.abs() < 250)
}
