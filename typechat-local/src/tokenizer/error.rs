//! Why a file's vocabulary cannot be used.

use crate::gguf::MetadataError;

/// What is wrong with the tokenizer that a file of weights describes.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TokenizerError {
    /// Something that the metadata should say.
    #[error(transparent)]
    Metadata(#[from] MetadataError),
    /// A way of making tokens that is not known.
    #[error(
        "the file's tokenizer is {0:?}, which is not supported; supported are \"gpt2\" \
         (byte-level BPE) and \"llama\" (SentencePiece)"
    )]
    Model(String),
    /// A way of cutting text into words that is not known.
    #[error(
        "the file's tokenizer cuts text into words as {found:?} does, which is not supported; \
         supported are {supported}"
    )]
    Words {
        /// What the file names.
        found: String,
        /// What can be read.
        supported: String,
    },
    /// The parts of the vocabulary contradict each other.
    #[error("the file's vocabulary is not valid: {0}")]
    Malformed(String),
}

impl TokenizerError {
    /// Whether the file may be fine, but is of a kind that is not read here.
    pub fn is_unsupported(&self) -> bool {
        matches!(self, Self::Model(_) | Self::Words { .. })
    }
}
