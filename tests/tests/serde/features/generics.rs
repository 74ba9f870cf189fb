//! Generic types: names, bounds, lifetimes, constants.

use std::{borrow::Cow, collections::BTreeMap, fmt::Debug, marker::PhantomData};

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Page<T> {
    items: Vec<T>,
    next: Option<u32>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Order {
    dish: String,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Pair<A, B> {
    left: A,
    right: B,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Index<K: Ord, V>(BTreeMap<K, V>);

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Grid<const W: usize> {
    row: Vec<u8>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Text<'a> {
    text: Cow<'a, str>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Marked<T> {
    id: u8,
    #[serde(skip)]
    marker: PhantomData<T>,
}

trait Shop {
    type Item;
}

#[derive(Debug)]
struct Kiosk;

impl Shop for Kiosk {
    type Item = Order;
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(bound = "S::Item: Serialize + serde::de::DeserializeOwned")]
struct Shelf<S: Shop> {
    items: Vec<S::Item>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
enum Tree<T> {
    Leaf {
        value: T,
    },
    Node {
        left: Box<Tree<T>>,
        right: Box<Tree<T>>,
    },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(rename = "Chosen")]
struct Named<T> {
    value: T,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct All {
    orders: Page<Order>,
    more: Page<Order>,
    words: Page<String>,
    pages: Page<Page<u8>>,
    pair: Pair<Order, Option<bool>>,
    index: Index<String, Order>,
    text: Text<'static>,
    grid: Grid<3>,
}

fn page<T>(items: Vec<T>) -> Page<T> {
    Page { items, next: None }
}

fn order() -> Order {
    Order {
        dish: "soup".into(),
    }
}

#[test]
fn generics() {
    let leaf = |value| Tree::Leaf { value };
    let tree = Tree::Node {
        left: Box::new(leaf(1_u8)),
        right: Box::new(leaf(2)),
    };
    let all = All {
        orders: page(vec![order()]),
        more: page(vec![]),
        words: page(vec!["w".into()]),
        pages: page(vec![page(vec![1])]),
        pair: Pair {
            left: order(),
            right: None,
        },
        index: Index([("k".to_owned(), order())].into()),
        text: Text { text: "t".into() },
        grid: Grid { row: vec![1, 2, 3] },
    };
    Feature::new("generics")
        .of("all", [all])
        .of(
            "marked",
            [Marked::<std::cell::Cell<u8>> {
                id: 1,
                marker: PhantomData,
            }],
        )
        .of(
            "shelf",
            [Shelf::<Kiosk> {
                items: vec![order()],
            }],
        )
        .of("tree", [leaf(1_u8), tree])
        .of("named", [Named { value: 1_u8 }])
        .tsc();
}
