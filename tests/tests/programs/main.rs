//! Programs: checked before they run, run within limits, in order.
#![allow(missing_docs, clippy::unwrap_used, clippy::expect_used)]
// Texts of programs are made where they are used, and cases stand in one list.
#![allow(
    clippy::needless_pass_by_value,
    clippy::similar_names,
    clippy::too_many_lines
)]

mod corpus;
mod failures;
mod functions;
mod fuzzing;
mod hostile;
mod limits;
mod members;
mod messages;
mod order;
mod policy;
mod printing;
mod properties;
mod sources;
mod steep;
mod strange;
mod translating;

/// Waits for a future on a runtime of its own, with a clock that only moves when nothing else
/// does.
fn wait<T>(future: impl Future<Output = T>) -> T {
    let mut builder = tokio::runtime::Builder::new_current_thread();
    let runtime = builder.enable_time().start_paused(true).build().unwrap();
    runtime.block_on(future)
}
