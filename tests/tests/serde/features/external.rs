//! Externally tagged enums: serde's default.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(rename_all = "kebab-case")]
enum Shade {
    DarkRed,
    /// As the sky.
    Blue,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
enum Single {
    Only,
}

/// What a customer does.
#[derive(Debug, Serialize, Deserialize, Schema)]
enum Event {
    Arrives,
    Leaves,
    /// Words.
    Says(String),
    Pays(Option<u8>),
    Moves(i8, i8),
    Orders {
        /// As the menu calls it.
        dish: String,
        count: Option<u8>,
    },
    Sits {},
    Nothing(()),
    /// At the end of the day.
    Sleeps,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Holds {
    shade: Shade,
    maybe: Option<Shade>,
    list: Vec<Shade>,
    event: Event,
    events: Vec<Option<Event>>,
}

fn events() -> Vec<Event> {
    vec![
        Event::Arrives,
        Event::Leaves,
        Event::Says("hi".into()),
        Event::Pays(None),
        Event::Pays(Some(5)),
        Event::Moves(1, -1),
        Event::Orders {
            dish: "soup".into(),
            count: None,
        },
        Event::Orders {
            dish: "soup".into(),
            count: Some(2),
        },
        Event::Sits {},
        Event::Nothing(()),
        Event::Sleeps,
    ]
}

#[test]
fn external() {
    let holds = Holds {
        shade: Shade::DarkRed,
        maybe: Some(Shade::Blue),
        list: vec![Shade::Blue, Shade::DarkRed],
        event: Event::Sits {},
        events: events().into_iter().map(Some).chain([None]).collect(),
    };
    let plain = Holds {
        maybe: None,
        list: vec![],
        shade: Shade::Blue,
        event: Event::Sleeps,
        events: vec![],
    };
    Feature::new("external")
        .of("units", [Shade::DarkRed, Shade::Blue])
        .of("single", [Single::Only])
        .of("event", events())
        .of("holds", [holds, plain])
        .of("result", [Ok::<u8, String>(1), Err("no".into())])
        .tsc();
}
