//! Counting what is sent more than once.

use std::{
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use super::{ChatRequest, ModelError, Usage, estimate};

/// How often a request was sent in vain before the sending that counts, and what that cost at
/// most. Clones of a request count together, and a future that is dropped loses nothing. It is
/// no part of what is asked: all are equal, and none is serialized.
#[derive(Clone, Default)]
pub(crate) struct Resends(Arc<Mutex<(usize, Usage)>>);

impl Resends {
    /// The count is whole between any two statements, so a panic elsewhere does no harm.
    fn state(&self) -> MutexGuard<'_, (usize, Usage)> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How often, and what it cost at most.
    pub(crate) fn so_far(&self) -> (usize, Usage) {
        *self.state()
    }
}

impl PartialEq for Resends {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl fmt::Debug for Resends {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.so_far().0.fmt(f)
    }
}

impl ChatRequest {
    /// For layers, to call just before they send a request again: says that the last sending
    /// failed with this error, so that it and its cost reach the ledger of whoever asked.
    ///
    /// ```
    /// use typechat::model::{ChatRequest, Message, ModelError};
    /// let request = ChatRequest::new([Message::user("hi")]);
    /// request.sent_in_vain(&ModelError::other("the line is dead"));
    /// assert_eq!(request.clone().resends(), 1);
    /// ```
    pub fn sent_in_vain(&self, error: &ModelError) {
        let lost = estimate::unanswered(self, Some(error));
        let mut state = self.resends.state();
        state.0 += 1;
        state.1 += lost;
    }

    /// How often this request, or a clone of it, was sent in vain and then sent again.
    pub fn resends(&self) -> usize {
        self.resends.so_far().0
    }
}
