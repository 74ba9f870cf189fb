//! The embedded model.

use std::path::Path;

use typechat::model::{ChatReply, ChatRequest, LanguageModel, ModelError};

/// A language model in this process.
#[derive(Debug)]
pub struct Local(());

/// Why weights cannot be used.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct LocalError(String);

impl Local {
    /// Loads weights from a GGUF file. It never downloads.
    ///
    /// # Errors
    /// [`LocalError`] when the file cannot be used.
    pub async fn load(path: impl AsRef<Path> + Send) -> Result<Self, LocalError> {
        let path = path.as_ref().display();
        Err(LocalError(format!("{path} cannot be used yet")))
    }
}

impl LanguageModel for Local {
    async fn complete(&self, _: &ChatRequest) -> Result<ChatReply, ModelError> {
        Err(ModelError::other("the model is not there yet"))
    }
}
