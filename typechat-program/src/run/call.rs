//! One call, with panics caught and told as its error.

use std::{
    any::Any,
    panic::{AssertUnwindSafe, catch_unwind},
};

use futures_util::FutureExt;

use super::RunErrorKind;
use crate::{
    api::Entry,
    call::{CallError, Called, Cause, State, Waiting},
    value::{Args, Slot},
};

/// What became of a call.
pub(crate) enum Caught<'a> {
    Ready(Slot),
    Pending(Waiting<'a>),
    Failed(RunErrorKind),
}

/// Makes a call.
pub(crate) fn call<'a>(entry: &'a Entry, args: &Args<'_>) -> Caught<'a> {
    let (source, index) = entry.source();
    // A function that panics may leave its own state behind half done; that is its matter, as it
    // is when it is called by hand and the panic is caught further out.
    match catch_unwind(AssertUnwindSafe(|| source.call(index, args))) {
        Ok(Ok(Called(State::Ready(slot)))) => Caught::Ready(slot),
        Ok(Ok(Called(State::Pending(waiting)))) => Caught::Pending(waiting),
        Ok(Err(error)) => Caught::Failed(kind(error)),
        Err(panic) => Caught::Failed(panicked(&*panic)),
    }
}

/// Waits for a call.
pub(super) async fn settled(waiting: Waiting<'_>) -> Result<Slot, RunErrorKind> {
    match AssertUnwindSafe(waiting).catch_unwind().await {
        Ok(Ok(slot)) => Ok(slot),
        Ok(Err(error)) => Err(kind(error)),
        Err(panic) => Err(panicked(&*panic)),
    }
}

fn kind(error: CallError) -> RunErrorKind {
    match error.0 {
        Cause::Failed(why) => RunErrorKind::Failed(why),
        Cause::Argument { index, why } => RunErrorKind::ArgType {
            argument: index,
            why,
        },
        Cause::Result(why) => RunErrorKind::Result(why),
        Cause::NoImplementation => RunErrorKind::NoImplementation,
    }
}

fn panicked(panic: &(dyn Any + Send)) -> RunErrorKind {
    let words = panic
        .downcast_ref::<&str>()
        .map(|words| (*words).to_owned());
    let words = words.or_else(|| panic.downcast_ref::<String>().cloned());
    RunErrorKind::Panicked(words.unwrap_or_else(|| "no message".to_owned()))
}
