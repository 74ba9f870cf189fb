//! Types of other crates, behind features.

use bytes::Bytes;
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use indexmap::{IndexMap, IndexSet};
use jiff::{SignedDuration, Span, Timestamp, Zoned, civil};
use rust_decimal::Decimal;
use serde::{Deserialize, Serialize};
use typechat::Schema;
use typechat::schema::Base64;
use url::Url;
use uuid::Uuid;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Chrono {
    utc: DateTime<Utc>,
    fixed: DateTime<FixedOffset>,
    date: NaiveDate,
    time: NaiveTime,
    date_time: NaiveDateTime,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Jiff {
    timestamp: Timestamp,
    zoned: Zoned,
    date: civil::Date,
    time: civil::Time,
    date_time: civil::DateTime,
    span: Span,
    duration: SignedDuration,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Others {
    id: Uuid,
    page: Url,
    price: Decimal,
    raw: Bytes,
    text: Base64,
    map: IndexMap<Uuid, u8>,
    set: IndexSet<String>,
}

#[test]
fn foreign() {
    let chrono = |text: &str, time: &str| Chrono {
        utc: text.parse().unwrap(),
        fixed: text.parse().unwrap(),
        date: "2024-02-29".parse().unwrap(),
        time: time.parse().unwrap(),
        date_time: "2024-02-29T09:30:00.5".parse().unwrap(),
    };
    let jiff = |text: &str, span: &str, duration: &str| Jiff {
        timestamp: text.parse().unwrap(),
        zoned: "2024-05-01T09:30:00-04:00[America/New_York]"
            .parse()
            .unwrap(),
        date: "2024-02-29".parse().unwrap(),
        time: "09:30:00.123456789".parse().unwrap(),
        date_time: "2024-02-29T09:30:00".parse().unwrap(),
        span: span.parse().unwrap(),
        duration: duration.parse().unwrap(),
    };
    let id = Uuid::from_u128(0x67e5_5044_10b1_426f_9247_bb68_0e5f_e0c8);
    let others = |price: &str| Others {
        id,
        page: "https://example.com/a?b#c".parse().unwrap(),
        price: price.parse().unwrap(),
        raw: vec![1, 255].into(),
        text: vec![0, 1, 254].into(),
        map: [(id, 1)].into(),
        set: ["b".to_owned(), "a".to_owned()].into(),
    };
    Feature::new("foreign")
        .of(
            "chrono",
            [
                chrono("2024-05-01T09:30:00Z", "09:30:00"),
                chrono("1999-12-31T23:59:59.123456789+05:30", "23:59:59.999"),
            ],
        )
        .of(
            "jiff",
            [
                jiff("2024-05-01T09:30:00Z", "P1Y2M3DT4H", "PT1H"),
                jiff("1900-01-01T00:00:00.5Z", "-P1D", "-PT0.5S"),
            ],
        )
        .of(
            "others",
            [
                others("19.99"),
                others("-79228162514264337593543950335"),
                others("0.0000000000000000000000000001"),
            ],
        )
        .tsc();
}
