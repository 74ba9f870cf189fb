use std::{future::poll_fn, sync::Arc, time::Duration};

use serde_json::{Value, json};
use tempfile::TempDir;
use typechat::model::{FinishReason, Message, Settings};

use super::*;
use crate::testing::small;

/// A file of made-up weights, and its folder.
fn file() -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("small.gguf");
    std::fs::write(&path, small("qwen2")).unwrap();
    (dir, path)
}

async fn model() -> Local {
    let (_dir, path) = file();
    Local::builder(path).threads(2).load().await.unwrap()
}

fn request(text: &str, set: impl FnOnce(&mut Settings)) -> ChatRequest {
    let mut request = ChatRequest::new([Message::system("Say something."), Message::user(text)]);
    request.settings.max_tokens = Some(40);
    set(&mut request.settings);
    request
}

fn constrained(schema: Value, tokens: u64) -> ChatRequest {
    let mut request = request("now", |settings| settings.max_tokens = Some(tokens));
    request.schema = Some(Arc::new(schema));
    request
}

#[tokio::test]
async fn a_reply_counts_its_tokens_and_says_why_it_ended() {
    let model = model().await;
    assert_eq!(model.profile().name, "small");
    let reply = model.complete(&request("hello", |_| {})).await.unwrap();
    assert_eq!(reply.model, "small");
    let usage = reply.usage.unwrap();
    assert!(usage.input > 20 && usage.output <= 40);
    let finish = reply.finish.unwrap();
    assert_eq!(
        finish == FinishReason::Length,
        usage.output == 40,
        "{finish:?}"
    );
}

#[tokio::test]
async fn the_same_request_gets_the_same_reply_whatever_was_asked_before() {
    let model = model().await;
    let first = model.complete(&request("hello", |_| {})).await.unwrap();
    for text in ["hello", "other", "hello"] {
        let reply = model.complete(&request(text, |_| {})).await.unwrap();
        assert_eq!(reply.text == first.text, text == "hello");
    }
    let warm = |seed| {
        request("hello", move |settings| {
            settings.temperature = Some(1.5);
            settings.seed = Some(seed);
        })
    };
    let [one, two, other] = [1, 1, 2].map(warm);
    let one = model.complete(&one).await.unwrap();
    assert_eq!(one.text, model.complete(&two).await.unwrap().text);
    assert_ne!(one.text, model.complete(&other).await.unwrap().text);
}

#[tokio::test]
async fn a_streamed_reply_is_the_whole_one() {
    let model = model().await;
    let whole = model.complete(&request("hello", |_| {})).await.unwrap();
    let mut stream = model.stream(&request("hello", |_| {})).await.unwrap();
    let (mut pieces, mut count) = (ChatReply::default(), 0);
    while let Some(piece) = poll_fn(|cx| Pin::new(&mut stream).poll_next(cx)).await {
        pieces.push(piece.unwrap());
        count += 1;
    }
    assert_eq!(pieces, whole);
    assert!(count > 5, "{count} pieces");
}

#[tokio::test]
async fn a_stop_ends_the_reply_before_it() {
    let model = model().await;
    let whole = model
        .complete(&request("hello", |_| {}))
        .await
        .unwrap()
        .text;
    let middle: String = whole.chars().skip(10).take(2).collect();
    let stop = middle.clone();
    let reply = model
        .complete(&request("hello", |settings| settings.stop = vec![stop]))
        .await
        .unwrap();
    assert_eq!(reply.finish, Some(FinishReason::Stop));
    assert_eq!(reply.text, whole[..whole.find(&middle).unwrap()]);
}

#[tokio::test]
async fn a_schema_is_kept_by_a_model_without_sense() {
    let model = model().await;
    let schema = json!({
        "type": "object",
        "properties": {
            "size": {"enum": ["tall", "grande"]},
            "count": {"type": "integer", "minimum": 1, "maximum": 40},
            "notes": {"type": "array", "items": {"type": "string"}},
        },
        "required": ["size", "count", "notes"],
        "additionalProperties": false,
    });
    let valid = jsonschema::validator_for(&schema).unwrap();
    for tokens in [1, 5, 20, 60, 200] {
        let reply = model
            .complete(&constrained(schema.clone(), tokens))
            .await
            .unwrap();
        let value: Value = serde_json::from_str(&reply.text).unwrap();
        assert!(valid.is_valid(&value), "{value}");
        let whole = reply.finish == Some(FinishReason::Stop);
        assert!(
            whole || reply.finish == Some(FinishReason::Length),
            "{:?}",
            reply.finish
        );
        assert!(
            !whole || tokens >= 20,
            "{tokens} tokens are not enough for more than the least"
        );
        // The shortest value may need more than a tiny limit.
        assert!(reply.usage.unwrap().output <= tokens.max(60));
    }
    // One that no value satisfies is for the reader to tell; the reply is free.
    let reply = model
        .complete(&constrained(json!(false), 20))
        .await
        .unwrap();
    assert!(!reply.text.is_empty());
}

#[tokio::test]
async fn requests_are_answered_in_order_and_cancelled_when_dropped() {
    let model = model().await;
    let long = |text: &str| request(text, |settings| settings.max_tokens = Some(3000));
    // Dropped while it is generated, and dropped in the queue.
    let mut running = model.stream(&long("one")).await.unwrap();
    poll_fn(|cx| Pin::new(&mut running).poll_next(cx))
        .await
        .unwrap()
        .unwrap();
    let waiting = model.stream(&long("two")).await.unwrap();
    drop((running, waiting));
    let clone = model.clone();
    let (first, second) = (request("three", |_| {}), request("four", |_| {}));
    let (first, second) = tokio::join!(model.complete(&first), clone.complete(&second));
    let (first, second) = (first.unwrap(), second.unwrap());
    assert!(first.usage.unwrap().output <= 40 && second.usage.unwrap().output <= 40);
    assert_eq!(
        model
            .complete(&request("three", |_| {}))
            .await
            .unwrap()
            .text,
        first.text
    );
}

