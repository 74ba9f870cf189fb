//! How large a value is as JSON, counted without writing it, and no further than a limit.

use std::io;

use serde::Serialize;

/// Why there is no count.
#[derive(Debug)]
pub(crate) enum TooMany {
    /// The limit was reached.
    Bytes,
    /// The value has no JSON.
    NoJson(serde_json::Error),
}

/// The bytes of the value's JSON.
///
/// # Errors
/// [`TooMany`] as soon as there are more than `most`; the rest is not looked at.
pub(crate) fn count<T: Serialize + ?Sized>(value: &T, most: usize) -> Result<usize, TooMany> {
    let mut counter = Counter { bytes: 0, most };
    match serde_json::to_writer(&mut counter, value) {
        Ok(()) => Ok(counter.bytes),
        Err(error) if error.is_io() => Err(TooMany::Bytes),
        Err(error) => Err(TooMany::NoJson(error)),
    }
}

struct Counter {
    bytes: usize,
    most: usize,
}

impl io::Write for Counter {
    fn write(&mut self, written: &[u8]) -> io::Result<usize> {
        self.bytes = self.bytes.saturating_add(written.len());
        if self.bytes > self.most {
            return Err(io::Error::other("too many bytes"));
        }
        Ok(written.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
