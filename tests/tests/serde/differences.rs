//! Where the schema is narrower than serde on purpose: the list in the documentation of
//! `typechat::schema`, a test a line. Each shows that serde reads it and that the schema does not.

use serde::{Deserialize, de::DeserializeOwned};
use typechat::{
    Schema,
    reply::{Leniency, NoteKind, Reader, Reading, read},
};

fn refused<T: Schema + DeserializeOwned>(json: &str) -> String {
    assert!(
        serde_json::from_str::<T>(json).is_ok(),
        "serde reads {json}"
    );
    let reading = Reader::<T>::new().leniency(Leniency::Strict).read(json);
    assert!(reading.value().is_none(), "the schema refuses {json}");
    reading.problems()[0].to_string()
}

/// What the schema refuses and align reads is told.
fn told<T>(reading: &Reading<T>, kind: NoteKind) {
    assert!(reading.value().is_some());
    let kinds = reading.notes().iter().map(|note| note.kind);
    assert_eq!(kinds.collect::<Vec<_>>(), [kind]);
}

#[derive(Debug, Deserialize, Schema)]
#[allow(dead_code)]
struct Point {
    x: u8,
    #[serde(alias = "why")]
    y: u8,
    z: Option<u8>,
}

#[derive(Debug, Deserialize, Schema)]
#[allow(dead_code)]
enum Mixed {
    Unit,
    Data(u8),
}

#[test]
fn a_list_for_a_struct() {
    refused::<Point>("[1, 2, 3]");
}

#[test]
fn an_object_for_a_unit_variant() {
    refused::<Mixed>(r#"{"Unit": null}"#);
}

#[test]
fn unknown_members() {
    refused::<Point>(r#"{"x": 1, "y": 2, "more": 3}"#);
}

#[test]
fn an_alias() {
    let json = r#"{"x": 1, "why": 2}"#;
    refused::<Point>(json);
    told(&read::<Point>(json), NoteKind::Alias);
}

#[test]
fn null_for_an_optional_member() {
    let json = r#"{"x": 1, "y": 2, "z": null}"#;
    refused::<Point>(json);
    told(&read::<Point>(json), NoteKind::Null);
}

#[test]
fn an_index_for_a_tag() {
    #[derive(Debug, Deserialize, Schema)]
    #[serde(tag = "type")]
    #[allow(dead_code)]
    enum Tagged {
        A { x: u8 },
    }
    refused::<Tagged>(r#"["A", 1]"#);
    // Behind a buffer, serde reads an index, too.
    #[derive(Debug, Deserialize, Schema)]
    #[serde(untagged)]
    #[allow(dead_code)]
    enum Buffered {
        Tagged(Tagged),
    }
    refused::<Buffered>("[0, 1]");
}

#[test]
fn another_tag_than_those_listed() {
    #[derive(Debug, Deserialize, Schema)]
    #[serde(tag = "type")]
    enum Tagged {
        A,
        #[serde(other)]
        Other,
    }
    refused::<Tagged>(r#"{"type": "B"}"#);
}

#[test]
fn the_tag_of_a_struct() {
    #[derive(Debug, Deserialize, Schema)]
    #[serde(tag = "type")]
    #[allow(dead_code)]
    struct Tagged {
        x: u8,
    }
    refused::<Tagged>(r#"{"x": 1}"#);
}

#[test]
fn the_content_of_an_adjacent_variant() {
    #[derive(Debug, Deserialize, Schema)]
    #[serde(tag = "t", content = "c")]
    #[allow(dead_code)]
    enum Adjacent {
        Unit,
        Maybe(Option<u8>),
    }
    refused::<Adjacent>(r#"{"t": "Unit", "c": null}"#);
    refused::<Adjacent>(r#"{"t": "Maybe"}"#);
}

#[test]
fn a_part_of_a_flattened_option() {
    #[derive(Debug, Deserialize, Schema)]
    #[allow(dead_code)]
    struct Outer {
        id: u8,
        #[serde(flatten)]
        point: Option<Point>,
    }
    refused::<Outer>(r#"{"id": 1, "x": 1}"#);
}

#[test]
fn a_member_that_is_written_and_never_read() {
    #[derive(Debug, Deserialize, Schema)]
    #[allow(dead_code)]
    struct Computed {
        price: u8,
        #[serde(skip_deserializing)]
        total: u8,
    }
    refused::<Computed>(r#"{"price": 1, "total": 2}"#);
}

#[test]
fn equal_items_of_a_set() {
    refused::<std::collections::BTreeSet<u8>>("[1, 1]");
}

#[test]
fn nanoseconds_beyond_a_second() {
    refused::<std::time::Duration>(r#"{"secs": 1, "nanos": 2000000000}"#);
}

#[test]
fn other_forms_of_a_uuid_and_of_times() {
    refused::<uuid::Uuid>("\"67e5504410b1426f9247bb680e5fe0c8\"");
    refused::<chrono::NaiveTime>("\"23:59:60\"");
    refused::<chrono::DateTime<chrono::Utc>>("\"2024-05-01 09:30:00Z\"");
}

#[test]
fn days_at_the_ends_of_time() {
    for date in ["0000-05-01", "0001-01-01", "9999-12-30"] {
        refused::<chrono::DateTime<chrono::Utc>>(&format!("\"{date}T09:30:00Z\""));
    }
    for date in ["-0001-05-01", "+10000-05-01"] {
        refused::<chrono::NaiveDate>(&format!("\"{date}\""));
    }
    for date in ["0001-01-02", "9999-12-29"] {
        let json = format!("\"{date}T09:30:00Z\"");
        let reading = read::<chrono::DateTime<chrono::Utc>>(&json);
        assert!(reading.value().is_some(), "{date}");
    }
}

#[test]
fn a_number_for_a_decimal() {
    // Without features of its own, `Decimal` reads strings alone; digits that do not fit would
    // be rounded.
    refused::<rust_decimal::Decimal>("\"0.00000000000000000000000000001\"");
}

#[test]
fn what_a_rule_excludes() {
    #[derive(Debug, Deserialize, Schema)]
    #[allow(dead_code)]
    struct Review {
        #[typechat(range = 1..=5)]
        stars: u8,
    }
    assert_eq!(
        refused::<Review>(r#"{"stars": 6}"#),
        "stars: 6 is greater than the maximum of 5"
    );
}
