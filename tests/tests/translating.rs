//! The loop: every failure is repaired, every bound stops it and says why, the ledger is whole.

use std::{
    error::Error,
    sync::{Arc, Mutex},
};

use insta::assert_snapshot;
use serde::{Deserialize, Serialize};
use serde_json::json;
use typechat::{
    Answer, Schema, TranslateError, Translator,
    model::{ChatReply, ChatRequest, FinishReason, Message, Model, ModelError, Script, Settings},
    reply::Limits,
    translate::{Hook, Request, Veto},
};

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub(crate) struct Order {
    /// What to bring.
    pub(crate) dish: Dish,
    pub(crate) quantity: u32,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Dish {
    Soup,
    Salad,
}

pub(crate) const GOOD: &str = r#"{"dish": "soup", "quantity": 2}"#;

pub(crate) fn soup() -> Order {
    Order {
        dish: Dish::Soup,
        quantity: 2,
    }
}

pub(crate) fn shown(request: &ChatRequest) -> String {
    let turn = |message: &Message| format!("[{:?}]\n{}\n", message.role, message.text());
    request.messages.iter().map(turn).collect()
}

pub(crate) fn chain(error: &dyn Error) -> String {
    error.source().map_or_else(
        || error.to_string(),
        |source| format!("{error}: {}", chain(source)),
    )
}

pub(crate) async fn failure(translator: &Translator<Order>) -> TranslateError {
    translator.translate("two soups").await.unwrap_err()
}

#[tokio::test]
async fn the_first_prompt() {
    let translator = Translator::<Order>::builder(Script::new([GOOD]))
        .preamble("You wait at tables.")
        .context("The kitchen closes at ten.")
        .example(
            "one salad",
            &Order {
                dish: Dish::Salad,
                quantity: 1,
            },
        )
        .build()
        .unwrap();
    let request =
        Request::new("two soups").history([Message::user("hello"), Message::assistant("hi")]);
    assert_snapshot!("first_prompt", shown(&translator.prompt(request)));
    assert_eq!(translator.translate("two soups").await.unwrap(), soup());
}

#[tokio::test]
async fn every_kind_of_failure_is_repaired() {
    let cut = ChatReply::new(r#"{"dish": "so"#).with_finish(FinishReason::Length);
    let failing = [
        ("syntax", ChatReply::new(r#"{"dish": "soup", quantity; 2}"#)),
        ("absence", ChatReply::new("Of course, coming right up!")),
        ("empty", ChatReply::new("")),
        ("truncation", ChatReply::new(r#"{"dish": "soup""#)),
        ("cut", cut),
        (
            "types",
            ChatReply::new(r#"{"dish": "soop", "quantity": "2", "extra": null}"#),
        ),
        (
            "check",
            ChatReply::new(r#"{"dish": "soup", "quantity": 0}"#),
        ),
    ];
    for (name, reply) in failing {
        let script = Script::replies([reply, ChatReply::new(GOOD)]);
        let translator = Translator::<Order>::builder(script.clone())
            .check(|order, checks| {
                if order.quantity == 0 {
                    checks.refuse("/quantity", "nothing is ordered; say how many");
                }
            })
            .build()
            .unwrap();
        let done = translator.translate_full("two soups").await.unwrap();
        assert_eq!(done.value(), &soup(), "{name}");
        assert_eq!(done.attempts().len(), 2, "{name}");
        assert!(!done.attempts()[0].problems.is_empty(), "{name}");
        let sent = script.requests();
        assert_eq!(
            sent[1].messages[..2],
            sent[0].messages[..],
            "{name}: the prefix is stable"
        );
        let repair = ChatRequest::new(&sent[1].messages[2..]);
        assert_snapshot!(format!("repair_{name}"), shown(&repair));
    }
}

#[tokio::test]
async fn a_reply_that_is_too_large_is_wanted_shorter() {
    let long = format!("{GOOD}{}", " ".repeat(200));
    let script = Script::new([long.as_str(), GOOD]);
    let mut limits = Limits::default();
    limits.bytes = 100;
    let translator = Translator::<Order>::builder(script.clone()).limits(limits);
    let order = translator.build().unwrap().translate("two soups").await;
    assert_eq!(order.unwrap(), soup());
    let repair = script.requests()[1].messages[3].text();
    assert_snapshot!(repair, @r"
    That reply is too long to be read:
    - the reply is larger than the limit of 100 bytes; write less
    Reply with the whole JSON value again, shorter: no line breaks, no optional members that are not needed.
    ");
}

#[tokio::test]
async fn only_the_latest_failure_is_told() {
    let script = Script::new(["first", "[]", GOOD]);
    let translator = Translator::<Order>::new(script.clone());
    translator.translate("two soups").await.unwrap();
    let sent = script.requests();
    assert_eq!(sent[2].messages.len(), 4);
    assert!(!shown(&sent[2]).contains("first"));
}

#[tokio::test]
async fn attempts_end_and_the_ledger_is_whole() {
    let reply = |text: &str| ChatReply::new(text).with_usage(100, 10);
    let bad = r#"{"dish": "tea", "quantity": -1}"#;
    let script = Script::replies([reply("no"), reply("[]"), reply(bad)]);
    let error = failure(&Translator::new(script)).await;
    assert!(error.is_budget());
    assert_snapshot!(error);
    assert_eq!(error.attempts().len(), 3);
    assert_eq!(error.usage().total(), 330);
    assert!(error.source().is_none());
    let last = serde_json::to_value(&error.attempts()[2]).unwrap();
    assert_eq!(last["reply"]["text"], bad);
    assert_eq!(last["problems"][0]["path"], "/dish");
    assert_eq!(last["prompt"]["messages"].as_array().unwrap().len(), 4);
    assert_eq!(
        last["charge"],
        json!({"usage": {"input": 100, "output": 10}, "estimated": false})
    );
}

#[tokio::test]
async fn a_model_error_is_not_repaired() {
    let model = Model::from_fn(|_| async { Err(ModelError::other("the cat sat on the router")) });
    let error = failure(&Translator::new(model)).await;
    assert_snapshot!(chain(&error));
    assert_eq!(error.attempts().len(), 1);
    let script = failure(&Translator::new(Script::new([""; 0]))).await;
    assert!(script.is_config());
}

#[tokio::test]
async fn a_refusal_is_told_in_its_own_words() {
    let mut reply = ChatReply::new("");
    reply.refusal = Some("I can't help with that.".into());
    let error = failure(&Translator::new(Script::replies([reply]))).await;
    assert!(error.is_refused());
    assert_snapshot!(error);
    let filtered = ChatReply::new("{\"dish\"").with_finish(FinishReason::ContentFilter);
    assert!(
        failure(&Translator::new(Script::replies([filtered])))
            .await
            .is_refused()
    );
}

#[tokio::test]
async fn later_attempts_can_escalate() {
    let (small, large) = (Script::new(["no"]), Script::new([GOOD]));
    let translator = Translator::<Order>::builder(small.clone())
        .escalate(large.clone())
        .build()
        .unwrap();
    assert_eq!(translator.translate("two soups").await.unwrap(), soup());
    assert_eq!((small.requests().len(), large.requests().len()), (1, 1));
}

#[tokio::test]
async fn the_way_out() {
    let replies = [
        r#"{"@unclear": "Which soup?"}"#,
        r#"{"@cannot_translate": ["tea"]}"#,
        GOOD,
    ];
    let translator = Translator::<Answer<Order>>::new(Script::new(replies));
    assert_snapshot!("answer_prompt", shown(&translator.prompt("two soups")));
    assert_eq!(
        translator.translate("x").await.unwrap(),
        Answer::Unclear("Which soup?".into())
    );
    assert_eq!(
        translator.translate("x").await.unwrap(),
        Answer::CannotTranslate(vec!["tea".into()])
    );
    assert_eq!(
        translator.translate("x").await.unwrap(),
        Answer::Value(soup())
    );
}

struct Redact;

impl Hook for Redact {
    async fn before_send(&self, request: &mut ChatRequest) -> Result<(), Veto> {
        if shown(request).contains("bomb") {
            return Err(Veto::new("not in this kitchen"));
        }
        let last = request.messages.pop().expect("a request");
        request
            .messages
            .push(Message::user(last.text().replace("Ada", "[name]")));
        Ok(())
    }

    async fn before_read(&self, reply: &mut ChatReply) -> Result<(), Veto> {
        reply.text = reply.text.replace("tea", "soup");
        Ok(())
    }

    fn before_trace(&self, line: &mut serde_json::Value) {
        line["prompt"] = json!("[redacted]");
    }
}

#[tokio::test]
async fn hooks_see_everything_first() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    let script = Script::new([r#"{"dish": "tea", "quantity": 2}"#]);
    let translator = Translator::<Order>::builder(script.clone())
        .hook(Redact)
        .trace(move |line| sink.lock().unwrap().push(line.to_owned()))
        .build()
        .unwrap();
    assert_eq!(
        translator.translate("two soups for Ada").await.unwrap(),
        soup()
    );
    assert!(!shown(&script.requests()[0]).contains("Ada"));
    let lines = lines.lock().unwrap().clone();
    assert_eq!(lines.len(), 1);
    assert!(
        lines[0].contains("[redacted]") && !lines[0].contains("between the"),
        "{}",
        lines[0]
    );
    let error = translator.translate("a bomb").await.unwrap_err();
    assert_snapshot!(chain(&error));
}

#[tokio::test]
async fn debug_shows_no_message_content() {
    let script = Script::new(["secret words", "secret words", "secret words"]);
    let translator = Translator::<Order>::new(script);
    let error = translator.translate("my secret").await.unwrap_err();
    let debug = format!("{error:?} {translator:?} {:?}", error.attempts());
    assert!(!debug.contains("secret"), "{debug}");
}

#[tokio::test]
async fn settings_reach_the_model() {
    let mut settings = Settings::default();
    settings.temperature = Some(0.0);
    let script = Script::new([GOOD]);
    let translator = Translator::<Order>::builder(script.clone())
        .settings(settings.clone())
        .build()
        .unwrap();
    translator.translate("two soups").await.unwrap();
    assert_eq!(script.requests()[0].settings, settings);
}

#[tokio::test]
async fn run_time_schemas() {
    let schema = json!({"title": "Point", "type": "object", "properties": {"x": {"type": "integer"}},
        "required": ["x"], "additionalProperties": false});
    let script = Script::new([r#"{"x": "one"}"#, r#"{"x": 1}"#]);
    let translator = Translator::from_schema(script.clone(), &schema).unwrap();
    assert_eq!(translator.translate("one").await.unwrap(), json!({"x": 1}));
    assert!(shown(&script.requests()[1]).contains("- x: expected integer, found \"one\""));
    let error = Translator::from_schema(Script::new([GOOD]), &json!({"type": 5})).unwrap_err();
    let cause = std::error::Error::source(&error).unwrap().to_string();
    assert!(
        cause.starts_with("the keyword `type` at # must be `null`, `boolean`"),
        "{cause}"
    );
}
