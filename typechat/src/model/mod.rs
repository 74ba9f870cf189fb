//! Talking to models: one small trait, one handle, and what makes them.

mod chat;
mod connection;
mod error;
pub(crate) mod estimate;
mod language_model;
pub mod layer;
#[cfg(feature = "openai")]
pub mod openai;
mod resends;
#[cfg(feature = "testing")]
mod sample;
mod script;
mod settings;
mod usage;

pub use chat::{ChatReply, ChatRequest, Delta, FinishReason, Message, Part, Role, ToolCall};
pub use connection::{ConnectFault, TimeoutPhase};
pub use error::ModelError;
pub use language_model::{DeltaStream, LanguageModel, Model, Profile};
#[cfg(feature = "testing")]
pub use sample::Sample;
pub use script::{Script, ScriptError};
#[cfg(feature = "openai")]
pub(crate) use settings::REPLY_LIMITS;
pub use settings::Settings;
pub use usage::Usage;
