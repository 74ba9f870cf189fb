//! Why a conversation cannot be written as a model wants to read it.

use crate::gguf::MetadataError;

/// What is wrong with a chat template, or with what it was given.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TemplateError {
    /// The file has none, and its kind of model has no usual one.
    #[error(
        "the file has no chat template (`tokenizer.chat_template`), so it is not known how to \
         speak to it; use weights that were trained to chat, such as an \"instruct\" model"
    )]
    Missing,
    /// The metadata is of another type.
    #[error(transparent)]
    Metadata(#[from] MetadataError),
    /// The template cannot be read.
    #[error("the file's chat template cannot be read: {0}")]
    Syntax(#[source] minijinja::Error),
    /// The template refuses the conversation, in its own words.
    #[error("the file's chat template refuses the conversation: {0}")]
    Refused(String),
    /// The template fails.
    #[error("the file's chat template fails: {0}")]
    Render(#[source] minijinja::Error),
    /// A message has an image.
    #[error(
        "the embedded model reads text only, but message {number} ({role}) has an image; leave \
         it out, or use a model that sees"
    )]
    Image {
        /// Which message, counted from 1.
        number: usize,
        /// Who speaks in it.
        role: &'static str,
    },
    /// The conversation uses every character that could serve as a mark.
    #[error("the conversation leaves no private character unused")]
    NoMark,
}

impl TemplateError {
    /// Whether another conversation could be written.
    pub fn is_conversation(&self) -> bool {
        matches!(self, Self::Refused(_) | Self::Image { .. } | Self::NoMark)
    }
}
