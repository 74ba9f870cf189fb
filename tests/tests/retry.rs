//! Asking again: when, how long after, and what is written about it.

use std::{
    fmt::{Debug, Write},
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::Duration,
};

use tokio::time::Instant;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};
use typechat::model::{
    ChatReply, ChatRequest, ConnectFault, Message, Model, ModelError, TimeoutPhase, layer::Retry,
    openai::ChatCompletions,
};
use typechat_tests::{Behaviour, Server};

const LAST: &str = "at last";

fn request() -> ChatRequest {
    ChatRequest::new([Message::user("a private question")])
}

fn status(status: u16, retry_after: Option<u64>) -> ModelError {
    ModelError::Status {
        status,
        message: "no".into(),
        code: None,
        remedy: None,
        retry_after: retry_after.map(Duration::from_secs),
    }
}

fn out_of(what: &str) -> ModelError {
    let mut error = status(429, None);
    if let ModelError::Status { code, .. } = &mut error {
        *code = Some(what.into());
    }
    assert!(error.is_quota_exhausted() && !error.is_rate_limited());
    error
}

fn lost() -> ModelError {
    ModelError::Connect {
        host: "h".into(),
        proxy: None,
        what: "reset".into(),
        fault: ConnectFault::Lost,
        cause: None,
    }
}

fn late(phase: TimeoutPhase) -> ModelError {
    ModelError::Timeout {
        phase,
        after: Duration::from_secs(1),
    }
}

/// A model that fails as told, then answers, and the times at which it was asked.
fn failing(errors: Vec<ModelError>) -> (Model, Arc<Mutex<Vec<Duration>>>) {
    let asked = Arc::new(Mutex::new(Vec::new()));
    let (errors, start) = (Mutex::new(errors.into_iter()), Instant::now());
    let times = Arc::clone(&asked);
    let model = Model::from_fn(move |_| {
        times.lock().unwrap().push(start.elapsed());
        let next = errors.lock().unwrap().next();
        async move { next.map_or_else(|| Ok(ChatReply::new(LAST)), Err) }
    });
    (model, asked)
}

/// The result and the milliseconds at which the model was asked.
async fn run(
    errors: Vec<ModelError>,
    layer: impl FnOnce(Retry) -> Retry,
) -> (Result<String, String>, Vec<u128>) {
    let (model, asked) = failing(errors);
    let model: Model = layer(Retry::new(model).jitter(false)).into();
    let result = model.complete(&request()).await;
    let asked = asked
        .lock()
        .unwrap()
        .iter()
        .map(Duration::as_millis)
        .collect();
    (
        result
            .map(|reply| reply.text)
            .map_err(|error| error.to_string()),
        asked,
    )
}

#[tokio::test(start_paused = true)]
async fn waits_double_up_to_their_cap() {
    let errors = || vec![status(429, None), status(503, None), lost()];
    assert_eq!(
        run(errors(), |r| r).await,
        (Ok(LAST.into()), vec![0, 500, 1500, 3500])
    );
    let (_, asked) = run(errors(), |r| r.max_delay(Duration::from_millis(700))).await;
    assert_eq!(asked, [0, 500, 1200, 1900]);
    let (_, asked) = run(vec![late(TimeoutPhase::Connect)], |r| {
        r.min_delay(Duration::from_secs(90))
    })
    .await;
    assert_eq!(asked, [0, 30_000]);
}

#[tokio::test(start_paused = true)]
async fn retries_end_and_other_errors_are_not_retried() {
    let many = || [500, 502, 503, 504, 529].map(|known| status(known, None));
    let many = || Vec::from(many());
    let (result, asked) = run(many(), |r| r).await;
    assert_eq!(
        (result, asked.len()),
        (Err("the provider answered 504: no".into()), 4)
    );
    let (result, asked) = run(many(), |r| r.max_retries(0)).await;
    assert_eq!(
        (result, asked.len()),
        (Err("the provider answered 500: no".into()), 1)
    );
    for error in [
        status(400, None),
        status(401, Some(1)),
        ModelError::Config("unset".into()),
        ModelError::TooLarge { limit: 1 },
        ModelError::Malformed {
            what: "no choices".into(),
        },
        ModelError::other("odd"),
        // What waiting does not mend.
        status(501, None),
        status(505, None),
        status(511, None),
        out_of("insufficient_quota"),
        out_of("billing_hard_limit_reached"),
        ModelError::Connect {
            host: "h".into(),
            proxy: None,
            what: "name not known".into(),
            fault: ConnectFault::Lasting,
            cause: None,
        },
        // The server may still be at work on the answer.
        late(TimeoutPhase::FirstByte),
        late(TimeoutPhase::Idle),
        late(TimeoutPhase::Total),
    ] {
        let text = error.to_string();
        let (result, asked) = run(vec![error], |r| r).await;
        assert_eq!((result, asked.len()), (Err(text), 1));
    }
}

