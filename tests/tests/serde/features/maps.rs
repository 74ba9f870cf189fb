//! Maps by every kind of key.

use std::{
    collections::{BTreeMap, HashMap},
    num::NonZeroI8,
};

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
enum Day {
    Monday,
    /// The last one.
    Sunday,
}

#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, Schema)]
struct Id(u32);

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Maps {
    words: HashMap<String, u8>,
    options: BTreeMap<String, Option<bool>>,
    bytes: BTreeMap<u8, String>,
    signed: BTreeMap<i16, bool>,
    long: BTreeMap<u64, bool>,
    not_zero: BTreeMap<NonZeroI8, bool>,
    letters: BTreeMap<char, u8>,
    ids: BTreeMap<Id, u8>,
    nested: BTreeMap<String, BTreeMap<String, Vec<u8>>>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct ByDay {
    hours: BTreeMap<Day, u8>,
    again: Option<HashMap<Day, u8>>,
}

#[test]
fn maps() {
    let full = Maps {
        words: [("a b".to_owned(), 1)].into(),
        options: [("x".to_owned(), None), ("y".to_owned(), Some(true))].into(),
        bytes: [(0, "zero".to_owned()), (255, "most".to_owned())].into(),
        signed: [(-32768, true), (7, false)].into(),
        long: [(18_446_744_073_709_551_615, true)].into(),
        not_zero: [(NonZeroI8::MIN, true)].into(),
        letters: [('ß', 1)].into(),
        ids: [(Id(4_294_967_295), 1)].into(),
        nested: [("a".to_owned(), [("b".to_owned(), vec![1])].into())].into(),
    };
    Feature::new("maps")
        .of("maps", [full])
        .of(
            "by_day",
            [ByDay {
                hours: [(Day::Monday, 8), (Day::Sunday, 0)].into(),
                again: None,
            }],
        )
        .of("bare", [BTreeMap::from([("k".to_owned(), 1_u8)])])
        .of("bare_integer_keys", [BTreeMap::from([(3_u8, true)])])
        .tsc();
}
