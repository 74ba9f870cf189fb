//! Rust values behind one face.

use std::{
    any::{Any, TypeId},
    sync::Arc,
};

use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::{
    Kind, Most, Slot, TooMany, cast,
    count::{count, is_null},
    numbers::{number, whole},
};
use crate::call::CallError;

/// A Rust value of which only this is known.
pub(crate) trait Held: Send + Sync {
    fn as_any(&self) -> &dyn Any;
    fn to_json(&self) -> Result<Value, serde_json::Error>;
    /// How many bytes its JSON has, within `most`.
    fn count(&self, most: Most) -> Result<usize, TooMany>;
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

    fn count(&self, most: Most) -> Result<usize, TooMany> {
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

    fn count(&self, most: Most) -> Result<usize, TooMany> {
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
        return float((*value).into());
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
    // `None` is nothing to later calls.
    if is_null(&value) {
        return Ok(Slot(Kind::Null));
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
    let is_structure = value.is_array() || value.is_object();
    let slot = || Slot::from_json(value.clone());
    if TypeId::of::<T>() == TypeId::of::<Value>() {
        return Ok(slot());
    }
    if !is_structure {
        let slot = slot();
        if is_scalar::<T>(&slot) {
            return Ok(slot);
        }
    }
    let typed = from_json(value)?;
    Ok(Slot(Kind::Shared(Arc::new(Constant::<T> {
        value: typed,
        json: value.clone(),
    }))))
}

/// The value in Rust.
///
/// # Errors
/// Why it is none of that type, in words.
pub(super) fn from_json<T: DeserializeOwned>(value: &Value) -> Result<T, String> {
    // A whole number may stand where an integer is wanted, and serde does not take 2.0.
    T::deserialize(value)
        .or_else(|error| T::deserialize(&whole(value.clone())).map_err(|_| error.to_string()))
}

/// Whether the value is one of those that need no preparation for `T`.
fn is_scalar<T: 'static>(slot: &Slot) -> bool {
    let wanted = TypeId::of::<T>();
    match &slot.0 {
        Kind::Int(_) | Kind::UInt(_) | Kind::Float(_) => {
            matches!(number::<T>(&slot.0), Some(Some(_)))
        }
        Kind::Bool(_) => wanted == TypeId::of::<bool>(),
        Kind::Text(_) => wanted == TypeId::of::<String>(),
        _ => false,
    }
}

/// A constant for a function that takes JSON.
#[allow(
    clippy::unnecessary_wraps,
    reason = "it is one of several ways, and others fail"
)]
pub(crate) fn prepare_json(value: &Value) -> Result<Slot, String> {
    Ok(Slot::from_json(value.clone()))
}
