//! Other types of the standard library, and any JSON.

use std::{
    net::{IpAddr, Ipv4Addr, Ipv6Addr},
    ops::{Range, RangeFrom, RangeInclusive, RangeTo},
    path::PathBuf,
    time::Duration,
};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Texts {
    letter: char,
    path: PathBuf,
    v4: Ipv4Addr,
    v6: Ipv6Addr,
    either: IpAddr,
    unit: (),
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Spans {
    wait: Duration,
    half_open: Range<u8>,
    closed: RangeInclusive<i32>,
    from: RangeFrom<u8>,
    to: RangeTo<u8>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct AnyJson {
    any: Value,
    maybe: Option<Value>,
    members: Map<String, Value>,
    list: Vec<Value>,
}

#[test]
fn builtins() {
    let texts = |either: &str| Texts {
        letter: '🦀',
        path: "menus/dinner.txt".into(),
        v4: Ipv4Addr::LOCALHOST,
        v6: "::ffff:1.2.3.4".parse().unwrap(),
        either: either.parse().unwrap(),
        unit: (),
    };
    Feature::new("builtins")
        .of("texts", [texts("127.0.0.1"), texts("fe80::1")])
        .of(
            "spans",
            [Spans {
                wait: Duration::new(u64::MAX, 999_999_999),
                half_open: 1..2,
                closed: -1..=5,
                from: 1..,
                to: ..5,
            }],
        )
        .of(
            "any_json",
            [
                AnyJson {
                    any: Value::Null,
                    maybe: None,
                    members: Map::new(),
                    list: vec![],
                },
                AnyJson {
                    any: json!({"a": [1]}),
                    maybe: Some(json!(1)),
                    members: Map::from_iter([("k".to_owned(), json!(null))]),
                    list: vec![json!("x"), json!(2.5)],
                },
            ],
        )
        .tsc();
}
