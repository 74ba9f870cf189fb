//! What is said to a model and what comes back, free of any provider's spelling.

use std::{fmt, sync::Arc};

use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Settings, Usage, resends::Resends};

/// One request: messages, and the settings that were set.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChatRequest {
    /// The conversation, oldest first.
    pub messages: Vec<Message>,
    /// Sampling settings; only what is set is sent.
    #[serde(default)]
    pub settings: Settings,
    /// The JSON Schema that the reply is meant to fit, for models that can be held to one; the
    /// others read of it in the messages. It is no part of what is recorded or traced.
    #[serde(skip)]
    pub schema: Option<Arc<Value>>,
    #[serde(skip)]
    pub(crate) resends: Resends,
}

impl ChatRequest {
    /// A request with default settings.
    pub fn new(messages: impl Into<Vec<Message>>) -> Self {
        Self {
            messages: messages.into(),
            settings: Settings::default(),
            schema: None,
            resends: Resends::default(),
        }
    }

    /// The bytes of text in all messages: no fewer than the tokens of that text.
    pub fn text_bytes(&self) -> usize {
        let parts = self.messages.iter().flat_map(|m| &m.parts);
        parts
            .map(|part| match part {
                Part::Text(text) => text.len(),
                Part::ImageUrl(_) => 0,
            })
            .sum()
    }
}

/// Who speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// The instructions.
    System,
    /// The person.
    User,
    /// The model.
    Assistant,
}

/// One turn.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Message {
    /// Who speaks.
    pub role: Role,
    /// What is said, in order.
    pub parts: Vec<Part>,
}

impl Message {
    /// A turn of text.
    pub fn new(role: Role, text: impl Into<String>) -> Self {
        Self {
            role,
            parts: vec![Part::Text(text.into())],
        }
    }

    /// Instructions.
    pub fn system(text: impl Into<String>) -> Self {
        Self::new(Role::System, text)
    }

    /// A person's turn.
    pub fn user(text: impl Into<String>) -> Self {
        Self::new(Role::User, text)
    }

    /// A model's turn.
    pub fn assistant(text: impl Into<String>) -> Self {
        Self::new(Role::Assistant, text)
    }

    /// Adds a part.
    #[must_use]
    pub fn part(mut self, part: Part) -> Self {
        self.parts.push(part);
        self
    }

    /// The text parts, joined.
    pub fn text(&self) -> String {
        let texts = self.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(text.as_str()),
            Part::ImageUrl(_) => None,
        });
        texts.collect()
    }
}

/// A piece of a message. `Debug` tells its size, not its content, so that logs stay clean.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Part {
    /// Text.
    Text(String),
    /// An image by address; `data:` addresses carry the image itself.
    ImageUrl(String),
}

impl fmt::Debug for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "Text({} bytes)", text.len()),
            Self::ImageUrl(url) => write!(f, "ImageUrl({} bytes)", url.len()),
        }
    }
}

/// A whole reply. `Debug` tells its text's size, not the text.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ChatReply {
    /// What the model said.
    pub text: String,
    /// The provider's refusal, where it has a field of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<String>,
    /// Reasoning that the provider shows beside the reply.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reasoning: Option<String>,
    /// Calls of tools, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tool_calls: Vec<ToolCall>,
    /// Why the reply ended; `None` when the provider did not say.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finish: Option<FinishReason>,
    /// Tokens, where the provider counted them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub usage: Option<Usage>,
    /// The model that answered, as the provider names it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
}

