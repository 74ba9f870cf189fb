//! A trait of functions: what they take, and what a model is shown.

use std::{collections::BTreeMap, fmt};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use typechat::Schema;
use typechat_program::{Api, api};
use typechat_tests::tsc::complaints;

use crate::wait;

/// A dish.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub(crate) struct Dish {
    pub(crate) name: String,
    /// In cents.
    #[serde(default)]
    price: u32,
}

#[derive(Debug)]
pub(crate) struct TooHot;

impl fmt::Display for TooHot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too hot")
    }
}

/// A kitchen.
#[api(rename_all = "camelCase")]
pub(crate) trait KitchenApi {
    /// Takes everything by value.
    #[typechat(pure)]
    fn by_value(
        &self,
        text: String,
        list: Vec<i64>,
        dish: Dish,
        map: BTreeMap<String, bool>,
    ) -> String;
    /// Takes everything by reference.
    fn by_reference(&self, text: &str, list: &[i64], dish: &Dish, words: &[String]) -> String;
    /// Takes what is there.
    async fn optional(
        &self,
        number: Option<u8>,
        text: Option<&str>,
        list: Option<&[i64]>,
        dish: Option<&Dish>,
    ) -> String;
    /// Fills in the rest.
    #[typechat(parallel)]
    async fn defaults(
        &self,
        #[typechat(default)] count: u8,
        #[typechat(default = "soup")] dish: String,
        #[typechat(default = -2)] rest: i32,
    ) -> String;
    /// Heats it.
    #[typechat(confirm, rename = "heat-up")]
    fn heat(
        &self,
        /// In degrees.
        #[typechat(range = 0..=300)]
        degrees: u16,
        #[typechat(rename = "for", pattern = "^[a-z]+$")] what: &str,
    ) -> Result<Dish, TooHot>;
    /// Waits, and may fail.
    async fn bake(
        &self,
        #[typechat(length = 1..=3)] dishes: Vec<Dish>,
    ) -> Result<Vec<Dish>, std::num::ParseIntError>;
    fn nothing(&self);
    #[typechat(description = "Says a word.")]
    fn word(&self, #[typechat(vocab = ["hot", "cold"])] word: String) -> Option<String> {
        (word == "hot").then_some(word)
    }
}

pub(crate) struct Kitchen;

impl KitchenApi for Kitchen {
    fn by_value(
        &self,
        text: String,
        list: Vec<i64>,
        dish: Dish,
        map: BTreeMap<String, bool>,
    ) -> String {
        format!("{text} {list:?} {} {map:?}", dish.name)
    }
    fn by_reference(&self, text: &str, list: &[i64], dish: &Dish, words: &[String]) -> String {
        format!("{text} {list:?} {} {words:?}", dish.name)
    }
    async fn optional(
        &self,
        number: Option<u8>,
        text: Option<&str>,
        list: Option<&[i64]>,
        dish: Option<&Dish>,
    ) -> String {
        format!(
            "{number:?} {text:?} {list:?} {:?}",
            dish.map(|dish| &dish.name)
        )
    }
    async fn defaults(&self, count: u8, dish: String, rest: i32) -> String {
        format!("{count} {dish} {rest}")
    }
    fn heat(&self, degrees: u16, what: &str) -> Result<Dish, TooHot> {
        if degrees > 250 {
            return Err(TooHot);
        }
        Ok(Dish {
            name: what.to_owned(),
            price: degrees.into(),
        })
    }
    async fn bake(&self, mut dishes: Vec<Dish>) -> Result<Vec<Dish>, std::num::ParseIntError> {
        for dish in &mut dishes {
            dish.price += dish.name.parse::<u32>()?;
        }
        Ok(dishes)
    }
    fn nothing(&self) {}
}

pub(crate) fn call(api: &Api, name: &str, args: Value) -> Result<Value, String> {
    let plan = api.check_value(&json!({ "@steps": [{ "@func": name, "@args": args }] }));
    let plan = plan.map_err(|error| error.to_string())?;
    let options = typechat_program::RunOptions::default().confirm(|_| async { true });
    let outcome = wait(plan.run_with(&options)).map_err(|error| error.to_string())?;
    Ok(outcome.value())
}

#[test]
fn a_trait_is_shown_as_an_interface_that_tsc_takes() {
    let text = Kitchen.into_api().to_typescript();
    insta::assert_snapshot!(text);
    if let Some(words) = complaints("kitchen", &text) {
        assert!(words.is_empty(), "{words}\n{text}");
    }
}

#[test]
fn a_trait_takes_arguments_as_it_says() {
    let api = Kitchen.into_api();
    let dish = json!({ "name": "pie", "price": 3 });
    let cases = [
        (
            "byValue",
            json!(["a", [1, 2.0], dish, { "b": true }]),
            json!(r#"a [1, 2] pie {"b": true}"#),
        ),
        (
            "byReference",
            json!(["a", [1, 2], { "name": "pie" }, ["x"]]),
            json!(r#"a [1, 2] pie ["x"]"#),
        ),
        ("optional", json!([]), json!("None None None None")),
        (
            "optional",
            json!([7, "t", [1], dish]),
            json!(r#"Some(7) Some("t") Some([1]) Some("pie")"#),
        ),
        (
            "optional",
            json!([null, null, null, null]),
            json!("None None None None"),
        ),
        (
            "optional",
            json!({ "dish": dish, "text": "" }),
            json!(r#"None Some("") None Some("pie")"#),
        ),
        ("defaults", json!([]), json!("0 soup -2")),
        ("defaults", json!({ "rest": 5 }), json!("0 soup 5")),
        ("defaults", json!([1, null, 3]), json!("1 soup 3")),
        (
            "heat-up",
            json!([200, "pie"]),
            json!({ "name": "pie", "price": 200 }),
        ),
        (
            "heat-up",
            json!({ "for": "pie", "degrees": 0 }),
            json!({ "name": "pie", "price": 0 }),
        ),
        (
            "bake",
            json!([[{ "name": "12", "price": 1 }]]),
            json!([{ "name": "12", "price": 13 }]),
        ),
        ("nothing", json!([]), json!(null)),
        ("word", json!(["hot"]), json!("hot")),
        ("word", json!(["cold"]), json!(null)),
    ];
    for (name, args, expected) in cases {
        assert_eq!(
            call(&api, name, args.clone()),
            Ok(expected),
            "{name}({args})"
        );
    }
    assert!(
        call(&api, "heat-up", json!([260, "pie"]))
            .unwrap_err()
            .ends_with("heat-up failed: too hot")
    );
    assert!(
        call(&api, "bake", json!([[dish]]))
            .unwrap_err()
            .contains("invalid digit")
    );
    for (name, args) in [
        ("heat-up", json!([301, "pie"])),
        ("heat-up", json!([1, "P"])),
        ("bake", json!([[]])),
        ("word", json!(["warm"])),
        ("byValue", json!([])),
    ] {
        assert!(call(&api, name, args.clone()).is_err(), "{name}({args})");
    }
    let heat = api.signature("heat-up").unwrap();
    assert!(heat.is_confirmed() && !heat.is_async() && !heat.is_parallel());
    assert!(
        api.signature("defaults").unwrap().is_async()
            && api.signature("defaults").unwrap().is_parallel()
    );
    assert!(api.signature("byValue").unwrap().is_pure());
}
