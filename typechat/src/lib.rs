//! Ask a language model, get a Rust value.
#![doc = include_str!("docs/front.md")]

mod error;
pub mod grounding;
pub mod model;
pub mod reply;
pub mod schema;
pub mod translate;

#[cfg(feature = "derive")]
pub use typechat_derive::Schema;

pub use error::BuildError;
pub use grounding::Grounding;
pub use model::{LanguageModel, Model};
pub use schema::Schema;
pub use translate::{Answer, Budget, TranslateError, Translation, Translator};
