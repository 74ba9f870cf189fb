//! What must hold for any bytes at all. Each body takes an input that nobody wrote and fails
//! loudly: the fuzz targets in `fuzz/` call them, and property tests do on every run.

mod findings;
mod import;
mod parse;
mod program;
mod read;
mod repeats;
mod types;

pub use import::{compile, import, import_read};
pub use parse::parse;
pub use program::Programs;
pub use types::Types;

use std::borrow::Cow;

/// The first line, and the rest as text.
fn head(data: &[u8]) -> (&[u8], Cow<'_, str>) {
    let end = data.iter().position(|byte| *byte == b'\n');
    let (head, rest) = match end {
        Some(end) => (&data[..end], &data[end + 1..]),
        None => (&data[..0], data),
    };
    (head, String::from_utf8_lossy(rest))
}
