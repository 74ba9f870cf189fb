//! Untagged enums, and untagged variants of tagged ones.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(untagged)]
enum Loose {
    Nothing,
    Count(u32),
    Amount(f64),
    Text(String),
    Range(u8, u8),
    /// By name.
    Named {
        first: String,
        last: Option<String>,
    },
    List(Vec<bool>),
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(untagged)]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
enum MostlyTagged {
    Known {
        value: u8,
    },
    #[serde(untagged)]
    Text(String),
    #[serde(untagged)]
    Free {
        words: Vec<String>,
    },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
enum ExternalWithRest {
    A,
    B(u8),
    #[serde(untagged)]
    Other(String),
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Holds {
    loose: Loose,
    names: OneOrMany,
    maybe: Option<OneOrMany>,
}

fn loose() -> Vec<Loose> {
    vec![
        Loose::Nothing,
        Loose::Count(7),
        Loose::Amount(0.5),
        Loose::Text("t".into()),
        Loose::Range(1, 2),
        Loose::Named {
            first: "Ada".into(),
            last: None,
        },
        Loose::Named {
            first: "Ada".into(),
            last: Some("L".into()),
        },
        Loose::List(vec![true, false]),
        Loose::List(vec![]),
    ]
}

#[test]
fn untagged() {
    Feature::new("untagged")
        .of("loose", loose())
        .of(
            "one_or_many",
            [
                OneOrMany::One("a".into()),
                OneOrMany::Many(vec!["b".into()]),
            ],
        )
        .of(
            "mostly_tagged",
            [
                MostlyTagged::Known { value: 1 },
                MostlyTagged::Text("x".into()),
                MostlyTagged::Free {
                    words: vec!["w".into()],
                },
            ],
        )
        .of(
            "external_with_rest",
            [
                ExternalWithRest::A,
                ExternalWithRest::B(2),
                ExternalWithRest::Other("free".into()),
            ],
        )
        .of(
            "holds",
            [
                Holds {
                    loose: Loose::Nothing,
                    names: OneOrMany::One("a".into()),
                    maybe: None,
                },
                Holds {
                    loose: Loose::Amount(1.5),
                    names: OneOrMany::Many(vec![]),
                    maybe: Some(OneOrMany::One("m".into())),
                },
            ],
        )
        .tsc();
}
