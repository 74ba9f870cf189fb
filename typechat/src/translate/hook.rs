//! Redaction and moderation: hooks see everything before it goes on.

use std::{fmt, future::Future, pin::Pin};

use serde_json::Value;

use crate::model::{ChatReply, ChatRequest};

/// Sees, and may change or stop, what passes through a translator. The time that hooks take is
/// the budget's.
pub trait Hook: Send + Sync + 'static {
    /// Before a request is sent. What the budget leaves bounds it afterwards.
    ///
    /// # Errors
    /// A [`Veto`] ends the translation.
    fn before_send(
        &self,
        _request: &mut ChatRequest,
    ) -> impl Future<Output = Result<(), Veto>> + Send {
        async { Ok(()) }
    }

    /// Before a reply is read. It is charged already, and kept in the ledger as hooks leave it,
    /// also when they stop the translation.
    ///
    /// # Errors
    /// A [`Veto`] ends the translation.
    fn before_read(&self, _reply: &mut ChatReply) -> impl Future<Output = Result<(), Veto>> + Send {
        async { Ok(()) }
    }

    /// Before a line of the trace is written. Values of extra settings, where keys of gateways
    /// live, are not in it.
    fn before_trace(&self, _line: &mut Value) {}
}

/// A hook's reason to stop a translation. `Debug` tells its size, since it may quote.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{reason}")]
pub struct Veto {
    reason: String,
}

impl Veto {
    /// Stops with a reason.
    pub fn new(reason: impl Into<String>) -> Self {
        Self {
            reason: reason.into(),
        }
    }
}

impl fmt::Debug for Veto {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Veto({} bytes)", self.reason.len())
    }
}

type BoxFuture<'a> = Pin<Box<dyn Future<Output = Result<(), Veto>> + Send + 'a>>;

/// The object-safe mirror of [`Hook`].
pub(crate) trait DynHook: Send + Sync {
    fn before_send<'a>(&'a self, request: &'a mut ChatRequest) -> BoxFuture<'a>;
    fn before_read<'a>(&'a self, reply: &'a mut ChatReply) -> BoxFuture<'a>;
    fn before_trace(&self, line: &mut Value);
}

impl<H: Hook> DynHook for H {
    fn before_send<'a>(&'a self, request: &'a mut ChatRequest) -> BoxFuture<'a> {
        Box::pin(Hook::before_send(self, request))
    }

    fn before_read<'a>(&'a self, reply: &'a mut ChatReply) -> BoxFuture<'a> {
        Box::pin(Hook::before_read(self, reply))
    }

    fn before_trace(&self, line: &mut Value) {
        Hook::before_trace(self, line);
    }
}
