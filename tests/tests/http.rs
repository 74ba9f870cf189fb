//! The chat client against a server: what is sent, and what becomes of each kind of answer.

use std::{fs, path::Path, time::Duration};

use serde_json::{Value, json};
use typechat::model::{
    ChatReply, ChatRequest, FinishReason, LanguageModel, Message, ModelError, TimeoutPhase, Usage,
    openai::{ChatCompletions, ChatCompletionsBuilder},
};
use typechat_tests::{Behaviour, Server};

const KEY: &str = "sk-secret-1234";

fn request() -> ChatRequest {
    ChatRequest::new([Message::system("Be brief."), Message::user("hi")])
}

/// A client without time bounds, so that a paused clock has nothing to jump to.
fn client(server: &Server) -> ChatCompletionsBuilder {
    ChatCompletions::new("m")
        .base_url(format!("{}/v1", server.url()))
        .api_key(KEY)
        .connect_timeout(None)
        .first_byte_timeout(None)
        .idle_timeout(None)
        .total_timeout(None)
}

async fn ask(behaviour: Behaviour) -> Result<ChatReply, ModelError> {
    let server = Server::start([behaviour]);
    client(&server).build().unwrap().complete(&request()).await
}

async fn fault(behaviour: Behaviour) -> String {
    ask(behaviour).await.unwrap_err().to_string()
}

fn choice(choice: &Value) -> Behaviour {
    Behaviour::json(200, json!({ "choices": [choice] }).to_string())
}

#[tokio::test]
async fn a_plain_request_carries_only_what_is_set() {
    let body = json!({
        "choices": [{ "message": { "content": "hello", "refusal": null }, "finish_reason": "stop" }],
        "usage": { "prompt_tokens": 3, "completion_tokens": 1 },
        "model": "m-2024",
    });
    let server = Server::start([Behaviour::json(200, body.to_string())]);
    let reply = client(&server)
        .organization("org-1")
        .build()
        .unwrap()
        .complete(&request())
        .await;
    let mut expected = ChatReply::new("hello").with_usage(3, 1);
    expected.model = "m-2024".into();
    assert_eq!(reply.unwrap(), expected);
    let sent = server.requests().remove(0);
    assert_eq!(
        (sent.method.as_str(), sent.path.as_str()),
        ("POST", "/v1/chat/completions")
    );
    assert_eq!(sent.header("authorization"), Some("Bearer sk-secret-1234"));
    assert_eq!(sent.header("openai-organization"), Some("org-1"));
    assert_eq!(sent.header("content-type"), Some("application/json"));
    let messages = json!([
        { "role": "system", "content": "Be brief." },
        { "role": "user", "content": "hi" },
    ]);
    assert_eq!(sent.body, json!({ "model": "m", "messages": messages }));
}

#[tokio::test]
async fn settings_are_sent_and_extra_fields_win() {
    let server = Server::start([Behaviour::text("hello")]);
    let mut request = ChatRequest::new([Message::user("hi")]);
    request.settings.temperature = Some(0.0);
    request.settings.top_p = Some(0.5);
    request.settings.max_tokens = Some(10);
    request.settings.seed = Some(7);
    request.settings.stop = vec!["END".into()];
    request.settings.extra.insert("seed".into(), json!(8));
    request
        .settings
        .extra
        .insert("response_format".into(), json!({ "type": "json_object" }));
    client(&server)
        .build()
        .unwrap()
        .complete(&request)
        .await
        .unwrap();
    let expected = json!({
        "model": "m", "messages": [{ "role": "user", "content": "hi" }],
        "temperature": 0.0, "top_p": 0.5, "max_tokens": 10, "seed": 8, "stop": ["END"],
        "response_format": { "type": "json_object" },
    });
    assert_eq!(server.requests()[0].body, expected);
}

