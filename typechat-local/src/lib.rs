//! An embedded language model for `typechat`.
#![allow(dead_code)]

mod constrain;
mod gguf;
mod quant;
