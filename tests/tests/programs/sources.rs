//! Closures of every kind, and several sources in one API.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use serde::{Deserialize, Serialize, Serializer};
use serde_json::{Value, json};
use typechat::Schema;
use typechat_program::{Api, ApiError, Function};
use typechat_tests::tsc::complaints;

use crate::{
    functions::{Dish, Kitchen, KitchenApi, call},
    wait,
};

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
                    let args: Vec<i64> = (1..10).take($count).collect();
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
