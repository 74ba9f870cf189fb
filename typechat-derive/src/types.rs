//! What can be told about a type from the way it is written.

use proc_macro2::Ident;
use syn::{Error, GenericArgument, Path, PathArguments, Type, TypePath};

use crate::mistakes::Mistakes;

const INTEGERS: [&str; 10] = [
    "i8", "i16", "i32", "i64", "isize", "u8", "u16", "u32", "u64", "usize",
];
const MAPS: [&str; 3] = ["HashMap", "BTreeMap", "IndexMap"];

/// Integers that have no honest schema. Other types without one are told by the trait itself: a
/// type of the user's own may have their name.
const WIDE: [&str; 2] = ["i128", "u128"];

/// Whether the type uses a generic parameter of that name, and not only what belongs to it.
pub(crate) fn uses(ty: &Type, param: &Ident) -> bool {
    let mut found = matches!(ungroup(ty), Type::Path(path) if path.path.is_ident(param));
    each_inner(ty, &mut |inner| found |= uses(inner, param));
    found
}

/// The types `T::Name` within a type, for the parameter `T`.
pub(crate) fn projections(ty: &Type, param: &Ident, found: &mut Vec<TypePath>) {
    if let Type::Path(path) = ungroup(ty)
        && path.qself.is_none()
        && path.path.segments.len() > 1
        && path.path.segments[0].ident == *param
    {
        found.push(path.clone());
    }
    each_inner(ty, &mut |inner| projections(inner, param, found));
}

/// Whether the parameter is the key of a map within the type.
pub(crate) fn is_key_in(ty: &Type, param: &Ident) -> bool {
    let is_key = map_key(ty).is_some_and(|key| uses(key, param));
    let mut within = false;
    each_inner(ty, &mut |inner| within |= is_key_in(inner, param));
    is_key || within
}

/// Whether the type, or one within it, is a map with integers as keys.
pub(crate) fn has_integer_keys(ty: &Type) -> bool {
    let is_integer = |key: &Type| last_name(key).is_some_and(|name| is_one_of(name, &INTEGERS));
    let mut within = map_key(ty).is_some_and(is_integer);
    each_inner(ty, &mut |inner| within |= has_integer_keys(inner));
    within
}

/// Whether the type is plainly a string or an integer, which can be keys.
pub(crate) fn is_key(ty: &Type) -> bool {
    last_name(ty)
        .is_some_and(|name| is_one_of(name, &INTEGERS) || name == "String" || name == "char")
}

/// Whether `null` is a value of the type as it is written.
pub(crate) fn is_option(ty: &Type) -> bool {
    last_name(ty).is_some_and(|name| name == "Option")
}

/// The type within an `Option`, as it is written.
pub(crate) fn option(ty: &Type) -> Option<&Type> {
    match ungroup(ty) {
        Type::Path(path) if is_option(ty) => arguments(&path.path).next(),
        _ => None,
    }
}

/// Whether the JSON of the type is plainly no object, so that no tag can be put into it.
pub(crate) fn is_never_object(ty: &Type) -> bool {
    const NAMES: [&str; 8] = [
        "bool", "char", "str", "String", "Vec", "Option", "f32", "f64",
    ];
    match ungroup(ty) {
        Type::Path(_) => {
            last_name(ty).is_some_and(|name| is_one_of(name, &NAMES) || is_one_of(name, &INTEGERS))
        }
        Type::Tuple(tuple) => !tuple.elems.is_empty(),
        Type::Array(_) | Type::Slice(_) => true,
        Type::Reference(reference) => is_never_object(&reference.elem),
        _ => false,
    }
}

/// Reports every integer without an honest schema, however deep, and what to do instead.
pub(crate) fn refuse_wide(ty: &Type, remedy: &str, errors: &mut Mistakes) {
    if let Some(name) = last_name(ty).filter(|name| is_one_of(name, &WIDE)) {
        let message = format!("`{name}` is wider than the numbers of most JSON tools: {remedy}");
        errors.add(Error::new(name.span(), message));
    }
    each_inner(ty, &mut |inner| refuse_wide(inner, remedy, errors));
}

fn is_one_of(name: &Ident, names: &[&str]) -> bool {
    names.iter().any(|known| name == known)
}

fn map_key(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ungroup(ty) else {
        return None;
    };
    let last = path.path.segments.last()?;
    if !is_one_of(&last.ident, &MAPS) {
        return None;
    }
    arguments(&path.path).next()
}

/// The types among a path's generic arguments.
pub(crate) fn arguments(path: &Path) -> impl Iterator<Item = &Type> {
    path.segments
        .iter()
        .filter_map(|segment| match &segment.arguments {
            PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
            _ => None,
        })
        .flatten()
        .filter_map(|argument| match argument {
            GenericArgument::Type(ty) => Some(ty),
            _ => None,
        })
}

/// Calls `each` with the types that the type is written with.
pub(crate) fn each_inner<'a>(ty: &'a Type, each: &mut dyn FnMut(&'a Type)) {
    match ungroup(ty) {
        // What is behind it does not reach the wire.
        Type::Path(_) if last_name(ty).is_some_and(|name| name == "PhantomData") => {}
        Type::Path(path) => arguments(&path.path).for_each(each),
        Type::Array(array) => each(&array.elem),
        Type::Slice(slice) => each(&slice.elem),
        Type::Reference(reference) => each(&reference.elem),
        Type::Tuple(tuple) => tuple.elems.iter().for_each(each),
        _ => {}
    }
}

/// The last segment of a path.
pub(crate) fn last_name(ty: &Type) -> Option<&Ident> {
    match ungroup(ty) {
        Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        _ => None,
    }
}

/// The type without the groups that `macro_rules` puts around it.
pub(crate) fn ungroup(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => ungroup(&group.elem),
        Type::Paren(paren) => ungroup(&paren.elem),
        other => other,
    }
}
