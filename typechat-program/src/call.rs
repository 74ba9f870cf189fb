//! One call: what carries it out, and what can come of it.

use std::{
    fmt::{self, Display},
    future::Future,
    pin::Pin,
};

use serde::Serialize;

use crate::value::{Args, Slot, give};

/// Carries out the functions of one source, by their numbers.
pub trait Dispatch: Send + Sync + 'static {
    /// Calls a function. What takes time is returned to be waited for.
    ///
    /// # Errors
    /// [`CallError`] when the arguments do not fit, or a function that does not wait fails.
    fn call<'a>(&'a self, function: usize, args: &Args<'_>) -> Result<Called<'a>, CallError>;
}

pub(crate) type Waiting<'a> = Pin<Box<dyn Future<Output = Result<Slot, CallError>> + Send + 'a>>;

/// A call that is done, or under way.
pub struct Called<'a>(pub(crate) State<'a>);

pub(crate) enum State<'a> {
    Ready(Slot),
    Pending(Waiting<'a>),
}

impl<'a> Called<'a> {
    /// A call that waits.
    pub fn pending(call: impl Future<Output = Result<Slot, CallError>> + Send + 'a) -> Self {
        Self(State::Pending(Box::pin(call)))
    }
}

impl fmt::Debug for Called<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            State::Ready(_) => "Called(ready)",
            State::Pending(_) => "Called(pending)",
        })
    }
}

/// What a function returned.
///
/// # Errors
/// [`CallError`] for a number that JSON does not have.
pub fn ready<'a, T>(value: T) -> Result<Called<'a>, CallError>
where
    T: Serialize + Clone + Send + Sync + 'static,
{
    Ok(Called(State::Ready(give(value)?)))
}

/// What a function returned that may fail.
///
/// # Errors
/// [`CallError`] with the function's own words.
pub fn fallible<'a, T, E>(result: Result<T, E>) -> Result<Called<'a>, CallError>
where
    T: Serialize + Clone + Send + Sync + 'static,
    E: Display,
{
    Ok(Called(State::Ready(settle_fallible(result)?)))
}

/// What a function that waits returned.
///
/// # Errors
/// [`CallError`] for a number that JSON does not have.
pub fn settle<T>(value: T) -> Result<Slot, CallError>
where
    T: Serialize + Clone + Send + Sync + 'static,
{
    give(value)
}

/// What a function returned that waits and may fail.
///
/// # Errors
/// [`CallError`] with the function's own words.
pub fn settle_fallible<T, E>(result: Result<T, E>) -> Result<Slot, CallError>
where
    T: Serialize + Clone + Send + Sync + 'static,
    E: Display,
{
    match result {
        Ok(value) => give(value),
        Err(error) => Err(CallError::failed(&error)),
    }
}

/// A number that no function of the source has.
///
/// # Errors
/// Always.
pub fn unknown<'a>(function: usize) -> Result<Called<'a>, CallError> {
    Err(CallError::failed(&format!(
        "there is no function {function}"
    )))
}

/// Why a call gave nothing.
#[derive(Debug)]
pub struct CallError(pub(crate) Cause);

#[derive(Debug)]
pub(crate) enum Cause {
    /// The function said so.
    Failed(String),
    /// An argument is not what the function takes.
    Argument { index: usize, why: String },
    /// What the function returned is not what it says to return.
    Result(String),
    /// Nothing carries the function out.
    NoImplementation,
}

impl CallError {
    /// The function failed, in its own words.
    pub fn failed(why: &(impl Display + ?Sized)) -> Self {
        Self(Cause::Failed(why.to_string()))
    }

    pub(crate) fn argument(index: usize, why: String) -> Self {
        Self(Cause::Argument { index, why })
    }

    pub(crate) fn result(why: String) -> Self {
        Self(Cause::Result(why))
    }
}
