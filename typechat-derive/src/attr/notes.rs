//! Which attributes a schema cannot follow, and where they stand.

use proc_macro2::Span;
use serde_derive_internals::{
    ast::{self, Data},
    attr::{Identifier, RenameAllRules, TagType},
    name::MultiName,
};
use syn::spanned::Spanned;

use super::{Reader, place::Place};
use crate::{refusal::Refusal, types};

const WITH: [&str; 3] = ["with", "deserialize_with", "serialize_with"];

impl Reader {
    pub(super) fn note_container(&mut self, container: &ast::Container<'_>) {
        let serde = &container.attrs;
        let place = Place {
            attrs: &container.original.attrs,
            or: container.ident.span(),
        };
        let converts = serde.type_from().is_some() || serde.type_try_from().is_some();
        self.note(converts, Refusal::From, place.of(&["from", "try_from"]));
        self.note(
            serde.type_into().is_some(),
            Refusal::Into,
            place.of(&["into"]),
        );
        self.note(
            serde.remote().is_some(),
            Refusal::Remote,
            place.of(&["remote"]),
        );
        let is_identifier = !matches!(serde.identifier(), Identifier::No);
        let words = ["field_identifier", "variant_identifier"];
        self.note(is_identifier, Refusal::Identifier, place.of(&words));
        let denies_tag = serde.deny_unknown_fields()
            && matches!(container.data, Data::Struct(..))
            && matches!(serde.tag(), TagType::Internal { .. });
        self.note(
            denies_tag,
            Refusal::DenyTag,
            place.of(&["deny_unknown_fields"]),
        );
        self.note(
            is_split(serde.name()),
            Refusal::SplitName,
            place.of(&["rename"]),
        );
        let rules = serde.rename_all_rules();
        self.note(
            are_split(rules),
            Refusal::SplitName,
            place.of(&["rename_all"]),
        );
        let rules = serde.rename_all_fields_rules();
        self.note(
            are_split(rules),
            Refusal::SplitName,
            place.of(&["rename_all_fields"]),
        );
    }

    pub(super) fn note_variant(&mut self, variant: &ast::Variant<'_>) {
        let serde = &variant.attrs;
        let place = Place {
            attrs: &variant.original.attrs,
            or: variant.ident.span(),
        };
        self.note_name(serde.name(), serde.aliases().len(), place);
        let rules = serde.rename_all_rules();
        self.note(
            are_split(rules),
            Refusal::SplitName,
            place.of(&["rename_all"]),
        );
        let skip = place.of(&["skip_deserializing"]);
        self.note(serde.skip_deserializing(), Refusal::OneWaySkip, skip);
        self.note(serde.other(), Refusal::Other, place.of(&["other"]));
        self.note(
            serde.untagged(),
            Refusal::UntaggedVariant,
            place.of(&["untagged"]),
        );
        let has_with = serde.deserialize_with().is_some() || serde.serialize_with().is_some();
        self.note(has_with, Refusal::With, place.of(&WITH));
    }

    pub(super) fn note_field(&mut self, field: &ast::Field<'_>, has_default: bool) {
        let serde = &field.attrs;
        let place = Place {
            attrs: &field.original.attrs,
            or: field.member.span(),
        };
        self.note_name(serde.name(), serde.aliases().len(), place);
        self.note(serde.flatten(), Refusal::Flatten, place.of(&["flatten"]));
        let has_with = serde.deserialize_with().is_some() || serde.serialize_with().is_some();
        self.note(has_with, Refusal::With, place.of(&WITH));
        let skip = place.of(&["skip_deserializing"]);
        self.note(serde.skip_deserializing(), Refusal::OneWaySkip, skip);
        let may_be_left_out = serde.skip_serializing() || serde.skip_serializing_if().is_some();
        self.note(
            may_be_left_out && !has_default && !types::is_option(field.ty),
            Refusal::SkipWithoutDefault,
            place.of(&["skip_serializing", "skip_serializing_if"]),
        );
    }

    fn note_name(&mut self, name: &MultiName, aliases: usize, place: Place<'_>) {
        // A name that only `rename_all` splits is reported once, where that stands.
        let renamed = place.find(&["rename"]);
        self.note(
            is_split(name) && renamed.is_some(),
            Refusal::SplitName,
            place.of(&["rename"]),
        );
        // Serde counts the name itself among the aliases.
        self.note(aliases > 1, Refusal::Alias, place.of(&["alias", "rename"]));
    }

    fn note(&mut self, found: bool, refusal: Refusal, span: Span) {
        if found {
            self.refused.push((refusal, span));
        }
    }
}

fn is_split(name: &MultiName) -> bool {
    name.serialize_name() != name.deserialize_name()
}

fn are_split(rules: RenameAllRules) -> bool {
    rules.serialize != rules.deserialize
}
