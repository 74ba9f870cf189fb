//! What is to be translated.

use std::fmt;

use super::Budget;
use crate::model::{Message, Model, Settings};

/// One request: a text, and what belongs to this request alone. `Debug` tells sizes, not content.
///
/// # Example: one request with settings of its own
///
/// ```
/// use typechat::{Budget, Translator, model::{Script, Settings}, translate::Request};
/// let translator = Translator::<u32>::new(Script::new(["2"]));
/// let mut settings = Settings::default();
/// settings.temperature = Some(0.7);
/// let request = Request::new("two").settings(settings).budget(Budget::default().attempts(1));
/// assert_eq!(translator.prompt(request).settings.temperature, Some(0.7));
/// ```
#[derive(Clone, Default)]
pub struct Request {
    pub(crate) text: String,
    pub(crate) history: Vec<Message>,
    pub(crate) images: Vec<String>,
    pub(crate) settings: Settings,
    pub(crate) budget: Option<Budget>,
    pub(crate) model: Option<Model>,
    pub(crate) vocabularies: Vec<(String, Vec<String>)>,
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

    /// Settings for this request. What is set here wins over the translator's; what is not is
    /// the translator's.
    #[must_use]
    pub fn settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// The budget of this request, in place of the translator's. One that is not whole ends the
    /// translation before anything is sent.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Self {
        self.budget = Some(budget);
        self
    }

    /// The model for all attempts of this request, in place of the translator's.
    #[must_use]
    pub fn model(mut self, model: impl Into<Model>) -> Self {
        self.model = Some(model.into());
        self
    }

    /// The words of a vocabulary for this request, in place of the translator's. A name that the
    /// type does not know, and an empty list, end the translation before anything is sent.
    #[must_use]
    pub fn vocabulary(
        mut self,
        name: impl Into<String>,
        words: impl IntoIterator<Item = impl Into<String>>,
    ) -> Self {
        let words = words.into_iter().map(Into::into).collect();
        self.vocabularies.push((name.into(), words));
        self
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }
}

impl fmt::Debug for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Request")
            .field("text_bytes", &self.text.len())
            .field("history", &self.history.len())
            .field("images", &self.images.len())
            .field("settings", &self.settings)
            .field("budget", &self.budget)
            .field("model", &self.model)
            .field("vocabularies", &self.vocabularies.len())
            .finish()
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
