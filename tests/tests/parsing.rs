//! What is nearly JSON: what is read, with which notes, and what is refused.

use insta::assert_snapshot;
use serde_json::{Value, json};
use typechat::reply::{Leniency, Limits, NoteKind, Parsed, Parser, Problem, ProblemCode};

fn parse(text: &str) -> Result<Parsed, Box<Problem>> {
    let mut parser = Parser::default();
    parser.push(text);
    parser.finish()
}

/// The text is read as the value, and every deviation is noted; strictly it is refused.
fn reads(text: &str, value: &Value, kinds: &[NoteKind]) {
    let parsed = parse(text).unwrap_or_else(|problem| panic!("{text}: {problem}"));
    assert_eq!(&parsed.value, value, "{text}");
    let found: Vec<NoteKind> = parsed.notes.iter().map(|note| note.kind).collect();
    assert_eq!(found, kinds, "{text}");
    for note in &parsed.notes {
        let span = note.span.unwrap();
        assert!(text.get(span.start..span.end).is_some(), "{text}: {note:?}");
    }
    let mut strict = Parser::new(Limits::default()).leniency(Leniency::Strict);
    strict.push(text);
    assert!(strict.finish().is_err(), "{text}");
}

#[test]
fn comments() {
    use NoteKind::Comment;
    reads("{\"a\": 1 // one\n}", &json!({"a": 1}), &[Comment]);
    reads("[/* ] */ 1, /**/ 2]", &json!([1, 2]), &[Comment, Comment]);
    reads("# first\n[1] # last", &json!([1]), &[Comment, Comment]);
    reads("[\"a\" // b\n, \"c\"]", &json!(["a", "c"]), &[Comment]);
    reads(
        "[1 /* x */, a /* y */]",
        &json!([1, "a"]),
        &[Comment, NoteKind::Unquoted, Comment],
    );
}

#[test]
fn commas() {
    use NoteKind::Comma;
    reads("[1, 2,]", &json!([1, 2]), &[Comma]);
    reads("{\"a\": 1,}", &json!({"a": 1}), &[Comma]);
    reads("[\"a\" \"b\"]", &json!(["a", "b"]), &[Comma]);
    reads("[{} {}\n[]]", &json!([{}, {}, []]), &[Comma, Comma]);
    reads(
        "{\"a\": 1 \"b\": true \"c\": \"x\"\n\"d\": 2}",
        &json!({"a": 1, "b": true, "c": "x", "d": 2}),
        &[Comma, Comma, Comma],
    );
    reads("{\"a\": 1,, \"b\": 2}", &json!({"a": 1, "b": 2}), &[Comma]);
    reads(
        "{\"a\": \"x\"\n b: 1}",
        &json!({"a": "x", "b": 1}),
        &[Comma, NoteKind::Unquoted],
    );
}

#[test]
fn quotes() {
    use NoteKind::Quotes;
    reads("{'a': 'it's'}", &json!({"a": "it's"}), &[Quotes, Quotes]);
    reads(
        "[“a”, ‘b’, „c“, «d», `e`]",
        &json!(["a", "b", "c", "d", "e"]),
        &[Quotes; 5],
    );
    reads(
        "[\"\"\"a \"b\"\nc\"\"\", '''d''']",
        &json!(["a \"b\"\nc", "d"]),
        &[Quotes, NoteKind::ControlCharacter, Quotes],
    );
    reads("['a \"b\" c']", &json!(["a \"b\" c"]), &[Quotes]);
}

#[test]
fn texts_without_quotes() {
    use NoteKind::Unquoted;
    reads("{a: b}", &json!({"a": "b"}), &[Unquoted, Unquoted]);
    reads(
        "{name: flat white, size: tall\n}",
        &json!({"name": "flat white", "size": "tall"}),
        &[Unquoted; 4],
    );
    reads(
        "{5: 1, null: 2, x-y.z: 3}",
        &json!({"5": 1, "null": 2, "x-y.z": 3}),
        &[Unquoted; 3],
    );
    reads(
        "[2024-01-05, 12:30, 007, 5 minutes, don't]",
        &json!(["2024-01-05", "12:30", "007", "5 minutes", "don't"]),
        &[Unquoted; 5],
    );
    reads(
        "[http://x.org/a#b]",
        &json!(["http://x.org/a#b"]),
        &[Unquoted],
    );
}

#[test]
fn quotes_within_texts() {
    use NoteKind::InnerQuote;
    reads(
        r#"{"a": "he said "hi" twice"}"#,
        &json!({"a": "he said \"hi\" twice"}),
        &[InnerQuote],
    );
    reads(
        r#"["a 27" screen", 1]"#,
        &json!(["a 27\" screen", 1]),
        &[InnerQuote],
    );
    reads(
        r#"{"a": "see: "this", it said", "b": 1}"#,
        &json!({"a": "see: \"this\", it said", "b": 1}),
        &[InnerQuote],
    );
}

