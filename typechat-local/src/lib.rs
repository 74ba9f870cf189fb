//! An embedded language model for `typechat`: no key, no server, no account.
//!
//! ```text
//! weights ─▶ gguf ─▶ tokenizer, template ─▶ transformer (quant, simd, math) ─▶ engine ─▶ Local
//!                                             ▲ prefix           constrain ─▲
//! ```
//!
//! A file of weights is found or fetched ([`weights`]), read whole, and becomes a model that
//! answers in a thread of its own ([`Local`]). A conversation is written by the file's chat
//! template and turned into tokens; the network reads them, from where it has read before, and
//! chooses token after token, of those that the request's JSON Schema allows. `worker` is that
//! thread with the queue before it; `env` and `lazy` are for the model that is found and loaded at
//! the first call.

mod constrain;
mod engine;
#[cfg(feature = "fetch")]
mod env;
mod error;
mod gguf;
mod hash;
#[cfg(feature = "fetch")]
mod lazy;
mod local;
mod math;
mod prefix;
mod quant;
mod simd;
mod template;
#[cfg(test)]
mod testing;
mod tokenizer;
mod transformer;
#[cfg(feature = "fetch")]
pub mod weights;
mod worker;

pub use constrain::ConstrainError;
#[cfg(feature = "fetch")]
pub use env::from_env_or_local;
pub use error::{LoadFault, LocalError};
pub use gguf::{GgufError, MetadataError};
pub use local::{Local, LocalBuilder};
pub use template::TemplateError;
pub use tokenizer::TokenizerError;
pub use transformer::UnsupportedError;
