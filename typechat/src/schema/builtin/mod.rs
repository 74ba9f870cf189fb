//! The schemas of the standard library's types, and of `serde_json`'s.

mod containers;
mod numbers;
mod scalars;
