//! `#[typechat(check = ...)]`: functions that refuse a value, at their place.

use serde::Deserialize;
use typechat::{Schema, reply::read};

#[derive(Debug, Deserialize, Schema)]
#[typechat(check = Stay::ends_after_it_begins)]
struct Stay {
    #[typechat(check = is_day)]
    from: u32,
    #[typechat(check = is_day)]
    to: u32,
    guests: Vec<Guest>,
    #[serde(flatten)]
    room: Room,
}

impl Stay {
    fn ends_after_it_begins(&self) -> Result<(), String> {
        if self.from < self.to {
            return Ok(());
        }
        Err(format!(
            "the stay ends on day {}, before it begins on day {}",
            self.to, self.from
        ))
    }
}

#[derive(Debug, Deserialize, Schema)]
#[serde(tag = "kind")]
enum Guest {
    Adult,
    Child {
        #[typechat(check = is_minor)]
        age: u8,
    },
}

#[derive(Debug, Deserialize, Schema)]
enum Room {
    Single,
    Named(#[typechat(check = not_blank)] String),
    Pair(#[typechat(check = not_blank)] String, u8),
}

fn is_day(day: &u32) -> Result<(), &'static str> {
    if (1..=365).contains(day) {
        Ok(())
    } else {
        Err("a day is a number from 1 to 365")
    }
}

fn is_minor(age: &u8) -> Result<(), String> {
    if *age < 18 {
        Ok(())
    } else {
        Err(format!("a child is not {age} years old"))
    }
}

#[allow(clippy::ptr_arg)]
fn not_blank(text: &String) -> Result<(), &'static str> {
    if text.trim().is_empty() {
        Err("a name is not blank")
    } else {
        Ok(())
    }
}

#[derive(Debug, Deserialize, Schema)]
#[allow(dead_code)]
struct Wrapped {
    open: std::ops::Range<Day>,
    closed: std::ops::RangeInclusive<Day>,
    from: std::ops::RangeFrom<Day>,
    to: std::ops::RangeTo<Day>,
    wrapping: std::num::Wrapping<Day>,
}

#[derive(Debug, Deserialize, Schema)]
#[allow(dead_code)]
struct Day(#[typechat(check = is_day)] u32);

#[test]
fn checks_pass_through_what_wraps_a_value() {
    let json = r#"{"open": {"start": 0, "end": 400}, "closed": {"start": 0, "end": 400},
        "from": {"start": 0}, "to": {"end": 400}, "wrapping": 400}"#;
    let reading = read::<Wrapped>(json);
    let places: Vec<String> = reading.problems().iter().map(ToString::to_string).collect();
    let expected = [
        "open.start",
        "open.end",
        "closed.start",
        "closed.end",
        "from.start",
        "to.end",
        "wrapping",
    ];
    assert_eq!(
        places,
        expected.map(|place| format!("{place}: a day is a number from 1 to 365"))
    );
}

fn problems(json: &str) -> Vec<String> {
    let reading = read::<Stay>(json);
    reading.problems().iter().map(ToString::to_string).collect()
}

#[test]
fn checks_run_at_their_place() {
    let good = r#"{"from": 1, "to": 3, "guests": [{"kind": "Child", "age": 5}], "Named": "Blue"}"#;
    assert_eq!(problems(good), Vec::<String>::new());
    let bad = r#"{"from": 400, "to": 3, "guests": [{"kind": "Adult"}, {"kind": "Child", "age": 50}],
        "Named": " "}"#;
    assert_eq!(
        problems(bad),
        [
            "from: a day is a number from 1 to 365",
            "guests[1].age: a child is not 50 years old",
            "Named: a name is not blank",
            "the value: the stay ends on day 3, before it begins on day 400",
        ]
    );
    let pair = r#"{"from": 1, "to": 3, "guests": [], "Pair": ["", 2]}"#;
    assert_eq!(problems(pair), ["Pair[0]: a name is not blank"]);
    let single = r#"{"from": 1, "to": 3, "guests": [], "Single": null}"#;
    assert_eq!(problems(single), Vec::<String>::new());
}
