//! The types of jiff, as its serde implementations write them.

use jiff::{SignedDuration, Span, Timestamp, Zoned, civil};

use crate::schema::{GraphBuilder, MapKey, Schema, Type};

macro_rules! formats {
    ($($ty:ty => $format:literal;)*) => {$(
        impl Schema for $ty {
            fn describe(_: &mut GraphBuilder) -> Type {
                Type::format($format)
            }
        }
    )*};
}

formats! {
    Timestamp => "date-time";
    Zoned => "zoned-date-time";
    civil::Date => "date";
    civil::Time => "local-time";
    civil::DateTime => "local-date-time";
    Span => "duration";
    SignedDuration => "time-duration";
}

impl MapKey for civil::Date {}
