//! Why functions are no API.

use typechat::schema::{ImportError, SchemaError};

/// Why functions do not make an API.
///
/// ```
/// use typechat_program::{Api, Function};
///
/// let one = || Function::new("one", || 1);
/// let error = Api::builder().function(one()).function(one()).build().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "there are two functions `one`; put one into a namespace, or rename it",
/// );
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApiError {
    /// Two functions have one name.
    #[error("there are two functions `{0}`; put one into a namespace, or rename it")]
    Duplicate(String),
    /// A namespace is no name.
    #[error(
        "the namespace {0:?} is no name; use letters, digits, `_` and `-`, at most 32 characters"
    )]
    Namespace(String),
    /// A function was given fewer or more names for its parameters than it has.
    #[error("`{name}` takes {takes} arguments, and names were given for {named}")]
    ParamNames {
        /// The function.
        name: String,
        /// How many arguments it takes.
        takes: usize,
        /// How many names there are.
        named: usize,
    },
    /// A function has two parameters of one name.
    #[error("`{name}` has two parameters `{param}`")]
    DuplicateParam {
        /// The function.
        name: String,
        /// The parameter.
        param: String,
    },
    /// A rule of the policy speaks of no function.
    #[error("the policy speaks of `{0}`, and there is no such function or namespace")]
    Policy(String),
    /// A function has no effect, and is to be confirmed.
    #[error("`{0}` is pure and is to be confirmed; what has no effect needs no confirmation")]
    PureConfirm(String),
    /// A closure that may fail is not said to.
    #[error("`{0}` returns a `Result`; make it with `Function::fallible`")]
    ReturnsResult(String),
    /// A closure was given a handler.
    #[error("`{0}` is a closure and has a handler; a handler is for what is only described")]
    Handler(String),
    /// A type has no schema.
    #[error("a type of the functions has no schema")]
    Type(#[from] SchemaError),
    /// A JSON Schema of a description cannot be used.
    #[error("a schema of the descriptions cannot be used")]
    Schema(#[from] ImportError),
    /// A description lacks something.
    #[error("{place}: expected {expected}")]
    Description {
        /// Where in the descriptions.
        place: String,
        /// What should be there.
        expected: &'static str,
    },
}
