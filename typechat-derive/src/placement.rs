//! Attributes of ours that have no place where they stand: none is dropped without a word.

use syn::Error;

use crate::{
    ast::{Container, Content, Field, Shape, Source},
    mistakes::Mistakes,
    types,
};

/// What a flattened field may have: the rest is about a member of its own.
const ON_FLATTENED: [&str; 3] = ["as", "schemars", "check"];

pub(crate) fn check(container: &Container, mistakes: &mut Mistakes) {
    match &container.shape {
        Shape::Unit | Shape::Like(_) => {}
        Shape::Newtype(field) => nameless(field, mistakes),
        Shape::Tuple(fields) => fields.iter().for_each(|field| nameless(field, mistakes)),
        Shape::Struct { fields, .. } => fields.iter().for_each(|field| named(field, mistakes)),
        Shape::Enum { variants, .. } => {
            for variant in variants {
                let check = match &variant.content {
                    Content::Struct(_) => named,
                    _ => nameless,
                };
                let fields = variant.content.fields().iter();
                fields.for_each(|field| check(field, mistakes));
            }
        }
    }
}

fn named(field: &Field, mistakes: &mut Mistakes) {
    if field.is_flattened {
        for (name, span) in &field.attributes {
            if !ON_FLATTENED.contains(&name.as_str()) {
                let message = format!(
                    "`{name}` has no place on a flattened field, which is no member of its own: \
                     put it on the members of the field's type"
                );
                mistakes.add(Error::new(*span, message));
            }
        }
        return;
    }
    if let (Some(span), Source::Own(ty)) = (field.attribute("nullable"), &field.source)
        && !types::is_option(ty)
    {
        let message = "serde refuses `null` for what is no `Option`: make the field one, or say \
                       what its JSON looks like with `#[typechat(as = \"...\")]`";
        mistakes.add(Error::new(span, message));
    }
}

/// A newtype's field or the item of a tuple.
fn nameless(field: &Field, mistakes: &mut Mistakes) {
    let words = [
        (
            "example",
            "`example` has no place on a field without a name: show the value in the doc comment",
        ),
        (
            "nullable",
            "`nullable` has no place on a field without a name, which cannot be left out: an \
             `Option` takes `null` here as it is",
        ),
    ];
    for (name, message) in words {
        if let Some(span) = field.attribute(name) {
            mistakes.add(Error::new(span, message));
        }
    }
}
