//! What `#[typechat(...)]` adds: shown to the model and enforced.

use serde::{Deserialize, Serialize};
use typechat::Schema;

use crate::laws::Feature;

/// Replaced by the attribute.
#[derive(Debug, Serialize, Deserialize, Schema)]
#[typechat(description = "What the guest said.")]
struct Rules {
    #[typechat(range = 1..=5)]
    stars: u8,
    #[typechat(range = 0.0..1.0)]
    share: f64,
    #[typechat(range = -10..)]
    above: Option<i32>,
    #[typechat(length = 1..=20)]
    title: String,
    #[typechat(length = 2)]
    pair: Vec<u8>,
    #[typechat(length = ..3, pattern = "^[a-z]+$")]
    tags: Vec<String>,
    #[typechat(pattern = "^[A-Z]{2}-[0-9]+$", example = "AB-12")]
    code: String,
    #[typechat(format = "email")]
    mail: Option<String>,
    #[typechat(vocab = ["red", "green"])]
    color: String,
    #[typechat(vocab = ["s", "m", "l"])]
    sizes: Vec<String>,
    #[typechat(vocab = "dishes")]
    dish: String,
    /// Or nothing at all.
    #[typechat(nullable)]
    note: Option<String>,
    #[typechat(description = "From the attribute.", example = 3, example = 4)]
    count: u8,
    #[typechat(length = 1..)]
    map: std::collections::BTreeMap<String, u8>,
}

#[derive(Debug, Serialize, Deserialize, Schema)]
#[serde(tag = "type")]
enum Described {
    /// Not this.
    #[typechat(description = "But this.")]
    One {
        #[typechat(range = 1..)]
        count: u32,
    },
    Two(Rated),
}

#[derive(Debug, Serialize, Deserialize, Schema)]
struct Rated {
    #[typechat(range = ..=3)]
    stars: Stars,
}

/// How good it was.
#[derive(Debug, Serialize, Deserialize, Schema)]
struct Stars(#[typechat(range = 0..=10)] u8);

fn rules() -> Rules {
    Rules {
        stars: 5,
        share: 0.5,
        above: None,
        title: "Good".into(),
        pair: vec![1, 2],
        tags: vec!["a".into()],
        code: "AB-12".into(),
        mail: Some("a@example.com".into()),
        color: "red".into(),
        sizes: vec!["s".into(), "l".into()],
        dish: "soup".into(),
        note: None,
        count: 3,
        map: [("k".to_owned(), 1)].into(),
    }
}

#[test]
fn rules_are_shown_and_enforced() {
    Feature::new("rules")
        .narrower("rules")
        .of("rules", [rules()])
        .narrower("rules")
        .of(
            "described",
            [
                Described::One { count: 1 },
                Described::Two(Rated { stars: Stars(2) }),
            ],
        )
        .narrower("rules")
        .of("documented_newtype", [Stars(10)])
        .tsc();
}

/// Each rule by its edge: what is just within passes, what is just beyond is told in words.
#[test]
fn every_rule_refuses_what_is_beyond() {
    let beyond = [
        ("stars", serde_json::json!(6), "stars"),
        ("share", serde_json::json!(1.0), "share"),
        ("above", serde_json::json!(-11), "above"),
        ("title", serde_json::json!(""), "title"),
        ("title", serde_json::json!("é".repeat(21)), "title"),
        ("pair", serde_json::json!([1]), "pair"),
        ("tags", serde_json::json!(["a", "b", "c"]), "tags"),
        ("tags", serde_json::json!(["A"]), "tags[0]"),
        ("code", serde_json::json!("ab-1"), "code"),
        ("mail", serde_json::json!("nobody"), "mail"),
        ("color", serde_json::json!("blue"), "color"),
        ("sizes", serde_json::json!(["xl"]), "sizes[0]"),
        ("map", serde_json::json!({}), "map"),
    ];
    let good = serde_json::to_value(rules()).unwrap();
    for (member, value, place) in beyond {
        let mut json = good.clone();
        json.as_object_mut().unwrap().remove("above");
        json[member] = value;
        let reading = typechat::reply::read::<Rules>(&json.to_string());
        assert_eq!(
            reading.problems().len(),
            1,
            "{member}: {:?}",
            reading.problems()
        );
        let text = reading.problems()[0].to_string();
        assert!(text.starts_with(&format!("{place}: ")), "{text}");
    }
}
