//! One reply read by the rules of one type.

use std::{collections::HashSet, fmt, marker::PhantomData, sync::Arc};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Checks, Leniency, Limits, Note, Path, Problem, ProblemCode, ProblemKind, Reading,
    compile::compile, parse::Parsed, validate::Judge,
};
use crate::{
    BuildError,
    schema::{Schema, TypeGraph},
};

/// Reads one reply as a `T`. To read many, build a [`Reader`] once.
///
/// ```
/// let reading = typechat::reply::read::<Vec<u32>>("Here you are:\n```json\n[1, 2]\n```");
/// assert_eq!(reading.value(), Some(&vec![1, 2]));
/// let reading = typechat::reply::read::<Vec<u32>>("[1, -2]");
/// assert_eq!(reading.problems()[0].to_string(), "[1]: -2 is less than the minimum of 0");
/// ```
pub fn read<T: Schema + DeserializeOwned>(reply: &str) -> Reading<T> {
    Reader::new().read(reply)
}

/// What came of parsing a candidate.
pub(super) type Outcome = Result<Parsed, Box<Problem>>;

pub(super) type Check<T> = Arc<dyn Fn(&T, &mut Checks<'_>) + Send + Sync>;

/// What there is to say of a value that fits its type.
pub(super) type Remarks = Arc<dyn Fn(&Value) -> Vec<Note> + Send + Sync>;

/// Reads replies as `T`: schema and validator are built once. Cheap to clone.
pub struct Reader<T> {
    pub(super) contract: Arc<Contract>,
    /// The checks that the type brings with it.
    pub(super) own_checks: fn(&T, &mut Checks<'_>),
    pub(super) checks: Vec<Check<T>>,
    pub(super) remarks: Option<Remarks>,
    pub(super) limits: Limits,
    pub(super) leniency: Leniency,
    target: PhantomData<fn() -> T>,
}

pub(super) struct Contract {
    pub(super) graph: TypeGraph,
    pub(super) judge: Judge,
}

impl<T: Schema + DeserializeOwned> Reader<T> {
    /// A reader for a type with a derived schema.
    ///
    /// # Panics
    /// When the type has no schema, see [`try_new`](Self::try_new).
    pub fn new() -> Self {
        match Self::try_new() {
            Ok(reader) => reader,
            Err(error) => panic!("{} has no schema: {error:?}", std::any::type_name::<T>()),
        }
    }

    /// A reader for a type with a derived schema.
    ///
    /// # Errors
    /// [`BuildError`] for what only shows when types come together, such as an integer that is
    /// flattened, and for a pattern that is no regular expression.
    pub fn try_new() -> Result<Self, BuildError> {
        let graph = TypeGraph::try_of::<T>()?;
        let judge = Judge::of_type(&graph).map_err(BuildError::Schema)?;
        Ok(Self::from_parts(graph, judge, T::check))
    }
}

impl<T: Schema + DeserializeOwned> Default for Reader<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl Reader<Value> {
    /// A reader for a JSON Schema that is known only at run time.
    ///
    /// # Errors
    /// [`BuildError`] when it is not a JSON Schema, or one that no value fits, see
    /// [`ImportError`](crate::schema::ImportError).
    pub fn from_schema(schema: &Value) -> Result<Self, BuildError> {
        // What is enforced is the graph's schema: it has `nullable` and old spellings put right.
        let graph = TypeGraph::from_json_schema(schema)?;
        let validator = compile(&graph.to_json_schema()).map_err(BuildError::Schema)?;
        let judge = Judge::new(validator, &graph);
        Ok(Self::from_parts(graph, judge, |_, _| {}))
    }
}

#[cfg(feature = "schemars")]
impl<T: schemars::JsonSchema + DeserializeOwned + 'static> Reader<T> {
    /// A reader for a type that implements `schemars::JsonSchema`; it has no checks of its own.
    ///
    /// ```
    /// use typechat::reply::Reader;
    ///
    /// #[derive(serde::Deserialize, schemars::JsonSchema)]
    /// struct Order { count: u8 }
    /// let reading = Reader::<Order>::from_schemars()?.read("{\"count\": 300}");
    /// assert_eq!(reading.problems()[0].to_string(), "count: 300 is greater than the maximum of 255");
    /// # Ok::<(), typechat::BuildError>(())
    /// ```
    ///
    /// # Errors
    /// [`BuildError`] when the type's schema cannot be imported.
    pub fn from_schemars() -> Result<Self, BuildError> {
        let graph = TypeGraph::from_schemars::<T>()?;
        let validator = compile(&graph.to_json_schema()).map_err(BuildError::Schema)?;
        let judge = Judge::new(validator, &graph);
        Ok(Self::from_parts(graph, judge, |_, _| {}))
    }
}

impl<T> Reader<T> {
    fn from_parts(graph: TypeGraph, judge: Judge, own_checks: fn(&T, &mut Checks<'_>)) -> Self {
        Self {
            contract: Arc::new(Contract { graph, judge }),
            own_checks,
            checks: Vec::new(),
            remarks: None,
            limits: Limits::default(),
            leniency: Leniency::default(),
            target: PhantomData,
        }
    }

    /// Adds a check; checks run on every value that fits the type.
    #[must_use]
    pub fn check(mut self, check: impl Fn(&T, &mut Checks<'_>) + Send + Sync + 'static) -> Self {
        self.checks.push(Arc::new(check));
        self
    }

    /// Adds notes to every value that fits the type.
    pub(crate) fn remark(
        mut self,
        remarks: impl Fn(&Value) -> Vec<Note> + Send + Sync + 'static,
    ) -> Self {
        self.remarks = Some(Arc::new(remarks));
        self
    }

    /// Sets the bounds of what is read.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Sets how much a reply may differ from JSON of the type; [`Leniency::Full`] unless set.
    #[must_use]
    pub fn leniency(mut self, leniency: Leniency) -> Self {
        self.leniency = leniency;
        self
    }

    /// Binds the words of a vocabulary that the type names; they take the place of earlier ones.
    ///
    /// # Errors
    /// [`BuildError`] when the type does not name that vocabulary, or the list is empty.
    pub fn vocabulary(
        mut self,
        name: &str,
        words: impl IntoIterator<Item = impl Into<String>>,
    ) -> Result<Self, BuildError> {
        let mut seen = HashSet::new();
        let words = words.into_iter().map(Into::into);
        let words: Vec<String> = words
            .filter(|word: &String| seen.insert(word.clone()))
            .collect();
        if words.is_empty() {
            return Err(BuildError::EmptyVocabulary(name.to_owned()));
        }
        let mut graph = self.contract.graph.clone();
        if !graph.bind(name, words) {
            let known = graph.vocabularies().map(|(name, _)| name.to_owned());
            return Err(BuildError::UnknownVocabulary {
                name: name.to_owned(),
                known: known.collect(),
            });
        }
        let judge = self
            .contract
            .judge
            .again(&graph)
            .map_err(BuildError::Schema)?;
        self.contract = Arc::new(Contract { graph, judge });
        Ok(self)
    }

    /// The type as a graph.
    pub fn graph(&self) -> &TypeGraph {
        &self.contract.graph
    }
}

impl<T: DeserializeOwned> Reader<T> {
    /// Reads one reply. The last candidate that is valid counts; what else in the reply was meant
    /// as JSON is told in a [`Note`]. Numbers in brackets are references, and comments no answers.
    /// A later candidate that may be a correction, and is not valid, counts instead, with its
    /// problems. One that has to be put together otherwise, such as a list of one, counts only
    /// when it is alone. When none is valid, the one that comes nearest is told.
    ///
    /// ```
    /// use typechat::reply::read;
    /// let reading = read::<Vec<u32>>("Draft: [1, 2]. Corrected: [1, 2");
    /// assert_eq!(reading.value(), None);
    /// ```
    pub fn read(&self, reply: &str) -> Reading<T> {
        if reply.len() > self.limits.bytes {
            let most = self.limits.bytes;
            let text = format!("the reply is larger than the limit of {most} bytes; write less");
            let (kind, code) = (ProblemKind::Limit, ProblemCode::TooLarge);
            return Reading::refused(vec![Problem::new(kind, code, Path::root(), text)]);
        }
        let mut reading = self.choose(reply);
        for problem in &mut reading.problems {
            problem.tell_line(reply);
        }
        reading
    }
}

impl<T> Clone for Reader<T> {
    fn clone(&self) -> Self {
        Self {
            contract: Arc::clone(&self.contract),
            own_checks: self.own_checks,
            checks: self.checks.clone(),
            remarks: self.remarks.clone(),
            limits: self.limits,
            leniency: self.leniency,
            target: PhantomData,
        }
    }
}

impl<T> fmt::Debug for Reader<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Reader")
            .field("type", &self.contract.graph.root_name())
            .field("checks", &self.checks.len())
            .field("limits", &self.limits)
            .field("leniency", &self.leniency)
            .finish_non_exhaustive()
    }
}