#[tokio::test]
async fn azure_has_its_own_address_header_and_limit() {
    let server = Server::start([Behaviour::text("hello")]);
    let builder = client(&server)
        .azure(server.url())
        .api_version("2025-01-01");
    let mut request = request();
    request.settings.max_tokens = Some(10);
    builder.build().unwrap().complete(&request).await.unwrap();
    let sent = server.requests().remove(0);
    assert_eq!(
        sent.path,
        "/openai/deployments/m/chat/completions?api-version=2025-01-01"
    );
    assert_eq!(sent.header("api-key"), Some(KEY));
    assert_eq!(sent.header("authorization"), None);
    assert_eq!(sent.body["max_completion_tokens"], 10);
    assert_eq!(sent.body.get("max_tokens"), None);
}

#[tokio::test]
async fn every_shape_of_error_gives_its_words() {
    let page = "<html><head><title>Bad\n gateway</title></head></html>";
    let long = format!("{}!", "x".repeat(200));
    let cut = format!("{}...", "x".repeat(200));
    for (status, body, expected) in [
        (
            400,
            r#"{"error":{"message":"bad seed","code":"c","type":"t"}}"#,
            "bad seed",
        ),
        (400, r#"{"error":"no such model"}"#, "no such model"),
        (
            400,
            r#"{"message":"no logprobs","code":"3051"}"#,
            "no logprobs",
        ),
        (401, r#"{"detail":"Invalid API Key"}"#, "Invalid API Key"),
        (
            422,
            r#"{"detail":[{"loc":["body","messages",0],"msg":"Field required"},{"msg":"odd"}]}"#,
            "body.messages.0: Field required; odd",
        ),
        (
            429,
            r#"{"error":{"message":"Provider returned error","metadata":{"raw":"wait a bit"}}}"#,
            "Provider returned error: wait a bit",
        ),
        (
            502,
            r#"{"error":{"message":"up","metadata":{"raw":"{\"error\":{\"message\":\"deep\"}}"}}}"#,
            "up: deep",
        ),
        (
            404,
            r#"[{"error":{"message":"not found","code":404}}]"#,
            "not found",
        ),
        (500, "worker\n died", "worker died"),
        (502, page, "Bad gateway"),
        (503, "", "Service Unavailable"),
        (500, long.as_str(), cut.as_str()),
        (400, r#"{"error":{}}"#, r#"{"error":{}}"#),
        (
            401,
            r#"{"error":"bad key sk-secret-1234"}"#,
            "bad key [key]",
        ),
        (401, "key=sk-secret-1234", "key=[key]"),
    ] {
        let error = fault(Behaviour::typed(status, "application/octet-stream", body)).await;
        let remedy = match status {
            401 => "; check the API key (OPENAI_API_KEY)",
            404 => "; check the name of the model (OPENAI_MODEL) and the address (OPENAI_BASE_URL)",
            _ => "",
        };
        assert_eq!(
            error,
            format!("the provider answered {status}: {expected}{remedy}")
        );
    }
    let moved = Behaviour::typed(307, "text/plain", "").header("location", "https://u:p@h/v2?k=1");
    assert_eq!(
        fault(moved).await,
        "the provider answered 307: a redirect to https://h/v2, which is not followed; \
         use that address"
    );
}

#[tokio::test]
async fn errors_answer_what_to_do() {
    let long = r#"{"error":{"message":"too long","code":"context_length_exceeded"}}"#;
    assert!(
        ask(Behaviour::json(400, long))
            .await
            .unwrap_err()
            .is_context_exceeded()
    );
    assert!(
        ask(Behaviour::json(401, "{}"))
            .await
            .unwrap_err()
            .is_authentication()
    );
    for (status, retryable) in [
        (400, false),
        (408, true),
        (429, true),
        (500, true),
        (503, true),
    ] {
        let error = ask(Behaviour::json(status, "{}")).await.unwrap_err();
        assert_eq!(
            (error.is_retryable(), error.is_rate_limited()),
            (retryable, status == 429)
        );
    }
    let good = Behaviour::json(200, r#"{"error":{"message":"overloaded","code":529}}"#);
    let error = ask(good).await.unwrap_err();
    assert_eq!(error.to_string(), "the provider answered 529: overloaded");
    assert!(error.is_retryable());
    for (body, expected) in [
        (r#"{"error":{"message":"slow","code":429}}"#, 429),
        (r#"{"error":{"message":"slow","code":"429"}}"#, 429),
        (r#"{"error":{"message":"odd","code":1301}}"#, 200),
        (
            r#"{"choices":[{"error":{"message":"gone","code":502}}]}"#,
            502,
        ),
    ] {
        let error = ask(Behaviour::json(200, body)).await.unwrap_err();
        assert!(
            matches!(error, ModelError::Status { status, .. } if status == expected),
            "{error:?}"
        );
        assert_eq!(error.is_rate_limited(), expected == 429);
    }
    let refused = ask(Behaviour::json(403, r#"{"error":"region"}"#))
        .await
        .unwrap_err();
    assert!(refused.is_config());
    assert_eq!(
        refused.to_string(),
        "the provider answered 403: region; check the API key (OPENAI_API_KEY) and what it may \
         be used for"
    );
    let spent = r#"{"error":{"message":"pay","type":"insufficient_quota","code":429}}"#;
    let spent = ask(Behaviour::json(429, spent)).await.unwrap_err();
    assert!(spent.is_quota_exhausted() && !spent.is_retryable());
    let none = r#"{"error":"","choices":[{"message":{"content":"hello"}}]}"#;
    assert_eq!(ask(Behaviour::json(200, none)).await.unwrap().text, "hello");
    assert!(matches!(error, ModelError::Status { code: Some(code), .. } if code == "529"));
}

#[tokio::test]
async fn retry_after_is_read_in_every_form() {
    let date = ("date", "Sun, 06 Nov 1994 08:49:37 GMT");
    for (headers, expected) in [
        (vec![("retry-after", "25")], Some(25_000)),
        (vec![("retry-after", "0.5")], Some(500)),
        (
            vec![("retry-after", "9"), ("retry-after-ms", "1500")],
            Some(1500),
        ),
        (
            vec![date, ("retry-after", "Sun, 06 Nov 1994 08:50:07 GMT")],
            Some(30_000),
        ),
        (
            vec![date, ("retry-after", "Sun, 06 Nov 1994 08:00:00 GMT")],
            Some(0),
        ),
        (vec![("retry-after", "-1")], None),
        (vec![("retry-after", "soon")], None),
        (vec![], None),
    ] {
        let busy = headers
            .iter()
            .fold(Behaviour::json(429, "{}"), |busy, (name, value)| {
                busy.header(name, value)
            });
        let asked = ask(busy).await.unwrap_err().retry_after();
        assert_eq!(asked, expected.map(Duration::from_millis), "{headers:?}");
    }
}

#[tokio::test]
async fn a_lost_connection_names_the_server() {
    let server = Server::start([Behaviour::Reset]);
    let error = client(&server)
        .build()
        .unwrap()
        .complete(&request())
        .await
        .unwrap_err();
    assert!(error.is_retryable());
    let expected = format!("could not reach {}: ", server.host());
    assert!(error.to_string().starts_with(&expected), "{error}");
    let nobody = ChatCompletions::new("m")
        .base_url("http://127.0.0.1:1/v1")
        .build()
        .unwrap();
    let error = nobody.complete(&request()).await.unwrap_err();
    let expected = "could not reach 127.0.0.1:1: Connection refused";
    assert!(error.to_string().starts_with(expected), "{error}");
}

type Bound = fn(ChatCompletionsBuilder, Duration) -> ChatCompletionsBuilder;

#[tokio::test(start_paused = true)]
async fn each_wait_has_its_bound() {
    let silent = || Server::start([Behaviour::SilentForever]);
    let stuck = || Server::start([Behaviour::HeadersThenSilence(b"{\"cho".to_vec())]);
    let bound = Duration::from_secs(5);
    let cases: [(Server, Bound, TimeoutPhase, &str); 3] = [
        (
            silent(),
            |c, b| c.first_byte_timeout(b),
            TimeoutPhase::FirstByte,
            "first byte of the answer",
        ),
        (
            stuck(),
            |c, b| c.idle_timeout(b),
            TimeoutPhase::Idle,
            "further byte of the answer",
        ),
        (
            stuck(),
            |c, b| c.total_timeout(b),
            TimeoutPhase::Total,
            "complete answer",
        ),
    ];
    for (server, set, expected, words) in cases {
        let client = set(client(&server), bound).build().unwrap();
        let error = client.complete(&request()).await.unwrap_err();
        assert_eq!(error.to_string(), format!("no {words} within 5 s"));
        assert!(matches!(error, ModelError::Timeout { phase, .. } if phase == expected));
    }
}

#[tokio::test]
async fn what_is_no_chat_completion_is_said_to_be_none() {
    let page = "<!DOCTYPE html><title>Sign in</title>";
    for (behaviour, expected) in [
        (
            Behaviour::typed(200, "text/html", page),
            "a page (text/html) that says \"Sign in\"; check the address",
        ),
        (
            Behaviour::typed(200, "text/plain", "busy sk-secret-1234"),
            "not JSON (text/plain), expected value at line 1 column 1; it begins with busy [key]",
        ),
        (
            Behaviour::typed(200, "text/plain", ""),
            "an empty body (text/plain)",
        ),
        (
            Behaviour::json(200, b"{\"a\":\"\xff\"}"),
            "invalid UTF-8 at byte 6",
        ),
        (
            Behaviour::json(200, r#"{"choices":[]}"#),
            "no choices in it; it begins with {\"choices\":[]}",
        ),
        (
            Behaviour::json(200, r#"{"choices":[{"text":"x"}]}"#),
            "no message in the first choice, which is {\"text\":\"x\"}",
        ),
    ] {
        let expected = format!("the reply is not a chat completion: {expected}");
        assert_eq!(fault(behaviour).await, expected);
    }
    let server = Server::start([Behaviour::text("hello")]);
    let small = client(&server).max_body_bytes(20).build().unwrap();
    let error = small.complete(&request()).await.unwrap_err();
    assert_eq!(
        error.to_string(),
        "the reply is larger than the limit of 20 bytes"
    );
}

#[tokio::test]
async fn replies_are_read_as_servers_differ() {
    let reply = ask(choice(&json!({
        "message": { "content": null, "refusal": "I can't." }, "finish_reason": "stop",
    })));
    let reply = reply.await.unwrap();
    assert_eq!(
        (reply.text.as_str(), reply.refusal.as_deref()),
        ("", Some("I can't."))
    );
    assert_eq!(reply.usage, None);

    let cut = json!({ "message": { "content": "cut sh" }, "finish_reason": "length" });
    assert_eq!(
        ask(choice(&cut)).await.unwrap(),
        ChatReply::new("cut sh").with_finish(FinishReason::Length)
    );

    let parts = json!([
        { "type": "thinking", "thinking": [{ "type": "text", "text": "hm" }] },
        { "type": "text", "text": "a" }, "b", { "type": "refusal", "refusal": "no" },
    ]);
    let odd = json!({ "message": { "content": parts }, "finish_reason": "aborted" });
    let reply = ask(choice(&odd)).await.unwrap();
    assert_eq!(
        (reply.text.as_str(), reply.refusal.as_deref()),
        ("ab", Some("no"))
    );
    assert_eq!(reply.reasoning.as_deref(), Some("hm"));
    assert_eq!(reply.finish, Some(FinishReason::Other("aborted".into())));

    let call =
        |arguments| json!({ "id": "1", "function": { "name": "f", "arguments": arguments } });
    let calls = [
        call(json!("{}")),
        call(json!({ "a": 1 })),
        call(Value::Null),
        json!({}),
    ];
    let reply = ask(choice(&json!({ "message": { "tool_calls": calls } })))
        .await
        .unwrap();
    let arguments: Vec<_> = reply
        .tool_calls
        .iter()
        .map(|call| call.arguments.as_str())
        .collect();
    assert_eq!(arguments, ["{}", r#"{"a":1}"#, "", ""]);

    let body = "\u{feff}{\"choices\":[{\"message\":{\"content\":\"hello\"}}]}";
    let typed = ask(Behaviour::typed(200, "text/event-stream", body))
        .await
        .unwrap();
    assert_eq!((typed.text.as_str(), typed.finish), ("hello", None));
}

#[tokio::test]
async fn the_key_is_never_shown() {
    let echo = format!(r#"{{"error":{{"message":"bad {KEY}","code":"{KEY}"}}}}"#);
    let server = Server::start([Behaviour::json(401, echo), Behaviour::Reset]);
    let builder = client(&server);
    let built = builder.clone().build().unwrap();
    let echoed = built.complete(&request()).await.unwrap_err();
    let lost = built.complete(&request()).await.unwrap_err();
    assert_eq!(
        echoed.to_string(),
        "the provider answered 401: bad [key]; check the API key (OPENAI_API_KEY)"
    );
    for shown in [
        format!("{builder:?}{built:?}"),
        format!("{echoed:?}{lost:?}{lost}"),
    ] {
        assert!(!shown.contains("secret"), "{shown}");
    }
}

#[tokio::test]
async fn recordings_are_read_as_recorded() {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/corpus/http/dev.jsonl");
    let Ok(text) = fs::read_to_string(&file) else {
        assert!(
            std::env::var_os("CI").is_none(),
            "{} is missing",
            file.display()
        );
        return;
    };
    let mut compared = 0;
    for line in text.lines() {
        let record: Value = serde_json::from_str(line).unwrap();
        if record["api"] == "chat" && record["stream"] == false {
            compare(&record).await;
            compared += 1;
        }
    }
    assert!(compared > 20, "only {compared} recordings");
}

async fn compare(record: &Value) {
    let (id, answer, expect) = (&record["id"], &record["response"], &record["expect"]);
    let status = u16::try_from(answer["status"].as_u64().unwrap()).unwrap();
    let content_type = answer["headers"]["content-type"].as_str().unwrap();
    let body = answer["body"].as_str().unwrap();
    match ask(Behaviour::typed(status, content_type, body)).await {
        Ok(reply) => {
            assert_eq!(expect["error"], Value::Null, "{id}");
            assert_eq!(reply.text, expect["text"].as_str().unwrap(), "{id}");
            assert_eq!(reply.refusal.as_deref(), expect["refusal"].as_str(), "{id}");
            assert_eq!(
                reply.reasoning.as_deref(),
                expect["reasoning"].as_str(),
                "{id}"
            );
            assert_eq!(
                reply.finish.map(String::from).as_deref(),
                expect["finish_reason"].as_str()
            );
            let usage: Option<Usage> = serde_json::from_value(expect["usage"].clone()).ok();
            assert_eq!(reply.usage, usage, "{id}");
            let names = |calls: &Value| -> Vec<String> {
                let calls = calls.as_array().unwrap().iter();
                calls
                    .map(|call| call["name"].as_str().unwrap().to_owned())
                    .collect()
            };
            let called: Vec<_> = reply
                .tool_calls
                .iter()
                .map(|call| call.name.clone())
                .collect();
            assert_eq!(called, names(&expect["tool_calls"]), "{id}");
        }
        Err(ModelError::Status {
            status: found,
            message,
            ..
        }) => {
            assert_eq!(
                (found, Some(message.as_str())),
                (status, expect["error"].as_str()),
                "{id}"
            );
        }
        Err(other) => panic!("{id}: {other}"),
    }
}
