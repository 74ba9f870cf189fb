//! An argument whose calls and references are resolved to results.

use serde_json::Value;
use typechat::schema::Type;

use crate::lower::Template;

/// An argument, or a part of one.
pub(crate) enum Node<'a> {
    Constant(&'a Value),
    Source(Source<'a>),
    Array(Vec<Node<'a>>),
    Object(Vec<(&'a str, Node<'a>)>),
    /// Something of which a problem tells already.
    Unknown,
}

/// A result, or a part of one.
pub(crate) struct Source<'a> {
    /// The call that it comes from.
    pub(crate) op: usize,
    /// A JSON Pointer into it.
    pub(crate) path: &'a str,
    pub(crate) types: Types<'a>,
    pub(crate) may_be_absent: bool,
    pub(crate) deferred: Option<&'static str>,
}

/// What a result may be: nearly always of one type.
pub(crate) enum Types<'a> {
    One([&'a Type; 1]),
    Many(Vec<&'a Type>),
}

impl<'a> Types<'a> {
    pub(crate) fn all(&self) -> &[&'a Type] {
        match self {
            Self::One(one) => one,
            Self::Many(many) => many,
        }
    }
}

impl Node<'_> {
    /// What it is, in words.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Constant(Value::Array(_)) | Self::Array(_) => "a list",
            Self::Constant(Value::Object(_)) | Self::Object(_) => "an object",
            Self::Constant(_) => "a constant",
            Self::Source(_) | Self::Unknown => "a result",
        }
    }

    /// How the value is put together when it is needed.
    pub(crate) fn template(&self) -> Template {
        match self {
            Self::Constant(value) => Template::Constant(Value::clone(value)),
            Self::Source(source) => Template::Slot {
                op: source.op,
                path: source.path.to_owned(),
                may_be_absent: source.may_be_absent,
            },
            Self::Array(items) => Template::Array(items.iter().map(Self::template).collect()),
            Self::Object(fields) => {
                let field = |(name, node): &(&str, Self)| ((*name).to_owned(), node.template());
                Template::Object(fields.iter().map(field).collect())
            }
            // A program with problems is never lowered.
            Self::Unknown => Template::Constant(Value::Null),
        }
    }
}
