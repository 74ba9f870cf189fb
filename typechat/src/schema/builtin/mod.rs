//! The schemas of the standard library's types, of `serde_json`'s, and of other crates' behind
//! features.

mod containers;
mod maps;
mod numbers;
mod scalars;
mod times;
mod tuples;
