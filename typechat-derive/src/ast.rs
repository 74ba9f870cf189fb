//! A type as the rest of this crate sees it: only what reaches the wire, under its wire names.

use proc_macro2::{Ident, Span};
use syn::{Expr, Generics, Member, Path, WherePredicate};

use crate::refusal::Refusal;

pub(crate) struct Container {
    pub(crate) ident: Ident,
    pub(crate) generics: Generics,
    pub(crate) name: String,
    /// Whether `name` was chosen, so that it stands for every use of a generic type.
    pub(crate) is_renamed: bool,
    pub(crate) docs: String,
    pub(crate) shape: Shape,
    pub(crate) checks: Vec<Path>,
    pub(crate) bound: Option<Vec<WherePredicate>>,
    /// Attributes, anywhere in the type, that a schema cannot follow.
    pub(crate) refused: Vec<(Refusal, Span)>,
}

pub(crate) enum Shape {
    Unit,
    /// The JSON is that of another type: a newtype, or `transparent`.
    Newtype(Box<Field>),
    /// The JSON is that of a type from which this one is made: `from`, or an `as` of our own.
    Like(Source),
    Tuple(Vec<Field>),
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
    Internal { tag: String },
    Adjacent { tag: String, content: String },
    Untagged,
}

pub(crate) struct Variant {
    pub(crate) ident: Ident,
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) docs: String,
    pub(crate) content: Content,
    pub(crate) is_untagged: bool,
}

pub(crate) enum Content {
    Unit,
    Newtype(Box<Field>),
    Tuple(Vec<Field>),
    Struct(Vec<Field>),
}

pub(crate) struct Field {
    pub(crate) member: Member,
    pub(crate) name: String,
    pub(crate) aliases: Vec<String>,
    pub(crate) docs: String,
    pub(crate) source: Source,
    pub(crate) has_default: bool,
    /// Whether serde calls a function of the user's, which cannot stand in for a missing member.
    pub(crate) has_with: bool,
    pub(crate) is_flattened: bool,
    pub(crate) rules: Rules,
    /// The attributes of ours that it has, and where they stand.
    pub(crate) attributes: Vec<(String, Span)>,
}

/// Where a type's schema comes from.
pub(crate) enum Source {
    /// Its own `Schema`.
    Own(syn::Type),
    /// That of another type.
    As(syn::Type),
    /// Its `schemars::JsonSchema`.
    Schemars(syn::Type),
}

/// What `#[typechat(...)]` adds to a field.
#[derive(Default)]
pub(crate) struct Rules {
    pub(crate) range: Option<(Bound, Bound)>,
    pub(crate) length: Option<(Bound, Bound)>,
    pub(crate) pattern: Option<String>,
    pub(crate) format: Option<String>,
    pub(crate) vocabulary: Option<Vocabulary>,
    pub(crate) examples: Vec<Expr>,
    pub(crate) is_nullable: bool,
    pub(crate) checks: Vec<Path>,
}

/// One end of a range, as JSON; an exclusive one is marked.
#[derive(Default, Clone)]
pub(crate) struct Bound {
    pub(crate) value: Option<String>,
    pub(crate) is_exclusive: bool,
}

pub(crate) enum Vocabulary {
    Words(Vec<String>),
    Name(String),
}

impl Source {
    /// The type whose `Schema` is used; `None` when it is not ours.
    pub(crate) fn described(&self) -> Option<&syn::Type> {
        match self {
            Self::Own(ty) | Self::As(ty) => Some(ty),
            Self::Schemars(_) => None,
        }
    }
}

impl Rules {
    /// Whether they narrow the type.
    pub(crate) fn are_about_type(&self) -> bool {
        self.range.is_some()
            || self.length.is_some()
            || self.pattern.is_some()
            || self.format.is_some()
            || self.vocabulary.is_some()
    }
}

impl Field {
    /// Where the attribute stands.
    pub(crate) fn attribute(&self, name: &str) -> Option<Span> {
        let found = self.attributes.iter().find(|(known, _)| known == name);
        found.map(|(_, span)| *span)
    }
}

impl Content {
    pub(crate) fn fields(&self) -> &[Field] {
        match self {
            Self::Unit => &[],
            Self::Newtype(field) => std::slice::from_ref(field),
            Self::Tuple(fields) | Self::Struct(fields) => fields,
        }
    }
}

impl Container {
    pub(crate) fn fields(&self) -> Vec<&Field> {
        match &self.shape {
            Shape::Unit | Shape::Like(_) => Vec::new(),
            Shape::Newtype(field) => vec![field],
            Shape::Tuple(fields) | Shape::Struct { fields, .. } => fields.iter().collect(),
            Shape::Enum { variants, .. } => {
                variants.iter().flat_map(|v| v.content.fields()).collect()
            }
        }
    }

    /// Every type whose `Schema` this one needs.
    pub(crate) fn types(&self) -> Vec<&syn::Type> {
        let like = match &self.shape {
            Shape::Like(source) => source.described(),
            _ => None,
        };
        let fields = self.fields();
        let fields = fields.into_iter().filter_map(|f| f.source.described());
        like.into_iter().chain(fields).collect()
    }
}
