//! What is wrong with a program, and where.

use std::fmt::{self, Write};

use serde::Serialize;
use serde_json::Value;
use typechat::reply::{Path, Segment};

/// Something that refuses a program. Displayed with its place.
///
/// ```
/// use typechat_program::{Program, ProblemCode, samples::{Math, MathApi}};
///
/// let program = Program::parse(r#"{"@steps": [{"@func": "add", "@args": [1]}]}"#)?;
/// let error = Math.into_api().check(&program).unwrap_err();
/// let problem = &error.problems()[0];
/// assert_eq!(problem.code, ProblemCode::Arity);
/// assert_eq!(problem.path.to_pointer(), "/@steps/0");
/// assert_eq!(problem.signature.as_deref(), Some("add(x: number, y: number): number"));
/// assert_eq!(problem.expected.as_deref(), Some("2 arguments"));
/// # Ok::<(), typechat_program::ProgramError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Problem {
    /// What exactly is wrong.
    pub code: ProblemCode,
    /// Where in the program.
    pub path: Path,
    /// The function whose call it is about, as the API shows it.
    pub signature: Option<String>,
    /// What was expected, in TypeScript terms.
    pub expected: Option<String>,
    /// What was found.
    pub found: Option<String>,
    /// The whole in words.
    pub text: String,
}

/// What exactly is wrong with a program.
///
/// ```
/// use typechat_program::ProblemCode;
/// assert_eq!(serde_json::to_value(ProblemCode::BadRef)?, "bad_ref");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum ProblemCode {
    /// It has not the shape of a program.
    Malformed,
    /// A function that the API does not have.
    UnknownFunction,
    /// Too few or too many arguments, or one that the function does not know by that name.
    Arity,
    /// An argument that is not of the parameter's type.
    ArgType,
    /// A reference that leads to no earlier result, or to no part of one.
    BadRef,
    /// The result is not of the type that was asked for.
    ResultType,
    /// Nested too deeply, or too long.
    Limit,
    /// Not a problem of its own: so many more were found.
    More,
}

impl Problem {
    pub(crate) fn new(code: ProblemCode, path: Path, text: String) -> Self {
        Self {
            code,
            path,
            signature: None,
            expected: None,
            found: None,
            text,
        }
    }

    pub(crate) fn malformed(text: &str) -> Self {
        Self::new(ProblemCode::Malformed, Path::root(), text.to_owned())
    }

    pub(crate) fn mismatch(code: ProblemCode, path: Path, expected: String, found: String) -> Self {
        let text = format!("expected {expected}, found {found}");
        Self {
            expected: Some(expected),
            found: Some(found),
            ..Self::new(code, path, text)
        }
    }

    /// Adds words of which names may be meant.
    pub(crate) fn hint(mut self, nearest: &[String]) -> Self {
        if let Some((last, others)) = nearest.split_last() {
            let others: Vec<String> = others.iter().map(|name| key(name)).collect();
            let or = if others.is_empty() { "" } else { " or " };
            let _ = write!(
                self.text,
                "; did you mean {}{or}{}?",
                others.join(", "),
                key(last)
            );
        }
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.path.segments().is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        f.write_str(&self.text)?;
        match (&self.signature, self.code) {
            (Some(signature), ProblemCode::ArgType) => write!(f, " (in {signature})"),
            _ => Ok(()),
        }
    }
}

/// The most problems that are kept; the others are counted.
const MOST: usize = 100;

/// Problems up to a bound.
#[derive(Debug, Default)]
pub(crate) struct Problems {
    kept: Vec<Problem>,
    left: usize,
}

impl Problems {
    /// Keeps what `make` gives, or counts it.
    pub(crate) fn add(&mut self, make: impl FnOnce() -> Problem) {
        if self.kept.len() < MOST {
            self.kept.push(make());
        } else {
            self.left += 1;
        }
    }

    pub(crate) fn extend(&mut self, problems: impl IntoIterator<Item = Problem>) {
        problems
            .into_iter()
            .for_each(|problem| self.add(|| problem));
    }

    /// Takes over others, each changed by `change`.
    pub(crate) fn append(&mut self, others: Self, change: impl Fn(Problem) -> Problem) {
        self.left += others.left;
        self.extend(others.kept.into_iter().map(change));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.kept.is_empty()
    }

    /// The problems in the order of the steps that they are about.
    pub(crate) fn finish(mut self) -> Vec<Problem> {
        let step = |problem: &Problem| match problem.path.segments().get(1) {
            Some(Segment::Index(step)) => *step,
            _ => 0,
        };
        self.kept.sort_by_key(step);
        if self.left > 0 {
            let text = format!("and {} more", self.left);
            self.kept
                .push(Problem::new(ProblemCode::More, Path::root(), text));
        }
        self.kept
    }
}

/// Why something is no program, or none that may run.
///
/// ```
/// use typechat_program::{ProblemCode, Program};
///
/// let error = Program::parse("I cannot do that.").unwrap_err();
/// assert!(error.has(ProblemCode::Malformed));
/// assert_eq!(
///     error.to_string(),
///     "this is no program: the reply holds no JSON value; write one of the type `Program`",
/// );
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct ProgramError {
    problems: Vec<Problem>,
}

impl ProgramError {
    pub(crate) fn new(problems: Vec<Problem>) -> Self {
        Self { problems }
    }

    /// Everything that is wrong with it, at least one thing.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// Whether something of this kind is wrong with it.
    pub fn has(&self, code: ProblemCode) -> bool {
        self.problems.iter().any(|problem| problem.code == code)
    }
}

impl fmt::Display for ProgramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.has(ProblemCode::Malformed) {
            "this is no program: "
        } else {
            "the program cannot run: "
        })?;
        match self.problems.as_slice() {
            [] => f.write_str("nothing is said of why"),
            [only] => only.fmt(f),
            [first, rest @ ..] => {
                let more = rest.len();
                let plural = if more == 1 { "" } else { "s" };
                write!(f, "{first}, and {more} more problem{plural}")
            }
        }
    }
}

impl std::error::Error for ProgramError {}

/// A name in quotes, cut when it is long.
pub(crate) fn key(name: &str) -> String {
    Value::from(short(name, 40)).to_string()
}

/// A value for messages, cut when it is long.
pub(crate) fn brief(value: &Value) -> String {
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => short(&value.to_string(), 40),
        Value::String(text) => key(text),
        Value::Array(items) if items.is_empty() => "an empty list".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(members) => match members.keys().next() {
            None => "an empty object".to_owned(),
            Some(name) => format!("an object with {}", key(name)),
        },
    }
}

fn short(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
