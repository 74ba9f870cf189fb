//! Other names: of members, of variants, of tags. The schema shows one name and carries the others.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Members {
    #[serde(alias = "colour", alias = "hue")]
    color: String,
    #[serde(rename = "size", alias = "dimension")]
    extent: u8,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
enum Units {
    #[serde(alias = "small", alias = "S")]
    Small,
    Large,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
enum Tags {
    #[serde(alias = "sum")]
    Add { left: u8 },
    #[serde(alias = "none")]
    Nothing,
}

#[test]
fn aliases() {
    Feature::new("aliases")
        .of(
            "members",
            [Members {
                color: "red".into(),
                extent: 1,
            }],
        )
        .of("units", [Units::Small, Units::Large])
        .of("tags", [Tags::Add { left: 1 }, Tags::Nothing])
        .tsc();
}
