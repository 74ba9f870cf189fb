//! One reply read by the rules of one type.

use std::{collections::HashSet, fmt, marker::PhantomData, sync::Arc};

use jsonschema::Validator;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Checks, Limits, Note, Path, Problem, ProblemCode, ProblemKind, Segment, Span, check::Found,
    extract, parse, parse::Parsed, validate,
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

type Check<T> = Arc<dyn Fn(&T, &mut Checks<'_>) + Send + Sync>;

/// Reads replies as `T`: schema and validator are built once. Cheap to clone.
pub struct Reader<T> {
    contract: Arc<Contract>,
    /// The checks that the type brings with it.
    own_checks: fn(&T, &mut Checks<'_>),
    checks: Vec<Check<T>>,
    limits: Limits,
    target: PhantomData<fn() -> T>,
}

struct Contract {
    graph: TypeGraph,
    validator: Validator,
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
        let schema = graph.to_json_schema();
        let validator = validate::compile_own(&schema).map_err(BuildError::Schema)?;
        Ok(Self::from_parts(graph, validator, T::check))
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
    /// [`BuildError`] when it is not a JSON Schema, or one that cannot be shown to a model yet.
    pub fn from_schema(schema: &Value) -> Result<Self, BuildError> {
        let validator = validate::compile(schema).map_err(BuildError::Schema)?;
        Ok(Self::from_parts(
            TypeGraph::from_json_schema(schema)?,
            validator,
            |_, _| {},
        ))
    }
}

impl<T> Reader<T> {
    fn from_parts(
        graph: TypeGraph,
        validator: Validator,
        own_checks: fn(&T, &mut Checks<'_>),
    ) -> Self {
        Self {
            contract: Arc::new(Contract { graph, validator }),
            own_checks,
            checks: Vec::new(),
            limits: Limits::default(),
            target: PhantomData,
        }
    }

    /// Adds a check; checks run on every value that fits the type.
    #[must_use]
    pub fn check(mut self, check: impl Fn(&T, &mut Checks<'_>) + Send + Sync + 'static) -> Self {
        self.checks.push(Arc::new(check));
        self
    }

    /// Sets the bounds of what is read.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
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
        let validator = validate::compile(&graph.to_json_schema()).map_err(BuildError::Schema)?;
        self.contract = Arc::new(Contract { graph, validator });
        Ok(self)
    }

    /// The type as a graph.
    pub fn graph(&self) -> &TypeGraph {
        &self.contract.graph
    }
}

impl<T: DeserializeOwned> Reader<T> {
    /// Reads one reply: the last candidate that is valid; when none is, the problems of the one
    /// that comes nearest.
    pub fn read(&self, reply: &str) -> Reading<T> {
        if reply.len() > self.limits.bytes {
            let text = format!(
                "the reply has {} bytes, more than the limit of {}",
                reply.len(),
                self.limits.bytes
            );
            let (kind, code) = (ProblemKind::Limit, ProblemCode::TooLarge);
            return Reading::refused(vec![Problem::new(kind, code, Path::root(), text)]);
        }
        let mut best: Option<Reading<T>> = None;
        for range in extract::candidates(reply).into_iter().rev() {
            let start = range.start;
            let reading = self.candidate(&reply[range]).shifted(start);
            if reading.value.is_some() {
                return reading;
            }
            if best
                .as_ref()
                .is_none_or(|best| reading.rank() < best.rank())
            {
                best = Some(reading);
            }
        }
        best.unwrap_or_else(|| {
            let text = "the reply holds no JSON value".to_owned();
            let (kind, code) = (ProblemKind::Absent, ProblemCode::NoJson);
            Reading::refused(vec![Problem::new(kind, code, Path::root(), text)])
        })
    }

    fn candidate(&self, text: &str) -> Reading<T> {
        let Parsed {
            value,
            notes,
            places,
        } = match parse::parse(text, self.limits) {
            Ok(parsed) => parsed,
            Err(problem) => return Reading::refused(vec![*problem]),
        };
        let span = |path: &Path, key| places.find(text, path, key);
        let Contract { graph, validator } = &*self.contract;
        let mut problems = validate::problems(validator, graph, &value);
        let mut reading = Reading {
            value: None,
            problems: Vec::new(),
            notes,
        };
        if problems.is_empty() {
            match serde_json::from_value::<T>(value) {
                Ok(value) => {
                    let mut found = Found::default();
                    let mut checks = Checks::new(&mut found);
                    (self.own_checks)(&value, &mut checks);
                    for check in &self.checks {
                        check(&value, &mut checks);
                    }
                    problems = found.problems;
                    for mut note in found.notes {
                        note.span = span(&note.path, false);
                        reading.notes.push(note);
                    }
                    reading.value = problems.is_empty().then_some(value);
                }
                Err(_) => problems.push(deserialize_problem::<T>(text)),
            }
        }
        for problem in &mut problems {
            let key = problem.code == ProblemCode::UnknownMember;
            problem.span = span(&problem.path, key);
        }
        reading.problems = problems;
        reading
    }
}

/// Reads once more, slowly, to learn where serde refused: rare, since the schema accepted it.
fn deserialize_problem<T: DeserializeOwned>(text: &str) -> Problem {
    use serde_path_to_error::Segment as Step;
    let mut deserializer = serde_json::Deserializer::from_str(text);
    let (path, words) = match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Ok(_) => (Path::root(), "the value does not deserialize".to_owned()),
        Err(error) => {
            let steps = error.path().iter().filter_map(|step| match step {
                Step::Seq { index } => Some(Segment::Index(*index)),
                Step::Map { key } => Some(Segment::Key(key.clone())),
                _ => None,
            });
            let words = error.inner().to_string();
            let words = words
                .split(" at line ")
                .next()
                .unwrap_or_default()
                .to_owned();
            (steps.collect(), words)
        }
    };
    Problem::new(ProblemKind::Type, ProblemCode::Deserialize, path, words)
}

impl<T> Clone for Reader<T> {
    fn clone(&self) -> Self {
        Self {
            contract: Arc::clone(&self.contract),
            own_checks: self.own_checks,
            checks: self.checks.clone(),
            limits: self.limits,
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
            .finish_non_exhaustive()
    }
}

/// What came of reading a reply: the value or the problems, and the notes in both cases.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading<T> {
    value: Option<T>,
    problems: Vec<Problem>,
    notes: Vec<Note>,
}

impl<T> Reading<T> {
    fn refused(problems: Vec<Problem>) -> Self {
        Self {
            value: None,
            problems,
            notes: Vec::new(),
        }
    }

    /// Nearness to a valid value: well-formed JSON first, then fewer problems.
    fn rank(&self) -> (bool, usize) {
        let formed = |p: &Problem| matches!(p.kind, ProblemKind::Type | ProblemKind::Check);
        (!self.problems.iter().all(formed), self.problems.len())
    }

    fn shifted(mut self, by: usize) -> Self {
        let shift = |span: &mut Option<Span>| {
            if let Some(span) = span {
                *span = Span::new(span.start + by, span.end + by);
            }
        };
        self.problems
            .iter_mut()
            .for_each(|problem| shift(&mut problem.span));
        self.notes.iter_mut().for_each(|note| shift(&mut note.span));
        self
    }

    /// The value, when the reply holds a valid one.
    pub fn value(&self) -> Option<&T> {
        self.value.as_ref()
    }

    /// What refuses the reply; empty exactly when there is a value.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// What is worth knowing all the same.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }

    /// The value or the problems.
    ///
    /// # Errors
    /// The problems, when the reply holds no valid value.
    pub fn into_result(self) -> Result<T, Vec<Problem>> {
        self.value.ok_or(self.problems)
    }

    /// The value, problems and notes.
    pub fn into_parts(self) -> (Option<T>, Vec<Problem>, Vec<Note>) {
        (self.value, self.problems, self.notes)
    }
}
