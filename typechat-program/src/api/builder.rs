//! From sources to one API: names, types and policy.

use std::{
    collections::{HashMap, HashSet},
    fmt,
    sync::Arc,
};

use typechat::{
    reply::TypeJudge,
    schema::{GraphBuilder, Schema, Type, TypeGraph},
};

use super::{
    Access, Api, ApiError, Entry, Function, Functions, Inner, Policy, Signature,
    described::Document,
    names::{interface_name, is_namespace, sanitized},
    signature::Promise,
};
use crate::call::Dispatch;

/// Puts an [`Api`] together.
///
/// ```
/// use typechat_program::{Api, Function, Policy};
///
/// let now = Function::new("now", |city: String| format!("sunny in {city}")).params(["city"]);
/// let api = Api::builder()
///     .namespace("weather", [now.clone()])
///     .namespace("news", [now])
///     .policy(Policy::default().deny("news"))
///     .build()?;
/// assert!(api.signature("weather__now").is_some() && api.signature("news__now").is_none());
/// # Ok::<(), typechat_program::ApiError>(())
/// ```
#[derive(Default)]
pub struct ApiBuilder {
    name: Option<String>,
    docs: Option<String>,
    sources: Vec<(Option<String>, Source)>,
    policy: Policy,
    wanted: Option<fn(&mut GraphBuilder) -> Type>,
}

enum Source {
    Functions(Functions),
    Function(Function),
}

/// What can stand in a namespace: the [`Functions`] of a source, or a list of [`Function`]s.
///
/// ```
/// use typechat_program::{Api, Function, samples::{Strings, StringApi}};
///
/// let api = Api::builder()
///     .namespace("text", Strings.into_functions())
///     .namespace("time", [Function::new("now", || 12_u32)])
///     .build()?;
/// assert!(api.signature("text__concat").is_some() && api.signature("time__now").is_some());
/// # Ok::<(), typechat_program::ApiError>(())
/// ```
pub trait IntoSources {
    /// The functions, source by source.
    #[doc(hidden)]
    fn add_to(self, namespace: &str, builder: ApiBuilder) -> ApiBuilder;
}

impl IntoSources for Functions {
    fn add_to(self, namespace: &str, mut builder: ApiBuilder) -> ApiBuilder {
        let source = Source::Functions(self);
        builder.sources.push((Some(namespace.to_owned()), source));
        builder
    }
}

impl<I: IntoIterator<Item = Function>> IntoSources for I {
    fn add_to(self, namespace: &str, mut builder: ApiBuilder) -> ApiBuilder {
        for function in self {
            let source = Source::Function(function);
            builder.sources.push((Some(namespace.to_owned()), source));
        }
        builder
    }
}

impl ApiBuilder {
    /// What the functions are called together; the name of the only source, or `Api`, unless set.
    #[must_use]
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// What is said of the functions together.
    #[must_use]
    pub fn doc(mut self, docs: impl Into<String>) -> Self {
        self.docs = Some(docs.into());
        self
    }

    /// Adds the functions of a source.
    #[must_use]
    pub fn functions(mut self, functions: Functions) -> Self {
        self.sources.push((None, Source::Functions(functions)));
        self
    }

    /// Adds one function.
    #[must_use]
    pub fn function(mut self, function: Function) -> Self {
        self.sources.push((None, Source::Function(function)));
        self
    }

    /// Adds functions under a namespace: `now` in `weather` is called `weather__now`.
    #[must_use]
    pub fn namespace(self, namespace: &str, functions: impl IntoSources) -> Self {
        functions.add_to(namespace, self)
    }

