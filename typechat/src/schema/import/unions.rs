//! Types made of types.

use super::{Branch, Member, Type};

/// One branch is the type itself, and branches that are constants are one list of constants.
pub(super) fn united(mut branches: Vec<Branch>) -> Type {
    match branches.as_mut_slice() {
        [] => return Type::Null,
        [one] if one.docs.is_empty() => return std::mem::replace(&mut one.ty, Type::Any),
        _ => {}
    }
    let constant = |branch: &Branch| match &branch.ty {
        Type::Enum(members) if members.len() == 1 => Some(Member {
            docs: branch.docs.clone(),
            ..members[0].clone()
        }),
        _ => None,
    };
    match branches.iter().map(constant).collect() {
        Some(members) => Type::Enum(members),
        None => Type::Union(branches),
    }
}

/// The type or `null`, said once.
pub(super) fn nullable(ty: Type) -> Type {
    match ty {
        Type::Any | Type::Null | Type::Nullable(_) => ty,
        other => Type::Nullable(Box::new(other)),
    }
}
