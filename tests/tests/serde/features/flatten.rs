//! `flatten`: structs, maps, enums, options.

use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};
use serde_json::Value;
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Paging {
    /// From zero.
    page: u8,
    size: Option<u8>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Search {
    words: String,
    #[serde(flatten)]
    paging: Paging,
    exact: bool,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Open {
    id: u8,
    #[serde(flatten)]
    rest: HashMap<String, Value>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Counts {
    #[serde(flatten)]
    counts: BTreeMap<String, u8>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "by", rename_all = "lowercase")]
enum Way {
    /// Needs no time.
    Mail {
        address: String,
    },
    Phone {
        number: String,
    },
    None,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Choice {
    Yes,
    No { why: String },
    Maybe(u8),
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Contact {
    name: String,
    #[serde(flatten)]
    way: Way,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Answer {
    #[serde(flatten)]
    choice: Choice,
    at: u8,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Product {
    #[serde(flatten)]
    way: Way,
    #[serde(flatten)]
    choice: Choice,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Maybe {
    id: u8,
    #[serde(flatten)]
    paging: Option<Paging>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
enum InVariant {
    List {
        name: String,
        #[serde(flatten)]
        paging: Paging,
    },
    Pick {
        #[serde(flatten)]
        way: Way,
    },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Deep {
    #[serde(flatten)]
    search: Search,
    #[serde(flatten)]
    unit: (),
}

fn paging() -> Paging {
    Paging {
        page: 1,
        size: Some(2),
    }
}

fn ways() -> Vec<Way> {
    vec![
        Way::Mail {
            address: "a".into(),
        },
        Way::Phone { number: "1".into() },
        Way::None,
    ]
}

fn choices() -> Vec<Choice> {
    vec![
        Choice::Yes,
        Choice::No { why: "w".into() },
        Choice::Maybe(1),
    ]
}

#[test]
fn flatten() {
    let search = || Search {
        words: "w".into(),
        paging: paging(),
        exact: true,
    };
    let products = (0..9).map(|n| Product {
        way: ways().remove(n / 3),
        choice: choices().remove(n % 3),
    });
    Feature::new("flatten")
        .of("search", [search()])
        .of(
            "open",
            [
                Open {
                    id: 1,
                    rest: HashMap::new(),
                },
                Open {
                    id: 1,
                    rest: [("more".to_owned(), Value::Null)].into(),
                },
            ],
        )
        .of(
            "counts",
            [Counts {
                counts: [("a".to_owned(), 1)].into(),
            }],
        )
        .of(
            "contact",
            ways().into_iter().map(|way| Contact {
                name: "n".into(),
                way,
            }),
        )
        .of(
            "answer",
            choices().into_iter().map(|choice| Answer { choice, at: 1 }),
        )
        .of("product", products)
        .narrower("a flattened option is all there or not at all")
        .of(
            "maybe",
            [
                Maybe {
                    id: 1,
                    paging: None,
                },
                Maybe {
                    id: 1,
                    paging: Some(paging()),
                },
            ],
        )
        .of(
            "in_variant",
            ways()
                .into_iter()
                .map(|way| InVariant::Pick { way })
                .chain([InVariant::List {
                    name: "n".into(),
                    paging: paging(),
                }]),
        )
        .of(
            "deep",
            [Deep {
                search: search(),
                unit: (),
            }],
        )
        .tsc();
}
