//! A source of functions, before it is part of an API.

use std::{fmt, sync::Arc};

use typechat::schema::{GraphBuilder, ImportError};

use super::Signature;
use crate::call::Dispatch;

/// Functions of one source: a trait's, or those of a list of descriptions. `into_functions` of a
/// trait with `#[api]` makes them.
///
/// ```
/// use typechat_program::{Api, samples::{Math, MathApi, StringApi, Strings}};
///
/// let api = Api::builder()
///     .functions(Math.into_functions())
///     .namespace("text", Strings.into_functions())
///     .build()?;
/// assert!(api.signature("add").is_some() && api.signature("text__uppercase").is_some());
/// # Ok::<(), typechat_program::ApiError>(())
/// ```
#[derive(Clone)]
pub struct Functions {
    name: String,
    docs: String,
    pub(super) source: Arc<dyn Dispatch>,
    describe: Arc<Describe>,
}

/// Says what the functions are, in the order of their numbers.
type Describe = dyn Fn(&mut GraphBuilder) -> Result<Vec<Signature>, ImportError> + Send + Sync;

impl Functions {
    pub(crate) fn from_source(
        name: &str,
        docs: &str,
        source: Arc<dyn Dispatch>,
        describe: impl Fn(&mut GraphBuilder) -> Result<Vec<Signature>, ImportError>
        + Send
        + Sync
        + 'static,
    ) -> Self {
        Self {
            name: name.to_owned(),
            docs: docs.to_owned(),
            source,
            describe: Arc::new(describe),
        }
    }

    /// What they are called together.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What was said about them.
    pub fn docs(&self) -> &str {
        &self.docs
    }

    pub(super) fn describe(&self, graph: &mut GraphBuilder) -> Result<Vec<Signature>, ImportError> {
        (self.describe)(graph)
    }
}

impl fmt::Debug for Functions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Functions")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}
