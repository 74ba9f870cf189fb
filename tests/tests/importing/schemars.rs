//! Types that describe themselves by `schemars`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use typechat::{Schema, reply::Reader};

use super::{TypeGraph, Value, compile, is_exact, json};
use crate::typescript::accepted_by_tsc;

/// A tree of notes.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Tree {
    /// What it says.
    note: String,
    weight: Option<i32>,
    small: u8,
    kind: Kind,
    shape: Shape,
    children: Vec<Tree>,
    by_name: BTreeMap<String, f32>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
enum Kind {
    Plain,
    /// Not as usual.
    Special,
    Weighted(i64),
}

#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Shape {
    Circle { radius: f64 },
    Square { side: f64 },
}

/// One rule that no graph holds.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("not" = {"required": ["forbidden"]}))]
struct Strange {
    name: String,
    inner: Option<Box<Strange>>,
}

#[derive(Debug, PartialEq, Serialize, Deserialize, Schema)]
struct Both {
    #[typechat(schemars)]
    tree: Tree,
    #[typechat(schemars)]
    strange: Strange,
    #[typechat(schemars)]
    stranger: Vec<Strange>,
}

fn tree() -> Value {
    json!({
        "note": "n", "weight": 1, "small": 255, "kind": {"Weighted": 3},
        "shape": {"type": "circle", "radius": 1.5}, "children": [], "by_name": {"a": 1.0},
    })
}

#[test]
fn a_schemars_type_is_shown_and_read() {
    let graph = TypeGraph::from_schemars::<Tree>().unwrap();
    assert!(is_exact(&graph));
    insta::assert_snapshot!("schemars_tree", graph.to_typescript());
    accepted_by_tsc("tree", &graph.to_typescript());
    let reader = Reader::<Tree>::from_schemars().unwrap();
    assert_eq!(reader.read(&tree().to_string()).problems(), []);
    for (member, wrong) in [
        ("small", json!(256)),
        ("weight", json!(1_i64 << 31)),
        ("kind", json!("Odd")),
    ] {
        let mut tree = tree();
        tree[member] = wrong;
        assert!(reader.read(&tree.to_string()).value().is_none(), "{member}");
    }
}

#[test]
fn what_a_graph_cannot_hold_is_enforced_within_other_types() {
    let graph = TypeGraph::of::<Both>();
    insta::assert_snapshot!("schemars_both", graph.to_typescript());
    accepted_by_tsc("both", &graph.to_typescript());
    let validator = compile(&graph.to_json_schema()).unwrap();
    let with = |strange: Value| json!({"tree": tree(), "strange": strange, "stranger": []});
    assert!(validator.is_valid(&with(json!({"name": "x"}))));
    assert!(validator.is_valid(&with(json!({"name": "x", "inner": {"name": "y"}}))));
    assert!(!validator.is_valid(&with(json!({"name": "x", "forbidden": 1}))));
    assert!(!validator.is_valid(&with(json!({"name": "x", "inner": {"name": 1}}))));
    assert!(!validator.is_valid(&with(
        json!({"name": "x", "inner": {"name": "y", "forbidden": 1}})
    )));
}
