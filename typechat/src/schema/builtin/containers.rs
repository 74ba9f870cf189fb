use crate::schema::{GraphBuilder, Schema, Type};

impl<T: Schema> Schema for Option<T> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        match T::describe(graph) {
            // JSON has one `null`, however many options there are around the value.
            nullable @ Type::Nullable(_) => nullable,
            inner => Type::Nullable(Box::new(inner)),
        }
    }
}

impl<T: Schema> Schema for Vec<T> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        Type::Array(Box::new(T::describe(graph)))
    }
}

impl<T: Schema> Schema for Box<T> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        T::describe(graph)
    }
}
