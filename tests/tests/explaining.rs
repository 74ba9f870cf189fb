//! Why a value is refused: every rule in words, in time that grows as the value does.

use std::{collections::BTreeMap, time::Duration};

use insta::assert_snapshot;
use proptest::prelude::*;
use serde::Deserialize;
use serde_json::{Value, json};
use typechat::{
    Schema,
    reply::{Leniency, Limits, ProblemCode, Reader, read, render_for_model},
    schema::TypeGraph,
};
use typechat_tests::cost;

/// A part may be a `Rules` again in two ways, so that our own verdict judges it, too.
#[derive(Debug, Deserialize, Schema)]
#[allow(dead_code)]
struct Rules {
    #[typechat(range = 1..=5)]
    stars: Option<u8>,
    #[typechat(length = 2..=4)]
    code: Option<String>,
    #[typechat(pattern = "^a+$")]
    letters: Option<String>,
    #[typechat(length = 1..=2)]
    list: Option<Vec<i8>>,
    pair: Option<(bool, String)>,
    counts: Option<BTreeMap<String, f32>>,
    nullable: Option<Vec<Option<bool>>>,
    color: Option<Color>,
    one: Option<Box<Tagged>>,
    other: Option<Box<Untagged>>,
}

#[derive(Debug, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Color {
    Red,
    Green,
}

#[derive(Debug, Deserialize, Schema)]
#[serde(tag = "kind")]
#[allow(dead_code)]
enum Tagged {
    A { child: Option<Box<Rules>> },
    B { child: Option<Box<Rules>>, n: u8 },
}

#[derive(Debug, Deserialize, Schema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Untagged {
    A { child: Box<Rules>, a: bool },
    B { child: Box<Rules>, b: bool },
    List(Vec<Rules>),
    Text(String),
}

#[test]
fn every_rule_is_told_in_words() {
    let reply = json!({
        "stars": 6, "code": "x", "letters": "ab", "list": [1, 1.5, 300], "pair": [1],
        "counts": {"7": "x"}, "nullable": [null, 1], "color": "grene", "extra": 1,
        "one": {"kind": "B", "child": {"stars": "x"}},
        "other": {"child": {"pair": [true, "x", 3]}, "a": true, "b": true},
    });
    let mut said = render_for_model(read::<Rules>(&reply.to_string()).problems());
    let more = [
        json!({ "one": {"child": {}} }),
        json!({ "one": {"kind": "C"} }),
        json!({ "one": 3 }),
        json!({ "other": {"child": {"stars": 0}, "a": true} }),
        json!({ "other": [{"list": []}, {"stars": 1.0}] }),
        json!({ "other": true }),
        json!([]),
    ];
    for reply in more {
        said += &format!("{reply}\n");
        said += &render_for_model(read::<Rules>(&reply.to_string()).problems());
    }
    let keys = r#"{"256": 1, "7": 2}"#;
    said += &render_for_model(read::<BTreeMap<u8, f32>>(keys).problems());
    assert_snapshot!(said);
}

/// JSON that is nearly right: the names and constants of [`Rules`], and others.
fn nearly() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(json!(null)),
        any::<bool>().prop_map(Value::from),
        (-2_i64..300).prop_map(Value::from),
        Just(json!(1.0)),
        Just(json!(1.5)),
        "[ab]{0,3}".prop_map(Value::from),
        prop_oneof!["red", "grene", "A", "B"].prop_map(Value::from),
    ];
    let key = prop_oneof![
        "stars|code|letters|list|pair|counts",
        "nullable|color|one|other",
        "kind|child|n|a|b",
        "[0-9]{1,3}",
    ];
    leaf.prop_recursive(6, 64, 6, move |inner| {
        prop_oneof![
            proptest::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            proptest::collection::vec((key.clone(), inner.clone()), 0..5)
                .prop_map(|members| Value::Object(members.into_iter().collect())),
            typed(inner),
        ]
    })
}

