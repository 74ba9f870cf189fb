//! `default` on members and types, and `skip_serializing_if`.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Members {
    #[serde(default)]
    tags: Vec<String>,
    #[serde(default = "five")]
    count: u8,
    #[serde(default)]
    maybe: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left_out: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    list: Vec<u8>,
    wanted: bool,
}

fn five() -> u8 {
    5
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(default)]
struct Whole {
    name: String,
    size: u8,
}

impl Default for Whole {
    fn default() -> Self {
        Self {
            name: "small".into(),
            size: 1,
        }
    }
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct LeftOutAlways {
    #[serde(skip_serializing)]
    secret: String,
    shown: u8,
}

#[test]
fn defaults() {
    let members = |maybe, left_out: Option<&str>, list| Members {
        tags: vec!["a".into()],
        count: 1,
        maybe,
        left_out: left_out.map(Into::into),
        list,
        wanted: true,
    };
    Feature::new("defaults")
        .of(
            "members",
            [
                members(None, None, vec![]),
                members(Some(true), Some("x"), vec![1]),
            ],
        )
        .of("whole", [Whole::default()])
        .tsc();
}

#[test]
fn what_is_never_written_is_still_wanted() {
    let text = typechat::schema::TypeGraph::of::<LeftOutAlways>().to_typescript();
    assert!(text.contains("  secret: string;"), "{text}");
    let reading = typechat::reply::read::<LeftOutAlways>(r#"{"secret": "s", "shown": 1}"#);
    assert_eq!(reading.problems(), []);
}
