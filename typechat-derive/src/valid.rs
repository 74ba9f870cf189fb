//! The rules about a type's shape; those about single attributes are in `refusal`.

use syn::{Data, DeriveInput, Error, Result};

use crate::{
    ast::{Container, Content, Field, Shape, Source, Tagging, Variant},
    mistakes::Mistakes,
    placement, types,
};

/// What can be refused before the attributes are read.
pub(crate) fn check_input(input: &DeriveInput) -> Result<()> {
    if let Data::Union(data) = &input.data {
        return Err(Error::new(
            data.union_token.span,
            "unions have no JSON form: use an enum with `#[serde(tag = \"type\")]` or \
             `#[serde(untagged)]`",
        ));
    }
    Ok(())
}

/// Everything that this type asks for and a schema cannot give, as one error.
pub(crate) fn check(container: &Container) -> Result<()> {
    let mut errors = Mistakes::default();
    let refused = container.refused.iter();
    errors.extend(refused.map(|(refusal, span)| Error::new(*span, refusal.message())));
    placement::check(container, &mut errors);
    for ty in container.types() {
        let remedy =
            "use `#[typechat(as = \"String\")]` with a deserialize function that parses it";
        types::refuse_wide(ty, remedy, &mut errors);
    }
    for field in container.fields() {
        if field.is_flattened {
            errors.extend(refuse_integer_keys(field, "in what is flattened"));
        }
    }
    if let Shape::Enum { tagging, variants } = &container.shape {
        if variants.is_empty() {
            let message =
                "no JSON value fits an enum without variants: add one that is not skipped";
            errors.add(Error::new_spanned(&container.ident, message));
        }
        for variant in variants {
            check_variant(tagging, variant, &mut errors);
        }
    }
    errors.or(())
}

fn check_variant(tagging: &Tagging, variant: &Variant, errors: &mut Mistakes) {
    if matches!(&variant.content, Content::Tuple(fields) if fields.is_empty()) {
        let name = &variant.ident;
        let message = format!(
            "serde writes a variant with an empty list that it does not always read back: write \
             `{name}` or `{name} {{}}`"
        );
        errors.add(Error::new_spanned(name, message));
    }
    let place = match tagging {
        _ if variant.is_untagged => "in an untagged variant",
        Tagging::External => return,
        Tagging::Internal { .. } | Tagging::Adjacent { .. } => "behind a tag",
        Tagging::Untagged => "in an untagged enum",
    };
    let fields = variant.content.fields().iter().filter(|f| !f.is_flattened);
    errors.extend(fields.filter_map(|field| refuse_integer_keys(field, place)));
    if let (Tagging::Internal { .. }, Content::Newtype(field), false) =
        (tagging, &variant.content, variant.is_untagged)
        && let Source::Own(ty) = &field.source
        && types::is_never_object(ty)
    {
        errors.add(Error::new_spanned(
            ty,
            format!(
                "the tag of variant `{}` has no place in this type, which is not an object: use a \
                 struct, or a variant with named fields",
                variant.ident
            ),
        ));
    }
}

fn refuse_integer_keys(field: &Field, place: &str) -> Option<Error> {
    let Source::Own(ty) = &field.source else {
        return None;
    };
    types::has_integer_keys(ty).then(|| {
        Error::new_spanned(
            ty,
            format!("serde cannot read integer keys of a map {place}: use `String` keys"),
        )
    })
}
