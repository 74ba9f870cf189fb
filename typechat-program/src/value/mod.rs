//! What passes between calls: scalars as they are, everything else shared, JSON only where it
//! must be.

mod args;
mod count;
mod held;
mod numbers;

use std::{any::Any, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::Value;

pub use args::{Args, Shared, Text};
pub(crate) use count::{Most, TooMany};
pub use held::prepare;
pub(crate) use held::{Held, give, prepare_json};

/// A value between two calls.
#[derive(Clone, Default)]
pub struct Slot(pub(crate) Kind);

#[derive(Clone, Default)]
pub(crate) enum Kind {
    /// Nothing: an optional member or parameter that is not there.
    #[default]
    Absent,
    Null,
    Bool(bool),
    Int(i64),
    UInt(u64),
    Float(f64),
    Text(Arc<str>),
    Json(Arc<Value>),
    Shared(Arc<dyn Held>),
}

impl Slot {
    pub(crate) const ABSENT: Self = Self(Kind::Absent);

    /// Scalars inline, the rest shared.
    pub(crate) fn from_json(value: Value) -> Self {
        Self(match value {
            Value::Null => Kind::Null,
            Value::Bool(value) => Kind::Bool(value),
            Value::Number(number) => numbers::kind(&number),
            Value::String(text) => Kind::Text(text.into()),
            other => Kind::Json(Arc::new(other)),
        })
    }

    pub(crate) fn is_absent(&self) -> bool {
        matches!(self.0, Kind::Absent)
    }

    /// Whether there is no value: absent or `null`.
    pub(crate) fn is_nothing(&self) -> bool {
        matches!(self.0, Kind::Absent | Kind::Null)
    }

    /// How many bytes it counts as; scalars but texts count nothing.
    #[inline]
    pub(crate) fn count(&self, most: Most) -> Result<usize, TooMany> {
        match &self.0 {
            Kind::Text(text) if text.len() + 2 > most.bytes => Err(TooMany::Bytes),
            Kind::Text(text) => Ok(text.len() + 2),
            Kind::Json(json) => count::count(&**json, most),
            Kind::Shared(held) => held.count(most),
            _ => Ok(0),
        }
    }

    /// The same, when it is at most so many and nests no deeper than usual.
    pub(crate) fn size(&self, bytes: usize) -> Option<usize> {
        self.count(Most { bytes, depth: 128 }).ok()
    }

    /// The value as JSON; what is absent is `null`.
    ///
    /// # Errors
    /// Serde's, for a Rust value that has no JSON.
    pub(crate) fn to_json(&self) -> Result<Value, serde_json::Error> {
        Ok(match &self.0 {
            Kind::Absent | Kind::Null => Value::Null,
            Kind::Bool(value) => Value::Bool(*value),
            Kind::Int(value) => Value::from(*value),
            Kind::UInt(value) => Value::from(*value),
            Kind::Float(value) => Value::from(*value),
            Kind::Text(text) => Value::String(text.as_ref().to_owned()),
            Kind::Json(value) => Value::clone(value),
            Kind::Shared(held) => held.to_json()?,
        })
    }

    /// The value as a `T`: as it is when it is one, through JSON otherwise.
    ///
    /// # Errors
    /// Why it is none, in words.
    pub(crate) fn to<T: DeserializeOwned + Clone + 'static>(&self) -> Result<T, String> {
        if let Some(number) = numbers::number(&self.0) {
            return number.ok_or_else(|| self.misfit::<T>());
        }
        match &self.0 {
            Kind::Bool(value) => {
                if let Some(value) = (value as &dyn Any).downcast_ref::<T>() {
                    return Ok(value.clone());
                }
            }
            Kind::Text(text) => {
                if let Some(text) = cast::<String, T>(|| text.as_ref().to_owned()) {
                    return Ok(text);
                }
            }
            Kind::Shared(held) => {
                if let Some(value) = held.as_any().downcast_ref::<T>() {
                    return Ok(value.clone());
                }
            }
            _ => {}
        }
        self.through_json()
    }

    /// The value as a `T` by way of JSON.
    pub(crate) fn through_json<T: DeserializeOwned + 'static>(&self) -> Result<T, String> {
        if let Kind::Json(json) = &self.0 {
            return match cast::<Value, T>(|| Value::clone(json)) {
                Some(value) => Ok(value),
                None => held::from_json(json),
            };
        }
        let mut json = Some(self.to_json().map_err(|error| error.to_string())?);
        match cast::<Value, T>(|| json.take().unwrap_or_default()) {
            Some(value) => Ok(value),
            None => held::from_json(&json.unwrap_or_default()),
        }
    }

    fn misfit<T>(&self) -> String {
        let found = self.to_json().unwrap_or_default();
        format!("{found} is no {}", std::any::type_name::<T>())
    }
}

/// The value that `make` gives, when `From` and `To` are the same type.
fn cast<From: 'static, To: 'static>(make: impl FnOnce() -> From) -> Option<To> {
    if std::any::TypeId::of::<From>() != std::any::TypeId::of::<To>() {
        return None;
    }
    let mut value = Some(make());
    let any: &mut dyn Any = &mut value;
    any.downcast_mut::<Option<To>>().and_then(Option::take)
}

impl std::fmt::Debug for Slot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.to_json() {
            Ok(json) => write!(f, "Slot({json})"),
            Err(_) => f.write_str("Slot(no JSON)"),
        }
    }
}
