//! Arithmetic of vectors and quantized matrices.

// Kernels are inlined into a function that the processor's features are switched on for.
#![allow(clippy::inline_always)]

mod activation;
mod dot;
mod matrix;
mod tile;

use activation::Activation;
pub(crate) use dot::dot_floats;
pub(crate) use matrix::{multiply, multiply_exact};
