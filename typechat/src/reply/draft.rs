//! Values that are not whole yet.

use std::{fmt, marker::PhantomData, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::schema::{Schema, TypeGraph};

/// A part of a value of `T`: the JSON there is, the type it will have, and typed access by place.
///
/// ```
/// use typechat::{Schema, reply::Draft};
///
/// #[derive(serde::Deserialize, Schema)]
/// struct Order { dish: String, tables: Vec<u8>, guest: Option<String> }
///
/// let draft = Draft::<Order>::new(serde_json::json!({ "dish": "soup", "tables": [7] }));
/// assert_eq!(draft.get::<String>("/dish")?, Some("soup".to_owned()));
/// assert_eq!(draft.get::<u8>("/tables/0")?, Some(7));
/// assert_eq!(draft.get::<String>("/guest")?, None);
/// // The type has no such place, so this is a mistake and not a value yet to come.
/// assert!(draft.get::<String>("/dessert").is_err());
/// # Ok::<(), typechat::reply::DraftError>(())
/// ```
pub struct Draft<T> {
    value: Value,
    graph: Arc<TypeGraph>,
    target: PhantomData<fn() -> T>,
}

/// Why a place of a [`Draft`] cannot be read.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum DraftError {
    /// The type has no such place.
    #[error("`{root}` has nothing at {pointer:?}")]
    NoSuchPlace {
        /// The name of the type.
        root: String,
        /// The place, as a JSON Pointer.
        pointer: String,
    },
    /// What is there so far is no such value.
    #[error("the value at {pointer:?} cannot be read")]
    Unreadable {
        /// The place, as a JSON Pointer.
        pointer: String,
        /// Why.
        #[source]
        source: serde_json::Error,
    },
}

impl<T: Schema> Draft<T> {
    /// A draft of `T` from the JSON there is.
    ///
    /// # Panics
    /// When the type has no schema, see [`TypeGraph::try_of`].
    pub fn new(value: Value) -> Self {
        Self::with_graph(value, Arc::new(TypeGraph::of::<T>().partial()))
    }
}

impl<T> Draft<T> {
    /// A draft with a graph that is there already: for JSON Schemas, and for many drafts of one
    /// type.
    pub fn with_graph(value: Value, graph: Arc<TypeGraph>) -> Self {
        Self {
            value,
            graph,
            target: PhantomData,
        }
    }

    /// The JSON there is.
    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The type, with every member optional.
    pub fn graph(&self) -> &TypeGraph {
        &self.graph
    }

    /// What stands at a place, given as a JSON Pointer (RFC 6901); `None` while nothing, or
    /// `null`, does.
    ///
    /// # Errors
    /// [`DraftError`] when the type has no such place, or what is there so far is no `U`.
    pub fn get<U: DeserializeOwned>(&self, pointer: &str) -> Result<Option<U>, DraftError> {
        if self.graph.at(pointer).is_none() {
            return Err(DraftError::NoSuchPlace {
                root: self.graph.root_name().to_owned(),
                pointer: pointer.to_owned(),
            });
        }
        match self.value.pointer(pointer) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => match U::deserialize(value) {
                Ok(value) => Ok(Some(value)),
                Err(source) => Err(DraftError::Unreadable {
                    pointer: pointer.to_owned(),
                    source,
                }),
            },
        }
    }
}

impl<T: DeserializeOwned> Draft<T> {
    /// The value, when the draft is whole enough for serde. Read the reply to have it checked.
    ///
    /// # Errors
    /// Serde's, for what is still missing.
    pub fn finish(self) -> Result<T, serde_json::Error> {
        serde_json::from_value(self.value)
    }
}

impl<T> Clone for Draft<T> {
    fn clone(&self) -> Self {
        Self::with_graph(self.value.clone(), Arc::clone(&self.graph))
    }
}

/// Shows the type, not the content.
impl<T> fmt::Debug for Draft<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Draft")
            .field("type", &self.graph.root_name())
            .finish_non_exhaustive()
    }
}
