//! The types of chrono, as its serde implementations write them.

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeZone};

use crate::schema::{GraphBuilder, MapKey, Schema, Type};

/// RFC 3339. Years before 0 and after 9999 are written in a form of chrono's own, which the
/// schema does not accept.
impl<Tz: TimeZone + 'static> Schema for DateTime<Tz> {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::format("date-time")
    }
}

impl Schema for NaiveDate {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::format("date")
    }
}

impl Schema for NaiveTime {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::format("local-time")
    }
}

impl Schema for NaiveDateTime {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::format("local-date-time")
    }
}

impl MapKey for NaiveDate {}
