//! The promises, one module each, in one binary.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

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
