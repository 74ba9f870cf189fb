//! The comparison of bytes with the hash that is known.

use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

use sha2::{Digest, Sha256};

use super::{Known, WeightsError, detached::detached};
use crate::hash::hex;

/// Compares bytes in memory with what is known.
///
/// # Errors
/// [`WeightsError::Damaged`] when the length or the hash is another.
pub fn check(known: &Known, bytes: &[u8]) -> Result<(), WeightsError> {
    check_length(known, bytes.len() as u64)?;
    check_hash(known, &hex(&Sha256::digest(bytes)))
}

/// Compares a file with what is known, on a thread of its own.
///
/// # Errors
/// [`WeightsError::Damaged`] when the length or the hash is another; [`WeightsError::Io`] when
/// the file cannot be read.
pub async fn verify(known: &Known, path: impl AsRef<Path>) -> Result<(), WeightsError> {
    let (known, path) = (known.clone(), path.as_ref().to_owned());
    detached(move || async move {
        let failed = |source| WeightsError::io(&path, 0, source);
        let mut file = File::open(&path).map_err(failed)?;
        check_length(&known, file.metadata().map_err(failed)?.len())?;
        check_hash(&known, &hash(&mut file).map_err(failed)?)
    })
    .await
}

/// The SHA-256 of what is left of a file, in hexadecimal digits.
pub(crate) fn hash(file: &mut File) -> io::Result<String> {
    let mut hasher = Sha256::new();
    let mut buffer = vec![0; 1 << 20];
    loop {
        match file.read(&mut buffer)? {
            0 => return Ok(hex(&hasher.finalize())),
            count => hasher.update(&buffer[..count]),
        }
    }
}

fn check_length(known: &Known, length: u64) -> Result<(), WeightsError> {
    if length == known.size {
        return Ok(());
    }
    Err(WeightsError::Damaged {
        name: known.name.to_owned(),
        found: format!("{length} bytes"),
        expected: known.size.to_string(),
    })
}

fn check_hash(known: &Known, found: &str) -> Result<(), WeightsError> {
    if found == known.sha256 {
        return Ok(());
    }
    Err(WeightsError::Damaged {
        name: known.name.to_owned(),
        found: format!("the SHA-256 {found}"),
        expected: known.sha256.to_owned(),
    })
}
