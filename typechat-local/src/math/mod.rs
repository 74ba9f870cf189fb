//! The products of quantized matrices and vectors, the work that nearly all time goes to.

// Kernels are inlined into a function that the processor's features are switched on for.
#![allow(clippy::inline_always)]

mod activation;
mod many;
mod matrix;
mod tile;

use activation::Activation;
pub(crate) use matrix::{Pace, multiply};
pub(crate) use tile::{ROWS, Tile};
