//! What a function is called, takes and returns.

use serde_json::Value;
use typechat::schema::{Field, Method, Presence, Type};

use crate::value::{Slot, prepare_json};

/// How a constant becomes what a function takes.
pub(crate) type Prepare = fn(&Value) -> Result<Slot, String>;

/// What a function is called, what it takes and returns, and what it may do.
///
/// ```
/// use typechat_program::{Api, Function};
///
/// let api = Api::builder()
///     .function(Function::new("now", || 7_u32).doc("Hours since midnight.").pure())
///     .build()?;
/// let now = api.signature("now").ok_or("no such function")?;
/// assert_eq!((now.docs(), now.is_pure()), ("Hours since midnight.", true));
/// assert!(now.params().is_empty());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Signature {
    pub(super) name: String,
    /// The name in its source, when that is another.
    pub(super) original: Option<String>,
    pub(super) docs: String,
    pub(super) params: Vec<Field>,
    pub(super) prepare: Vec<Prepare>,
    pub(super) returns: Type,
    pub(super) effect: Effect,
    pub(super) confirm: bool,
    pub(super) asynchronous: bool,
    pub(super) promise: Promise,
}

/// What is known of a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    /// It is of a Rust type.
    Rust,
    /// It comes as JSON that nothing has checked.
    Described,
    /// It is a `Result` that a closure returns as if it were a value.
    Result,
}

/// What a call may do beside giving its result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Effect {
    /// Anything: such calls happen one after the other.
    Ordered,
    /// Something that does not mind what happens at the same time.
    Parallel,
    /// Nothing.
    None,
}

impl Signature {
    /// A function by name and documentation, without parameters.
    #[doc(hidden)]
    pub fn new(name: &str, docs: &str) -> Self {
        Self {
            name: name.to_owned(),
            original: None,
            docs: docs.to_owned(),
            params: Vec::new(),
            prepare: Vec::new(),
            returns: Type::Null,
            effect: Effect::Ordered,
            confirm: false,
            asynchronous: false,
            promise: Promise::Rust,
        }
    }

    /// Adds a parameter, with the way from a constant to what the function takes.
    #[doc(hidden)]
    #[must_use]
    pub fn param(mut self, field: Field, prepare: fn(&Value) -> Result<Slot, String>) -> Self {
        self.params.push(field);
        self.prepare.push(prepare);
        self
    }

    /// Adds a parameter that is taken as JSON.
    pub(super) fn json_param(self, field: Field) -> Self {
        self.param(field, prepare_json)
    }

    /// Says what it returns; nothing unless said.
    #[doc(hidden)]
    #[must_use]
    pub fn returns(mut self, ty: Type) -> Self {
        self.returns = ty;
        self
    }

    /// It has no effect, and gives the same result for the same arguments.
    #[doc(hidden)]
    #[must_use]
    pub fn pure(mut self) -> Self {
        self.effect = Effect::None;
        self
    }

    /// It may run while others do.
    #[doc(hidden)]
    #[must_use]
    pub fn parallel(mut self) -> Self {
        self.effect = Effect::Parallel;
        self
    }

    /// Each call is confirmed by itself.
    #[doc(hidden)]
    #[must_use]
    pub fn confirm(mut self) -> Self {
        self.confirm = true;
        self
    }

    /// It waits.
    #[doc(hidden)]
    #[must_use]
    pub fn asynchronous(mut self) -> Self {
        self.asynchronous = true;
        self
    }

    /// The name by which programs call it.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The name in its source: without namespace, and with characters that a function's name
    /// cannot have.
    pub fn original_name(&self) -> &str {
        self.original.as_deref().unwrap_or(&self.name)
    }

    /// What was said about it.
    pub fn docs(&self) -> &str {
        &self.docs
    }

    /// Its parameters, in order.
    pub fn params(&self) -> &[Field] {
        &self.params
    }

    /// The type of its result, which belongs to the API's graph.
    pub fn result(&self) -> &Type {
        &self.returns
    }

    /// Whether it has no effect.
    pub fn is_pure(&self) -> bool {
        self.effect == Effect::None
    }

    /// Whether it may run while others do.
    pub fn is_parallel(&self) -> bool {
        self.effect != Effect::Ordered
    }

    /// Whether each call is confirmed by itself.
    pub fn is_confirmed(&self) -> bool {
        self.confirm
    }

    /// Whether it waits, so that dropping the run stops it.
    pub fn is_async(&self) -> bool {
        self.asynchronous
    }

    /// How many arguments must be there.
    pub(crate) fn required(&self) -> usize {
        let required = |field: &&Field| field.presence == Presence::Required;
        self.params.iter().filter(required).count()
    }

    pub(crate) fn prepare(&self, index: usize) -> Prepare {
        self.prepare.get(index).copied().unwrap_or(prepare_json)
    }

    pub(crate) fn is_described(&self) -> bool {
        self.promise == Promise::Described
    }

    pub(crate) fn method(&self) -> Method<'_> {
        Method::new(&self.name, &self.docs, &self.params, &self.returns)
    }
}
