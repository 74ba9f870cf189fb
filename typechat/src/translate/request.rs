//! What is to be translated.

use crate::model::Message;

/// One request: a text, and what belongs to this request alone.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Request {
    pub(crate) text: String,
    pub(crate) history: Vec<Message>,
    pub(crate) images: Vec<String>,
}

impl Request {
    /// A request of text.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }

    /// Earlier turns of the conversation, oldest first.
    #[must_use]
    pub fn history(mut self, turns: impl IntoIterator<Item = Message>) -> Self {
        self.history.extend(turns);
        self
    }

    /// An image by address; a `data:` address carries the image itself.
    #[must_use]
    pub fn image(mut self, url: impl Into<String>) -> Self {
        self.images.push(url.into());
        self
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl From<&str> for Request {
    fn from(text: &str) -> Self {
        Self::new(text)
    }
}

impl From<String> for Request {
    fn from(text: String) -> Self {
        Self::new(text)
    }
}

impl From<&String> for Request {
    fn from(text: &String) -> Self {
        Self::new(text.as_str())
    }
}
