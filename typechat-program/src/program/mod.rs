//! A program as a model writes it: steps of calls, read and not yet checked.

mod code;
mod diagram;
mod read;
#[cfg(feature = "svg")]
mod svg;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Number, Value, json};
use typechat::reply::{Leniency, Reader};

use crate::{ProgramError, check::Problem};
pub(crate) use read::{Reading, read};

/// Steps that call functions: each may use the results of those before it, and the last one's is
/// the program's.
///
/// Its JSON is that of Microsoft's TypeChat: `{"@steps": [{"@func": "add", "@args": [1, 2]},
/// {"@func": "mul", "@args": [{"@ref": 0}, 3]}]}`, where `{"@ref": 0}` is the result of the first
/// step. Calls, lists and objects nest in arguments; keys without `@` are data. Beyond that,
/// `@args` may be an object of named arguments, `{"@ref": 0, "@path": "/items/0"}` is a part of a
/// result (a JSON Pointer, RFC 6901), and `"@cannot_translate": ["…"]` beside or instead of steps
/// says what no function can do.
///
/// ```
/// use typechat_program::Program;
///
/// let program = Program::parse(
///     r#"{"@steps": [{"@func": "add", "@args": [1, 2]}, {"@func": "mul", "@args": [{"@ref": 0}, 3]}]}"#,
/// )?;
/// assert_eq!(program.to_string(), "step1 = add(1, 2)\nstep2 = mul(step1, 3)\n");
/// # Ok::<(), typechat_program::ProgramError>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Program {
    pub(crate) steps: Vec<Call>,
    pub(crate) cannot: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Call {
    pub(crate) function: String,
    pub(crate) args: Arguments,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Arguments {
    Listed(Vec<Expr>),
    Named(Vec<(String, Expr)>),
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Expr {
    /// Data without calls and references in it.
    Constant(Value),
    Array(Vec<Expr>),
    Object(Vec<(String, Expr)>),
    Call(Box<Call>),
    Ref(Ref),
    /// What could not be read; a problem tells of it.
    Invalid,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Ref {
    pub(crate) step: usize,
    /// A JSON Pointer into the result.
    pub(crate) path: String,
}

impl Program {
    /// The program in a model's reply: extracted from prose and fences, read as JSON or what is
    /// nearly JSON, and otherwise taken as it stands.
    ///
    /// # Errors
    /// [`ProgramError`], with everything that makes it no program.
    pub fn parse(reply: &str) -> Result<Self, ProgramError> {
        Self::from_value(&value(reply)?)
    }

    /// The program that a JSON value is.
    ///
    /// ```
    /// # use typechat_program::Program;
    /// let value = serde_json::json!({ "@steps": [{ "@func": "now", "@args": [] }] });
    /// let program = Program::from_value(&value)?;
    /// assert_eq!((program.len(), program.to_value()), (1, value));
    /// # Ok::<(), typechat_program::ProgramError>(())
    /// ```
    ///
    /// # Errors
    /// [`ProgramError`], with everything that makes it no program.
    pub fn from_value(value: &Value) -> Result<Self, ProgramError> {
        let Reading { program, problems } = read(value);
        if problems.is_empty() {
            Ok(program)
        } else {
            Err(ProgramError::new(problems))
        }
    }

    /// The program as JSON.
    pub fn to_value(&self) -> Value {
        let mut members = Map::new();
        if !self.steps.is_empty() || self.cannot.is_empty() {
            let steps = self.steps.iter().map(Call::to_value).collect();
            members.insert("@steps".into(), Value::Array(steps));
        }
        if !self.cannot.is_empty() {
            members.insert("@cannot_translate".into(), json!(self.cannot));
        }
        Value::Object(members)
    }

    /// How many steps there are.
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// What no function can do, in the model's words.
    pub fn cannot_translate(&self) -> &[String] {
        &self.cannot
    }

    /// Each step as code, without the name of its result.
    ///
    /// ```
    /// # use typechat_program::Program;
    /// let program = Program::parse(r#"{"@steps": [{"@func": "add", "@args": [1, 2]}]}"#)?;
    /// assert_eq!(program.steps().collect::<Vec<_>>(), ["add(1, 2)"]);
    /// # Ok::<(), typechat_program::ProgramError>(())
    /// ```
    pub fn steps(&self) -> impl Iterator<Item = String> {
        self.steps.iter().map(ToString::to_string)
    }
}

impl Call {
    fn to_value(&self) -> Value {
        let args = match &self.args {
            Arguments::Listed(args) => args.iter().map(Expr::to_value).collect(),
            Arguments::Named(args) => members(args),
        };
        json!({ "@func": self.function, "@args": args })
    }

    /// The arguments, whether listed or named.
    pub(crate) fn exprs(&self) -> Box<dyn Iterator<Item = (Option<&str>, &Expr)> + '_> {
        match &self.args {
            Arguments::Listed(args) => Box::new(args.iter().map(|arg| (None, arg))),
            Arguments::Named(args) => {
                Box::new(args.iter().map(|(name, arg)| (Some(name.as_str()), arg)))
            }
        }
    }
}

impl Expr {
    fn to_value(&self) -> Value {
        match self {
            Self::Constant(value) => value.clone(),
            Self::Array(items) => items.iter().map(Self::to_value).collect(),
            Self::Object(fields) => members(fields),
            Self::Call(call) => call.to_value(),
            Self::Ref(Ref { step, path }) if path.is_empty() => json!({ "@ref": step }),
            Self::Ref(Ref { step, path }) => json!({ "@ref": step, "@path": path }),
            Self::Invalid => Value::Null,
        }
    }

    /// The steps that it uses, in order, repetitions included.
    pub(crate) fn refs(&self, each: &mut dyn FnMut(&Ref)) {
        match self {
            Self::Constant(_) | Self::Invalid => {}
            Self::Array(items) => items.iter().for_each(|item| item.refs(each)),
            Self::Object(fields) => fields.iter().for_each(|(_, field)| field.refs(each)),
            Self::Call(call) => call.exprs().for_each(|(_, arg)| arg.refs(each)),
            Self::Ref(reference) => each(reference),
        }
    }
}

/// The JSON in a reply.
pub(crate) fn value(reply: &str) -> Result<Value, ProgramError> {
    let reader = Reader::from_schema(&json!({ "title": "Program" })).map_err(|error| {
        // The empty schema is one.
        ProgramError::new(vec![Problem::malformed(&error.to_string())])
    })?;
    match reader.leniency(Leniency::Syntax).read(reply).into_result() {
        Ok(value) => Ok(value),
        Err(problems) => {
            let problems = problems.iter().map(|p| Problem::malformed(&p.to_string()));
            Err(ProgramError::new(problems.collect()))
        }
    }
}

fn members(fields: &[(String, Expr)]) -> Value {
    let fields = fields.iter();
    Value::Object(
        fields
            .map(|(key, field)| (key.clone(), field.to_value()))
            .collect(),
    )
}

impl Serialize for Program {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_value().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Program {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let value = Value::deserialize(deserializer)?;
        Self::from_value(&value).map_err(D::Error::custom)
    }
}

/// A whole number from 0 on, however it is written.
fn index(number: &Number) -> Option<usize> {
    if let Some(index) = number.as_u64() {
        return usize::try_from(index).ok();
    }
    let float = number.as_f64()?;
    // It is whole, and small enough to be exact.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
    (float.fract() == 0.0 && (0.0..1e15).contains(&float)).then_some(float as usize)
}
