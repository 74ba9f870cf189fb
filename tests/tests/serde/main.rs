//! Every serde feature: what its types look like, and that schema, serde and the TypeScript
//! compiler agree about their values.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_push_string,
    clippy::format_collect,
    clippy::zero_sized_map_values
)]

mod differences;
mod features;
mod hygiene;
mod laws;
