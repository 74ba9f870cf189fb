//! Numbers in every Rust type, without a step through JSON.
#![allow(
    clippy::option_option,
    reason = "whether a type is one of numbers, and then whether it holds this one"
)]

use serde_json::{Number, Value};

use super::{Kind, cast};

pub(super) fn kind(number: &Number) -> Kind {
    if let Some(value) = number.as_i64() {
        Kind::Int(value)
    } else if let Some(value) = number.as_u64() {
        Kind::UInt(value)
    } else {
        // Without arbitrary precision, every number is one of the three.
        Kind::Float(number.as_f64().unwrap_or(f64::NAN))
    }
}

/// The number as a `T`: `None` when `T` is no type of numbers or the value is no number,
/// `Some(None)` when `T` cannot hold it.
#[inline]
pub(super) fn number<T: 'static>(kind: &Kind) -> Option<Option<T>> {
    match kind {
        Kind::Float(value) => float::<T>(*value),
        Kind::Int(value) => int::<T>(i128::from(*value)),
        Kind::UInt(value) => int::<T>(i128::from(*value)),
        _ => None,
    }
}

macro_rules! each_integer {
    ($value:expr, $target:ty) => {
        each_integer!($value, $target, i64 u64 i32 u32 i16 u16 i8 u8 isize usize)
    };
    ($value:expr, $target:ty, $($int:ty)+) => {
        $(if std::any::TypeId::of::<$int>() == std::any::TypeId::of::<$target>() {
            let number = <$int>::try_from($value).ok();
            return Some(number.and_then(|number| cast::<$int, $target>(|| number)));
        })+
    };
}

#[inline]
fn int<T: 'static>(value: i128) -> Option<Option<T>> {
    each_integer!(value, T);
    // As serde reads an integer where a float is wanted.
    #[allow(clippy::cast_precision_loss)]
    let float = value as f64;
    cast_float::<T>(float)
}

#[inline]
fn float<T: 'static>(value: f64) -> Option<Option<T>> {
    if let Some(found) = cast_float::<T>(value) {
        return Some(found);
    }
    let Some(whole) = integer(value) else {
        // Is `T` an integer at all?
        return int::<T>(0).map(|_| None);
    };
    each_integer!(whole, T);
    None
}

#[inline]
fn cast_float<T: 'static>(value: f64) -> Option<Option<T>> {
    if let Some(value) = cast::<f64, T>(|| value) {
        return Some(Some(value));
    }
    // As serde reads a number where 32 bits are wanted.
    #[allow(clippy::cast_possible_truncation)]
    cast::<f32, T>(|| value as f32).map(Some)
}

/// The integer that a number is, when it is one that a float holds exactly.
fn integer(value: f64) -> Option<i128> {
    const EXACT: f64 = 18_446_744_073_709_551_616.0;
    let is_whole = value.fract() == 0.0 && value.abs() < EXACT;
    // It is whole and within the bounds of 65 bits.
    #[allow(clippy::cast_possible_truncation)]
    is_whole.then_some(value as i128)
}

/// The value with whole numbers written as integers.
pub(super) fn whole(value: Value) -> Value {
    match value {
        Value::Number(number) if number.is_f64() => {
            let whole = number.as_f64().and_then(integer);
            let signed = whole.and_then(|whole| i64::try_from(whole).ok());
            let unsigned = whole.and_then(|whole| u64::try_from(whole).ok());
            signed
                .map(Value::from)
                .or_else(|| unsigned.map(Value::from))
                .unwrap_or(Value::Number(number))
        }
        Value::Array(items) => items.into_iter().map(whole).collect(),
        Value::Object(members) => {
            let members = members.into_iter();
            Value::Object(members.map(|(key, value)| (key, whole(value))).collect())
        }
        other => other,
    }
}
