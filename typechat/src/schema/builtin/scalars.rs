use serde_json::Value;

use crate::schema::{GraphBuilder, Schema, Type};

impl Schema for bool {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::Boolean
    }
}

impl Schema for String {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::String
    }
}

impl Schema for Value {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::Any
    }
}
