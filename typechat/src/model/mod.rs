//! Talking to models: one small trait, one handle, and what makes them.

mod chat;
mod error;
mod language_model;
pub mod layer;
#[cfg(feature = "openai")]
pub mod openai;
mod script;

pub use chat::{
    ChatReply, ChatRequest, Delta, FinishReason, Message, Part, Role, Settings, ToolCall, Usage,
};
pub use error::{ModelError, TimeoutPhase};
pub use language_model::{DeltaStream, LanguageModel, Model, Profile};
pub use script::{Script, ScriptError};
