//! What a type looks like to a model: the graph, and its two texts.

mod builder;
mod builtin;
mod graph;
mod import;
mod json_schema;
mod typescript;

pub use builder::GraphBuilder;
pub use graph::{
    Branch, DefId, Field, Literal, Member, NumberRange, ObjectType, Presence, Schema, Type,
    TypeDef, TypeGraph,
};
pub use import::ImportError;
