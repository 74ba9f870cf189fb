//! For the code that `#[api]` writes; not for use by hand, and not stable.

use std::sync::Arc;

pub use typechat::schema::{self, GraphBuilder, Schema};

use crate::api::{Functions, Signature};
pub use crate::{
    call::{CallError, Called, Dispatch, fallible, ready, settle, settle_fallible, unknown},
    value::{Args, Shared, Text, prepare},
};

#[must_use]
pub fn functions(
    name: &str,
    docs: &str,
    source: impl Dispatch,
    describe: fn(&mut GraphBuilder) -> Vec<Signature>,
) -> Functions {
    let describe = move |graph: &mut GraphBuilder| Ok(describe(graph));
    Functions::from_source(name, docs, Arc::new(source), describe)
}
