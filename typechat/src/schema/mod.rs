//! What a type looks like to a model: the graph, and its two texts.
//!
//! A [`TypeGraph`] comes from a Rust type ([`Schema`], usually derived) or from a JSON Schema
//! ([`TypeGraph::from_json_schema`]); it goes out as TypeScript, which the model reads, and as
//! JSON Schema, which the validator enforces.
//!
//! # Two laws
//!
//! 1. What the schema of a type accepts, serde deserializes. (The conversion of a `try_from`
//!    may refuse all the same; it is told like a check.)
//! 2. What a value serializes to, and serde itself would read back, the schema accepts.
//!
//! # Where the schema is narrower than serde, on purpose
//!
//! Serde reads the following, the schema does not:
//!
//! * a list for a struct, and an index or a list for a tagged variant;
//! * `{"A": null}` for the unit variant `A`;
//! * members that the type does not have;
//! * an `alias` (the schema carries it as `x-aliases`);
//! * `null` for a member that is optional, unless it is `#[typechat(nullable)]`;
//! * tags beyond those listed, for a variant with `other`;
//! * a tagged struct without its tag;
//! * the content of an adjacently tagged unit variant, and a variant whose optional content is
//!   left out;
//! * a flattened `Option` whose members are there in part;
//! * a member with `skip_deserializing`, which is written and never read;
//! * a set with equal items;
//! * nanoseconds of a `Duration` beyond a second;
//! * other forms of a UUID than that with hyphens; leap seconds and a space for the `T` in times;
//!   years of other than four digits, and with an offset days before 0001-01-02 and after
//!   9999-12-29;
//! * digits that a `Decimal` would round;
//! * what a rule of `#[typechat(...)]` excludes.

mod builder;
mod builtin;
pub(crate) mod cycles;
mod error;
mod finish;
mod flatten;
mod graph;
mod import;
mod integer_keys;
mod json_schema;
mod names;
mod narrow;
mod node;
mod rules;
#[cfg(feature = "schemars")]
mod schemars;
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
pub use typescript::{Comments, Method, Names, Rendering};
