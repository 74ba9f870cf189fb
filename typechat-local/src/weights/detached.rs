//! Work on a thread of its own, that ends when nobody waits for it.

use std::{future::Future, io, path::Path};

use tokio::sync::oneshot;

use super::WeightsError;

/// Runs work on a thread of its own, where it may block between its awaits. Dropping the future
/// drops the work at its next await, on any runtime.
pub(crate) async fn detached<T, W>(
    work: impl FnOnce() -> W + Send + 'static,
) -> Result<T, WeightsError>
where
    T: Send + 'static,
    W: Future<Output = Result<T, WeightsError>>,
{
    let failed = |source: io::Error| WeightsError::io(Path::new("a thread"), 0, source);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(failed)?;
    let (mut sender, receiver) = oneshot::channel();
    std::thread::Builder::new()
        .name("typechat-weights".to_owned())
        .spawn(move || {
            let outcome = runtime.block_on(async {
                tokio::select! {
                    () = sender.closed() => None,
                    outcome = work() => Some(outcome),
                }
            });
            if let Some(outcome) = outcome {
                // Nobody waits any longer, and nobody need be told.
                let _ = sender.send(outcome);
            }
        })
        .map_err(failed)?;
    receiver.await.unwrap_or(Err(WeightsError::Interrupted))
}
