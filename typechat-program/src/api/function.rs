//! One function: a closure, or a description with or without something that carries it out.

use std::{fmt, future::Future, sync::Arc};

use serde_json::{Map, Value};
use typechat::schema::GraphBuilder;

use super::{
    ApiError, Fallible, Infallible, IntoFunction, Signature, described::Document, signature::Effect,
};
use crate::call::{CallError, Called, Cause, Dispatch};
use crate::value::{Args, give};

/// One function of an [`Api`](crate::Api).
///
/// ```
/// use typechat_program::{Api, Function, Program};
///
/// // Closures may fail, and may wait.
/// let half = Function::fallible("half", |x: u32| match x % 2 {
///     0 => Ok(x / 2),
///     _ => Err(format!("{x} is odd")),
/// });
/// let api = Api::builder().function(half.params(["x"]).doc("x / 2")).build()?;
/// let program = Program::parse(r#"{"@steps": [{"@func": "half", "@args": [7]}]}"#)?;
/// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
/// let error = api.check(&program)?.run().await.unwrap_err();
/// assert_eq!(error.to_string(), "@steps[0]: half failed: 7 is odd");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// # })?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Function {
    kind: Kind,
    name: String,
    docs: Option<String>,
    params: Option<Vec<String>>,
    effect: Effect,
    confirm: bool,
    /// Whether it was given a handler that it cannot have.
    has_handler: bool,
}

#[derive(Clone)]
enum Kind {
    Closure {
        source: Arc<dyn Dispatch>,
        describe: fn(&mut GraphBuilder) -> Signature,
    },
    Described {
        source: Arc<dyn Dispatch>,
        document: Arc<Document>,
        /// Its place there.
        index: usize,
    },
}

impl Function {
    /// A function from a closure of up to eight parameters. What it takes are types that derive
    /// `Schema`, `Deserialize` and `Clone`; what it returns, or a future of it gives, derives
    /// `Schema`, `Serialize` and `Clone`.
    pub fn new<A, B, C>(
        name: impl Into<String>,
        function: impl IntoFunction<(Infallible, A, B, C)>,
    ) -> Self {
        let (source, describe) = function.into_parts();
        Self::with(name.into(), Kind::Closure { source, describe })
    }

    /// A function from a closure that returns a `Result`, or a future of one: an error is told in
    /// its own words, as `Display` has them.
    pub fn fallible<A, B, C>(
        name: impl Into<String>,
        function: impl IntoFunction<(Fallible, A, B, C)>,
    ) -> Self {
        let (source, describe) = function.into_parts();
        Self::with(name.into(), Kind::Closure { source, describe })
    }

    /// A function that is only described: programs that call it are checked, and cannot run.
    /// The description has `name`, `description`, and either `parameters` (a JSON Schema of an
    /// object, as for tool calling) or `params` (a list of `{name, description, schema}`), and
    /// `returns` (a JSON Schema).
    ///
    /// ```
    /// use serde_json::json;
    /// use typechat_program::{Api, Function};
    ///
    /// let function = Function::described(&json!({
    ///     "name": "weather.now",
    ///     "description": "The weather in a city.",
    ///     "parameters": {
    ///         "type": "object",
    ///         "properties": { "city": { "type": "string" }, "days": { "type": "integer" } },
    ///         "required": ["city"],
    ///     },
    /// }))?;
    /// let api = Api::builder().function(function).build()?;
    /// let line = "  weather_now(city: string, days?: number): any;\n";
    /// assert!(api.to_typescript().contains(line));
    /// # Ok::<(), typechat_program::ApiError>(())
    /// ```
    ///
    /// # Errors
    /// [`ApiError`] when the description lacks something.
    pub fn described(description: &Value) -> Result<Self, ApiError> {
        let document = Arc::new(Document::of_one(description)?);
        Ok(Self::of_description(&document, 0))
    }

    pub(super) fn of_description(document: &Arc<Document>, index: usize) -> Self {
        let kind = Kind::Described {
            source: Arc::new(Nobody),
            document: Arc::clone(document),
            index,
        };
        Self::with(document.name(index).to_owned(), kind)
    }

