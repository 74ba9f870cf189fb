//! Integers with their bounds, and floats.

use std::num::{NonZeroI32, NonZeroU8, NonZeroU64, Saturating, Wrapping};

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Integers {
    a: i8,
    b: i16,
    c: i32,
    d: i64,
    e: isize,
    f: u8,
    g: u16,
    h: u32,
    i: u64,
    j: usize,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Others {
    positive: NonZeroU8,
    huge: NonZeroU64,
    not_zero: NonZeroI32,
    wrapping: Wrapping<i8>,
    saturating: Saturating<u8>,
    single: f32,
    double: f64,
    maybe: Option<NonZeroU8>,
}

#[test]
fn numbers() {
    let least = Integers {
        a: i8::MIN,
        b: i16::MIN,
        c: i32::MIN,
        d: i64::MIN,
        e: isize::MIN,
        f: 0,
        g: 0,
        h: 0,
        i: 0,
        j: 0,
    };
    let most = Integers {
        a: i8::MAX,
        b: i16::MAX,
        c: i32::MAX,
        d: i64::MAX,
        e: isize::MAX,
        f: u8::MAX,
        g: u16::MAX,
        h: u32::MAX,
        i: u64::MAX,
        j: usize::MAX,
    };
    let others = |single, double| Others {
        positive: NonZeroU8::MAX,
        huge: NonZeroU64::MAX,
        not_zero: NonZeroI32::MIN,
        wrapping: Wrapping(-1),
        saturating: Saturating(1),
        single,
        double,
        maybe: None,
    };
    Feature::new("numbers")
        .of("integers", [least, most])
        .of(
            "others",
            [
                others(0.1, -1e-300),
                others(f32::MAX, f64::MAX),
                others(f32::MIN_POSITIVE, f64::MIN),
            ],
        )
        .tsc();
}
