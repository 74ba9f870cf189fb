//! An embedded language model for `typechat`.
#![allow(dead_code)]

mod gguf;
mod quant;
