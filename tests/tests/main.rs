//! The promises, one module each, in one binary.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]
// Test texts are small, and raw strings are easier to compare when they all look alike.
#![allow(
    clippy::format_collect,
    clippy::format_push_string,
    clippy::needless_raw_string_hashes
)]

mod aligning;
mod bounds;
mod budget;
mod choosing;
mod coffee_shop;
mod compile_errors;
mod connection;
mod corpus_replies;
mod domains;
mod env;
mod explaining;
mod findings;
mod fuzzing;
mod grounding;
mod hostile;
mod http;
mod importing;
mod ledger;
mod messages;
mod mutations;
mod overrides;
mod parsing;
mod reading;
mod representation;
mod retry;
mod schemas;
mod secrecy;
mod translating;
mod typescript;
