//! `rename`, `rename_all`, `rename_all_fields`, on every level.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

macro_rules! rules {
    ($($rule:literal $name:ident)*) => {
        #[test]
        fn rename_all() {
            let feature = Feature::new("rename_all");
            $(
                #[derive(Debug, Serialize, Deserialize, Schema)]
                #[serde(rename_all = $rule)]
                struct $name {
                    first_name: String,
                    is_ok2: bool,
                }
                let value = $name { first_name: "a".into(), is_ok2: true };
                let feature = feature.of(stringify!($name), [value]);
            )*
            feature.tsc();
        }
    };
}

rules! {
    "lowercase" Lower
    "UPPERCASE" Upper
    "PascalCase" Pascal
    "camelCase" Camel
    "snake_case" Snake
    "SCREAMING_SNAKE_CASE" Screaming
    "kebab-case" Kebab
    "SCREAMING-KEBAB-CASE" ScreamingKebab
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(rename = "Order \"1\"")]
struct Renamed {
    #[serde(rename = "odd key!")]
    odd: u8,
    #[serde(rename = "")]
    empty: u8,
    #[serde(rename = "__proto__")]
    proto: u8,
    #[serde(rename = "two\nlines")]
    lines: u8,
    #[serde(rename = "```")]
    fence: u8,
    #[serde(rename = "*/ // <!--")]
    comment: u8,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(
    tag = "type",
    rename_all = "lowercase",
    rename_all_fields = "camelCase"
)]
enum Both {
    FirstOne {
        some_field: u8,
    },
    #[serde(rename = "2nd", rename_all = "UPPERCASE")]
    Second {
        some_field: u8,
    },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(rename_all(serialize = "UPPERCASE", deserialize = "lowercase"))]
struct Split {
    name: u8,
    #[serde(rename(deserialize = "READ_AS"))]
    other: u8,
}

#[test]
fn rename() {
    Feature::new("rename")
        .of(
            "renamed",
            [Renamed {
                odd: 1,
                empty: 2,
                proto: 3,
                lines: 4,
                fence: 5,
                comment: 6,
            }],
        )
        .of(
            "both",
            [
                Both::FirstOne { some_field: 1 },
                Both::Second { some_field: 2 },
            ],
        )
        .tsc();
}

/// The schema shows the names that are read; what is written under others, serde does not read.
#[test]
fn split_names_show_what_is_read() {
    let text = typechat::schema::TypeGraph::of::<Split>().to_typescript();
    assert!(
        text.contains("  name: number;") && text.contains("  READ_AS: number;"),
        "{text}"
    );
    let reading = typechat::reply::read::<Split>(r#"{"name": 1, "READ_AS": 2}"#);
    assert_eq!(reading.problems(), []);
}
