//! What one request sets for itself: settings, budget, model, words.

use serde::Deserialize;
use serde_json::json;
use typechat::{
    Budget, BuildError, Schema, Translator,
    model::{Script, Settings},
    translate::Request,
};

use crate::translating::{GOOD, Order, chain, soup};

#[tokio::test]
async fn settings_of_a_request_win_where_they_are_set() {
    let mut base = Settings::default();
    (base.temperature, base.seed) = (Some(1.0), Some(7));
    base.extra.insert("user".into(), json!("all"));
    let mut own = Settings::default();
    (own.temperature, own.max_tokens) = (Some(0.0), Some(50));
    own.extra.insert("priority".into(), json!(1));
    let script = Script::new([GOOD, GOOD]);
    let translator = Translator::<Order>::builder(script.clone())
        .settings(base.clone())
        .build()
        .unwrap();
    let request = Request::new("two soups").settings(own);
    let expected = json!({"temperature": 0.0, "max_tokens": 50, "seed": 7,
        "extra": {"user": "all", "priority": 1}});
    let shown = translator.prompt(request.clone()).settings;
    assert_eq!(serde_json::to_value(shown).unwrap(), expected);
    translator.translate(request).await.unwrap();
    translator.translate("two soups").await.unwrap();
    let sent = script.requests();
    assert_eq!(serde_json::to_value(&sent[0].settings).unwrap(), expected);
    assert_eq!(sent[1].settings, base, "the next request is as before");
}

#[tokio::test]
async fn a_budget_of_a_request_takes_the_place_of_the_translators() {
    let translator = Translator::<Order>::new(Script::new(["no", "no", GOOD]));
    let once = Request::new("two soups").budget(Budget::default().attempts(1));
    let error = translator.translate(once).await.unwrap_err();
    assert!(error.is_budget() && error.attempts().len() == 1);
    let bad = Request::new("two soups").budget(Budget::default().money(1.0));
    let error = translator.translate(bad).await.unwrap_err();
    assert!(error.is_config() && error.attempts().is_empty());
    assert_eq!(
        chain(&error),
        "no `Order`: it is not set up rightly: the budget limits money, but has no price; add \
         `Budget::price`"
    );
    assert_eq!(translator.translate("two soups").await.unwrap(), soup());
    let bounded = Request::new("two soups").budget(Budget::default().tokens(5000));
    assert!(translator.prompt(bounded).settings.max_tokens.unwrap() > 4000);
}

#[tokio::test]
async fn a_model_of_a_request_makes_all_its_attempts() {
    let (usual, large) = (Script::new([GOOD]), Script::new(["never"]));
    let own = Script::new(["no", GOOD]);
    let translator = Translator::<Order>::builder(usual.clone())
        .escalate(large.clone())
        .build()
        .unwrap();
    let request = Request::new("two soups").model(own.clone());
    assert_eq!(translator.translate(request).await.unwrap(), soup());
    assert_eq!(translator.translate("two soups").await.unwrap(), soup());
    let asked = [usual, large, own].map(|script| script.requests().len());
    assert_eq!(asked, [1, 0, 2]);
}

#[derive(Debug, PartialEq, Deserialize, Schema)]
struct Meal {
    #[typechat(vocab = "dishes")]
    dish: String,
}

fn meal(dish: &str) -> Meal {
    Meal { dish: dish.into() }
}

#[tokio::test]
async fn words_are_bound_once_or_for_one_request() {
    let replies = ["soup", "soop", "soup", "salad", "soup"];
    let script = Script::new(replies.map(|dish| json!({ "dish": dish }).to_string()));
    let translator = Translator::<Meal>::builder(script.clone())
        .vocabulary("dishes", ["soup", "salad", "soup"])
        .build()
        .unwrap();
    let schema = |request: Request| translator.prompt(request).messages[0].text();
    let usual = schema("x".into());
    assert!(
        usual.contains("type Dishes = \"soup\" | \"salad\";\n```"),
        "{usual}"
    );
    assert_eq!(translator.translate("x").await.unwrap(), meal("soup"));
    let done = translator.translate_full("x").await.unwrap();
    assert_eq!(
        done.attempts().len(),
        2,
        "a word that is not in the list is refused"
    );
    let today = Request::new("x").vocabulary("dishes", ["salad"]);
    let own = schema(today.clone());
    assert!(own.contains("type Dishes = \"salad\";\n```"), "{own}");
    let stable = usual.split("type Dishes").next().unwrap();
    assert!(own.starts_with(stable), "the stable part comes first");
    assert_eq!(translator.translate(today).await.unwrap(), meal("salad"));
    assert_eq!(translator.translate("x").await.unwrap(), meal("soup"));
}

#[tokio::test]
async fn words_that_do_not_fit_the_type_are_told() {
    let builder = || Translator::<Meal>::builder(Script::new([""; 0]));
    let told = |builder: typechat::translate::TranslatorBuilder<Meal>| {
        builder.build().unwrap_err().to_string()
    };
    assert_eq!(
        told(builder()),
        "the vocabulary `dishes` of the type has no words; bind them with \
         `TranslatorBuilder::vocabulary`"
    );
    assert_eq!(
        told(builder().vocabulary("dishs", ["soup"])),
        "the type names no vocabulary `dishs`; it names `dishes`"
    );
    assert_eq!(
        told(builder().vocabulary("dishes", [""; 0])),
        "the vocabulary `dishes` was given an empty list; give at least one word"
    );
    let none = Translator::<Order>::builder(Script::new([GOOD])).vocabulary("dishes", ["soup"]);
    assert!(matches!(
        none.build().unwrap_err(),
        BuildError::UnknownVocabulary { known, .. } if known.is_empty()
    ));
    let script = Script::new([GOOD]);
    let translator = Translator::<Meal>::builder(script.clone())
        .vocabulary("dishes", ["soup"])
        .build()
        .unwrap();
    let request = Request::new("x").vocabulary("dishs", ["soup"]);
    let error = translator.translate(request).await.unwrap_err();
    assert!(error.is_config() && script.requests().is_empty());
    assert_eq!(
        chain(&error),
        "no `Meal`: it is not set up rightly: the type names no vocabulary `dishs`; it names \
         `dishes`"
    );
}

#[test]
#[should_panic(expected = "Meal: the vocabulary `dishes` of the type has no words")]
fn a_type_that_needs_words_is_told_by_new() {
    let _ = Translator::<Meal>::new(Script::new([""; 0]));
}

#[test]
fn an_example_that_is_no_json_is_told_at_build() {
    #[derive(Debug, Deserialize, Schema)]
    struct Odd {
        #[allow(dead_code)]
        dish: String,
    }
    impl serde::Serialize for Odd {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(serde::ser::Error::custom("this dish cannot be written"))
        }
    }
    let odd = Odd {
        dish: "soup".into(),
    };
    let builder = Translator::<Odd>::builder(Script::new([GOOD])).example("a soup", &odd);
    let error = builder.build().unwrap_err();
    assert!(matches!(error, BuildError::Example(_)));
    assert_eq!(
        chain(&error),
        "the value of an example cannot be written as JSON: this dish cannot be written"
    );
}
