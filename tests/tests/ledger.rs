//! The ledger tells what was spent: what was counted, and otherwise no less than it can have been.

use std::{
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

use typechat::{
    Budget, TranslateError, Translator,
    model::{
        ChatReply, ChatRequest, ConnectFault, Message, Model, ModelError, Script, Settings,
        TimeoutPhase, ToolCall, Usage, layer::Retry, openai::ChatCompletions,
    },
    translate::{Cost, Hook, TranslateErrorKind, Veto},
};
use typechat_tests::{Behaviour, Server};

use crate::translating::{GOOD, Order, failure, soup};

const UNBOUNDED: u64 = 16_384;

fn status(status: u16) -> ModelError {
    ModelError::Status {
        status,
        message: "no".into(),
        code: None,
        remedy: None,
        retry_after: None,
    }
}

fn connect(fault: ConnectFault) -> ModelError {
    ModelError::Connect {
        host: "h".into(),
        proxy: None,
        what: "gone".into(),
        fault,
        cause: None,
    }
}

fn timeout(phase: TimeoutPhase) -> ModelError {
    let after = Duration::from_secs(1);
    ModelError::Timeout { phase, after }
}

/// A model that fails so often in this way, then answers.
fn failing(times: usize, error: fn() -> ModelError) -> Model {
    let asked = AtomicUsize::new(0);
    Model::from_fn(move |_| {
        let failed = asked.fetch_add(1, Ordering::Relaxed) < times;
        async move {
            if failed {
                Err(error())
            } else {
                Ok(ChatReply::new(GOOD).with_usage(100, 10))
            }
        }
    })
}

/// A token for each byte of text and 8 for each message.
fn at_most(request: &ChatRequest) -> u64 {
    (request.text_bytes() + 8 * request.messages.len()) as u64
}

#[tokio::test]
async fn counts_of_any_size_are_added() {
    let huge = r#"{"choices":[{"message":{"content":"no"}}],
        "usage":{"prompt_tokens":18446744073709551615,"completion_tokens":18446744073709551615}}"#;
    let server = Server::start(vec![Behaviour::json(200, huge); 3]);
    let client = ChatCompletions::new("m")
        .base_url(server.url())
        .build()
        .unwrap();
    let error = failure(&Translator::new(client)).await;
    assert_eq!(error.attempts().len(), 3);
    assert_eq!(
        (error.usage().input, error.usage().total()),
        (u64::MAX, u64::MAX)
    );
    let mut twice = error.cost();
    twice += error.cost();
    assert!(
        twice
            .to_string()
            .starts_with("6 attempts, 18446744073709551615 +")
    );
}

