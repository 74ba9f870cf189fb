//! An embedded language model for `typechat`.
#![allow(dead_code)]

#[cfg(feature = "fetch")]
mod env;
mod gguf;
#[cfg(feature = "fetch")]
mod lazy;
mod local;
mod quant;
#[cfg(feature = "fetch")]
pub mod weights;

#[cfg(feature = "fetch")]
pub use env::from_env_or_local;
pub use local::{Local, LocalError};
