//! A function's arguments, in the types that it takes.

use std::{fmt, ops::Deref, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use typechat::schema::{Presence, Type};

use super::{Held, Kind, Slot};
use crate::{api::Signature, call::CallError, lower::Arg};

/// The arguments of one call.
pub struct Args<'a> {
    pub(crate) signature: &'a Signature,
    pub(crate) places: &'a [Arg],
    pub(crate) constants: &'a [Slot],
    pub(crate) slots: &'a [Slot],
    /// What was put together for this call.
    pub(crate) made: &'a [Slot],
}

impl Args<'_> {
    fn slot(&self, index: usize) -> &Slot {
        match self.places.get(index) {
            Some(Arg::Constant(at)) => &self.constants[*at],
            Some(Arg::Slot(at)) => &self.slots[*at],
            Some(Arg::Made(at)) => self.made.get(*at).unwrap_or(&Slot::ABSENT),
            None => &Slot::ABSENT,
        }
    }

    /// The argument as a `T`.
    ///
    /// # Errors
    /// [`CallError`] when it is none.
    #[inline]
    pub fn value<T: DeserializeOwned + Clone + 'static>(
        &self,
        index: usize,
    ) -> Result<T, CallError> {
        let slot = self.slot(index);
        slot.to().map_err(|why| CallError::argument(index, why))
    }

    /// The argument as a `T`, when there is one.
    ///
    /// # Errors
    /// [`CallError`] when it is no `T`.
    pub fn optional<T: DeserializeOwned + Clone + 'static>(
        &self,
        index: usize,
    ) -> Result<Option<T>, CallError> {
        if self.slot(index).is_nothing() {
            return Ok(None);
        }
        self.value(index).map(Some)
    }

    /// The argument as a text.
    ///
    /// # Errors
    /// [`CallError`] when it is none.
    pub fn text(&self, index: usize) -> Result<Text, CallError> {
        match &self.slot(index).0 {
            Kind::Text(text) => Ok(Text(Arc::clone(text))),
            _ => self.value::<String>(index).map(|text| Text(text.into())),
        }
    }

    /// The argument as a text, when there is one.
    ///
    /// # Errors
    /// [`CallError`] when it is none.
    pub fn optional_text(&self, index: usize) -> Result<Option<Text>, CallError> {
        if self.slot(index).is_nothing() {
            return Ok(None);
        }
        self.text(index).map(Some)
    }

    /// The argument as a `T` to look at.
    ///
    /// # Errors
    /// [`CallError`] when it is none.
    pub fn shared<T: DeserializeOwned + 'static>(
        &self,
        index: usize,
    ) -> Result<Shared<T>, CallError> {
        let slot = self.slot(index);
        if let Kind::Shared(held) = &slot.0
            && held.as_any().is::<T>()
        {
            return Ok(Shared(Place::Held(Arc::clone(held))));
        }
        let own = slot.through_json();
        own.map(|value| Shared(Place::Own(value)))
            .map_err(|why| CallError::argument(index, why))
    }

    /// The argument as a `T` to look at, when there is one.
    ///
    /// # Errors
    /// [`CallError`] when it is none.
    pub fn optional_shared<T: DeserializeOwned + 'static>(
        &self,
        index: usize,
    ) -> Result<Option<Shared<T>>, CallError> {
        if self.slot(index).is_nothing() {
            return Ok(None);
        }
        self.shared(index).map(Some)
    }

    /// All arguments as JSON, by name; those that are absent are left out.
    ///
    /// # Errors
    /// [`CallError`] for one that has no JSON.
    pub fn to_json(&self) -> Result<Map<String, Value>, CallError> {
        let mut named = Map::new();
        for (index, param) in self.signature.params().iter().enumerate() {
            let slot = self.slot(index);
            let is_left_out = slot.is_absent()
                || slot.is_nothing()
                    && param.presence == Presence::Optional
                    && !takes_null(&param.ty);
            if !is_left_out {
                let json = slot.to_json();
                let json = json.map_err(|error| CallError::argument(index, error.to_string()))?;
                named.insert(param.name.clone(), json);
            }
        }
        Ok(named)
    }
}

impl fmt::Debug for Args<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Args")
            .field("function", &self.signature.name())
            .field("count", &self.places.len())
            .finish_non_exhaustive()
    }
}

/// A text, shared with where it comes from.
#[derive(Debug, Clone)]
pub struct Text(Arc<str>);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

/// A value to look at, shared with where it comes from.
pub struct Shared<T>(Place<T>);

enum Place<T> {
    /// A `T`, which was looked at.
    Held(Arc<dyn Held>),
    Own(T),
}

impl<T: 'static> Deref for Shared<T> {
    type Target = T;

    fn deref(&self) -> &T {
        match &self.0 {
            Place::Own(value) => value,
            Place::Held(held) => match held.as_any().downcast_ref() {
                Some(value) => value,
                // `Args::shared` has asked for the type before.
                None => unreachable!("a shared value keeps its type"),
            },
        }
    }
}

impl<T> fmt::Debug for Shared<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

/// Whether `null` is plainly a value of the type.
fn takes_null(ty: &Type) -> bool {
    matches!(ty, Type::Any | Type::Null | Type::Nullable(_))
}