    /// Says what may be called; everything unless set.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Says of which type the value of every program must be.
    ///
    /// ```
    /// use typechat_program::{Api, Function, Program};
    ///
    /// let api = Api::builder()
    ///     .function(Function::new("name", || "Ada".to_owned()))
    ///     .returns::<u32>()
    ///     .build()?;
    /// let error = api.check(&Program::parse(r#"{"@steps": [{"@func": "name"}]}"#)?).unwrap_err();
    /// assert_eq!(
    ///     error.problems()[0].to_string(),
    ///     "@steps[0]: the result of the last step: expected integer >= 0, found string",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn returns<T: Schema>(mut self) -> Self {
        self.wanted = Some(T::describe);
        self
    }

    /// The API.
    ///
    /// # Errors
    /// [`ApiError`] when functions have one name, a type has no schema, or a description cannot
    /// be used.
    pub fn build(self) -> Result<Api, ApiError> {
        let mut graph = GraphBuilder::default();
        let mut functions: Vec<Entry> = Vec::new();
        let mut taken = HashSet::new();
        let mut known_names = HashSet::new();
        let mut known = Vec::new();
        let (mut name, mut docs) = (self.name, self.docs);
        if let [(None, Source::Functions(only))] = self.sources.as_slice() {
            name.get_or_insert_with(|| only.name().to_owned());
            docs.get_or_insert_with(|| only.docs().to_owned());
        }
        for (namespace, source) in &self.sources {
            if let Some(namespace) = namespace.as_ref().filter(|name| !is_namespace(name)) {
                return Err(ApiError::Namespace(namespace.clone()));
            }
            let (source, signatures) = source.describe(&mut graph, &mut known)?;
            for (index, mut signature) in signatures.into_iter().enumerate() {
                let full = full_name(&signature, namespace.as_deref());
                if !known_names.insert(full.clone()) {
                    return Err(ApiError::Duplicate(full));
                }
                rename(&mut signature, &full, &taken);
                validate(&signature)?;
                let access = self.policy.access_of(&[&signature.name, &full]);
                taken.insert(signature.name.clone());
                if access < Access::Deny {
                    functions.push(Entry {
                        signature,
                        source: Arc::clone(&source),
                        index,
                        access,
                    });
                }
            }
        }
        let names = || -> Box<dyn Iterator<Item = &str>> {
            let names = taken.iter().chain(&known_names);
            Box::new(names.map(String::as_str))
        };
        if let Some(idle) = self.policy.idle(names) {
            return Err(ApiError::Policy(idle.to_owned()));
        }
        let mut wanted = self.wanted.map(|describe| describe(&mut graph));
        let graph = finish(graph, &mut functions, &mut wanted)?;
        let by_name: HashMap<String, usize> = functions
            .iter()
            .enumerate()
            .map(|(index, entry)| (entry.signature.name.clone(), index))
            .collect();
        let mut name = interface_name(&name.unwrap_or_default());
        while graph.find(&name).is_some() {
            name.push_str("Api");
        }
        Ok(Api {
            inner: Arc::new(Inner {
                name,
                docs: docs.unwrap_or_default(),
                functions,
                by_name,
                judge: TypeJudge::new(Arc::new(graph)),
                wanted,
            }),
        })
    }
}

impl Source {
    fn describe(
        &self,
        graph: &mut GraphBuilder,
        known: &mut Vec<(Arc<Document>, Vec<Signature>)>,
    ) -> Result<(Arc<dyn Dispatch>, Vec<Signature>), ApiError> {
        Ok(match self {
            Self::Functions(functions) => {
                (Arc::clone(&functions.source), functions.describe(graph)?)
            }
            Self::Function(function) => (function.source(), vec![function.describe(graph, known)?]),
        })
    }
}

/// The name with its namespace, as its source calls it.
fn full_name(signature: &Signature, namespace: Option<&str>) -> String {
    match namespace {
        Some(namespace) => format!("{namespace}__{}", signature.name),
        None => signature.name.clone(),
    }
}

/// Gives the function the name by which programs call it.
fn rename(signature: &mut Signature, full: &str, taken: &HashSet<String>) {
    let clean = sanitized(full, taken);
    if clean != signature.name {
        let original = std::mem::replace(&mut signature.name, clean);
        signature.original.get_or_insert(original);
    }
}

fn validate(signature: &Signature) -> Result<(), ApiError> {
    let name = &signature.name;
    if signature.promise == Promise::Result {
        return Err(ApiError::ReturnsResult(name.clone()));
    }
    if signature.is_pure() && signature.is_confirmed() {
        return Err(ApiError::PureConfirm(name.clone()));
    }
    let mut params = HashSet::new();
    match signature
        .params
        .iter()
        .find(|param| !params.insert(&param.name))
    {
        None => Ok(()),
        Some(param) => Err(ApiError::DuplicateParam {
            name: name.clone(),
            param: param.name.clone(),
        }),
    }
}

/// One graph of all types. They leave it in the order in which they went in: a list of lists of
/// the parameters and the result of each function.
fn finish(
    graph: GraphBuilder,
    functions: &mut [Entry],
    wanted: &mut Option<Type>,
) -> Result<TypeGraph, ApiError> {
    let types = |entry: &Entry| {
        let Signature {
            params, returns, ..
        } = &entry.signature;
        let params = params.iter().map(|param| param.ty.clone());
        Type::tuple(params.chain([returns.clone()]).collect())
    };
    let types = functions.iter().map(types);
    let root = Type::tuple(types.chain(wanted.clone()).collect());
    let graph = graph.finish(root)?;
    if let Type::Tuple(finished) = graph.root() {
        for (entry, types) in functions.iter_mut().zip(&finished.items) {
            let Type::Tuple(types) = types else { continue };
            let signature = &mut entry.signature;
            let places = signature.params.iter_mut().map(|param| &mut param.ty);
            for (place, ty) in places.chain([&mut signature.returns]).zip(&types.items) {
                *place = ty.clone();
            }
        }
        if let (Some(wanted), Some(ty)) = (wanted, finished.items.last()) {
            *wanted = ty.clone();
        }
    }
    Ok(graph)
}

impl fmt::Debug for ApiBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiBuilder")
            .field("sources", &self.sources.len())
            .field("policy", &self.policy)
            .finish_non_exhaustive()
    }
}
