//! Whatever a reply holds, reading it takes time in proportion, and what is told stays short.

use serde_json::{Value, json};
use typechat::reply::{
    Leniency, Limits, NoteKind, Parser, ProblemCode, Reader, Reading, read, render_for_model,
    render_pretty,
};
use typechat_tests::cost::grows;

fn integers() -> Reader<Vec<i64>> {
    Reader::new()
}

#[test]
fn extraction_is_linear() {
    let read = |text: &String| drop(read::<Value>(text));
    for piece in [
        "``` ",
        "```\n",
        "```json ",
        "{ ",
        "[] ",
        "{\"a\": </think>",
        "``` x </think>",
        "[1] ",
    ] {
        grows(10_000, |size| piece.repeat(size), read);
    }
}

#[test]
fn problems_and_notes_are_linear_and_few() {
    let wrong = |size| format!("[{}]", vec!["\"a\""; size].join(","));
    let reader = integers();
    grows(10_000, wrong, |text| drop(reader.read(text)));
    let text = wrong(8000);
    let reading = reader.read(&text);
    assert_eq!(reading.problems().len(), 101);
    assert_eq!(reading.problems()[100].code, ProblemCode::More);
    assert_eq!(reading.problems()[100].to_string(), "and 7900 more");
    assert!(render_for_model(reading.problems()).ends_with("- and 7980 more\n"));
    let picture = render_pretty(&text, "reply", reading.problems(), &[], false);
    assert_eq!(picture.matches("expected integer").count(), 20);
    assert!(picture.ends_with("note: and 7980 more\n"), "{picture}");
    let span = reading.problems()[99].span.unwrap();
    assert_eq!((span.start, span.end), (397, 400));

    let merged = |size| format!("[{}]", vec![r#"{"a": 1, "a": 1}"#; size].join(","));
    grows(2500, merged, |text| drop(read::<Value>(text)));
    let reading = read::<Value>(&merged(300));
    assert_eq!(reading.notes().len(), 101);
    assert_eq!(reading.notes()[100].kind, NoteKind::More);
    assert_eq!(reading.notes()[100].to_string(), "and 200 more");

    let reading = Reader::<Vec<i64>>::new().check(|all, checks| {
        (0..all.len()).for_each(|at| checks.warn(&format!("/{at}"), "seen"));
    });
    let reading = reading.read(&format!("{:?}", vec![1; 300]));
    assert_eq!(reading.notes().len(), 101);
}

#[test]
fn nothing_long_is_quoted() {
    let key = "k\"".repeat(25_000);
    let items = vec![json!({ (key.clone()): "v".repeat(200) }); 2000];
    let told = |reading: &Reading<Value>, reply: &str| {
        let text = render_for_model(reading.problems());
        assert!(text.len() < 20 * 400, "{} bytes", text.len());
        for line in text.lines() {
            assert!(line.len() < 400, "{line}");
        }
        let picture = render_pretty(reply, "reply", reading.problems(), reading.notes(), false);
        assert!(picture.len() < 20 * 1000, "{} bytes", picture.len());
    };
    let rules = [
        json!({ "type": "array", "items": { "type": "object", "additionalProperties": false } }),
        json!({ "type": "array", "items": { "additionalProperties": { "type": "integer" } } }),
        json!({ "type": "array", "items": { "additionalProperties": { "enum": ["a", "b"] } } }),
        json!({ "type": "array", "items": { "anyOf": [{ "type": "integer" }, { "type": "null" }] } }),
        json!({ "type": "object", "additionalProperties": { "type": "array", "items": { "type": "null" } } }),
    ];
    let text = Value::from(items[..20].to_vec()).to_string();
    for schema in &rules {
        let limits = Limits::default();
        let reader = Reader::from_schema(schema).unwrap().limits(limits);
        told(&reader.read(&text), &text);
        let nested = json!({ (key.clone()): items[..2].to_vec() }).to_string();
        told(&reader.read(&nested), &nested);
    }
    let wide = json!({ (key.clone()): vec![1; 2000] }).to_string();
    let reader = Reader::from_schema(&rules[4]).unwrap();
    told(&reader.read(&wide), &wide);
    let syntax = format!(
        "{{\"{}\": [{{\"{}\": x}}]}}",
        "k".repeat(50_000),
        "y".repeat(50_000)
    );
    told(&read::<Value>(&syntax), &syntax);
}

#[test]
fn pieces_cost_no_more_than_the_whole() {
    let word = |size| "x".repeat(size);
    grows(30_000, word, |text| {
        for (leniency, code) in [
            (Leniency::Strict, ProblemCode::Syntax),
            (Leniency::Full, ProblemCode::Truncated),
        ] {
            let mut parser = Parser::default().leniency(leniency);
            parser.push("{");
            (0..text.len()).for_each(|_| parser.push("x"));
            assert_eq!(parser.finish().unwrap_err().code, code);
        }
    });
}

#[test]
fn depth_has_a_bound_of_its_own() {
    let mut limits = Limits::default();
    limits.depth = usize::MAX;
    let reader = Reader::<Value>::from_schema(&json!({})).unwrap();
    let reader = reader.limits(limits);
    let nested = |depth| "[".repeat(depth) + &"]".repeat(depth);
    assert!(reader.read(&nested(512)).value().is_some());
    let reading = reader.read(&nested(100_000));
    assert_eq!(reading.problems()[0].code, ProblemCode::TooDeep);
    assert!(
        reading.problems()[0]
            .to_string()
            .ends_with(": nested deeper than the limit of 512 levels; nest less")
    );
    assert!(reading.problems()[0].to_string().len() < 150);
}