#[tokio::test]
async fn waiting_for_a_reply_does_not_block_the_runtime() {
    let model = model().await;
    let request = request("hello", |settings| settings.max_tokens = Some(500));
    let mut turns = 0;
    let reply = model.complete(&request);
    tokio::pin!(reply);
    loop {
        tokio::select! {
            biased;
            _ = &mut reply => break,
            () = tokio::time::sleep(Duration::from_millis(1)) => turns += 1,
        }
    }
    assert!(turns > 0, "a task beside it had its turns");
}

#[tokio::test]
async fn a_prompt_beyond_the_context_is_told() {
    let (_dir, path) = file();
    let model = Local::builder(path).context(64).load().await.unwrap();
    let error = model
        .complete(&request(&"x".repeat(100), |_| {}))
        .await
        .unwrap_err();
    assert!(error.is_context_exceeded());
    let words = error.to_string();
    assert!(
        words.contains("tokens, which the model's context of 64 does not hold; shorten "),
        "{words}"
    );
    // The reply ends where the context does.
    let mut fits = ChatRequest::new([Message::user("hi")]);
    fits.settings.max_tokens = Some(1000);
    let usage = model.complete(&fits).await.unwrap().usage.unwrap();
    assert!(usage.input + usage.output <= 64);
}

/// An error with its causes.
fn chain(error: &dyn std::error::Error) -> String {
    let cause = error.source().map(|cause| format!(": {}", chain(cause)));
    format!("{error}{}", cause.unwrap_or_default())
}

#[tokio::test]
async fn weights_that_are_no_numbers_are_told() {
    let (_dir, path) = file();
    let mut bytes = std::fs::read(&path).unwrap();
    // The last tensor stands at the end.
    let end = bytes.len();
    bytes[end - 4096..].fill(0xff);
    std::fs::write(&path, bytes).unwrap();
    let model = Local::load(&path).await.unwrap();
    for request in [
        request("hello", |_| {}),
        constrained(json!({"type": "boolean"}), 9),
    ] {
        let error = model.complete(&request).await.unwrap_err().to_string();
        assert!(error.contains("its weights are damaged"), "{error}");
    }
}

#[tokio::test]
async fn files_that_cannot_be_used_are_told() {
    let (dir, path) = file();
    let missing = Local::load(dir.path().join("none.gguf")).await.unwrap_err();
    assert!(missing.is_missing() && !missing.is_damaged());
    let whole = std::fs::read(&path).unwrap();
    std::fs::write(&path, &whole[..whole.len() / 2]).unwrap();
    let cut = Local::load(&path).await.unwrap_err();
    assert!(cut.is_damaged(), "{cut}");
    let words = chain(&cut);
    let what =
        "cannot be used; name another file, or fetch them again: the file is cut: the tensor ";
    assert!(words.contains(what), "{words}");
    let length = format!("the file has {} bytes", whole.len() / 2);
    assert!(words.ends_with(&length), "{words}");
    std::fs::write(&path, &whole).unwrap();
    let other = Local::builder(&path).sha256("00").load().await.unwrap_err();
    assert!(other.is_damaged());
    let words = other.to_string();
    assert!(words.ends_with("expected 00; fetch them again"), "{words}");
    std::fs::write(&path, small("llama")).unwrap();
    let template = chain(&Local::load(&path).await.unwrap_err());
    assert!(
        template.contains(": the file has no chat template"),
        "{template}"
    );
    std::fs::write(&path, small("mamba")).unwrap();
    let mamba = chain(&Local::load(&path).await.unwrap_err());
    let words =
        ": the architecture \"mamba\" is not supported; supported are \"qwen2\" and \"llama\"";
    assert!(mamba.ends_with(words), "{mamba}");
    std::fs::write(&path, "hello, I am a text").unwrap();
    let text = chain(&Local::load(&path).await.unwrap_err());
    assert!(
        text.ends_with(": not a GGUF file: it begins with \"hell\", expected \"GGUF\""),
        "{text}"
    );
}

#[tokio::test]
async fn a_new_process_goes_on_from_what_the_last_one_kept() {
    let (dir, path) = file();
    let folder = dir.path().join("prefixes");
    let ask = || {
        let long = "A type that takes some room. ".repeat(20);
        let mut ask = ChatRequest::new([Message::system(long), Message::user("hello")]);
        ask.settings.max_tokens = Some(30);
        ask
    };
    let builder = Local::builder(&path).prefix_folder(&folder);
    let first = builder
        .clone()
        .load()
        .await
        .unwrap()
        .complete(&ask())
        .await
        .unwrap();
    let kept: Vec<_> = std::fs::read_dir(&folder).unwrap().collect();
    assert_eq!(kept.len(), 1);
    // Two at once, as two processes would; then over a damaged file.
    let (one, two) = (
        builder.clone().load().await.unwrap(),
        builder.clone().load().await.unwrap(),
    );
    let (asked, again) = (ask(), ask());
    let (one, two) = tokio::join!(one.complete(&asked), two.complete(&again));
    assert_eq!(
        (one.unwrap().text, two.unwrap().text),
        (first.text.clone(), first.text.clone())
    );
    std::fs::write(kept[0].as_ref().unwrap().path(), "damaged").unwrap();
    let after = builder
        .load()
        .await
        .unwrap()
        .complete(&ask())
        .await
        .unwrap();
    assert_eq!(after.text, first.text);
}