    /// Has a described function carried out: `handler` gets the arguments by name, and what it
    /// returns is held to the type that the description says.
    ///
    /// ```
    /// use serde_json::{Map, Value, json};
    /// use typechat_program::{Api, Function, Program};
    ///
    /// let described = Function::described(&json!({
    ///     "name": "shout",
    ///     "params": [{ "name": "text", "schema": { "type": "string" } }],
    ///     "returns": { "type": "string" },
    /// }))?;
    /// let shout = described.handler(|args: Map<String, Value>| async move {
    ///     args["text"].as_str().map(|text| Value::from(text.to_uppercase())).ok_or("no text")
    /// });
    /// let api = Api::builder().function(shout).build()?;
    /// let program = Program::parse(r#"{"@steps": [{"@func": "shout", "@args": ["hi"]}]}"#)?;
    /// # tokio::runtime::Builder::new_current_thread().enable_time().build()?.block_on(async {
    /// assert_eq!(api.check(&program)?.run().await?.value(), "HI");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// # })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn handler<F, R, E>(mut self, handler: F) -> Self
    where
        F: Fn(Map<String, Value>) -> R + Send + Sync + 'static,
        R: Future<Output = Result<Value, E>> + Send + 'static,
        E: fmt::Display + 'static,
    {
        match &mut self.kind {
            Kind::Described { source, .. } => *source = Arc::new(Handler(handler)),
            Kind::Closure { .. } => self.has_handler = true,
        }
        self
    }

    fn with(name: String, kind: Kind) -> Self {
        Self {
            kind,
            name,
            docs: None,
            params: None,
            effect: Effect::Ordered,
            confirm: false,
            has_handler: false,
        }
    }

    /// Names the parameters of a closure, in order; `arg0`, `arg1`, … unless set.
    #[must_use]
    pub fn params(mut self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        self.params = Some(names.into_iter().map(Into::into).collect());
        self
    }

    /// Says what it does, for the model.
    #[must_use]
    pub fn doc(mut self, docs: impl Into<String>) -> Self {
        self.docs = Some(docs.into());
        self
    }

    /// It has no effect, and gives the same result for the same arguments: calls may be made
    /// early, at the same time, or not at all.
    #[must_use]
    pub fn pure(mut self) -> Self {
        self.effect = Effect::None;
        self
    }

    /// Calls may be made at the same time as others that say so.
    #[must_use]
    pub fn parallel(mut self) -> Self {
        self.effect = Effect::Parallel;
        self
    }

    /// Each call is confirmed by itself.
    #[must_use]
    pub fn confirm(mut self) -> Self {
        self.confirm = true;
        self
    }

    pub(super) fn source(&self) -> Arc<dyn Dispatch> {
        match &self.kind {
            Kind::Closure { source, .. } | Kind::Described { source, .. } => Arc::clone(source),
        }
    }

    /// `known` keeps the signatures of documents that were met already.
    pub(super) fn describe(
        &self,
        graph: &mut GraphBuilder,
        known: &mut Vec<(Arc<Document>, Vec<Signature>)>,
    ) -> Result<Signature, ApiError> {
        let mut signature = match &self.kind {
            Kind::Closure { describe, .. } => describe(graph),
            Kind::Described {
                document, index, ..
            } => {
                let is_same = |(other, _): &(Arc<Document>, _)| Arc::ptr_eq(other, document);
                let at = if let Some(at) = known.iter().position(is_same) {
                    at
                } else {
                    known.push((Arc::clone(document), document.signatures(graph)?));
                    known.len() - 1
                };
                known[at].1[*index].clone()
            }
        };
        signature.name.clone_from(&self.name);
        if let Some(docs) = &self.docs {
            signature.docs.clone_from(docs);
        }
        if let Some(names) = &self.params {
            if names.len() != signature.params.len() {
                return Err(ApiError::ParamNames {
                    name: self.name.clone(),
                    takes: signature.params.len(),
                    named: names.len(),
                });
            }
            for (param, name) in signature.params.iter_mut().zip(names) {
                param.name.clone_from(name);
            }
        }
        if self.has_handler {
            return Err(ApiError::Handler(self.name.clone()));
        }
        signature.effect = self.effect;
        signature.confirm = self.confirm;
        Ok(signature)
    }
}

impl fmt::Debug for Function {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Function")
            .field("name", &self.name)
            .finish_non_exhaustive()
    }
}

/// Carries nothing out.
struct Nobody;

impl Dispatch for Nobody {
    fn call<'a>(&'a self, _function: usize, _args: &Args<'_>) -> Result<Called<'a>, CallError> {
        Err(CallError(Cause::NoImplementation))
    }
}

/// Carries out what is only described.
struct Handler<F>(F);

impl<F, R, E> Dispatch for Handler<F>
where
    F: Fn(Map<String, Value>) -> R + Send + Sync + 'static,
    R: Future<Output = Result<Value, E>> + Send + 'static,
    E: fmt::Display + 'static,
{
    fn call<'a>(&'a self, _function: usize, args: &Args<'_>) -> Result<Called<'a>, CallError> {
        let call = (self.0)(args.to_json()?);
        Ok(Called::pending(async move {
            match call.await {
                Ok(value) => give(value),
                Err(error) => Err(CallError::failed(&error)),
            }
        }))
    }
}