#[tokio::test]
async fn usage_over_http_is_read_field_by_field() {
    for (usage, expected) in [
        (r#"{"prompt_tokens":3,"completion_tokens":2}"#, Some((3, 2))),
        (r#"{"prompt_tokens":3}"#, Some((3, 0))),
        (r#"{"completion_tokens":2}"#, Some((0, 2))),
        (r#"{"prompt_tokens":0,"completion_tokens":0}"#, None),
        (r#"{"prompt_tokens":null,"completion_tokens":-1}"#, None),
        (
            r#"{"prompt_tokens":3,"completion_tokens":2,"total_tokens":5}"#,
            Some((3, 2)),
        ),
        (
            r#"{"prompt_tokens":3,"completion_tokens":2,"total_tokens":50}"#,
            Some((3, 47)),
        ),
        (r#"{"prompt_tokens":3,"total_tokens":5}"#, Some((3, 2))),
        (
            r#"{"prompt_tokens":3,"completion_tokens":2,"total_tokens":1}"#,
            Some((3, 2)),
        ),
    ] {
        let body = format!(r#"{{"choices":[{{"message":{{"content":"x"}}}}],"usage":{usage}}}"#);
        let server = Server::start([Behaviour::json(200, body)]);
        let client = ChatCompletions::new("m")
            .base_url(server.url())
            .build()
            .unwrap();
        let request = ChatRequest::new([Message::user("hi")]);
        let reply = Model::from(client).complete(&request).await.unwrap();
        let expected = expected.map(|(input, output)| Usage { input, output });
        assert_eq!(reply.usage, expected, "{usage}");
    }
}

#[tokio::test]
async fn what_was_not_counted_is_an_over_estimate() {
    let mut reply = ChatReply::new("no");
    reply.refusal = Some("never".into());
    reply.reasoning = Some("hm".into());
    reply.tool_calls = vec![ToolCall::new("1", "find", "{}")];
    for (counted, input_is, output_is) in [
        (None, None, None),
        (Some((0, 0)), None, None),
        (Some((7, 0)), Some(7), None),
        (Some((0, 5)), None, Some(5)),
        (Some((7, 5)), Some(7), Some(5)),
    ] {
        reply.usage = counted.map(|(input, output)| Usage { input, output });
        let script = Script::replies([reply.clone(), ChatReply::new(GOOD)]);
        let done = Translator::<Order>::new(script.clone());
        let done = done.translate_full("two soups").await.unwrap();
        let charge = done.attempts()[0].charge;
        let prompt = at_most(&script.requests()[0]);
        assert_eq!(
            charge.usage.input,
            input_is.unwrap_or(prompt),
            "{counted:?}"
        );
        assert_eq!(
            charge.usage.output,
            output_is.unwrap_or(2 + 5 + 2 + 7),
            "{counted:?}"
        );
        assert_eq!(charge.estimated, input_is.is_none() || output_is.is_none());
        assert!(done.cost().to_string().starts_with("2 attempts, at most "));
    }
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_did_not_come_is_charged_as_if_it_had() {
    let charged = async |model: Model, settings: Settings| {
        let translator = Translator::<Order>::builder(model)
            .settings(settings)
            .budget(Budget::default().time(Duration::from_secs(5)))
            .build()
            .unwrap();
        let error = failure(&translator).await;
        let attempt = &error.attempts()[0];
        let input = attempt.charge.usage.input;
        assert!(input == at_most(&attempt.prompt) || attempt.charge.usage == Usage::default());
        assert_eq!(attempt.charge.estimated, input > 0);
        attempt.charge.usage.output
    };
    let mut bounded = Settings::default();
    bounded.max_tokens = Some(100);
    let silent = || Model::from_fn(|_| std::future::pending());
    assert_eq!(charged(silent(), Settings::default()).await, UNBOUNDED);
    assert_eq!(charged(silent(), bounded).await, 100);
    let cases: [(fn() -> ModelError, u64); 8] = [
        (|| status(500), UNBOUNDED),
        (|| status(408), UNBOUNDED),
        (|| connect(ConnectFault::Lost), UNBOUNDED),
        (|| timeout(TimeoutPhase::Idle), UNBOUNDED),
        (|| ModelError::TooLarge { limit: 1 }, UNBOUNDED),
        (|| status(429), 0),
        (|| connect(ConnectFault::Refused), 0),
        (|| timeout(TimeoutPhase::Connect), 0),
    ];
    for (error, output) in cases {
        let found = charged(failing(9, error), Settings::default()).await;
        assert_eq!(found, output, "{}", error());
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_sent_again_is_in_the_ledger() {
    let model = Retry::new(failing(2, || status(503))).jitter(false);
    let translator = Translator::<Order>::new(model);
    let done = translator.translate_full("two soups").await.unwrap();
    let [attempt] = done.attempts() else {
        panic!("{done:?}")
    };
    let prompt = at_most(&attempt.prompt);
    assert_eq!(
        (attempt.charge.resends, attempt.charge.estimated),
        (2, true)
    );
    assert_eq!(attempt.charge.usage.input, 100 + 2 * prompt);
    assert_eq!(attempt.charge.usage.output, 10 + 2 * UNBOUNDED);
    let expected = format!(
        "1 attempt, sent 3 times, at most {} + {} tokens",
        100 + 2 * prompt,
        10 + 2 * UNBOUNDED
    );
    assert_eq!(done.cost().to_string(), expected);
    assert_eq!(Cost::of(done.attempts()), done.cost());
    let line = serde_json::to_value(attempt).unwrap();
    assert_eq!(line["charge"]["resends"], 2);
    // A second request begins at nothing.
    let again = translator.translate_full("two soups").await.unwrap();
    assert_eq!(again.cost().to_string(), "1 attempt, 100 + 10 tokens");

    // Also when it never works, and when time ends it in the middle of a wait.
    let gives_up = Translator::new(Retry::new(failing(9, || status(429))).jitter(false));
    let error: TranslateError = failure(&gives_up).await;
    assert_eq!(error.cost().resends, 3);
    assert!(
        error
            .to_string()
            .contains("1 attempt, sent 4 times, at most "),
        "{error}"
    );
    let late = Translator::<Order>::builder(Retry::new(failing(9, || status(429))).jitter(false))
        .budget(Budget::default().time(Duration::from_secs(1)))
        .build()
        .unwrap();
    assert_eq!(failure(&late).await.cost().resends, 1, "at 0 and 0.5 s");
}

struct NoSoup;

impl Hook for NoSoup {
    async fn before_read(&self, reply: &mut ChatReply) -> Result<(), Veto> {
        reply.text = reply.text.replace("soup", "[dish]");
        Err(Veto::new("no soup today"))
    }
}

#[tokio::test]
async fn a_vetoed_reply_is_charged_and_kept() {
    let reply = ChatReply::new(GOOD).with_usage(100, 10);
    let translator = Translator::<Order>::builder(Script::replies([reply]))
        .hook(NoSoup)
        .build()
        .unwrap();
    let error = failure(&translator).await;
    assert!(matches!(error.kind(), TranslateErrorKind::Vetoed(_)));
    assert_eq!(error.cost().to_string(), "1 attempt, 100 + 10 tokens");
    let [attempt] = error.attempts() else {
        panic!("{error:?}")
    };
    let kept = &attempt.reply.as_ref().unwrap().text;
    assert!(kept.contains("[dish]"), "as the hook left it: {kept}");
    assert_eq!(attempt.error.as_deref(), Some("no soup today"));
}

#[tokio::test]
async fn a_translation_can_run_on_any_thread() {
    let translator = Translator::<Order>::new(Script::new([GOOD]));
    let task = tokio::spawn(async move { translator.translate("two soups").await.unwrap() });
    assert_eq!(task.await.unwrap(), soup());
}
