//! Tuple structs, tuples and arrays.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Pair(u8, String);

/// A place on the map.
#[derive(Debug, Serialize, Deserialize, Schema)]
struct Place(
    /// Degrees north.
    #[typechat(range = -90.0..=90.0)]
    f64,
    f64,
);

/// Documentation of items stands under that of the whole.
#[derive(Debug, Serialize, Deserialize, Schema)]
enum Documented {
    /// Moves on.
    Moves(
        /// To the east.
        u8,
        #[typechat(description = "To the north.")] u8,
    ),
    Turns(u8, /** By so many degrees. */ u16),
    /// Says something.
    Says(
        /// Aloud.
        String,
    ),
    Waits(Seconds),
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Seconds(
    /// How long, in seconds.
    u32,
);

/** A block
 * of lines:
 *
 *   * the first */
#[derive(Debug, Serialize, Deserialize, Schema)]
struct Holds {
    pair: Pair,
    optional: Option<(bool, char)>,
    of_options: (Option<u8>, Vec<Option<bool>>),
    arrays: [u8; 2],
    long: [bool; 6],
    unit: (),
    one: (String,),
    twelve: (u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, u8, bool),
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct NoItems();

#[derive(Debug, Serialize, Deserialize, Schema)]
#[allow(dead_code)]
struct Skipped(u8, #[serde(skip)] bool, String);

#[test]
fn tuples() {
    let holds = |optional, of_options| Holds {
        pair: Pair(1, "a".into()),
        optional,
        of_options,
        arrays: [1, 2],
        long: [true; 6],
        unit: (),
        one: ("one".into(),),
        twelve: (0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, true),
    };
    Feature::new("tuples")
        .of("pair", [Pair(255, String::new())])
        .narrower("rules")
        .of("documented", [Place(52.5, 13.4)])
        .of(
            "documented_items",
            [
                Documented::Moves(1, 2),
                Documented::Turns(1, 90),
                Documented::Says("hello".into()),
                Documented::Waits(Seconds(3)),
            ],
        )
        .of(
            "holds",
            [
                holds(None, (None, vec![])),
                holds(Some((true, 'ß')), (Some(1), vec![None, Some(false)])),
            ],
        )
        .of("no_items", [NoItems()])
        .of("skipped_item", [Skipped(1, false, "b".into())])
        .of(
            "bare_tuple",
            [
                (1_u8, "x".to_owned(), Some(2.5_f64)),
                (0, String::new(), None),
            ],
        )
        .tsc();
}
