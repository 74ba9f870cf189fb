//! The rules about a type's shape; those about single attributes are in `refusal`.

use quote::ToTokens;
use syn::{Data, DeriveInput, Error, Result};

use crate::{
    ast::{Container, Content, Shape, Tagging, Variant},
    types,
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
    if !input.generics.params.is_empty() {
        return Err(Error::new_spanned(
            &input.generics,
            "generic types are not supported yet: write one type for each use, with owned members",
        ));
    }
    Ok(())
}

/// Everything that this type asks for and a schema cannot give, as one error.
pub(crate) fn check(container: &Container) -> Result<()> {
    let mut errors: Vec<Error> = container
        .refused
        .iter()
        .map(|(refusal, span)| Error::new(*span, refusal.message()))
        .collect();
    for ty in container.types() {
        types::refuse_wide(ty, &mut errors);
    }
    match &container.shape {
        Shape::Unit => errors.push(Error::new_spanned(
            &container.ident,
            format!(
                "unit structs are not supported yet: write `struct {} {{}}` for an empty object",
                container.ident
            ),
        )),
        Shape::Tuple => errors.push(Error::new_spanned(
            &container.ident,
            "tuple structs with several fields are not supported yet: name the fields",
        )),
        Shape::Newtype(_) | Shape::Struct { .. } => {}
        Shape::Enum { tagging, variants } => {
            errors.extend(check_enum(&container.ident, tagging, variants));
        }
    }
    let combined = errors.into_iter().reduce(|mut all, next| {
        all.combine(next);
        all
    });
    combined.map_or(Ok(()), Err)
}

fn check_enum(ident: &impl ToTokens, tagging: &Tagging, variants: &[Variant]) -> Vec<Error> {
    if variants.is_empty() {
        let message = "no JSON value fits an enum without variants: add one that is not skipped";
        return vec![Error::new_spanned(ident, message)];
    }
    match tagging {
        Tagging::Adjacent => vec![Error::new_spanned(
            ident,
            "adjacently tagged enums are not supported yet: remove `content` to keep the tag next \
             to the members",
        )],
        // One error for the enum, not one for each variant: the cure is one attribute.
        Tagging::External => variants
            .iter()
            .find_map(check_external)
            .into_iter()
            .collect(),
        Tagging::Internal(_) => variants.iter().filter_map(check_internal).collect(),
        Tagging::Untagged => variants.iter().filter_map(check_tuple).collect(),
    }
}

fn check_external(variant: &Variant) -> Option<Error> {
    let message = format!(
        "variant `{}` holds data, and such enums need to say how they are tagged: add \
         `#[serde(tag = \"type\")]` or `#[serde(untagged)]` to the enum",
        variant.ident
    );
    (!matches!(variant.content, Content::Unit)).then(|| Error::new_spanned(&variant.ident, message))
}

fn check_internal(variant: &Variant) -> Option<Error> {
    match &variant.content {
        Content::Newtype(ty) if types::is_never_object(ty) => Some(Error::new_spanned(
            ty,
            format!(
                "the tag of variant `{}` has no place in this type, which is not an object: use a \
                 struct, or a variant with named fields",
                variant.ident
            ),
        )),
        _ => check_tuple(variant),
    }
}

fn check_tuple(variant: &Variant) -> Option<Error> {
    let message = format!(
        "tuple variants with several fields are not supported yet: name the fields of `{}`",
        variant.ident
    );
    matches!(variant.content, Content::Tuple).then(|| Error::new_spanned(&variant.ident, message))
}
