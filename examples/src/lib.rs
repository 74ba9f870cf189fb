//! Worked domains for `typechat`: the types of each, and one runner for their programs.
//!
//! Each domain is a module of plain serde types with `#[derive(Schema)]`, and a program of a few
//! lines in `src/bin`. Without a model at hand, a transcript answers:
//!
//! ```text
//! cargo run --package typechat-examples --bin coffee-shop -- \
//!     --script examples/transcripts/coffee-shop.jsonl "two tall lattes, one with oat milk"
//! ```

pub mod calendar;
#[cfg(feature = "programs")]
pub mod cli;
pub mod coffee_shop;
pub mod drawing;
pub mod health;
pub mod math;
pub mod music;
#[cfg(feature = "programs")]
pub mod playlist;
pub mod restaurant;
pub mod routes;
pub mod sentiment;
