//! Options, lists, sets, and what only points to a value.

use std::{
    borrow::Cow,
    collections::{BTreeSet, BinaryHeap, HashSet, LinkedList, VecDeque},
    rc::Rc,
    sync::Arc,
};

use crate::{
    reply::Checks,
    schema::{ArrayType, Field, GraphBuilder, Length, MapKey, ObjectType, Presence, Schema, Type},
};

impl<T: Schema> Schema for Option<T> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        // JSON has one `null`, however many options there are around the value; an optional
        // member is told from a required one by this node, even around any value.
        match T::describe(graph) {
            nullable @ Type::Nullable(_) => nullable,
            inner => Type::Nullable(Box::new(inner)),
        }
    }

    fn check(&self, checks: &mut Checks<'_>) {
        if let Some(value) = self {
            value.check(checks);
        }
    }
}

macro_rules! pointers {
    ($($ty:ident)*) => {$(
        impl<T: Schema + ?Sized> Schema for $ty<T> {
            fn describe(graph: &mut GraphBuilder) -> Type {
                T::describe(graph)
            }

            fn check(&self, checks: &mut Checks<'_>) {
                T::check(self, checks);
            }
        }
        impl<T: MapKey + ?Sized> MapKey for $ty<T> {}
    )*};
}

pointers!(Box Rc Arc);

impl<T: Schema + ToOwned + ?Sized> Schema for Cow<'static, T> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        T::describe(graph)
    }

    fn check(&self, checks: &mut Checks<'_>) {
        T::check(self, checks);
    }
}
impl<T: MapKey + ToOwned + ?Sized> MapKey for Cow<'static, T> {}

pub(super) fn check_items<'v, T: Schema>(
    items: impl IntoIterator<Item = &'v T>,
    checks: &mut Checks<'_>,
) {
    for (index, item) in items.into_iter().enumerate() {
        item.check(&mut checks.item(index));
    }
}

macro_rules! lists {
    ($($ty:ident)*) => {$(
        impl<T: Schema> Schema for $ty<T> {
            fn describe(graph: &mut GraphBuilder) -> Type {
                Type::array(T::describe(graph))
            }

            fn check(&self, checks: &mut Checks<'_>) {
                check_items(self, checks);
            }
        }
    )*};
}

lists!(Vec VecDeque LinkedList BinaryHeap);

impl<T: Schema> Schema for [T] {
    fn describe(graph: &mut GraphBuilder) -> Type {
        Type::array(T::describe(graph))
    }

    fn check(&self, checks: &mut Checks<'_>) {
        check_items(self, checks);
    }
}

impl<T: Schema, const N: usize> Schema for [T; N] {
    fn describe(graph: &mut GraphBuilder) -> Type {
        Type::Array(ArrayType {
            items: Box::new(T::describe(graph)),
            length: Length::exactly(N as u64),
            unique: false,
        })
    }

    fn check(&self, checks: &mut Checks<'_>) {
        check_items(self, checks);
    }
}

pub(super) fn set(items: Type) -> Type {
    Type::Array(ArrayType {
        items: Box::new(items),
        length: Length::default(),
        unique: true,
    })
}

impl<T: Schema, S: 'static> Schema for HashSet<T, S> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        set(T::describe(graph))
    }

    fn check(&self, checks: &mut Checks<'_>) {
        check_items(self, checks);
    }
}

impl<T: Schema> Schema for BTreeSet<T> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        set(T::describe(graph))
    }

    fn check(&self, checks: &mut Checks<'_>) {
        check_items(self, checks);
    }
}

/// Serde writes it as an object with one member, `Ok` or `Err`.
impl<T: Schema, E: Schema> Schema for Result<T, E> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        let branch = |name, ty| {
            let field = Field::new(name, "", ty, Presence::Required);
            crate::schema::Branch::new(Type::Object(ObjectType::new(vec![field])), "")
        };
        let ok = T::describe(graph);
        let err = E::describe(graph);
        Type::union(vec![branch("Ok", ok), branch("Err", err)])
    }

    fn check(&self, checks: &mut Checks<'_>) {
        match self {
            Ok(value) => value.check(&mut checks.member("Ok")),
            Err(error) => error.check(&mut checks.member("Err")),
        }
    }
}
