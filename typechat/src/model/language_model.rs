//! The trait that a model is, and the handle that everything else takes.

use std::{
    fmt,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use futures_core::Stream;

use super::{ChatReply, ChatRequest, Delta, ModelError};

/// A language model: messages in, a reply out.
///
/// Implement [`complete`](Self::complete); dropping its future cancels the request. Models do
/// not retry by themselves: that is what [`layer::Retry`](super::layer::Retry) is for.
pub trait LanguageModel: Send + Sync + 'static {
    /// One reply to one request.
    ///
    /// # Errors
    /// [`ModelError`] when there is none.
    fn complete(
        &self,
        request: &ChatRequest,
    ) -> impl Future<Output = Result<ChatReply, ModelError>> + Send;

    /// The reply in pieces. By default the whole reply is one piece.
    ///
    /// # Errors
    /// [`ModelError`] when no reply begins; later failures come through the stream.
    fn stream(
        &self,
        request: &ChatRequest,
    ) -> impl Future<Output = Result<DeltaStream, ModelError>> + Send {
        async { Ok(DeltaStream::once(self.complete(request).await?.into())) }
    }

    /// What the model is called and can do.
    fn profile(&self) -> Profile {
        Profile::default()
    }
}

/// What a model is called and can do.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// The model's name; empty when unknown.
    pub name: String,
}

impl Profile {
    /// A profile by name.
    pub fn named(name: impl Into<String>) -> Self {
        Self { name: name.into() }
    }
}

/// The pieces of a reply.
pub struct DeltaStream(Pin<Box<dyn Stream<Item = Result<Delta, ModelError>> + Send>>);

impl DeltaStream {
    /// Wraps a stream.
    pub fn new(stream: impl Stream<Item = Result<Delta, ModelError>> + Send + 'static) -> Self {
        Self(Box::pin(stream))
    }

    /// A stream of one piece.
    pub fn once(delta: Delta) -> Self {
        struct Once(Option<Delta>);
        impl Stream for Once {
            type Item = Result<Delta, ModelError>;
            fn poll_next(
                mut self: Pin<&mut Self>,
                _: &mut Context<'_>,
            ) -> Poll<Option<Self::Item>> {
                Poll::Ready(self.0.take().map(Ok))
            }
        }
        Self::new(Once(Some(delta)))
    }

    /// Reads to the end.
    ///
    /// # Errors
    /// The first error in the stream.
    pub async fn collect(mut self) -> Result<ChatReply, ModelError> {
        let mut reply = ChatReply::default();
        while let Some(delta) = std::future::poll_fn(|cx| self.0.as_mut().poll_next(cx)).await {
            reply.push(delta?);
        }
        Ok(reply)
    }
}

impl Stream for DeltaStream {
    type Item = Result<Delta, ModelError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.as_mut().poll_next(cx)
    }
}

impl fmt::Debug for DeltaStream {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("DeltaStream")
    }
}

type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The object-safe mirror of [`LanguageModel`].
trait DynModel: Send + Sync {
    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
    ) -> BoxFuture<'a, Result<ChatReply, ModelError>>;
    fn stream<'a>(
        &'a self,
        request: &'a ChatRequest,
    ) -> BoxFuture<'a, Result<DeltaStream, ModelError>>;
    fn profile(&self) -> Profile;
}

impl<M: LanguageModel> DynModel for M {
    fn complete<'a>(
        &'a self,
        request: &'a ChatRequest,
    ) -> BoxFuture<'a, Result<ChatReply, ModelError>> {
        Box::pin(LanguageModel::complete(self, request))
    }

    fn stream<'a>(
        &'a self,
        request: &'a ChatRequest,
    ) -> BoxFuture<'a, Result<DeltaStream, ModelError>> {
        Box::pin(LanguageModel::stream(self, request))
    }

    fn profile(&self) -> Profile {
        LanguageModel::profile(self)
    }
}

/// Any language model, behind a handle that is cheap to clone.
#[derive(Clone)]
pub struct Model(Arc<dyn DynModel>);

impl Model {
    /// Wraps a model.
    pub fn new(model: impl LanguageModel) -> Self {
        Self(Arc::new(model))
    }

    /// A model from an async closure.
    ///
    /// ```
    /// use typechat::model::{ChatReply, Model};
    /// let parrot = Model::from_fn(|request| async move {
    ///     Ok(ChatReply::new(request.messages.last().map(|m| m.text()).unwrap_or_default()))
    /// });
    /// # let _ = parrot;
    /// ```
    pub fn from_fn<F, R>(reply: F) -> Self
    where
        F: Fn(ChatRequest) -> R + Send + Sync + 'static,
        R: Future<Output = Result<ChatReply, ModelError>> + Send + 'static,
    {
        struct FromFn<F>(F);
        impl<F, R> LanguageModel for FromFn<F>
        where
            F: Fn(ChatRequest) -> R + Send + Sync + 'static,
            R: Future<Output = Result<ChatReply, ModelError>> + Send + 'static,
        {
            async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
                (self.0)(request.clone()).await
            }
        }
        Self::new(FromFn(reply))
    }

    /// The model that the environment names, with [`Retry`](super::layer::Retry) round it.
    ///
    /// `OPENAI_API_KEY` or `OPENAI_BASE_URL` chooses an OpenAI-compatible server, otherwise
    /// `AZURE_OPENAI_API_KEY` with `AZURE_OPENAI_ENDPOINT` an Azure deployment; see
    /// [`openai::ChatCompletions::from_env`](super::openai::ChatCompletions::from_env).
    ///
    /// # Errors
    /// [`ModelError::Unconfigured`] when nothing is configured, [`ModelError::Config`] when it is not
    /// configured wholly.
    #[cfg(feature = "openai")]
    pub fn from_env() -> Result<Self, ModelError> {
        let client = super::openai::ChatCompletions::from_env()?;
        Ok(super::layer::Retry::new(client).into())
    }

    /// One reply to one request.
    ///
    /// # Errors
    /// [`ModelError`] when there is none.
    pub async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        self.0.complete(request).await
    }

    /// The reply in pieces.
    ///
    /// # Errors
    /// [`ModelError`] when no reply begins.
    pub async fn stream(&self, request: &ChatRequest) -> Result<DeltaStream, ModelError> {
        self.0.stream(request).await
    }

    /// What the model is called and can do.
    pub fn profile(&self) -> Profile {
        self.0.profile()
    }
}

impl<M: LanguageModel> From<M> for Model {
    fn from(model: M) -> Self {
        Self::new(model)
    }
}

impl fmt::Debug for Model {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Model").field(&self.profile().name).finish()
    }
}
