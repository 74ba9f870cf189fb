//! A type as the rest of this crate sees it: only what reaches the wire, under its wire names.

use proc_macro2::{Ident, Span};

use crate::refusal::Refusal;

pub(crate) struct Container {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) shape: Shape,
    /// Attributes, anywhere in the type, that a schema cannot follow.
    pub(crate) refused: Vec<(Refusal, Span)>,
}

pub(crate) enum Shape {
    Unit,
    Tuple,
    /// A newtype or transparent struct: its JSON is that of its one field.
    Newtype(syn::Type),
    Struct {
        tag: Option<String>,
        fields: Vec<Field>,
    },
    Enum {
        tagging: Tagging,
        variants: Vec<Variant>,
    },
}

pub(crate) enum Tagging {
    External,
    Internal(String),
    Adjacent,
    Untagged,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) content: Content,
}

pub(crate) enum Content {
    Unit,
    Tuple,
    Newtype(Box<syn::Type>),
    Struct(Vec<Field>),
}

pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) ty: syn::Type,
    pub(crate) has_default: bool,
}

impl Container {
    /// Every type whose schema this one's needs.
    pub(crate) fn types(&self) -> Vec<&syn::Type> {
        match &self.shape {
            Shape::Unit | Shape::Tuple => Vec::new(),
            Shape::Newtype(ty) => vec![ty],
            Shape::Struct { fields, .. } => fields.iter().map(|field| &field.ty).collect(),
            Shape::Enum { variants, .. } => variants
                .iter()
                .flat_map(|variant| variant.content.types())
                .collect(),
        }
    }
}

impl Content {
    fn types(&self) -> Vec<&syn::Type> {
        match self {
            Self::Unit | Self::Tuple => Vec::new(),
            Self::Newtype(ty) => vec![ty],
            Self::Struct(fields) => fields.iter().map(|field| &field.ty).collect(),
        }
    }
}
