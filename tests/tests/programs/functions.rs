//! Functions of every kind, as a trait and as closures: what they take, and what a model is shown.

use std::{
    collections::BTreeMap,
    fmt,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use typechat::Schema;
use typechat_program::{Api, ApiError, Function, api};
use typechat_tests::tsc::complaints;

use crate::wait;

/// A dish.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
struct Dish {
    name: String,
    /// In cents.
    #[serde(default)]
    price: u32,
}

#[derive(Debug)]
struct TooHot;

impl fmt::Display for TooHot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("too hot")
    }
}

/// A kitchen.
#[api(rename_all = "camelCase")]
trait KitchenApi {
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

struct Kitchen;

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

fn call(api: &Api, name: &str, args: Value) -> Result<Value, String> {
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

#[test]
fn closures_of_every_arity_and_kind_are_functions() {
    let mut sum = 0;
    macro_rules! arities {
        ($($count:literal: $($param:ident)*;)*) => {
            $({
                let plain = |$($param: i64),*| 0 $(+ $param)*;
                let fallible = |$($param: i64),*| if 0 $(+ $param)* < 100 { Ok(0 $(+ $param)*) } else { Err("too much") };
                let api = Api::builder()
                    .function(Function::new("plain", plain))
                    .function(Function::new("later", move |$($param: i64),*| { let sum = 0 $(+ $param)*; async move { sum } }))
                    .function(Function::fallible("fallible", fallible))
                    .function(Function::fallible("both", move |$($param: i64),*| { let sum = fallible($($param),*); async move { sum } }))
                    .build()
                    .unwrap();
                for name in ["plain", "later", "fallible", "both"] {
                    let args: Vec<i64> = (1..=$count).collect();
                    assert_eq!(call(&api, name, json!(args)), Ok(json!(args.iter().sum::<i64>())), "{name}");
                    assert_eq!(api.signature(name).unwrap().is_async(), ["later", "both"].contains(&name));
                    assert_eq!(api.signature(name).unwrap().params().len(), $count);
                    sum += 1;
                }
                if $count > 0 {
                    let large = vec![100; $count];
                    assert!(call(&api, "fallible", json!(large)).unwrap_err().ends_with("too much"));
                    assert!(call(&api, "both", json!(large)).unwrap_err().ends_with("too much"));
                }
            })*
        };
    }
    arities! { 0:; 1: a; 2: a b; 3: a b c; 4: a b c d; 5: a b c d e; 6: a b c d e f; 7: a b c d e f g; 8: a b c d e f g h; }
    assert_eq!(sum, 36);
}

#[test]
fn sources_come_together_with_one_definition_of_each_type() {
    let named = |name: &str| Function::new(name, |dish: Dish| dish);
    let builder = Api::builder()
        .namespace("a", [named("get.it"), named("get/it")])
        .namespace("b", Kitchen.into_functions());
    let api = builder
        .function(named("größe"))
        .name("merged api")
        .doc("All of it.")
        .build()
        .unwrap();
    let text = api.to_typescript();
    assert_eq!(
        text.matches("type Dish =").count() + text.matches("interface Dish").count(),
        1,
        "{text}"
    );
    let names: Vec<(&str, &str)> = api
        .signatures()
        .map(|s| (s.name(), s.original_name()))
        .collect();
    assert_eq!(
        names[..2],
        [("a__get_it", "get.it"), ("a__get_it_2", "get/it")]
    );
    assert!(
        names.contains(&("b__heat-up", "heat-up")) && names.contains(&("gr__e", "größe")),
        "{names:?}"
    );
    assert!(names.iter().all(|(name, _)| {
        name.bytes()
            .all(|b| b.is_ascii_alphanumeric() || b"_-".contains(&b))
    }));
    assert_eq!(
        call(&api, "a__get_it_2", json!([{ "name": "pie" }])),
        Ok(json!({ "name": "pie", "price": 0 }))
    );
    insta::assert_snapshot!(text);
    if let Some(words) = complaints("merged", &text) {
        assert!(words.is_empty(), "{words}\n{text}");
    }
}

#[test]
fn what_does_not_go_together_is_refused() {
    let one = |name: &str| Function::new(name, |x: u8, _y: u8| x);
    let builds = [
        Api::builder().function(one("a")).function(one("a")).build(),
        Api::builder().namespace("n", [one("a"), one("a")]).build(),
        Api::builder().namespace("no name", [one("a")]).build(),
        Api::builder().namespace("", [one("a")]).build(),
        Api::builder().function(one("a").params(["x"])).build(),
        Api::builder().function(one("a").params(["x", "x"])).build(),
        Api::builder().function(one("a").pure().confirm()).build(),
        Api::builder()
            .function(Function::new("a", |x: u8| -> Result<u8, String> { Ok(x) }))
            .build(),
        Api::builder()
            .function(one("a"))
            .policy(typechat_program::Policy::default().deny("b"))
            .build(),
    ];
    let words: Vec<String> = builds
        .into_iter()
        .map(|built| built.unwrap_err().to_string())
        .collect();
    insta::assert_snapshot!(words.join("\n"));
    assert!(matches!(
        Function::described(&json!({})),
        Err(ApiError::Description { .. })
    ));
}

static WRITTEN: AtomicUsize = AtomicUsize::new(0);

/// A picture that counts how often it is written as JSON, and refuses to be read from it.
#[derive(Debug, Clone, Schema, Deserialize)]
struct Picture {
    pixels: Vec<u8>,
}

impl Serialize for Picture {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        WRITTEN.fetch_add(1, Relaxed);
        json!({ "pixels": self.pixels }).serialize(serializer)
    }
}

#[test]
fn values_pass_between_calls_without_json() {
    let open = |size: u8| Picture {
        pixels: vec![0; size.into()],
    };
    let api = Api::builder()
        .function(Function::new("open", open))
        .function(Function::new("invert", |picture: Picture| Picture {
            pixels: picture.pixels.iter().map(|p| 255 - p).collect(),
        }))
        .function(Function::new("size", |picture: Picture| {
            picture.pixels.len()
        }))
        .build()
        .unwrap();
    let step = |name: &str, arg: Value| json!({ "@func": name, "@args": [arg] });
    let steps = json!([
        step("open", json!(3)),
        step("invert", json!({ "@ref": 0 })),
        step("size", step("invert", json!({ "@ref": 1 })))
    ]);
    let plan = api.check_value(&json!({ "@steps": steps })).unwrap();
    let outcome = wait(plan.run()).unwrap();
    assert_eq!(outcome.to::<usize>(), Ok(3));
    // Once for each result: is it `null`; and once to count its bytes.
    assert!(WRITTEN.load(Relaxed) <= 2 * 3, "{}", WRITTEN.load(Relaxed));
    assert_eq!(
        outcome.results()[1],
        Some(json!({ "pixels": [255, 255, 255] }))
    );
}
