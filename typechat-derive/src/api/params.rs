//! How a parameter takes its argument, told from the type as it is written.

use syn::{Error, Type, TypeReference};

use super::exact;
use crate::{mistakes::Mistakes, types};

/// The argument as it comes from the call, and what the function gets of it.
pub(super) struct Taken {
    pub(super) how: How,
    /// Whether an `Option` is around it.
    pub(super) is_optional: bool,
    /// The owned type `T`; of a slice, that of its items; of a text, `str`.
    pub(super) ty: Type,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum How {
    /// `T`
    Owned,
    /// `&str`
    Text,
    /// `&[T]`
    Slice,
    /// `&T`
    Borrowed,
}

impl Taken {
    pub(super) fn read(written: &Type, mistakes: &mut Mistakes) -> Self {
        let option = types::option(written);
        let inner = option.unwrap_or(written);
        let (how, ty) = match types::ungroup(inner) {
            Type::Reference(reference) => {
                refuse_reference(reference, mistakes);
                behind(&reference.elem)
            }
            _ => (How::Owned, inner),
        };
        exact::parameter(ty, mistakes);
        Self {
            how,
            is_optional: option.is_some(),
            ty: ty.clone(),
        }
    }
}

fn behind(referenced: &Type) -> (How, &Type) {
    match types::ungroup(referenced) {
        Type::Slice(slice) => (How::Slice, &slice.elem),
        ty if types::last_name(ty).is_some_and(|name| name == "str") => (How::Text, ty),
        ty => (How::Borrowed, ty),
    }
}

fn refuse_reference(reference: &TypeReference, mistakes: &mut Mistakes) {
    if let Some(mutability) = &reference.mutability {
        let message = "a model's arguments are values, which nobody sees change: take `&T` or `T`, \
                       and return what is new";
        mistakes.add(Error::new_spanned(mutability, message));
    }
    if let Some(lifetime) = &reference.lifetime {
        let message = "arguments live as long as the call: write `&` without a lifetime";
        mistakes.add(Error::new_spanned(lifetime, message));
    }
}