impl ChatReply {
    /// A finished reply of text.
    pub fn new(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            finish: Some(FinishReason::Stop),
            ..Self::default()
        }
    }

    /// With the tokens it cost.
    #[must_use]
    pub fn with_usage(mut self, input: u64, output: u64) -> Self {
        self.usage = Some(Usage { input, output });
        self
    }

    /// With the reason it ended.
    #[must_use]
    pub fn with_finish(mut self, finish: FinishReason) -> Self {
        self.finish = Some(finish);
        self
    }

    /// Adds a streamed piece.
    pub fn push(&mut self, delta: Delta) {
        let Delta {
            text,
            refusal,
            reasoning,
            tool_calls,
            finish,
            usage,
            model,
        } = delta;
        self.text.push_str(&text);
        for (whole, piece) in [
            (&mut self.refusal, refusal),
            (&mut self.reasoning, reasoning),
        ] {
            if let Some(piece) = piece {
                whole.get_or_insert_default().push_str(&piece);
            }
        }
        self.tool_calls.extend(tool_calls);
        self.finish = finish.or(self.finish.take());
        self.usage = usage.or(self.usage.take());
        if !model.is_empty() {
            self.model = model;
        }
    }
}

impl fmt::Debug for ChatReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ChatReply")
            .field("text_bytes", &self.text.len())
            .field("refused", &self.refusal.is_some())
            .field("tool_calls", &self.tool_calls.len())
            .field("finish", &self.finish)
            .field("usage", &self.usage)
            .field("model", &self.model)
            .finish_non_exhaustive()
    }
}

/// A piece of a streamed reply; pieces add up through [`ChatReply::push`].
#[derive(Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct Delta {
    /// More text.
    pub text: String,
    /// More of a refusal.
    pub refusal: Option<String>,
    /// More reasoning.
    pub reasoning: Option<String>,
    /// Whole tool calls.
    pub tool_calls: Vec<ToolCall>,
    /// Why the reply ended.
    pub finish: Option<FinishReason>,
    /// Tokens so far.
    pub usage: Option<Usage>,
    /// The model that answers.
    pub model: String,
}

impl fmt::Debug for Delta {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Delta")
            .field("text_bytes", &self.text.len())
            .field("finish", &self.finish)
            .finish_non_exhaustive()
    }
}

impl From<ChatReply> for Delta {
    fn from(reply: ChatReply) -> Self {
        let ChatReply {
            text,
            refusal,
            reasoning,
            tool_calls,
            finish,
            usage,
            model,
        } = reply;
        Self {
            text,
            refusal,
            reasoning,
            tool_calls,
            finish,
            usage,
            model,
        }
    }
}

/// A call of a tool.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// The provider's name for this call.
    pub id: String,
    /// The tool.
    pub name: String,
    /// Its arguments as JSON text; may be empty or cut short.
    pub arguments: String,
}

impl ToolCall {
    /// A call by id, name and argument text.
    pub fn new(
        id: impl Into<String>,
        name: impl Into<String>,
        arguments: impl Into<String>,
    ) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            arguments: arguments.into(),
        }
    }
}

impl fmt::Debug for ToolCall {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ToolCall({}, {} bytes)", self.name, self.arguments.len())
    }
}

/// Why a reply ended. The set is open: what a provider invents is kept as text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
#[non_exhaustive]
pub enum FinishReason {
    /// The model was done.
    Stop,
    /// The token limit cut it.
    Length,
    /// The provider's filter cut it.
    ContentFilter,
    /// It calls tools.
    ToolCalls,
    /// Anything else, as the provider wrote it.
    Other(String),
}

impl From<String> for FinishReason {
    fn from(text: String) -> Self {
        match text.as_str() {
            "stop" => Self::Stop,
            "length" => Self::Length,
            "content_filter" => Self::ContentFilter,
            "tool_calls" | "function_call" => Self::ToolCalls,
            _ => Self::Other(text),
        }
    }
}

impl From<FinishReason> for String {
    fn from(reason: FinishReason) -> Self {
        match reason {
            FinishReason::Stop => "stop".into(),
            FinishReason::Length => "length".into(),
            FinishReason::ContentFilter => "content_filter".into(),
            FinishReason::ToolCalls => "tool_calls".into(),
            FinishReason::Other(text) => text,
        }
    }
}
