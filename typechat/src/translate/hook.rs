//! Redaction and moderation: hooks see everything before it goes on.

use std::{future::Future, pin::Pin};

use serde_json::Value;

use crate::model::{ChatReply, ChatRequest};

/// Sees, and may change or stop, what passes through a translator.
pub trait Hook: Send + Sync + 'static {
    /// Before a request is sent.
    ///
    /// # Errors
    /// A [`Veto`] ends the translation.
    fn before_send(
        &self,
        _request: &mut ChatRequest,
    ) -> impl Future<Output = Result<(), Veto>> + Send {
        async { Ok(()) }
    }

    /// Before a reply is read.
    ///
    /// # Errors
    /// A [`Veto`] ends the translation.
    fn before_read(&self, _reply: &mut ChatReply) -> impl Future<Output = Result<(), Veto>> + Send {
        async { Ok(()) }
    }

    /// Before a line of the trace is written.
    fn before_trace(&self, _line: &mut Value) {}
}

/// A hook's reason to stop a translation.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
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
