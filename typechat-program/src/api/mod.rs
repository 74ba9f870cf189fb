//! What a program may call: functions with their types, whoever carries them out.

mod builder;
mod callable;
mod described;
mod error;
mod function;
mod functions;
mod names;
mod policy;
mod signature;

use std::{collections::HashMap, error::Error, fmt, sync::Arc};

use typechat::{
    reply::TypeJudge,
    schema::{Type, TypeGraph},
};

pub use builder::{ApiBuilder, IntoSources};
pub use callable::{Fallible, Infallible, IntoFunction};
pub use error::ApiError;
pub use function::Function;
pub use functions::Functions;
pub use policy::{Access, Policy};
pub use signature::Signature;

use crate::call::Dispatch;

/// The functions that programs may call. Cheap to clone.
///
/// ```
/// use typechat_program::{Api, Function};
///
/// let api = Api::builder()
///     .function(Function::new("add", |x: f64, y: f64| x + y).params(["x", "y"]).doc("x + y"))
///     .build()?;
/// assert_eq!(
///     api.to_typescript(),
///     "interface Api {\n  // x + y\n  add(x: number, y: number): number;\n}\n",
/// );
/// # Ok::<(), typechat_program::ApiError>(())
/// ```
#[derive(Clone)]
pub struct Api {
    pub(crate) inner: Arc<Inner>,
}

pub(crate) struct Inner {
    name: String,
    docs: String,
    pub(crate) functions: Vec<Entry>,
    by_name: HashMap<String, usize>,
    pub(crate) judge: TypeJudge,
    /// The type that programs have to end with.
    pub(crate) wanted: Option<Type>,
}

/// One function.
pub(crate) struct Entry {
    pub(crate) signature: Signature,
    source: Arc<dyn Dispatch>,
    /// Its number there.
    index: usize,
    /// Whether it may be called without asking.
    pub(crate) access: Access,
}

impl Entry {
    pub(crate) fn source(&self) -> (&dyn Dispatch, usize) {
        (&*self.source, self.index)
    }
}

impl Api {
    /// The functions of one source.
    ///
    /// # Panics
    /// When they do not go together: a type has no schema, or two functions have one name.
    /// [`builder`](Self::builder) says so in an error.
    pub fn new(functions: Functions) -> Self {
        let name = functions.name().to_owned();
        match Self::builder().functions(functions).build() {
            Ok(api) => api,
            Err(error) => panic!(
                "`{name}` is no API: {error}{}",
                error
                    .source()
                    .map_or_else(String::new, |why| format!(": {why}"))
            ),
        }
    }

    /// Puts an API together from several sources, under a policy.
    pub fn builder() -> ApiBuilder {
        ApiBuilder::default()
    }

    /// What the functions are called together.
    pub fn name(&self) -> &str {
        &self.inner.name
    }

    /// The functions, in the order in which they are shown.
    pub fn signatures(&self) -> impl Iterator<Item = &Signature> {
        self.inner.functions.iter().map(|entry| &entry.signature)
    }

    /// The function of that name.
    pub fn signature(&self, name: &str) -> Option<&Signature> {
        self.find(name)
            .map(|index| &self.inner.functions[index].signature)
    }

    /// The types of all parameters and results.
    pub fn graph(&self) -> &TypeGraph {
        self.inner.judge.graph()
    }

    /// The functions as the TypeScript interface that a model is shown, and the types that they
    /// use.
    pub fn to_typescript(&self) -> String {
        let methods: Vec<_> = self.signatures().map(Signature::method).collect();
        let Inner { name, docs, .. } = &*self.inner;
        self.graph().to_typescript_interface(name, docs, &methods)
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.inner.by_name.get(name).copied()
    }

    pub(crate) fn entry(&self, index: usize) -> &Entry {
        &self.inner.functions[index]
    }

    /// A function on one line.
    pub(crate) fn line(&self, signature: &Signature) -> String {
        self.graph().signature(&signature.method())
    }
}

impl fmt::Display for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_typescript())
    }
}

impl fmt::Debug for Api {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.signatures().map(Signature::name).collect();
        f.debug_struct("Api")
            .field("name", &self.inner.name)
            .field("functions", &names)
            .finish_non_exhaustive()
    }
}
