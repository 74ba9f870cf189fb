//! The network: tokens in, the scores of the next token out.
//!
//! Decoders of the llama family: norm, attention with shared keys and rotary places, norm, a gated
//! feed-forward part, for each layer. `qwen2` differs from `llama` in its biases and in which
//! values a rotation pairs.
#![allow(
    clippy::inline_always,
    reason = "kernels are inlined into functions that processor features are switched on for"
)]

mod attention;
mod config;
mod forward;
mod key_values;
mod prompt;
mod rope;
mod weights;

pub(crate) use config::Config;
pub use config::UnsupportedError;
pub(crate) use key_values::KeyValues;
pub(crate) use weights::Transformer;

#[cfg(test)]
mod reference;
#[cfg(test)]
mod tests;
