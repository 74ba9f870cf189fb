//! The promises, one module each, in one binary.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]
// Test texts are small, and raw strings are easier to compare when they all look alike.
#![allow(
    clippy::format_collect,
    clippy::format_push_string,
    clippy::needless_raw_string_hashes
)]

mod coffee_shop;
mod compile_errors;
mod env;
mod hostile;
mod http;
mod reading;
mod retry;
mod schemas;
mod translating;
mod typescript;
