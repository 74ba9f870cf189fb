//! Types that are none of a model's: what is written must be what is sent.

use syn::{Error, GenericArgument, PathArguments, Type};

use crate::{mistakes::Mistakes, types};

const WIDE: &str = "take and return it as a `String`";

/// What is taken from an argument, without the `&` around it.
pub(super) fn parameter(ty: &Type, mistakes: &mut Mistakes) {
    let refused = |ty: &Type| {
        inexact(ty).or_else(|| {
            matches!(ty, Type::Reference(_)).then_some(
                "only a whole parameter can borrow, as `&str`, `&[T]`, `&T` or an `Option` of \
                 these: own what is within, such as `String` for `&str`",
            )
        })
    };
    walk(ty, &refused, mistakes);
    types::refuse_wide(ty, WIDE, mistakes);
}

pub(super) fn result(ty: &Type, mistakes: &mut Mistakes) {
    let refused = |ty: &Type| inexact(ty).or_else(|| borrowed(ty));
    walk(ty, &refused, mistakes);
    types::refuse_wide(ty, WIDE, mistakes);
}

/// An error is only displayed, so that it may be a `dyn Error` or a `&'static str`.
pub(super) fn failure(ty: &Type, mistakes: &mut Mistakes) {
    let refused = |ty: &Type| match ty {
        Type::TraitObject(_) => None,
        Type::Reference(reference)
            if reference
                .lifetime
                .as_ref()
                .is_some_and(|l| l.ident == "static") =>
        {
            None
        }
        other => inexact(other).or_else(|| borrowed(other)),
    };
    walk(ty, &refused, mistakes);
}

fn walk(ty: &Type, refused: &dyn Fn(&Type) -> Option<&'static str>, mistakes: &mut Mistakes) {
    if let Some(message) = refused(types::ungroup(ty)) {
        mistakes.add(Error::new_spanned(ty, message));
    } else {
        types::each_inner(ty, &mut |inner| walk(inner, refused, mistakes));
    }
}

fn borrowed(ty: &Type) -> Option<&'static str> {
    matches!(ty, Type::Reference(_)).then_some(
        "a result is sent to where nothing can be borrowed: return what is owned, such as `String` \
         for `&str`",
    )
}

fn inexact(ty: &Type) -> Option<&'static str> {
    match ty {
        Type::ImplTrait(_) => {
            Some("a function that a model calls has exact types: name the type in place of `impl`")
        }
        Type::TraitObject(_) => Some(
            "a function that a model calls has exact types: name the type in place of `dyn`, or \
             make an enum of those that there are",
        ),
        this if is_this(this) => Some(
            "a function that a model calls has exact types: `Self` is whatever implements the \
             trait, name the type",
        ),
        other if has_lifetime(other) => Some(
            "a function that a model calls has exact types: use one that owns what it holds, \
             without a lifetime",
        ),
        _ => None,
    }
}

/// Whether the type is `Self` or belongs to it.
fn is_this(ty: &Type) -> bool {
    let Type::Path(path) = types::ungroup(ty) else {
        return false;
    };
    match &path.qself {
        Some(of) => is_this(&of.ty),
        None => path
            .path
            .segments
            .first()
            .is_some_and(|first| first.ident == "Self"),
    }
}

fn has_lifetime(ty: &Type) -> bool {
    let Type::Path(path) = ty else {
        return false;
    };
    let arguments = path.path.segments.iter().map(|segment| &segment.arguments);
    arguments
        .filter_map(|arguments| match arguments {
            PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
            _ => None,
        })
        .flatten()
        .any(|argument| matches!(argument, GenericArgument::Lifetime(l) if l.ident != "static"))
}
