//! What can be told about a type from the way it is written.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{Error, GenericArgument, PathArguments, Type};

/// Whether the type is written as an `Option`.
pub(crate) fn is_option(ty: &Type) -> bool {
    last_name(ty).is_some_and(|name| name == "Option")
}

/// Whether `ty` mentions the type `ident` within its own definition.
pub(crate) fn mentions(ty: &Type, ident: &Ident) -> bool {
    fn any(tokens: TokenStream, ident: &Ident) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(found) => found == "Self" || found == *ident,
            TokenTree::Group(group) => any(group.stream(), ident),
            _ => false,
        })
    }
    any(ty.to_token_stream(), ident)
}

/// Whether the JSON of the type is plainly no object, so that no tag can be put into it.
pub(crate) fn is_never_object(ty: &Type) -> bool {
    const NAMES: [&str; 19] = [
        "bool", "char", "str", "String", "Vec", "Option", "i8", "i16", "i32", "i64", "i128",
        "isize", "u8", "u16", "u32", "u64", "u128", "usize", "f32",
    ];
    match ungroup(ty) {
        Type::Path(_) => last_name(ty)
            .is_some_and(|name| name == "f64" || NAMES.iter().any(|known| name == known)),
        Type::Array(_) | Type::Slice(_) | Type::Tuple(_) => true,
        Type::Reference(reference) => is_never_object(&reference.elem),
        _ => false,
    }
}

/// Reports every 128-bit integer in the type, however deep.
pub(crate) fn refuse_wide(ty: &Type, errors: &mut Vec<Error>) {
    match ungroup(ty) {
        Type::Path(path) => {
            for segment in &path.path.segments {
                if let PathArguments::AngleBracketed(arguments) = &segment.arguments {
                    for argument in &arguments.args {
                        if let GenericArgument::Type(inner) = argument {
                            refuse_wide(inner, errors);
                        }
                    }
                }
            }
            if let Some(name) = last_name(ty).filter(|name| *name == "i128" || *name == "u128") {
                let message = format!(
                    "`{name}` is wider than the numbers of most JSON tools: use `String`, and \
                     parse it afterwards"
                );
                errors.push(Error::new(name.span(), message));
            }
        }
        Type::Array(array) => refuse_wide(&array.elem, errors),
        Type::Slice(slice) => refuse_wide(&slice.elem, errors),
        Type::Tuple(tuple) => tuple
            .elems
            .iter()
            .for_each(|elem| refuse_wide(elem, errors)),
        _ => {}
    }
}

fn last_name(ty: &Type) -> Option<&Ident> {
    match ungroup(ty) {
        Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

/// The type without the groups that `macro_rules` puts around it.
fn ungroup(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungroup(&group.elem),
        Type::Paren(paren) => ungroup(&paren.elem),
        other => other,
    }
}
