//! `skip` and its relatives.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Skips {
    shown: u8,
    #[serde(skip)]
    #[allow(dead_code)]
    never: Hidden,
    #[serde(skip_serializing_if = "std::ops::Not::not", default)]
    flag: bool,
}

/// Has no schema, and needs none.
#[derive(Debug, Default)]
struct Hidden;

#[derive(Debug, Serialize, Deserialize, Schema)]
enum SkipsVariants {
    Shown,
    #[serde(skip)]
    #[allow(dead_code)]
    Never(Hidden),
    Also(#[serde(skip)] Hidden),
    Fields {
        a: u8,
        #[serde(skip)]
        b: Hidden,
    },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Computed {
    price: u8,
    #[serde(skip_deserializing)]
    total: u8,
}

#[test]
fn skip() {
    Feature::new("skip")
        .of(
            "members",
            [
                Skips {
                    shown: 1,
                    never: Hidden,
                    flag: true,
                },
                Skips {
                    shown: 1,
                    never: Hidden,
                    flag: false,
                },
            ],
        )
        .of(
            "variants",
            [
                SkipsVariants::Shown,
                SkipsVariants::Also(Hidden),
                SkipsVariants::Fields { a: 1, b: Hidden },
            ],
        )
        .tsc();
}

/// It is written and never read, so a model is not asked for it; see the differences.
#[test]
fn what_is_never_read_is_not_shown() {
    let text = typechat::schema::TypeGraph::of::<Computed>().to_typescript();
    assert!(!text.contains("total"), "{text}");
    let reading = typechat::reply::read::<Computed>(r#"{"price": 1}"#);
    assert_eq!(reading.into_result().map(|c| c.price + c.total), Ok(1));
}
