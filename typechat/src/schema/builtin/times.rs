//! Durations and ranges, as serde writes them: objects with fixed members.

use std::{
    ops::{Range, RangeFrom, RangeInclusive, RangeTo},
    time::Duration,
};

use crate::{
    reply::Checks,
    schema::{Field, GraphBuilder, NumberRange, ObjectType, Presence, Schema, Type},
};

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
    ($($ty:ident $($member:literal $value:expr),+;)*) => {$(
        impl<T: Schema> Schema for $ty<T> {
            fn describe(graph: &mut GraphBuilder) -> Type {
                let bound = T::describe(graph);
                object(&[$(($member, &bound)),+])
            }

            fn check(&self, checks: &mut Checks<'_>) {
                $(
                    let value: fn(&Self) -> &T = $value;
                    value(self).check(&mut checks.member($member));
                )+
            }
        }
    )*};
}

ranges! {
    Range "start" |range| &range.start, "end" |range| &range.end;
    RangeInclusive "start" Self::start, "end" Self::end;
    RangeFrom "start" |range| &range.start;
    RangeTo "end" |range| &range.end;
}
