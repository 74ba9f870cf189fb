//! The embedded model as others see it.

use std::{
    path::{Path, PathBuf},
    pin::Pin,
    task::{Context, Poll},
};

use futures_core::Stream;
use typechat::model::{
    ChatReply, ChatRequest, Delta, DeltaStream, LanguageModel, ModelError, Profile,
};

use crate::{
    LocalError,
    engine::Setup,
    worker::{Pieces, Worker, ended},
};

/// A language model in this process. Cheap to clone; all clones share one model.
///
/// It lives in a thread of its own, which ends when the last clone is gone and all requests are
/// answered. Requests wait in a queue without bound and are answered one after the other, in the
/// order in which they came; one that is dropped is cancelled.
///
/// A request with a [schema](ChatRequest::schema) gets a reply that is valid by it: tokens that
/// would make it invalid are never chosen. Where the schema sets no bound, a text has at most 256
/// characters, and a list or an object at most 64 elements. When the tokens of the reply run low
/// it is closed by its shortest completion, which may pass a limit that is too low for any value;
/// it then ends with [`FinishReason::Length`](typechat::model::FinishReason::Length). Stops are
/// left aside. Of a schema that cannot be followed as a whole, such as one with `not`, the rest is
/// followed; one that is too large or that no value fits is not, and the log tells so.
///
/// Temperature is 0 unless the request sets it, and the seed is 0, so that the same request gets
/// the same reply. A reply has at most 1024 tokens unless the request says otherwise. Of the
/// settings, `extra` is left aside.
///
/// ```no_run
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// use typechat::Translator;
/// use typechat_local::Local;
///
/// let model = Local::load("qwen2.5-coder-0.5b-instruct-q4_k_m.gguf").await?;
/// let sizes: Vec<u32> = Translator::new(model).translate("ten, twenty and thirty").await?;
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Local {
    worker: Worker,
    name: String,
}

impl Local {
    /// Loads weights from a GGUF file of the architectures `qwen2` or `llama`. Nothing is ever
    /// downloaded, and nothing is written.
    ///
    /// # Errors
    /// [`LocalError`] when the file cannot be used.
    pub async fn load(path: impl AsRef<Path>) -> Result<Self, LocalError> {
        Self::builder(path).load().await
    }

    /// Sets how weights are loaded.
    ///
    /// ```no_run
    /// # async fn example() -> Result<(), typechat_local::LocalError> {
    /// use typechat_local::Local;
    ///
    /// let model = Local::builder("model.gguf").threads(4).context(4096).load().await?;
    /// # Ok(())
    /// # }
    /// ```
    pub fn builder(path: impl AsRef<Path>) -> LocalBuilder {
        LocalBuilder(Setup {
            path: path.as_ref().to_owned(),
            name: None,
            sha256: None,
            threads: None,
            context: 8192,
            prefix_folder: None,
            prefix_memory: 128 << 20,
        })
    }
}

/// How weights are loaded.
#[derive(Debug, Clone)]
pub struct LocalBuilder(Setup);

impl LocalBuilder {
    /// What the model is called; unless set, as the file calls it.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.0.name = Some(name.into());
        self
    }

    /// How many threads compute; unless set, or with 0, as many as there are processors.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Self {
        self.0.threads = Some(threads);
        self
    }

    /// How many tokens a prompt and its reply may have together; 8192 unless set, and never more
    /// than the model was trained for. Memory grows with what is used: 24 KiB a token for the
    /// default model.
    #[must_use]
    pub fn context(mut self, tokens: usize) -> Self {
        self.0.context = tokens;
        self
    }

    /// The hash that the file must have, in hexadecimal digits. Loading fails when it has another.
    #[must_use]
    pub fn sha256(mut self, digits: impl Into<String>) -> Self {
        self.0.sha256 = Some(digits.into());
        self
    }

    /// A folder to keep what was computed of the beginnings of prompts in, so that also the first
    /// request of a new process goes on from there. About 512 MiB are kept. The files hold the
    /// tokens of instructions and types, not of requests; they are readable by their owner alone.
    #[must_use]
    pub fn prefix_folder(mut self, folder: impl Into<PathBuf>) -> Self {
        self.0.prefix_folder = Some(folder.into());
        self
    }

    /// How many bytes the beginnings of prompts may take in memory; 128 MiB unless set. The
    /// latest whole prompt may take as much again; with 0, nothing is kept.
    #[must_use]
    pub fn prefix_memory(mut self, bytes: usize) -> Self {
        self.0.prefix_memory = bytes;
        self
    }

    /// Loads the weights, in a thread of the model's own.
    ///
    /// # Errors
    /// [`LocalError`] when the file cannot be used.
    pub async fn load(self) -> Result<Local, LocalError> {
        let (worker, name) = Worker::start(self.0).await?;
        Ok(Local { worker, name })
    }
}

impl LanguageModel for Local {
    async fn complete(&self, request: &ChatRequest) -> Result<ChatReply, ModelError> {
        self.stream(request).await?.collect().await
    }

    async fn stream(&self, request: &ChatRequest) -> Result<DeltaStream, ModelError> {
        let pieces = self.worker.ask(request)?;
        Ok(DeltaStream::new(Reply {
            pieces,
            finished: false,
        }))
    }

    fn profile(&self) -> Profile {
        Profile::named(&self.name)
    }
}

/// The pieces of a reply. One that ends before its last piece is an error, not a short answer.
struct Reply {
    pieces: Pieces,
    finished: bool,
}

impl Stream for Reply {
    type Item = Result<Delta, ModelError>;

    fn poll_next(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let piece = std::task::ready!(self.pieces.poll_recv(cx));
        let piece = match piece {
            None if self.finished => None,
            None => Some(Err(ended())),
            some => some,
        };
        self.finished = match &piece {
            Some(Ok(piece)) => self.finished || piece.finish.is_some(),
            Some(Err(_)) | None => true,
        };
        Poll::Ready(piece)
    }
}

#[cfg(test)]
mod tests;
