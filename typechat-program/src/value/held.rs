//! Rust values behind one face.

use std::{any::Any, sync::Arc};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{Kind, Slot, TooMany, cast, count};
use crate::call::CallError;

/// A Rust value of which only this is known.
pub(crate) trait Held: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn to_json(&self) -> Result<Value, serde_json::Error>;
    /// How many bytes its JSON has, as far as `most`.
    fn count(&self, most: usize) -> Result<usize, TooMany>;
}

/// What a function returned.
struct Given<T>(T);

impl<T: Serialize + Send + Sync + 'static> Held for Given<T> {
    fn as_any(&self) -> &dyn Any {
        &self.0
    }

    fn to_json(&self) -> Result<Value, serde_json::Error> {
        serde_json::to_value(&self.0)
    }

    fn count(&self, most: usize) -> Result<usize, TooMany> {
        count(&self.0, most)
    }
}

/// What a program says, in the type of the parameter that it is for.
struct Constant<T> {
    value: T,
    json: Value,
}

impl<T: Send + Sync + 'static> Held for Constant<T> {
    fn as_any(&self) -> &dyn Any {
        &self.value
    }

    fn to_json(&self) -> Result<Value, serde_json::Error> {
        Ok(self.json.clone())
    }

    fn count(&self, most: usize) -> Result<usize, TooMany> {
        count(&self.json, most)
    }
}

/// A function's result as it is kept for later calls.
///
/// # Errors
/// [`CallError`] for a number that JSON does not have.
pub(crate) fn give<T: Serialize + Clone + Send + Sync + 'static>(
    value: T,
) -> Result<Slot, CallError> {
    macro_rules! scalars {
        ($($ty:ty => $kind:expr;)+) => {
            $(if let Some(value) = (&value as &dyn Any).downcast_ref::<$ty>() {
                let kind: fn($ty) -> Kind = $kind;
                return Ok(Slot(kind(*value)));
            })+
        };
    }
    if let Some(value) = (&value as &dyn Any).downcast_ref::<f64>() {
        return float(*value);
    }
    if let Some(value) = (&value as &dyn Any).downcast_ref::<f32>() {
        // The shortest text of 32 bits is not that of the same number in 64.
        let text = value.to_string().parse();
        return float(text.unwrap_or(f64::from(*value)));
    }
    scalars! {
        bool => Kind::Bool;
        () => |()| Kind::Null;
        i64 => Kind::Int;
        i32 => |value| Kind::Int(value.into());
        i16 => |value| Kind::Int(value.into());
        i8 => |value| Kind::Int(value.into());
        u32 => |value| Kind::Int(value.into());
        u16 => |value| Kind::Int(value.into());
        u8 => |value| Kind::Int(value.into());
        u64 => unsigned;
        usize => |value| unsigned(value as u64);
        isize => |value| Kind::Int(value as i64);
    }
    if let Some(text) = (&value as &dyn Any).downcast_ref::<String>() {
        return Ok(Slot(Kind::Text(text.as_str().into())));
    }
    if (&value as &dyn Any).is::<Value>() {
        let json = cast::<T, Value>(|| value).unwrap_or_default();
        return Ok(Slot::from_json(json));
    }
    Ok(Slot(Kind::Shared(Arc::new(Given(value)))))
}

fn float(value: f64) -> Result<Slot, CallError> {
    if value.is_finite() {
        Ok(Slot(Kind::Float(value)))
    } else {
        Err(CallError::result(format!(
            "it is {value}, which is no JSON number"
        )))
    }
}

fn unsigned(value: u64) -> Kind {
    i64::try_from(value).map_or(Kind::UInt(value), Kind::Int)
}

/// A constant in the type of its parameter.
///
/// # Errors
/// Why it is none of that type, in words.
pub fn prepare<T: DeserializeOwned + Send + Sync + 'static>(value: &Value) -> Result<Slot, String> {
    let slot = Slot::from_json(value.clone());
    let is_json = (&None::<T> as &dyn Any).is::<Option<Value>>();
    if is_json || is_scalar::<T>(&slot) {
        return Ok(slot);
    }
    let typed: T = slot.through_json()?;
    let json = value.clone();
    Ok(Slot(Kind::Shared(Arc::new(Constant {
        value: typed,
        json,
    }))))
}

/// Whether the value is one of those that need no preparation for `T`.
fn is_scalar<T: 'static>(slot: &Slot) -> bool {
    let of = |any: &dyn Any, kind: bool| kind && any.is::<Option<T>>();
    match &slot.0 {
        Kind::Int(_) | Kind::UInt(_) | Kind::Float(_) => {
            matches!(super::numbers::number::<T>(&slot.0), Some(Some(_)))
        }
        Kind::Bool(_) => of(&None::<bool>, true),
        Kind::Text(_) => of(&None::<String>, true),
        _ => false,
    }
}

/// A constant for a function that takes JSON.
pub(crate) fn prepare_json(value: &Value) -> Result<Slot, String> {
    Ok(Slot::from_json(value.clone()))
}
