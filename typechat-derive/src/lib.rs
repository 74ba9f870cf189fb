//! The macros behind `typechat::Schema` and `typechat_program::api`.
//!
//! Use them through those crates, which export them next to what they write code for. The derive
//! macro reads a type's `#[serde(...)]` attributes, so that the schema which a model is shown and
//! the reader which parses its reply cannot disagree. What the schema could not say truthfully is
//! a compile error.

mod api;
mod ast;
mod attr;
mod bounds;
mod docs;
mod emit;
mod expand;
mod fallback;
mod mistakes;
mod placement;
mod refusal;
mod types;
mod valid;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Implements `typechat::Schema` for a struct or an enum.
///
/// Names, defaults, skipped members and the tagging of enums follow `#[serde(...)]`; doc comments
/// become the comments that the model reads.
///
/// ```
/// use serde::Deserialize;
/// use typechat::Schema;
///
/// /// What the guest asked for.
/// #[derive(Deserialize, Schema)]
/// #[serde(tag = "type", rename_all = "snake_case")]
/// enum Request {
///     /// Bring something to the table.
///     Bring {
///         /// As it is called on the menu.
///         dish: String,
///         #[serde(default)]
///         notes: Vec<String>,
///     },
///     Pay,
/// }
/// ```
///
#[doc = include_str!("attributes.md")]
#[proc_macro_derive(Schema, attributes(typechat, serde))]
pub fn derive_schema(input: TokenStream) -> TokenStream {
    let input = parse_macro_input!(input as DeriveInput);
    expand::derive(&input).into()
}

/// Makes the functions of a trait callable for a model.
///
#[doc = include_str!("api.md")]
#[proc_macro_attribute]
pub fn api(list: TokenStream, input: TokenStream) -> TokenStream {
    api::expand(list.into(), input.into()).into()
}
