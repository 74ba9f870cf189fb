//! What `#[serde(...)]` says, in this crate's own terms.
//!
//! No other module names serde's internals: they follow serde's own derive, and may change with it.

mod notes;
mod place;

use proc_macro2::{Ident, Span};
use serde_derive_internals::{
    Ctxt, Derive,
    ast::{self, Data, Style},
    attr::TagType,
};
use syn::{DeriveInput, Error, Result};

use crate::{
    ast::{Container, Content, Field, Shape, Tagging, Variant},
    docs,
    refusal::Refusal,
};

/// Reads a type with serde's own parser.
///
/// # Errors
///
/// Whatever serde's derive would refuse, in its words.
pub(crate) fn read(input: &DeriveInput) -> Result<Container> {
    let context = Ctxt::new();
    // Serde uses the name in code that it would generate; this crate generates none of it.
    let private = Ident::new("__private", Span::call_site());
    let serde = ast::Container::from_ast(&context, input, Derive::Deserialize, &private);
    context.check()?;
    let serde = serde.ok_or_else(|| Error::new_spanned(input, "serde cannot read this type"))?;

    let mut reader = Reader::default();
    reader.note_container(&serde);
    let shape = match &serde.data {
        Data::Struct(style, fields) => reader.read_struct(&serde, *style, fields),
        Data::Enum(variants) => Shape::Enum {
            tagging: match serde.attrs.tag() {
                TagType::External => Tagging::External,
                TagType::Internal { tag } => Tagging::Internal(tag.clone()),
                TagType::Adjacent { .. } => Tagging::Adjacent,
                TagType::None => Tagging::Untagged,
            },
            variants: variants
                .iter()
                .filter_map(|variant| reader.read_variant(variant))
                .collect(),
        },
    };
    Ok(Container {
        name: serde.attrs.name().deserialize_name().value.clone(),
        docs: docs::text(&input.attrs),
        ident: serde.ident,
        shape,
        refused: reader.refused,
    })
}

#[derive(Default)]
struct Reader {
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
            return self
                .read_field(inner, all_default)
                .map_or(Shape::Unit, newtype);
        }
        let tag = match container.attrs.tag() {
            TagType::Internal { tag } => Some(tag.clone()),
            _ => None,
        };
        let mut fields = self.read_fields(fields, all_default);
        match style {
            Style::Unit => Shape::Unit,
            Style::Tuple => Shape::Tuple,
            Style::Newtype => fields.pop().map_or(Shape::Unit, newtype),
            Style::Struct => Shape::Struct { tag, fields },
        }
    }

    fn read_variant(&mut self, variant: &ast::Variant<'_>) -> Option<Variant> {
        let serde = &variant.attrs;
        if serde.skip_deserializing() && serde.skip_serializing() {
            return None;
        }
        self.note_variant(variant);
        let mut fields = self.read_fields(&variant.fields, false);
        let content = match variant.style {
            Style::Unit => Content::Unit,
            Style::Tuple => Content::Tuple,
            // Serde, too, takes a newtype variant with a skipped field for a unit variant.
            Style::Newtype => fields
                .pop()
                .map_or(Content::Unit, |field| Content::Newtype(Box::new(field.ty))),
            Style::Struct => Content::Struct(fields),
        };
        Some(Variant {
            ident: variant.ident.clone(),
            name: serde.name().deserialize_name().value.clone(),
            docs: docs::text(&variant.original.attrs),
            content,
        })
    }

    fn read_fields(&mut self, fields: &[ast::Field<'_>], all_default: bool) -> Vec<Field> {
        fields
            .iter()
            .filter_map(|field| self.read_field(field, all_default))
            .collect()
    }

    fn read_field(&mut self, field: &ast::Field<'_>, all_default: bool) -> Option<Field> {
        let serde = &field.attrs;
        if serde.skip_deserializing() && serde.skip_serializing() {
            return None;
        }
        let has_default = all_default || !serde.default().is_none();
        self.note_field(field, has_default);
        Some(Field {
            name: serde.name().deserialize_name().value.clone(),
            docs: docs::text(&field.original.attrs),
            ty: field.ty.clone(),
            has_default,
        })
    }
}

fn newtype(field: Field) -> Shape {
    Shape::Newtype(field.ty)
}
