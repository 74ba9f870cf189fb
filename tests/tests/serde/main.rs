//! Every serde feature: what its types look like, and that schema, serde and the TypeScript
//! compiler agree about their values.
#![allow(
    missing_docs,
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::format_push_string,
    clippy::format_collect,
    clippy::zero_sized_map_values,
    // Types of every kind are tested, advisable or not, and checks take references.
    clippy::linkedlist,
    clippy::option_option,
    clippy::trivially_copy_pass_by_ref,
    clippy::items_after_statements,
    clippy::doc_markdown
)]

mod differences;
mod features;
mod hygiene;
mod laws;
mod refusals;
mod wording;
