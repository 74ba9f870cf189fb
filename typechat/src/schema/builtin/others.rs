//! Types of other crates that are one string each, and `indexmap`'s collections.

#[cfg(feature = "uuid")]
mod uuid {
    use crate::schema::{GraphBuilder, MapKey, Schema, Type};

    impl Schema for uuid::Uuid {
        fn describe(_: &mut GraphBuilder) -> Type {
            Type::format("uuid")
        }
    }
    impl MapKey for uuid::Uuid {}
}

#[cfg(feature = "url")]
mod url {
    use crate::schema::{GraphBuilder, MapKey, Schema, Type};

    impl Schema for url::Url {
        fn describe(_: &mut GraphBuilder) -> Type {
            Type::format("url")
        }
    }
    impl MapKey for url::Url {}
}

#[cfg(feature = "rust_decimal")]
mod rust_decimal {
    use crate::schema::{GraphBuilder, Schema, Type};

    /// A string, as serde writes it: a JSON number would be rounded on its way.
    impl Schema for rust_decimal::Decimal {
        fn describe(_: &mut GraphBuilder) -> Type {
            Type::format("decimal")
        }
    }
}

#[cfg(feature = "indexmap")]
mod indexmap {
    use indexmap::{IndexMap, IndexSet};

    use super::super::{
        containers::{check_items, set},
        maps::{check_values, map},
    };
    use crate::{
        reply::Checks,
        schema::{GraphBuilder, MapKey, Schema, Type},
    };

    impl<K: MapKey, V: Schema, S: 'static> Schema for IndexMap<K, V, S> {
        fn describe(graph: &mut GraphBuilder) -> Type {
            map::<K, V>(graph)
        }

        fn check(&self, checks: &mut Checks<'_>) {
            check_values(self, checks);
        }
    }

    impl<T: Schema, S: 'static> Schema for IndexSet<T, S> {
        fn describe(graph: &mut GraphBuilder) -> Type {
            set(T::describe(graph))
        }

        fn check(&self, checks: &mut Checks<'_>) {
            check_items(self, checks);
        }
    }
}
