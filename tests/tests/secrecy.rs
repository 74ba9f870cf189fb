//! `Debug` shows no message content and no key, and trace lines show no extra field.

use std::{
    fmt::Debug,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::json;
use typechat::{
    Budget, Translator,
    model::{
        ChatReply, ChatRequest, ConnectFault, Delta, DeltaStream, FinishReason, Message, Model,
        ModelError, Part, Profile, Script, Settings, TimeoutPhase, ToolCall, Usage, layer::Retry,
        openai::ChatCompletions,
    },
    translate::{
        BudgetExceeded, Cost, DefaultPrompts, Failure, Price, PromptContext, Prompts, Request,
        TranslateErrorKind, Veto,
    },
};

use crate::translating::Order;

const SECRET: &str = "hush-4711";

fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.stop = vec![SECRET.into()];
    settings
        .extra
        .insert("gateway_key".into(), json!({ "key": SECRET }));
    settings
}

fn request() -> ChatRequest {
    let image = Part::ImageUrl(SECRET.into());
    let mut request = ChatRequest::new([Message::user(SECRET).part(image)]);
    request.settings = settings();
    request
}

fn reply() -> ChatReply {
    let mut reply = ChatReply::new(SECRET).with_usage(1, 1);
    reply.refusal = Some(SECRET.into());
    reply.reasoning = Some(SECRET.into());
    reply.tool_calls = vec![ToolCall::new("1", "find", SECRET)];
    reply
}

fn errors() -> Vec<ModelError> {
    let cause = || Some(Box::from(SECRET));
    vec![
        ModelError::Connect {
            host: "h".into(),
            proxy: Some("p".into()),
            what: "refused".into(),
            fault: ConnectFault::Refused,
            cause: cause(),
        },
        ModelError::Timeout {
            phase: TimeoutPhase::Total,
            after: Duration::from_secs(1),
        },
        ModelError::Status {
            status: 400,
            message: SECRET.into(),
            code: Some("bad_request".into()),
            remedy: None,
            retry_after: None,
        },
        ModelError::TooLarge { limit: 1 },
        ModelError::Malformed {
            what: SECRET.into(),
        },
        ModelError::Other {
            what: SECRET.into(),
            source: cause(),
        },
    ]
}

/// Shows its prompts' parts with `Debug`, where a careless one would write them to a log.
struct Telling(Arc<Mutex<Vec<String>>>);

impl Prompts for Telling {
    fn request(&self, context: &PromptContext<'_>) -> Vec<Message> {
        self.0.lock().unwrap().push(format!("{context:#?}"));
        DefaultPrompts.request(context)
    }

    fn repair(&self, context: &PromptContext<'_>, failure: &Failure<'_>) -> Vec<Message> {
        self.0.lock().unwrap().push(format!("{failure:#?}"));
        DefaultPrompts.repair(context, failure)
    }
}

#[tokio::test]
async fn debug_shows_no_message_content() {
    let mut shown: Vec<String> = Vec::new();
    let mut show = |part: &dyn Debug| shown.push(format!("{part:#?}"));
    let (request, reply) = (request(), reply());
    show(&request);
    show(&request.messages);
    show(&request.settings);
    show(&reply);
    show(&reply.tool_calls);
    show(&Delta::from(reply.clone()));
    show(&DeltaStream::once(reply.clone().into()));
    show(&(reply.finish.clone(), FinishReason::Length, reply.usage));
    for error in errors() {
        show(&error);
    }
    let script = Script::new([SECRET]);
    Model::from(script.clone())
        .complete(&request)
        .await
        .unwrap();
    show(&script);
    show(&Script::from_json_lines(&format!(
        r#"{{"request": "{SECRET}", "reply": ""}}"#
    )));
    show(&(
        Model::from(script.clone()),
        Retry::new(script),
        Profile::named("m"),
    ));
    let client = ChatCompletions::new("m")
        .api_key(SECRET)
        .base_url(format!("https://{SECRET}:{SECRET}@h/v1?key={SECRET}"))
        .proxy(format!("http://{SECRET}:{SECRET}@p:3128"));
    show(&client);
    show(&client.build().unwrap());

    let own = Request::new(SECRET)
        .history([Message::assistant(SECRET)])
        .image(SECRET)
        .settings(settings());
    show(&own);
    show(&Veto::new(SECRET));
    let kinds = errors().into_iter().map(TranslateErrorKind::Model);
    let kinds = kinds.chain([
        TranslateErrorKind::Refused(SECRET.into()),
        TranslateErrorKind::Vetoed(Veto::new(SECRET)),
        TranslateErrorKind::Budget(BudgetExceeded::Attempts { limit: 1 }),
    ]);
    for kind in kinds {
        show(&kind);
    }
    show(&(
        Cost::default(),
        Usage::default(),
        Price::per_million(1.0, 1.0),
    ));

    let parts = Arc::new(Mutex::new(Vec::new()));
    let wrong = [SECRET, SECRET, SECRET].map(|text| json!({ "dish": text }).to_string());
    let builder = Translator::<Order>::builder(Script::new(wrong))
        .preamble(SECRET)
        .context(SECRET)
        .example(SECRET, &crate::translating::soup())
        .settings(settings())
        .budget(Budget::default().attempts(2))
        .prompts(Telling(Arc::clone(&parts)));
    show(&builder);
    let translator = builder.build().unwrap();
    show(&translator);
    let error = translator.translate(own).await.unwrap_err();
    show(&error);
    show(&error.kind());
    show(&error.attempts());
    let texts = Translator::<String>::new(Script::new([format!("{SECRET:?}")]));
    let done = texts.translate_full(SECRET).await.unwrap();
    assert_eq!(done.value(), SECRET);
    show(&texts);
    show(&done);
    shown.extend(parts.lock().unwrap().drain(..));
    assert!(shown.len() > 35, "{}", shown.len());
    for text in shown {
        assert!(!text.contains(SECRET), "{text}");
    }
}

#[tokio::test]
async fn trace_lines_show_no_extra_field() {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&lines);
    let translator = Translator::<String>::builder(Script::new(["\"x\""]))
        .settings(settings())
        .trace(move |line| sink.lock().unwrap().push(line.to_owned()))
        .build()
        .unwrap();
    translator.translate("x").await.unwrap();
    let line: serde_json::Value = serde_json::from_str(&lines.lock().unwrap()[0]).unwrap();
    let extra = &line["prompt"]["settings"]["extra"];
    assert_eq!(*extra, json!({ "gateway_key": "[not shown]" }));
}
