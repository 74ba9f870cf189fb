//! Adjacently tagged enums.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "op", content = "of", rename_all = "UPPERCASE")]
enum Op {
    /// Nothing to do.
    Nop,
    Push(i32),
    Maybe(Option<bool>),
    Swap(u8, u8),
    Jump {
        to: u8,
        when: Option<bool>,
    },
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "t", content = "c")]
enum Units {
    A,
    B,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Program {
    steps: Vec<Op>,
    last: Option<Op>,
}

fn ops() -> Vec<Op> {
    vec![
        Op::Nop,
        Op::Push(-5),
        Op::Maybe(None),
        Op::Maybe(Some(true)),
        Op::Swap(1, 2),
        Op::Jump { to: 1, when: None },
        Op::Jump {
            to: 1,
            when: Some(false),
        },
    ]
}

#[test]
fn adjacent() {
    Feature::new("adjacent")
        .narrower("the content of a variant is wanted, `null` included, and a unit has none")
        .of("op", ops())
        .of("units", [Units::A, Units::B])
        .narrower("as above")
        .of(
            "program",
            [
                Program {
                    steps: ops(),
                    last: Some(Op::Nop),
                },
                Program {
                    steps: vec![],
                    last: None,
                },
            ],
        )
        .tsc();
}
