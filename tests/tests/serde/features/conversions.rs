//! `from`, `try_from`, `into`, `with`, `remote`: the JSON is another type's.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Clone, Serialize, Deserialize, Schema)]
#[serde(from = "Wire", into = "Wire")]
struct Celsius(f64);

/// A temperature as it is written.
#[derive(Debug, Serialize, Deserialize, Schema)]
struct Wire {
    degrees: f64,
}

impl From<Wire> for Celsius {
    fn from(wire: Wire) -> Self {
        Self(wire.degrees)
    }
}

impl From<Celsius> for Wire {
    fn from(celsius: Celsius) -> Self {
        Self { degrees: celsius.0 }
    }
}

#[derive(Debug, Clone, Serialize, Deserialize, Schema)]
#[serde(try_from = "u8", into = "u8")]
struct Even(u8);

impl TryFrom<u8> for Even {
    type Error = String;

    fn try_from(value: u8) -> Result<Self, String> {
        if value.is_multiple_of(2) {
            Ok(Self(value))
        } else {
            Err(format!("{value} is not even"))
        }
    }
}

impl From<Even> for u8 {
    fn from(even: Even) -> Self {
        even.0
    }
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Functions {
    /// A number that is written as text.
    #[serde(with = "as_text")]
    #[typechat(as = "String", pattern = "^(0|[1-9][0-9]{0,8})$")]
    id: u64,
    #[serde(deserialize_with = "seconds", serialize_with = "to_seconds", default)]
    #[typechat(as = "u32")]
    wait: std::time::Duration,
    #[serde(serialize_with = "loud")]
    name: String,
}

mod as_text {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(value: &u64, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(value)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<u64, D::Error> {
        String::deserialize(from)?.parse().map_err(D::Error::custom)
    }
}

fn seconds<'de, D: Deserializer<'de>>(from: D) -> Result<std::time::Duration, D::Error> {
    u32::deserialize(from).map(|secs| std::time::Duration::from_secs(secs.into()))
}

fn to_seconds<S: Serializer>(value: &std::time::Duration, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_u64(value.as_secs())
}

fn loud<S: Serializer>(value: &str, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.to_uppercase())
}

/// A type whose own JSON is written by hand.
#[derive(Debug, Schema)]
#[typechat(as = "(u8, u8, u8)")]
struct Color {
    rgb: [u8; 3],
}

impl Serialize for Color {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.rgb.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Color {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <[u8; 3]>::deserialize(deserializer).map(|rgb| Self { rgb })
    }
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Holds {
    outside: Celsius,
    inside: Option<Celsius>,
    even: Option<Even>,
    colors: Vec<Color>,
}

#[test]
fn conversions() {
    let color = || Color { rgb: [1, 2, 3] };
    Feature::new("conversions")
        .of("from", [Celsius(20.5)])
        .may_refuse()
        .of("try_from", [Even(2)])
        .narrower("rules")
        .of(
            "functions",
            [Functions {
                id: 12,
                wait: std::time::Duration::from_secs(3),
                name: "n".into(),
            }],
        )
        .of("by_hand", [color()])
        .may_refuse()
        .of(
            "holds",
            [
                Holds {
                    outside: Celsius(1.0),
                    inside: None,
                    even: None,
                    colors: vec![],
                },
                Holds {
                    outside: Celsius(1.0),
                    inside: Some(Celsius(2.0)),
                    even: Some(Even(4)),
                    colors: vec![color()],
                },
            ],
        )
        .tsc();
}
