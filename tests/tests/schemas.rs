//! The texts of the examples' types, and what each serde feature becomes.

use insta::assert_snapshot;
use serde::{Deserialize, Serialize};
use typechat::{Answer, Schema, reply::read, schema::TypeGraph};
use typechat_examples::{coffee_shop::Cart, sentiment::SentimentResponse};

/// One of each shape that the derive knows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Everything {
    /// A name,
    /// on two lines.
    pub(crate) full_name: String,
    pub(crate) age: u8,
    pub(crate) balance: i64,
    pub(crate) ratio: f64,
    pub(crate) small: f32,
    pub(crate) is_open: bool,
    #[serde(default)]
    pub(crate) tags: Vec<String>,
    pub(crate) parent: Option<Box<Everything>>,
    pub(crate) maybe: Vec<Option<u32>>,
    pub(crate) shade: Shade,
    pub(crate) shape: Shape,
    pub(crate) loose: Loose,
    pub(crate) meters: Meters,
    #[serde(rename = "odd key!")]
    pub(crate) odd: Any,
    pub(crate) r#type: String,
    #[serde(skip)]
    pub(crate) hidden: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Shade {
    DarkRed,
    /// As the sky.
    Blue,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum Shape {
    /// Round.
    Circle {
        radius: f64,
    },
    Box(Size),
    Nothing,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub(crate) struct Size {
    pub(crate) width: u32,
    pub(crate) height: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(untagged)]
pub(crate) enum Loose {
    Number(f64),
    Text(String),
    Pair { left: bool, right: bool },
}

/// A length in meters.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub(crate) struct Meters(pub(crate) f64);

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub(crate) struct Any(pub(crate) serde_json::Value);

#[test]
fn cart() {
    let graph = TypeGraph::of::<Cart>();
    assert_snapshot!("cart_typescript", graph.to_typescript());
    assert_snapshot!("cart_json_schema", format!("{:#}", graph.to_json_schema()));
}

#[test]
fn sentiment() {
    let graph = TypeGraph::of::<SentimentResponse>();
    assert_snapshot!("sentiment_typescript", graph.to_typescript());
    assert_snapshot!(
        "sentiment_json_schema",
        format!("{:#}", graph.to_json_schema())
    );
}

#[test]
fn everything() {
    let graph = TypeGraph::of::<Everything>();
    assert_snapshot!("everything_typescript", graph.to_typescript());
    assert_snapshot!(
        "everything_json_schema",
        format!("{:#}", graph.to_json_schema())
    );
    assert_snapshot!(
        "answer_typescript",
        TypeGraph::of::<Answer<Size>>().to_typescript()
    );
}

#[test]
fn what_a_value_serializes_to_the_schema_accepts() {
    let value = Everything {
        full_name: "Ada".into(),
        age: 36,
        balance: i64::MIN,
        ratio: 0.1,
        small: 1.5,
        is_open: true,
        tags: vec!["a".into()],
        parent: None,
        maybe: vec![None, Some(1)],
        shade: Shade::DarkRed,
        shape: Shape::Box(Size {
            width: 1,
            height: 2,
        }),
        loose: Loose::Pair {
            left: true,
            right: false,
        },
        meters: Meters(2.5),
        odd: Any(serde_json::json!({"any": ["thing"]})),
        r#type: "t".into(),
        hidden: 0,
    };
    // An absent optional is left out, not null.
    let mut json = serde_json::to_value(&value).unwrap();
    json.as_object_mut().unwrap().remove("parent");
    let reading = read::<Everything>(&json.to_string());
    assert_eq!(reading.problems(), []);
    assert_eq!(reading.value(), Some(&value));
}

mod here {
    #[derive(serde::Deserialize, typechat::Schema)]
    #[allow(dead_code)]
    pub(super) struct Item {
        a: bool,
    }
}

mod over_there {
    #[derive(serde::Deserialize, typechat::Schema)]
    #[allow(dead_code)]
    pub(super) struct Item {
        b: bool,
    }
}

#[test]
fn names_that_collide_take_their_module() {
    #[derive(serde::Deserialize, Schema)]
    #[allow(dead_code)]
    struct Both {
        one: Vec<here::Item>,
        other: over_there::Item,
        again: over_there::Item,
        first: here::Item,
    }
    let text = TypeGraph::of::<Both>().to_typescript();
    assert!(
        text.contains("one: Item[];") && text.contains("other: OverThereItem;"),
        "{text}"
    );
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Sum {
    left: Box<Term>,
    right: Box<Term>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Term {
    Sum(Sum),
    Number { value: f64 },
}

#[test]
fn a_tagged_payload_may_contain_its_own_enum() {
    let text = TypeGraph::of::<Sum>().to_typescript();
    assert_snapshot!("recursive_tagged", text);
    let sum = r#"{"left": {"op": "number", "value": 1}, "right": {"op": "sum",
        "left": {"op": "number", "value": 2}, "right": {"op": "number", "value": 3}}}"#;
    assert_eq!(read::<Sum>(sum).problems(), []);
    let wrong = sum.replace("\"left\": {\"op\": \"number\", \"value\": 2}, ", "");
    let reading = read::<Sum>(&wrong);
    assert_eq!(reading.problems().len(), 1);
    assert!(
        reading.problems()[0]
            .to_string()
            .starts_with("right: the member \"left\" is missing")
    );
}
