//! What a type looks like to a model: the graph, and its two texts.
//!
//! A [`TypeGraph`] comes from a Rust type ([`Schema`], usually derived) or from a JSON Schema
//! ([`TypeGraph::from_json_schema`]); it goes out as TypeScript, which the model reads, and as
//! JSON Schema, which the validator enforces.

mod builder;
mod builtin;
mod cycles;
mod error;
mod finish;
mod flatten;
mod graph;
mod import;
mod integer_keys;
mod json_schema;
mod names;
mod node;
mod rules;
#[doc(hidden)]
#[allow(missing_docs)]
pub mod support;
mod typescript;
mod walk;

pub use builder::GraphBuilder;
#[cfg(feature = "bytes")]
pub use builtin::Base64;
pub(crate) use builtin::formats;
pub use error::SchemaError;
pub use graph::{DefId, MapKey, Schema, TypeDef, TypeGraph};
pub use import::ImportError;
pub use node::{
    ArrayType, Branch, Field, Guarded, Literal, MapType, Member, ObjectType, Presence, TupleType,
    Type,
};
pub use rules::{Length, NumberRange, StringRules};
