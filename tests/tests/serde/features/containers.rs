//! Lists, sets and what only points to a value.

use std::{
    borrow::Cow,
    collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque},
    rc::Rc,
    sync::Arc,
};

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Containers {
    deque: VecDeque<u8>,
    linked: LinkedList<bool>,
    heap: BinaryHeap<u8>,
    ordered: BTreeSet<String>,
    hashed: HashSet<u8>,
    slice: Box<[u8]>,
    text: Box<str>,
    boxed: Box<u8>,
    cow: Cow<'static, str>,
    cow_list: Cow<'static, [u8]>,
    options: Vec<Option<Option<u8>>>,
}

#[test]
fn containers() {
    let value = Containers {
        deque: [1, 2].into(),
        linked: [true].into(),
        heap: [1, 3].into(),
        ordered: ["a".to_owned(), "b".to_owned()].into(),
        hashed: [1].into(),
        slice: [1].into(),
        text: "t".into(),
        boxed: Box::new(1),
        cow: "cow".into(),
        cow_list: vec![1].into(),
        options: vec![None, Some(Some(1))],
    };
    let empty = Containers {
        deque: [].into(),
        linked: [].into(),
        heap: [].into(),
        ordered: [].into(),
        hashed: [].into(),
        slice: [].into(),
        text: "".into(),
        boxed: Box::new(0),
        cow: "".into(),
        cow_list: vec![].into(),
        options: vec![],
    };
    Feature::new("containers").of("all", [value, empty]).tsc();
}

/// Serde reads these only with a feature of its own.
#[test]
fn counted_pointers_are_their_content() {
    use typechat::schema::TypeGraph;
    assert_eq!(TypeGraph::of::<Rc<str>>(), TypeGraph::of::<String>());
    assert_eq!(TypeGraph::of::<Arc<[bool]>>(), TypeGraph::of::<Vec<bool>>());
}
