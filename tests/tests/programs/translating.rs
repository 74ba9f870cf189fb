//! Sentences become plans: what the model is told, what it is told when it was wrong, and what it
//! is held to.

use serde_json::{Value, json};
use typechat::{
    model::Script,
    translate::{OutputMode, TranslateErrorKind},
};
use typechat_program::{Api, ProgramTranslator, Translated, samples};
use typechat_tests::corpus;

use crate::wait;

fn math() -> Api {
    samples::by_name("math").unwrap()
}

fn translated(replies: &[&str]) -> Translated {
    let translator = ProgramTranslator::new(Script::new(replies.iter().copied()), math());
    wait(translator.translate("one and two")).unwrap()
}

const SUM: &str = r#"{"@steps": [{"@func": "add", "@args": [1, 2]}]}"#;

#[test]
fn what_the_model_is_told() {
    let prompt = |name: &str| {
        let api = samples::by_name(name).unwrap();
        let translator = ProgramTranslator::new(Script::new([""]), api);
        let messages = translator.prompt("one and two").messages;
        let texts: Vec<String> = messages
            .iter()
            .map(typechat::model::Message::text)
            .collect();
        texts.join("\n---\n")
    };
    insta::assert_snapshot!("prompt_math", prompt("math"));
    insta::assert_snapshot!("prompt_object", prompt("object"));
}

#[test]
fn what_is_wrong_goes_back_to_the_model() {
    let wrong = r#"{"@steps": [
        {"@func": "plus", "@args": [1, 2]},
        {"@func": "mul", "@args": [2, "3"]},
        {"@func": "neg", "@args": [{"@ref": 2}]}
    ]}"#;
    let lost =
        r#"{"@steps": [{"@func": "mul", "@args": [2, 3]}, {"@func": "add", "@args": [1, 2]}]}"#;
    let script = Script::new([wrong, lost, SUM]);
    let translator = ProgramTranslator::new(script, math());
    let done = wait(translator.translate_full("one and two")).unwrap();
    let words = done.attempts().iter().skip(1);
    let words: Vec<String> = words
        .map(|attempt| attempt.prompt.messages.last().unwrap().text())
        .collect();
    insta::assert_snapshot!("repair", words.join("\n---\n"));
    let plan = done.value().plan().unwrap();
    assert_eq!(wait(plan.run()).unwrap().value(), 3.0);
}

#[test]
fn what_no_function_can_do_is_said() {
    assert!(matches!(translated(&[SUM]), Translated::Plan(_)));
    let partly = r#"{"@steps": [{"@func": "pi"}], "@cannot_translate": ["who won"]}"#;
    match translated(&[partly]) {
        Translated::Partial(plan, cannot) => {
            assert_eq!(
                (plan.program().len(), cannot),
                (1, vec!["who won".to_owned()])
            );
        }
        other => panic!("{other:?}"),
    }
    let refused = translated(&[r#"{"@cannot_translate": ["who won"]}"#]);
    assert!(refused.plan().is_none());
    assert_eq!(refused.cannot(), ["who won"]);
}

#[test]
fn a_program_is_never_fitted_to_what_it_may_have_meant() {
    // Read leniently, `"2"` would be a number, and one call a list of one.
    for reply in [
        r#"{"@steps": [{"@func": "add", "@args": [1, "2"]}]}"#,
        r#"{"@steps": {"@func": "add", "@args": [1, 2]}}"#,
        r#"{"@steps": [{"@func": "ADD", "@args": [1, 2]}]}"#,
    ] {
        let script = Script::new([reply, reply, reply]);
        let error = wait(ProgramTranslator::new(script, math()).translate("1 + 2")).unwrap_err();
        assert!(
            matches!(error.kind(), TranslateErrorKind::Budget(_)),
            "{error}"
        );
    }
    // Quotes and fences are another matter.
    let fenced = "```json\n{'@steps': [{'@func': 'add', '@args': [1, 2]},]}\n```";
    assert!(translated(&[fenced]).plan().is_some());
}

/// What a model can be held to takes every good program, and no call of a function that there is
/// not, with too few or too many arguments, or with data of another type.
#[test]
fn the_schema_of_an_api_takes_its_programs() {
    let Some(cases) = corpus::lines("programs/dev.jsonl") else {
        return;
    };
    let mut taken = 0;
    for case in &cases {
        let api = samples::by_name(case["api"].as_str().unwrap()).unwrap();
        let translator = ProgramTranslator::new(Script::new([""]), api);
        let schema = translator.prompt("").schema.unwrap();
        let validator = jsonschema::validator_for(&schema).unwrap();
        let fits = validator.is_valid(&case["program"]);
        let id = case["id"].as_str().unwrap();
        let kind = case["expect"]["kind"].as_str().unwrap_or_default();
        match kind {
            "" if id == "own/empty_steps" => assert!(!fits),
            "" => {
                assert!(fits, "{id}");
                taken += 1;
            }
            "unknown_function" | "arity" | "malformed" => assert!(!fits, "{id}"),
            // Where a reference leads, and of which type its result is, only the check knows.
            _ => {}
        }
    }
    assert!(taken >= 20, "{taken}");
}

#[test]
fn a_model_may_be_prompted_alone() {
    let builder = ProgramTranslator::builder(Script::new([SUM]), math());
    let translator = builder.output(OutputMode::Prompted).build().unwrap();
    assert!(translator.prompt("1 + 2").schema.is_none());
    let held = ProgramTranslator::new(Script::new([SUM]), math()).prompt("1 + 2");
    let schema: Value = held.schema.unwrap().as_ref().clone();
    assert_eq!(
        schema["$defs"]["call_neg"]["properties"]["@func"],
        json!({ "const": "neg" })
    );
}
