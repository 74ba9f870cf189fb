//! Structs with names, newtypes, unit structs, doc comments.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

/// A customer of the shop.
///
/// Two paragraphs,
///   with an indent.
#[derive(Debug, Serialize, Deserialize, Schema)]
struct Named {
    /// What to call them.
    name: String,
    age: u8,
    /// Ends no comment: */ and no fence: ```
    is_member: bool,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Empty {}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Unit;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Newtype(String);

/// A length in meters.
#[derive(Debug, Serialize, Deserialize, Schema)]
struct Documented(f64);

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(transparent)]
struct Transparent {
    inner: Option<u8>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Nested {
    named: Named,
    again: Option<Named>,
    empty: Empty,
    unit: Unit,
    newtype: Newtype,
    documented: Documented,
    transparent: Transparent,
    behind_newtype: OptionNewtype,
}

/// Serde wants this member to be there, since only a bare `Option` may be missing.
#[derive(Debug, Serialize, Deserialize, Schema)]
struct OptionNewtype(Option<u8>);

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Raw {
    r#type: String,
    r#match: bool,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "kind")]
struct Tagged {
    a: u8,
}

fn named() -> Named {
    Named {
        name: "Ada".into(),
        age: 36,
        is_member: true,
    }
}

#[test]
fn structs() {
    let nested = |transparent, value, again| Nested {
        named: named(),
        again,
        empty: Empty {},
        unit: Unit,
        newtype: Newtype("n".into()),
        documented: Documented(1.5),
        transparent: Transparent { inner: transparent },
        behind_newtype: OptionNewtype(value),
    };
    Feature::new("structs")
        .of("named", [named()])
        .of("empty", [Empty {}])
        .of("unit", [Unit])
        .of("newtype", [Newtype("text".into())])
        .of("documented_newtype", [Documented(0.5)])
        .of(
            "transparent",
            [Transparent { inner: None }, Transparent { inner: Some(1) }],
        )
        .of(
            "nested",
            [
                nested(None, None, None),
                nested(Some(1), Some(2), Some(named())),
            ],
        )
        .of(
            "raw_identifiers",
            [Raw {
                r#type: "a".into(),
                r#match: false,
            }],
        )
        .narrower("the tag of a struct is required, though serde ignores it")
        .of("tagged_struct", [Tagged { a: 1 }])
        .tsc();
}
