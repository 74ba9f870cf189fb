//! From a model's words to a value: which candidate is read, and what is said when none is right.

use insta::assert_snapshot;
use serde_json::{Value, json};
use typechat::reply::{
    Leniency, Parser, ProblemCode, Reader, Reading, read, render_for_model, render_pretty,
};
use typechat_examples::coffee_shop::Cart;

fn value(reply: &str) -> Value {
    read::<Value>(reply)
        .into_result()
        .unwrap_or_else(|p| panic!("{reply}: {p:?}"))
}

fn strict(reply: &str) -> Reading<Value> {
    Reader::new().leniency(Leniency::Strict).read(reply)
}

fn words<T>(reading: &Reading<T>) -> String {
    render_for_model(reading.problems())
}

#[test]
fn candidates() {
    assert_eq!(value(r#"  {"a": 1}  "#), json!({"a": 1}));
    assert_eq!(
        value("Sure!\n```json\n{\"a\": 1}\n```\nEnjoy."),
        json!({"a": 1})
    );
    assert_eq!(
        value("Sure: {\"a\": \"}{\"} and that is it"),
        json!({"a": "}{"})
    );
    assert_eq!(value("```{\"a\": \"```\"}```"), json!({"a": "```"}));
    assert_eq!(
        value("<think>{\"a\": 0}</think>{\"a\": 1}"),
        json!({"a": 1})
    );
    // Nothing tells which of several is wanted when any value is.
    let reading = read::<Value>("first {\"a\": 1}, better {\"a\": 2}");
    assert_eq!(reading.problems()[0].code, ProblemCode::Ambiguous);
    assert_eq!(value("use `x` in {braces}: [1, 2]"), json!([1, 2]));
    assert_eq!(value("\"text\""), json!("text"));
    assert_eq!(value("-1.5e3"), json!(-1500.0));
    assert_eq!(
        read::<Value>("I cannot do that.").problems()[0].code,
        ProblemCode::NoJson
    );
    assert_eq!(read::<Value>("").problems()[0].code, ProblemCode::NoJson);
}

#[test]
fn what_strict_json_refuses() {
    let replies = [
        r#"{"a": 1, "a": 2}"#,
        r#"{"a": 1,}"#,
        r#"[1 2]"#,
        r#"{"a" 1}"#,
        r#"{a: 1}"#,
        r#"[1, tru]"#,
        r#"[01]"#,
        r#"[1e400]"#,
        r#"[12345678901234567890123]"#,
        r#"[0.12345678901234567890123]"#,
        "[\"a\nb\"]",
        r#"["\x"]"#,
        r#"{"a": [1, {"b": "c"#,
        r#"{"a": 1}]"#,
    ];
    let said: String = replies
        .iter()
        .map(|reply| {
            let reading = strict(reply);
            let problem = reading.problems().first().map_or_else(
                || "(accepted)".to_owned(),
                |p| format!("{p} {:?}", p.span.map(|s| s.start..s.end)),
            );
            format!("{reply:?}\n    {problem}\n")
        })
        .collect();
    assert_snapshot!(said);
}

#[test]
fn equal_duplicates_merge_with_a_note() {
    let reading = read::<Value>(r#"{"a": [1], "b": 2, "a": [1]}"#);
    assert_eq!(reading.value(), Some(&json!({"a": [1], "b": 2})));
    assert_eq!(
        reading.notes()[0].to_string(),
        "a: the key stands twice with equal values"
    );
}

#[test]
fn numbers_are_exact_or_refused() {
    for text in [
        "0",
        "-0",
        "1.50",
        "0.1",
        "1e3",
        "18446744073709551615",
        "0.30000000000000004",
    ] {
        assert!(read::<Value>(text).value().is_some(), "{text}");
    }
    for text in ["18446744073709551616", "9007199254740993.0", "1e-400"] {
        assert_eq!(
            read::<Value>(text).problems()[0].code,
            ProblemCode::InexactNumber,
            "{text}"
        );
    }
}

#[test]
fn limits_are_named() {
    let deep = "[".repeat(129) + &"]".repeat(129);
    assert_snapshot!(words(&read::<Value>(&deep)), @"- [0][0][0][0][0][0]…[0][0][0][0][0][0]: nested deeper than the limit of 128 levels; nest less");
    let fine = "[".repeat(128) + &"]".repeat(128);
    assert!(read::<Value>(&fine).value().is_some());
    let large = format!("\"{}\"", "x".repeat(5 << 20));
    assert_snapshot!(words(&read::<Value>(&large)), @"- the reply is larger than the limit of 4194304 bytes; write less");
}

const WRONG_CART: &str = r#"{
  "items": [
    {"type": "lineitem", "product": {"type": "LatteDrinks", "name": "late", "size": "large"}, "quantity": "two"},
    {"type": "linitem", "product": {}, "quantity": 1},
    {"quantity": 1},
    {"type": "lineitem", "product": {"type": "LatteDrinks", "name": "latte", "colour": "red",
      "options": [{"type": "Milks", "name": "oatmilk"}, {"type": "Syrups", "name": "toffee syrup", "optionQuantity": "heavy"}]}, "quantity": -1}
  ]
}"#;

#[test]
fn a_wrong_cart_is_told_branch_by_branch() {
    let reading = Reader::<Cart>::new().read(WRONG_CART);
    assert!(reading.value().is_none());
    assert_snapshot!("wrong_cart_for_models", words(&reading));
    let picture = render_pretty(
        WRONG_CART,
        "reply",
        reading.problems(),
        reading.notes(),
        false,
    );
    assert_snapshot!("wrong_cart_for_people", picture);
}

#[test]
fn checks_refuse_and_warn() {
    let reader = Reader::<Cart>::new().check(|cart, checks| {
        if cart.items.is_empty() {
            checks.refuse("/items", "the cart is empty; order something");
        } else {
            checks.warn("/items/0", "seen");
        }
    });
    assert_snapshot!(words(&reader.read(r#"{"items": []}"#)), @"- items: the cart is empty; order something");
    let reading = reader.read(r#"ok: {"items": [{"type": "unknown", "text": "x"}]}"#);
    let span = reading.notes()[0].span.unwrap();
    assert_eq!((span.start, span.end), (15, 47));
}

#[test]
fn syntax_is_told_with_its_place() {
    let replies = [
        "Here:\n{\"a\": 1,\n b: 2}",
        r#"{"a": [1, {"b": tru}]}"#,
        r#"{"a": [1, {"b" 2}]}"#,
        r#"{"a": {"b": 1, "b": 2}}"#,
        r#"{"a": ["x", "y"#,
        r#"{"a": [1"#,
        "{",
    ];
    let said: String = replies.iter().map(|reply| words(&strict(reply))).collect();
    assert_snapshot!(said);
}

#[test]
fn a_member_named_like_an_index_is_a_member() {
    let reader = Reader::from_schema(&json!({
        "type": "object",
        "properties": { "0": { "type": "array", "items": { "type": "integer" } } },
    }));
    let reply = r#"{"0": [1, "x"]}"#;
    let reading = reader.unwrap().read(reply);
    assert_snapshot!(words(&reading), @r#"- ["0"][1]: expected integer, found "x""#);
    let span = reading.problems()[0].span.unwrap();
    assert_eq!(&reply[span.start..span.end], "\"x\"");
    let reader = Reader::<std::collections::BTreeMap<String, Vec<u8>>>::new()
        .check(|_, checks| checks.refuse("/7/0", "too small"));
    let reading = reader.read(r#"{"6": [0], "7": [1]}"#);
    assert_snapshot!(words(&reading), @r#"- ["7"][0]: too small"#);
    assert_eq!(reading.problems()[0].path.to_pointer(), "/7/0");
    let span = reading.problems()[0].span.unwrap();
    assert_eq!((span.start, span.end), (17, 18));
}

/// The last place at or before `cut` where a text can be cut.
fn boundary(text: &str, cut: usize) -> usize {
    (0..=cut.min(text.len()))
        .rev()
        .find(|&at| text.is_char_boundary(at))
        .unwrap()
}

proptest::proptest! {
    #[test]
    fn in_pieces_equals_whole(cuts in proptest::collection::vec(0_usize..300, 0..8)) {
        let whole = WRONG_CART.replace("late", "caf\u{e9} \\u00e9");
        let mut parser = Parser::default();
        let mut cuts: Vec<usize> =
            cuts.into_iter().map(|cut| boundary(&whole, cut)).collect();
        cuts.sort_unstable();
        let mut at = 0;
        for cut in cuts {
            parser.push(&whole[at..cut]);
            at = cut;
        }
        parser.push(&whole[at..]);
        let mut once = Parser::default();
        once.push(&whole);
        proptest::prop_assert_eq!(parser.finish(), once.finish());
    }

    #[test]
    fn broken_text_in_pieces_is_told_as_whole(text in r#"[\[\]{}:,"0-9eE.+\-a\\\\nul tré]{0,24}"#, cut in 0_usize..24) {
        let cut = boundary(&text, cut);
        let (mut parser, mut once) = (Parser::default(), Parser::default());
        parser.push(&text[..cut]);
        parser.push(&text[cut..]);
        once.push(&text);
        proptest::prop_assert_eq!(parser.finish(), once.finish());
    }

    #[test]
    fn strict_json_agrees_with_serde_json(text in r#"[\[\]{}:,"0-9eE.+\-a\\nul tr]{0,24}"#) {
        let mut parser = Parser::default().leniency(Leniency::Strict);
        parser.push(&text);
        let strict = parser.finish().ok();
        if let Some(parsed) = &strict {
            proptest::prop_assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(parsed.value.clone()));
        }
        // What is read without a note is JSON.
        let mut lenient = Parser::default();
        lenient.push(&text);
        let lenient = lenient.finish().ok().filter(|parsed| parsed.notes.is_empty());
        proptest::prop_assert_eq!(strict.filter(|parsed| parsed.notes.is_empty()), lenient);
        read::<Cart>(&text);
    }
}
