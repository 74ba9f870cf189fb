use serde_json::Number;

use crate::schema::{GraphBuilder, NumberRange, Schema, Type};

macro_rules! integers {
    ($($ty:ident)*) => {$(
        impl Schema for $ty {
            fn describe(_: &mut GraphBuilder) -> Type {
                Type::Integer(NumberRange::new(Some($ty::MIN), Some($ty::MAX)))
            }
        }
    )*};
}

// 128 bits are missing on purpose: JSON tools read numbers as 64 bits at most.
integers!(i8 i16 i32 i64 isize u8 u16 u32 u64 usize);

impl Schema for f32 {
    fn describe(_: &mut GraphBuilder) -> Type {
        // A number beyond these would be read as infinity.
        let largest = f64::from(Self::MAX);
        Type::Number(NumberRange {
            minimum: Number::from_f64(-largest),
            maximum: Number::from_f64(largest),
        })
    }
}

impl Schema for f64 {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::Number(NumberRange::default())
    }
}