#[tokio::test(start_paused = true)]
async fn what_the_provider_asks_for_is_honoured() {
    let (result, asked) = run(vec![status(429, Some(7)), status(503, Some(0))], |r| r).await;
    assert_eq!((result, asked), (Ok(LAST.into()), vec![0, 7000, 8000]));
    let (result, asked) = run(vec![status(429, Some(61))], |r| r).await;
    assert_eq!(
        (result, asked),
        (Err("the provider answered 429: no".into()), vec![0])
    );
    let patient = |r: Retry| r.max_retry_after(Duration::from_secs(61));
    let (result, asked) = run(vec![status(429, Some(61))], patient).await;
    assert_eq!((result, asked), (Ok(LAST.into()), vec![0, 61_000]));
}

#[tokio::test(start_paused = true)]
async fn jitter_lengthens_a_wait_to_twice_at_most() {
    for _ in 0..20 {
        let (_, asked) = run(vec![lost()], |r| r.jitter(true)).await;
        assert!((500..=1000).contains(&asked[1]), "{asked:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_dropped_future_asks_no_more() {
    let (model, asked) = failing(vec![lost(), lost()]);
    let model: Model = Retry::new(model).into();
    let request = request();
    let bound = Duration::from_millis(100);
    assert!(
        tokio::time::timeout(bound, model.complete(&request))
            .await
            .is_err()
    );
    tokio::time::sleep(Duration::from_secs(60)).await;
    assert_eq!(asked.lock().unwrap().len(), 1);
}

#[tokio::test(start_paused = true)]
async fn the_start_of_a_stream_is_retried() {
    let (model, asked) = failing(vec![lost()]);
    let model: Model = Retry::new(model).into();
    let reply = model
        .stream(&request())
        .await
        .unwrap()
        .collect()
        .await
        .unwrap();
    assert_eq!(
        (reply.text.as_str(), asked.lock().unwrap().len()),
        (LAST, 2)
    );
}

#[tokio::test(start_paused = true)]
async fn over_http_the_log_tells_attempt_wait_and_status_only() {
    let busy = r#"{"error":{"message":"slow down, sk-secret","code":"rate_limit_exceeded"}}"#;
    let server = Server::start([
        Behaviour::json(429, busy).header("retry-after", "2"),
        Behaviour::text("a private answer"),
    ]);
    let client = ChatCompletions::new("m")
        .base_url(server.url())
        .api_key("sk-secret")
        .connect_timeout(None)
        .first_byte_timeout(None)
        .idle_timeout(None)
        .total_timeout(None)
        .build()
        .unwrap();
    let log = Log::default();
    let _guard = tracing::subscriber::set_default(log.clone());
    let start = Instant::now();
    let model: Model = Retry::new(client).jitter(false).into();
    assert_eq!(
        model.complete(&request()).await.unwrap().text,
        "a private answer"
    );
    assert_eq!(start.elapsed().as_secs(), 2);
    assert_eq!(server.requests().len(), 2);
    let text = log.text.lock().unwrap();
    assert!(
        text.contains("message=asking again attempt=1 delay=2s status=429"),
        "{text}"
    );
    assert!(
        !text.contains("secret") && !text.contains("private"),
        "{text}"
    );
}

/// Writes down every field of every event and span, from every crate.
#[derive(Clone, Default)]
struct Log {
    text: Arc<Mutex<String>>,
    spans: Arc<AtomicUsize>,
}

struct Fields<'a>(&'a mut String);

impl Visit for Fields<'_> {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let _ = write!(self.0, "{field}={value:?} ");
    }
}

impl Subscriber for Log {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }
    fn new_span(&self, attributes: &span::Attributes<'_>) -> span::Id {
        attributes.record(&mut Fields(&mut self.text.lock().unwrap()));
        span::Id::from_u64(self.spans.fetch_add(1, Ordering::Relaxed) as u64 + 1)
    }
    fn record(&self, _: &span::Id, values: &span::Record<'_>) {
        values.record(&mut Fields(&mut self.text.lock().unwrap()));
    }
    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}
    fn event(&self, event: &Event<'_>) {
        event.record(&mut Fields(&mut self.text.lock().unwrap()));
    }
    fn enter(&self, _: &span::Id) {}
    fn exit(&self, _: &span::Id) {}
}
