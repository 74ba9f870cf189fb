//! Which attributes a schema cannot follow, and where they stand.

use serde_derive_internals::{
    ast::{self, Data},
    attr::{Identifier, TagType},
};
use syn::spanned::Spanned;

use super::{Reader, place::Place};
use crate::refusal::Refusal;

const WITH: [&str; 2] = ["with", "deserialize_with"];

impl Reader {
    pub(super) fn note_container(&mut self, container: &ast::Container<'_>) {
        let serde = &container.attrs;
        let place = Place {
            attrs: &container.original.attrs,
            or: container.ident.span(),
        };
        let mut note = |found: bool, refusal, words: &[&str]| {
            if found {
                self.refused.push((refusal, place.of(words)));
            }
        };
        note(serde.remote().is_some(), Refusal::Remote, &["remote"]);
        let is_identifier = !matches!(serde.identifier(), Identifier::No);
        let words = ["field_identifier", "variant_identifier"];
        note(is_identifier, Refusal::Identifier, &words);
        let denies = serde.deny_unknown_fields();
        let is_tagged_struct = matches!(container.data, Data::Struct(..))
            && matches!(serde.tag(), TagType::Internal { .. });
        note(
            denies && is_tagged_struct,
            Refusal::DenyTag,
            &["deny_unknown_fields"],
        );
        let flattens = match &container.data {
            Data::Struct(_, fields) => fields.iter().any(|field| field.attrs.flatten()),
            Data::Enum(variants) => variants
                .iter()
                .flat_map(|variant| &variant.fields)
                .any(|field| field.attrs.flatten()),
        };
        note(
            denies && flattens,
            Refusal::DenyFlatten,
            &["deny_unknown_fields"],
        );
    }

    pub(super) fn note_variant(&mut self, variant: &ast::Variant<'_>) {
        let place = Place {
            attrs: &variant.original.attrs,
            or: variant.ident.span(),
        };
        if variant.attrs.deserialize_with().is_some() {
            self.refused.push((Refusal::WithOnVariant, place.of(&WITH)));
        }
    }

    pub(super) fn note_field(&mut self, field: &ast::Field<'_>) {
        let place = Place {
            attrs: &field.original.attrs,
            or: field.member.span(),
        };
        if field.attrs.deserialize_with().is_some() {
            self.refused.push((Refusal::With, place.of(&WITH)));
        }
    }
}
