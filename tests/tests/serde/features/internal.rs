//! Internally tagged enums.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "type", rename_all = "snake_case")]
enum Shape {
    /// Round.
    Circle {
        /// In meters.
        radius: f64,
    },
    Box(Size),
    Nothing,
    Empty {},
    Free(BTreeMap<String, u8>),
    UnitStruct(Unit),
    Either(Inner),
}

/// How big it is.
#[derive(Debug, Serialize, Deserialize, Schema)]
struct Size {
    width: u32,
    height: Option<u32>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Unit;

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "kind")]
enum Inner {
    Left { left: bool },
    Right,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "t")]
enum OverExternal {
    Outer(Mixed),
}

#[derive(Debug, Serialize, Deserialize, Schema)]
enum Mixed {
    Plain,
    With(u8),
    Named { a: bool },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "kind")]
enum WithOther {
    Known {
        value: u8,
    },
    #[serde(other)]
    Unknown,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
enum Single {
    Only { value: u8 },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Holds {
    plain: Size,
    shape: Shape,
    shapes: Vec<Shape>,
}

fn shapes() -> Vec<Shape> {
    vec![
        Shape::Circle { radius: 1.5 },
        Shape::Box(Size {
            width: 1,
            height: None,
        }),
        Shape::Box(Size {
            width: 1,
            height: Some(2),
        }),
        Shape::Nothing,
        Shape::Empty {},
        Shape::Free([("a".to_owned(), 1)].into()),
        Shape::UnitStruct(Unit),
        Shape::Either(Inner::Left { left: true }),
        Shape::Either(Inner::Right),
    ]
}

#[test]
fn internal() {
    let holds = Holds {
        plain: Size {
            width: 3,
            height: Some(4),
        },
        shape: Shape::Nothing,
        shapes: shapes(),
    };
    Feature::new("internal")
        .of("shape", shapes())
        .of("holds", [holds])
        .of(
            "over_external",
            [Mixed::Plain, Mixed::With(1), Mixed::Named { a: true }].map(OverExternal::Outer),
        )
        .of("single", [Single::Only { value: 1 }])
        .narrower("other tags than those listed are refused, though `other` takes them")
        .of(
            "with_other",
            [WithOther::Known { value: 1 }, WithOther::Unknown],
        )
        .tsc();
}
