//! Asking again when an error may pass.

use std::{future::Future, time::Duration};

use backon::{BackoffBuilder, ExponentialBuilder};

use crate::model::{
    ChatReply, ChatRequest, DeltaStream, LanguageModel, Model, ModelError, Profile,
};

/// Asks a model again after errors that may pass ([`ModelError::is_retryable`]), with growing
/// waits, or as long as the provider asks for. Dropping the future ends it. Every further sending
/// is told to whoever keeps the ledger ([`ChatRequest::sent_in_vain`]).
///
/// ```
/// use std::time::Duration;
/// use typechat::model::{Model, Script, layer::Retry};
/// let patient = Retry::new(Script::new(["hello"])).max_retries(5).min_delay(Duration::from_secs(1));
/// let model: Model = patient.into();
/// # let _ = model;
/// ```
#[derive(Debug, Clone)]
#[must_use = "a layer does nothing until it is asked"]
pub struct Retry {
    model: Model,
    max_retries: usize,
    min_delay: Duration,
    max_delay: Duration,
    jitter: bool,
    max_retry_after: Duration,
}

impl Retry {
    /// A layer round this model.
    pub fn new(model: impl Into<Model>) -> Self {
        Self {
            model: model.into(),
            max_retries: 3,
            min_delay: Duration::from_millis(500),
            max_delay: Duration::from_secs(30),
            jitter: true,
            max_retry_after: Duration::from_secs(60),
        }
    }

    /// How often to ask again; 3 by default.
    pub fn max_retries(mut self, retries: usize) -> Self {
        self.max_retries = retries;
        self
    }

    /// The first wait; 500 ms by default. Each further wait is twice the one before.
    pub fn min_delay(mut self, delay: Duration) -> Self {
        self.min_delay = delay;
        self
    }

    /// The longest wait of our own choice, before jitter; 30 s by default.
    pub fn max_delay(mut self, delay: Duration) -> Self {
        self.max_delay = delay;
        self
    }

    /// Whether waits are lengthened by chance, so that clients do not return all at once; on by
    /// default.
    pub fn jitter(mut self, jitter: bool) -> Self {
        self.jitter = jitter;
        self
    }

    /// The longest wait that a provider may ask for; 60 s by default. When it asks for more, its
    /// error is returned at once.
    pub fn max_retry_after(mut self, delay: Duration) -> Self {
        self.max_retry_after = delay;
        self
    }

    /// The wait before the next attempt; `None` gives up.
    fn wait(&self, error: &ModelError, ours: Option<Duration>) -> Option<Duration> {
        let ours = ours?;
        match error.retry_after() {
            None => Some(ours),
            Some(asked) if asked > self.max_retry_after => None,
            Some(asked) => Some(asked.max(ours)),
        }
    }

    async fn run<T, F>(
        &self,
        request: &ChatRequest,
        mut send: impl FnMut() -> F,
    ) -> Result<T, ModelError>
    where
        F: Future<Output = Result<T, ModelError>>,
    {
        let mut waits = ExponentialBuilder::new()
            .with_min_delay(self.min_delay.min(self.max_delay))
            .with_max_delay(self.max_delay)
            .with_max_times(self.max_retries);
        if self.jitter {
            waits = waits.with_jitter();
        }
        let mut waits = waits.build();
        let mut attempt = 0_usize;
        loop {
            attempt += 1;
            let error = match send().await {
                Ok(done) => return Ok(done),
                Err(error) => error,
            };
            let ours = waits.next().filter(|_| error.is_retryable());
            let Some(delay) = self.wait(&error, ours) else {
                return Err(error);
            };
            let status = status(&error);
            tracing::debug!(attempt, ?delay, status, "asking again");
            tokio::time::sleep(delay).await;
            // Only now, since a future that is dropped while it waits sends nothing more.
            request.sent_in_vain(&error);
        }
    }
}

fn status(error: &ModelError) -> Option<u16> {
    match error {
        ModelError::Status { status, .. } => Some(*status),
        _ => None,
    }
}

impl LanguageModel for Retry {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        self.run(request, || self.model.complete(request)).await
    }

    /// Only the start is tried again: what has been streamed cannot be taken back.
    async fn stream(&self, request: &ChatRequest) -> Result<DeltaStream, ModelError> {
        self.run(request, || self.model.stream(request)).await
    }

    fn profile(&self) -> Profile {
        self.model.profile()
    }
}
