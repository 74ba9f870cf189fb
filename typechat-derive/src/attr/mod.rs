//! What `#[serde(...)]` and `#[typechat(...)]` say, in this crate's own terms.
//!
//! No other module names serde's internals: they follow serde's own derive, and may change with it.

pub(crate) mod list;
mod notes;
mod own;
mod place;
mod range;
pub(crate) mod rename;
pub(crate) mod rules;

use proc_macro2::{Ident, Span};
use serde_derive_internals::{
    Ctxt, Derive,
    ast::{self, Data, Style},
    attr::TagType,
    name::MultiName,
};
use syn::{DeriveInput, Error, Path, Result};

use crate::{
    ast::{Container, Content, Field, Shape, Source, Tagging, Variant},
    docs,
    mistakes::Mistakes,
    refusal::Refusal,
};
use own::{OnField, OnType};

/// The path of the `typechat` crate, which even an error needs: mistakes beside it count later.
pub(crate) fn crate_path(input: &DeriveInput) -> Option<Path> {
    OnType::read(&input.attrs, &mut Mistakes::default()).krate
}

/// Reads a type with serde's own parser, and what is ours beside it.
///
/// # Errors
///
/// Whatever serde's derive would refuse, in its words; mistakes in `#[typechat(...)]`.
pub(crate) fn read(input: &DeriveInput) -> Result<Container> {
    let context = Ctxt::new();
    // Serde uses the name in code that it would generate; this crate generates none of it.
    let private = Ident::new("__private", Span::call_site());
    let serde = ast::Container::from_ast(&context, input, Derive::Deserialize, &private);
    let mut reader = Reader::default();
    reader.mistakes.extend(context.check().err());
    let own = OnType::read(&input.attrs, &mut reader.mistakes);
    let Some(serde) = serde else {
        let error = Error::new_spanned(input, "serde cannot read this type");
        return reader.mistakes.or(()).and(Err(error));
    };
    reader.note_container(&serde);
    let this = || syn::parse_quote!(Self);
    let from = serde.attrs.type_from().or(serde.attrs.type_try_from());
    let like = match (own.like, own.schemars, from) {
        (Some(like), _, _) => Some(Source::As(like)),
        (None, Some(_), _) => Some(Source::Schemars(this())),
        (None, None, Some(from)) => Some(Source::As(from.clone())),
        (None, None, None) => None,
    };
    let shape = match (like, &serde.data) {
        (Some(like), _) => Shape::Like(like),
        (None, Data::Struct(style, fields)) => reader.read_struct(&serde, *style, fields),
        (None, Data::Enum(variants)) => Shape::Enum {
            tagging: match serde.attrs.tag() {
                TagType::External => Tagging::External,
                TagType::Internal { tag } => Tagging::Internal { tag: tag.clone() },
                TagType::Adjacent { tag, content } => Tagging::Adjacent {
                    tag: tag.clone(),
                    content: content.clone(),
                },
                TagType::None => Tagging::Untagged,
            },
            variants: variants
                .iter()
                .filter(|variant| !variant.attrs.skip_deserializing())
                .map(|variant| reader.read_variant(variant))
                .collect(),
        },
    };
    let name = serde.attrs.name().deserialize_name().value.clone();
    let docs = own.description.unwrap_or_else(|| docs::text(&input.attrs));
    let docs = match &shape {
        Shape::Newtype(field) if docs.is_empty() => field.docs.clone(),
        Shape::Tuple(fields) => docs::with_items(docs, fields),
        _ => docs,
    };
    reader.mistakes.or(Container {
        is_renamed: serde.ident != name.as_str(),
        name,
        docs,
        ident: serde.ident,
        generics: input.generics.clone(),
        shape,
        checks: own.checks,
        bound: own.bound,
        refused: reader.refused,
    })
}

#[derive(Default)]
struct Reader {
    mistakes: Mistakes,
    refused: Vec<(Refusal, Span)>,
}

