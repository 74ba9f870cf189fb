//! Hashes in the digits in which people compare them.

use bytes::Bytes;

/// Bytes as hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    format!("{:x}", Bytes::copy_from_slice(bytes))
}
