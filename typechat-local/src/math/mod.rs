//! The products of quantized matrices and vectors, the work that nearly all time goes to.

#![allow(
    clippy::inline_always,
    reason = "kernels are inlined into functions that processor features are switched on for"
)]

mod activation;
mod many;
mod matrix;
mod tile;

use activation::Activation;
pub(crate) use matrix::{Pace, multiply};
pub(crate) use tile::{ROWS, Tile};
