//! What a type looks like to a model: the graph, and its two texts.

mod builtin;
mod graph;
mod import;
mod json_schema;
mod typescript;

pub use graph::{
    Branch, DefId, Field, GraphBuilder, Literal, Member, NumberRange, ObjectType, Presence, Schema,
    Type, TypeDef, TypeGraph,
};
pub use import::ImportError;
