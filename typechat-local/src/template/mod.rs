//! How a conversation is written for a model: by the chat template of its file.

mod engine;
mod error;
mod prompt;

use minijinja::{Environment, context};
use typechat::model::{Message, Part, Role};

use crate::{
    gguf::{Metadata, Value},
    tokenizer::Tokenizer,
};
pub use error::TemplateError;

/// A chat template, read.
pub(crate) struct ChatTemplate {
    engine: Environment<'static>,
    bos: Option<String>,
    eos: String,
}

/// Who speaks, and what.
type Turn<'a> = (&'static str, &'a str);

/// What models of the Qwen family read, for files that do not say.
const CHAT_ML: &str = "\
{%- for message in messages %}
    {{- '<|im_start|>' + message.role + '\\n' + message.content + '<|im_end|>\\n' }}
{%- endfor %}
{%- if add_generation_prompt %}
    {{- '<|im_start|>assistant\\n' }}
{%- endif %}";

impl ChatTemplate {
    /// Reads `tokenizer.chat_template`; files of Qwen models may leave it out.
    pub(crate) fn from_metadata(
        metadata: &Metadata,
        tokenizer: &Tokenizer,
    ) -> Result<Self, TemplateError> {
        let key = "tokenizer.chat_template";
        let architecture = metadata.get("general.architecture");
        let source = match metadata.get(key) {
            Some(_) => metadata.text(key)?,
            None if architecture.and_then(Value::as_str) == Some("qwen2") => CHAT_ML,
            None => return Err(TemplateError::Missing),
        };
        let name = |id| String::from_utf8_lossy(tokenizer.name(id)).into_owned();
        Self::new(source, tokenizer.bos().map(name), name(tokenizer.eos()))
    }

    fn new(source: &str, bos: Option<String>, eos: String) -> Result<Self, TemplateError> {
        let engine = engine::with(source.to_owned()).map_err(TemplateError::Syntax)?;
        Ok(Self { engine, bos, eos })
    }

    /// The conversation as text, ending where the model goes on.
    #[cfg(test)]
    pub(crate) fn render(&self, messages: &[Message]) -> Result<String, TemplateError> {
        let texts = texts(messages)?;
        let turns = messages.iter().zip(&texts);
        self.render_turns(turns.map(|(message, text)| (role(message), text.as_str())))
    }

    fn render_turns<'a>(
        &self,
        turns: impl Iterator<Item = Turn<'a>>,
    ) -> Result<String, TemplateError> {
        let messages: Vec<_> = turns
            .map(|(role, content)| context! { role, content })
            .collect();
        let values = context! {
            messages,
            add_generation_prompt => true,
            bos_token => self.bos.as_deref().unwrap_or_default(),
            eos_token => self.eos.as_str(),
            tools => (),
            documents => (),
        };
        let template = self.engine.get_template(engine::NAME);
        let rendered = template.and_then(|template| template.render(values));
        rendered.map_err(engine::explain)
    }
}

/// What each message says.
fn texts(messages: &[Message]) -> Result<Vec<String>, TemplateError> {
    let text = |(index, message): (usize, &Message)| {
        let is_text = |part: &Part| matches!(part, Part::Text(_));
        if message.parts.iter().all(is_text) {
            return Ok(message.text());
        }
        Err(TemplateError::Image {
            number: index + 1,
            role: role(message),
        })
    };
    messages.iter().enumerate().map(text).collect()
}

fn role(message: &Message) -> &'static str {
    match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    }
}

#[cfg(test)]
pub(crate) mod reference;
#[cfg(test)]
mod tests;
