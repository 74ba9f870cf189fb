//! Durations and ranges, as serde writes them: objects with fixed members.

use std::{
    ops::{Range, RangeFrom, RangeInclusive, RangeTo},
    time::Duration,
};

use crate::schema::{Field, GraphBuilder, NumberRange, ObjectType, Presence, Schema, Type};

fn object(members: &[(&str, &Type)]) -> Type {
    let field =
        |(name, ty): &(&str, &Type)| Field::new(name, "", (*ty).clone(), Presence::Required);
    Type::Object(ObjectType::new(members.iter().map(field).collect()))
}

impl Schema for Duration {
    fn describe(graph: &mut GraphBuilder) -> Type {
        let secs = u64::describe(graph);
        // Serde carries more into the seconds, and refuses when they overflow.
        let nanos = Type::Integer(NumberRange::new(Some(0), Some(999_999_999)));
        object(&[("secs", &secs), ("nanos", &nanos)])
    }
}

macro_rules! ranges {
    ($($ty:ident $($member:literal)+;)*) => {$(
        impl<T: Schema> Schema for $ty<T> {
            fn describe(graph: &mut GraphBuilder) -> Type {
                let bound = T::describe(graph);
                object(&[$(($member, &bound)),+])
            }
        }
    )*};
}

ranges! {
    Range "start" "end";
    RangeInclusive "start" "end";
    RangeFrom "start";
    RangeTo "end";
}
