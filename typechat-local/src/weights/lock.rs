//! One process at a time.

use std::{
    fs::{File, TryLockError},
    io,
    path::Path,
    time::Duration,
};

use super::{Event, WeightsError, progress::Listener};

/// How often the lock is tried while another process holds it.
const AGAIN: Duration = Duration::from_millis(100);

/// A lock that is held as long as the file is open; the system frees it when a process ends,
/// however that ends. The file stays: removing it would let two hold the lock.
pub(crate) async fn lock(path: &Path, listener: &mut Listener) -> Result<File, WeightsError> {
    let failed = |source| WeightsError::io(path, 0, source);
    let file = File::options()
        .create(true)
        .truncate(false)
        .write(true)
        .open(path)
        .map_err(failed)?;
    let mut is_told = false;
    loop {
        match file.try_lock() {
            Ok(()) => return Ok(file),
            Err(TryLockError::WouldBlock) => {
                if !is_told {
                    listener(Event::Waiting);
                    is_told = true;
                }
                tokio::time::sleep(AGAIN).await;
            }
            // Where the file system has no locks, the hash alone keeps watch.
            Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => {
                return Ok(file);
            }
            Err(TryLockError::Error(error)) => return Err(failed(error)),
        }
    }
}
