//! Types that contain themselves, directly and through others.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Node {
    value: u8,
    next: Option<Box<Node>>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Folder {
    name: String,
    folders: Vec<Folder>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
enum Expr {
    Number(f64),
    Sum(Vec<Expr>),
    Negative(Box<Expr>),
    Let { name: String, value: Box<Expr> },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "op", rename_all = "lowercase")]
enum Term {
    Sum(Sum),
    Number { value: f64 },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Sum {
    left: Box<Term>,
    right: Box<Term>,
}

/// A newtype that contains itself keeps its name.
#[derive(Debug, Serialize, Deserialize, Schema)]
struct Nested(Vec<Nested>);

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Ping(Vec<Pong>);

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Pong(BTreeMap<String, Ping>);

#[test]
fn recursion() {
    let number = |value| Box::new(Term::Number { value });
    let sum = |left, right| Sum { left, right };
    Feature::new("recursion")
        .of(
            "node",
            [
                Node {
                    value: 1,
                    next: None,
                },
                Node {
                    value: 1,
                    next: Some(Box::new(Node {
                        value: 2,
                        next: None,
                    })),
                },
            ],
        )
        .of(
            "folder",
            [Folder {
                name: "a".into(),
                folders: vec![Folder {
                    name: "b".into(),
                    folders: vec![],
                }],
            }],
        )
        .of(
            "expr",
            [
                Expr::Number(1.5),
                Expr::Sum(vec![Expr::Number(1.0), Expr::Sum(vec![])]),
                Expr::Negative(Box::new(Expr::Number(2.0))),
                Expr::Let {
                    name: "x".into(),
                    value: Box::new(Expr::Number(0.0)),
                },
            ],
        )
        .of(
            "term",
            [
                Term::Number { value: 1.0 },
                Term::Sum(sum(
                    number(1.0),
                    Box::new(Term::Sum(sum(number(2.0), number(3.0)))),
                )),
            ],
        )
        .of("sum", [sum(number(1.0), number(2.0))])
        .of(
            "nested",
            [Nested(vec![]), Nested(vec![Nested(vec![]), Nested(vec![])])],
        )
        .of(
            "ping",
            [Ping(vec![Pong([("a".to_owned(), Ping(vec![]))].into())])],
        )
        .tsc();
}
