//! The schemas of the standard library's types, of `serde_json`'s, and of other crates' behind
//! features.

#[cfg(feature = "bytes")]
mod bytes;
#[cfg(feature = "chrono")]
mod chrono;
mod containers;
pub(crate) mod formats;
#[cfg(feature = "jiff")]
mod jiff;
mod maps;
mod numbers;
mod others;
mod scalars;
mod times;
mod tuples;

#[cfg(feature = "bytes")]
pub use bytes::Base64;