impl Reader {
    fn read_struct(
        &mut self,
        container: &ast::Container<'_>,
        style: Style,
        fields: &[ast::Field<'_>],
    ) -> Shape {
        let all_default = !container.attrs.default().is_none();
        if let Some(inner) = fields.iter().find(|field| field.attrs.transparent()) {
            let inner = self.read_field(inner, all_default);
            return Shape::Newtype(Box::new(inner));
        }
        let tag = match container.attrs.tag() {
            TagType::Internal { tag } => Some(tag.clone()),
            _ => None,
        };
        let mut fields = self.read_fields(fields, all_default);
        match style {
            Style::Unit => Shape::Unit,
            Style::Tuple => Shape::Tuple(fields),
            Style::Newtype => match fields.pop() {
                Some(field) => Shape::Newtype(Box::new(field)),
                // Serde reads a newtype whose field is skipped as an empty list.
                None => Shape::Tuple(fields),
            },
            Style::Struct => Shape::Struct { tag, fields },
        }
    }

    fn read_variant(&mut self, variant: &ast::Variant<'_>) -> Variant {
        let serde = &variant.attrs;
        let description = own::on_variant(&variant.original.attrs, &mut self.mistakes);
        let with = serde.deserialize_with().is_some();
        self.note_variant(variant);
        let mut fields = if with {
            Vec::new()
        } else {
            self.read_fields(&variant.fields, false)
        };
        let content = match variant.style {
            Style::Unit => Content::Unit,
            Style::Tuple => Content::Tuple(fields),
            // Serde, too, takes a newtype variant with a skipped field for a unit variant.
            Style::Newtype => fields
                .pop()
                .map_or(Content::Unit, |field| Content::Newtype(Box::new(field))),
            Style::Struct => Content::Struct(fields),
        };
        let docs = description.unwrap_or_else(|| docs::text(&variant.original.attrs));
        let docs = match &content {
            Content::Newtype(field) => docs::joined(docs, &field.docs),
            Content::Tuple(fields) => docs::with_items(docs, fields),
            Content::Unit | Content::Struct(_) => docs,
        };
        Variant {
            ident: variant.ident.clone(),
            name: serde.name().deserialize_name().value.clone(),
            aliases: aliases(serde.name(), serde.aliases()),
            docs,
            content,
            is_untagged: serde.untagged(),
        }
    }

    fn read_fields(&mut self, fields: &[ast::Field<'_>], all_default: bool) -> Vec<Field> {
        fields
            .iter()
            .filter(|field| !field.attrs.skip_deserializing())
            .map(|field| self.read_field(field, all_default))
            .collect()
    }

    fn read_field(&mut self, field: &ast::Field<'_>, all_default: bool) -> Field {
        let serde = &field.attrs;
        let own = OnField::read(&field.original.attrs, &mut self.mistakes);
        let ty = field.ty.clone();
        let source = match (own.like, own.schemars) {
            (Some(like), _) => Source::As(like),
            (None, Some(_)) => Source::Schemars(ty),
            (None, None) => {
                self.note_field(field);
                Source::Own(ty)
            }
        };
        Field {
            member: field.member.clone(),
            name: serde.name().deserialize_name().value.clone(),
            aliases: aliases(serde.name(), serde.aliases()),
            docs: own
                .description
                .unwrap_or_else(|| docs::text(&field.original.attrs)),
            source,
            has_default: all_default || !serde.default().is_none(),
            has_with: serde.deserialize_with().is_some(),
            is_flattened: serde.flatten(),
            rules: own.rules,
            attributes: own.said,
        }
    }
}

/// The other names; serde counts the name itself among the aliases.
fn aliases<'a>(
    name: &MultiName,
    aliases: impl IntoIterator<Item = &'a serde_derive_internals::name::Name>,
) -> Vec<String> {
    let own = &name.deserialize_name().value;
    let mut aliases: Vec<String> = aliases
        .into_iter()
        .map(|alias| alias.value.clone())
        .filter(|alias| alias != own)
        .collect();
    aliases.sort();
    aliases
}