/// An object whose members mostly hold what they should.
fn typed(inner: impl Strategy<Value = Value> + Clone + 'static) -> impl Strategy<Value = Value> {
    let member = prop_oneof![
        (0_u8..7).prop_map(|n| ("stars", json!(n))),
        "[ab]{1,5}".prop_map(|text| ("code", json!(text))),
        "[ab]{1,2}".prop_map(|text| ("letters", json!(text))),
        proptest::collection::vec(-200_i16..200, 0..4).prop_map(|list| ("list", json!(list))),
        any::<bool>().prop_map(|b| ("pair", json!([b, "x"]))),
        (0_u16..400).prop_map(|n| ("counts", json!({ (n.to_string()): 0.5 }))),
        inner
            .clone()
            .prop_map(|v| ("one", json!({"kind": "A", "child": v}))),
        inner
            .clone()
            .prop_map(|v| ("one", json!({"child": v, "n": 1, "kind": "B"}))),
        inner
            .clone()
            .prop_map(|v| ("other", json!({"child": v, "b": true}))),
        inner.prop_map(|v| ("other", json!([v]))),
    ];
    proptest::collection::vec(member, 0..4).prop_map(|members| {
        let named = members.into_iter().map(|(name, v)| (name.to_owned(), v));
        Value::Object(named.collect())
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]
    #[test]
    fn our_verdict_is_the_validators(value in nearly()) {
        thread_local! {
            static BOTH: (Reader<Rules>, jsonschema::Validator) = {
                let schema = TypeGraph::of::<Rules>().to_json_schema();
                (Reader::new().leniency(Leniency::Strict), jsonschema::validator_for(&schema).unwrap())
            };
        }
        BOTH.with(|(reader, validator)| {
            let reading = reader.read(&value.to_string());
            let code = reading.problems().first().map(|problem| problem.code);
            let refused = code.is_some_and(|code| code != ProblemCode::Deserialize);
            prop_assert_eq!(refused, !validator.is_valid(&value), "{:?}", reading.problems());
            for problem in reading.problems() {
                prop_assert!(problem.expected.is_some() || problem.code == ProblemCode::UnknownMember, "{problem}");
            }
            Ok(())
        })?;
    }
}

#[derive(Debug, Deserialize, Schema)]
#[serde(tag = "kind")]
#[allow(dead_code)]
enum Tree {
    A { child: Box<Node>, a: Option<u8> },
    B { child: Box<Node>, b: Option<u8> },
}

#[derive(Debug, Deserialize, Schema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Plain {
    A { child: Box<Plain>, a: bool },
    B { child: Box<Plain>, b: bool },
    Leaf(u8),
}

#[derive(Debug, Deserialize, Schema)]
#[serde(untagged)]
#[allow(dead_code)]
enum Node {
    Tree(Tree),
    Leaf(u8),
}

/// A value of so many levels around a leaf.
fn nested(depth: usize, open: &str, close: &str, leaf: &str) -> String {
    format!("{}{leaf}{}", open.repeat(depth), close.repeat(depth))
}

#[test]
fn unions_do_not_double_the_work_at_each_level() {
    let shapes = [
        (r#"{"kind": "B", "child": "#, "}"),
        (r#"{"child": "#, r#", "kind": "B"}"#),
        (r#"{"child": "#, r#", "b": true}"#),
        (r#"{"b": true, "child": "#, "}"),
    ];
    let tree = TypeGraph::of::<Node>().to_json_schema();
    let plain = TypeGraph::of::<Plain>().to_json_schema();
    for (at, (open, close)) in shapes.iter().enumerate() {
        for leaf in ["1", "\"x\"", "256"] {
            let codes = |problems: &[typechat::reply::Problem]| {
                problems.iter().map(|p| p.code).collect::<Vec<_>>()
            };
            let derived = |reply: &str| match at {
                0 | 1 => codes(Reader::<Node>::new().read(reply).problems()),
                _ => codes(Reader::<Plain>::new().read(reply).problems()),
            };
            let imported = |reply: &str| {
                let schema = if at < 2 { &tree } else { &plain };
                codes(Reader::from_schema(schema).unwrap().read(reply).problems())
            };
            for depth in [3, 60, 120] {
                let reply = nested(depth, open, close, leaf);
                let took = cost::of(|| {
                    // What the validator could not judge in time is refused.
                    let codes = imported(&reply);
                    let is_refused = codes == [ProblemCode::TooDeep] && depth > 3;
                    assert_eq!(
                        codes.is_empty(),
                        leaf == "1" && !is_refused,
                        "{reply}: {codes:?}"
                    );
                    // Serde itself doubles its work for each level of an untagged enum.
                    if at < 2 || leaf != "1" || depth == 3 {
                        let codes = derived(&reply);
                        assert_eq!(codes.is_empty(), leaf == "1", "{reply}: {codes:?}");
                        assert!(!codes.contains(&ProblemCode::TooDeep));
                    }
                });
                assert!(took < Duration::from_secs(2), "{open} {depth}: {took:?}");
            }
        }
    }
}

#[test]
fn the_deepest_value_fits_the_stack() {
    let mut limits = Limits::default();
    limits.depth = 512;
    let reader = Reader::<Node>::new().limits(limits);
    for leaf in ["1", "\"x\""] {
        let reply = nested(512, r#"{"kind": "B", "child": "#, "}", leaf);
        assert_eq!(reader.read(&reply).value().is_some(), leaf == "1");
    }
}
