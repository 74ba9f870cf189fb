//! Integers with their bounds, floats, and what wraps them.

use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroUsize, Saturating, Wrapping,
};

use serde_json::Number;

use crate::{
    reply::Checks,
    schema::{Branch, GraphBuilder, MapKey, NumberRange, Schema, Type},
};

fn integer<N: Into<Number>>(low: N, high: N) -> Type {
    Type::Integer(NumberRange::new(Some(low), Some(high)))
}

macro_rules! integers {
    ($($ty:ident)*) => {$(
        impl Schema for $ty {
            fn describe(_: &mut GraphBuilder) -> Type {
                integer($ty::MIN, $ty::MAX)
            }
        }
        impl MapKey for $ty {}
    )*};
}

// 128 bits are missing on purpose: JSON tools read numbers as 64 bits at most.
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

macro_rules! positive {
    ($($ty:ident)*) => {$(
        impl Schema for $ty {
            fn describe(_: &mut GraphBuilder) -> Type {
                integer($ty::MIN.get(), $ty::MAX.get())
            }
        }
        impl MapKey for $ty {}
    )*};
}

positive!(NonZeroU8 NonZeroU16 NonZeroU32 NonZeroU64 NonZeroUsize);

macro_rules! not_zero {
    ($($ty:ident)*) => {$(
        impl Schema for $ty {
            fn describe(_: &mut GraphBuilder) -> Type {
                let (low, high) = ($ty::MIN.get(), $ty::MAX.get());
                Type::union(vec![
                    Branch::new(integer(low, -1), ""),
                    Branch::new(integer(1, high), ""),
                ])
            }
        }
        impl MapKey for $ty {}
    )*};
}

not_zero!(NonZeroI8 NonZeroI16 NonZeroI32 NonZeroI64 NonZeroIsize);

impl Schema for f32 {
    fn describe(_: &mut GraphBuilder) -> Type {
        // A number beyond these would be read as infinity.
        let largest = f64::from(Self::MAX);
        Type::Number(NumberRange {
            minimum: Number::from_f64(-largest),
            maximum: Number::from_f64(largest),
            ..NumberRange::default()
        })
    }
}

impl Schema for f64 {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::Number(NumberRange::default())
    }
}

impl<T: Schema> Schema for Wrapping<T> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        T::describe(graph)
    }

    fn check(&self, checks: &mut Checks<'_>) {
        self.0.check(checks);
    }
}

impl<T: Schema> Schema for Saturating<T> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        T::describe(graph)
    }

    fn check(&self, checks: &mut Checks<'_>) {
        self.0.check(checks);
    }
}