#[test]
fn characters_and_escapes() {
    use NoteKind::{ControlCharacter, Escape};
    reads("[\"a\nb\tc\"]", &json!(["a\nb\tc"]), &[ControlCharacter]);
    reads(
        r#"["C:\dir", "it\'s", "\x41"]"#,
        &json!([r"C:\dir", "it's", "A"]),
        &[Escape; 3],
    );
}

#[test]
fn what_nobody_sees_is_passed_over() {
    let kinds = [NoteKind::ControlCharacter; 2];
    reads(
        "{\"a\":\u{a0}1,\u{feff}\"b\": 2}",
        &json!({"a": 1, "b": 2}),
        &kinds,
    );
}

#[test]
fn words_and_numbers_of_other_languages() {
    use NoteKind::{Number, Word};
    reads(
        "[True, FALSE, None, undefined]",
        &json!([true, false, null, null]),
        &[Word; 4],
    );
    reads(
        "[+1, .5, -.5, 5., 1_000]",
        &json!([1, 0.5, -0.5, 5.0, 1000]),
        &[Number; 5],
    );
}

#[test]
fn brackets() {
    use NoteKind::Bracket;
    reads("[{\"a\": 1]", &json!([{"a": 1}]), &[Bracket]);
    reads("{\"a\": 1}}]", &json!({"a": 1}), &[Bracket; 2]);
}

#[test]
fn several_values() {
    use NoteKind::{Comma, Concatenated};
    reads(
        "{\"a\": 1}{\"a\": 2}",
        &json!([{"a": 1}, {"a": 2}]),
        &[Concatenated],
    );
    reads("[1], [2],", &json!([[1], [2]]), &[Comma, Concatenated]);
}

#[test]
fn cut_texts() {
    use NoteKind::Truncated;
    reads("{\"a\": [1, 2,", &json!({"a": [1, 2]}), &[Truncated]);
    reads(
        "{\"a\": {\"b\": \"c\"",
        &json!({"a": {"b": "c"}}),
        &[Truncated],
    );
    reads("{\"a\": 1, \"b\":", &json!({"a": 1}), &[Truncated]);
    reads("[true", &json!([true]), &[Truncated]);
    reads("[1 ", &json!([1]), &[Truncated]);
}

/// Where a text ends, what is missing or what is meant cannot be told: no value.
#[test]
fn what_is_refused() {
    let texts = [
        // Quotes within that may end the text.
        r#"{"a": "first, b: "second"}"#,
        r#"{"a": "New York, "b": "male"}"#,
        r#"{"a": "x, {"k": 1}, "b": 2}"#,
        r#"{"a": "one "two", "three" four"}"#,
        r#"["say ""hi"" now"]"#,
        r#"{"a": "open" or "closed"}"#,
        r#"{"a": "x" + "y"}"#,
        r#"["x"/"y"]"#,
        r#"{"a": "left "open}"#,
        r#"{"a": "x" true}"#,
        r#"["key": "value"]"#,
        r#"{"a": [1, {"b": 2}, "c": 3}"#,
        r#"{"a": "b": "c"}"#,
        // Left out.
        "[1, 2, ...]",
        "[1, …, 3]",
        "{\"a\": 1, ...}",
        "[1, // ... and so on\n2]",
        "[1, /* … */ 2]",
        // Something is missing.
        "[1,,2]",
        "[,1]",
        "{\"a\": }",
        "{\"a\": , \"b\": 1}",
        "{\"a\", \"b\"}",
        "{\"a\" \"b\"}",
        "{\"a\": 1 // one, \"b\": 2}",
        "[\"a\", #abc,\n\"b\"]",
        // Several values, or one.
        "[1 2]",
        "[1,000]",
        "{\"a\": -2,000.00}",
        "[f(a, b)]",
        "(1, 2)",
        "[0x1F]",
        "[$1,234, $5]",
        "[u'x', b'y']",
        "[- 1]",
        "[−1]",
        "[NaN]",
        // Not all of it is there.
        "[1, 2",
        "{\"a\": tru",
        "[\"a",
        "[ab",
        "{\"a",
        "{a",
        "",
        "}",
        // Lost characters, lost digits.
        r#"["\ud83d"]"#,
        "[1_0000000000000000000001]",
        "[1e999]",
        "{\"a\": 1, 'a': 2}",
        // No JSON at all.
        "hello",
        "{5}",
        "{\"a\": 1} and more",
        "1 [2]",
    ];
    let said: String = texts
        .iter()
        .map(|text| match parse(text) {
            Ok(parsed) => panic!("{text} was read as {}", parsed.value),
            Err(problem) => format!("{text:?}\n    {problem}\n"),
        })
        .collect();
    assert_snapshot!(said);
}

#[test]
fn a_comment_that_leaves_out_is_a_problem_of_its_own() {
    assert_eq!(parse("[1, ...]").unwrap_err().code, ProblemCode::LeftOut);
}
