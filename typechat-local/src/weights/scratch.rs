//! A folder and processes for pip, which go when nobody needs them any longer.

use std::{
    ffi::OsString,
    fs,
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
};

use super::{Known, WeightsError, store::needed};

/// A folder for pip's files, on the disk of the weights, so that nothing is left elsewhere.
pub(crate) struct Scratch(PathBuf);

impl Scratch {
    pub(crate) fn new(folder: &Path, known: &Known) -> Result<Self, WeightsError> {
        let begin = format!("{}.pip-", known.file);
        // What killed processes left; the lock says that they are no longer at work.
        for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
            if entry.file_name().to_string_lossy().starts_with(&begin) {
                let _ = fs::remove_dir_all(entry.path());
            }
        }
        let path = folder.join(format!("{begin}{}", std::process::id()));
        fs::create_dir_all(&path)
            .map_err(|source| WeightsError::io(&path, needed(known), source))?;
        Ok(Self(path))
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// The bytes of all files in it.
    pub(crate) fn size(&self) -> u64 {
        size(&self.0, 3)
    }

    /// A command that works in this folder: Python would run modules of the current one.
    pub(crate) fn command(&self, words: &[OsString]) -> Command {
        let mut command = Command::new(words.first().map_or("".as_ref(), OsString::as_os_str));
        command
            .args(words.iter().skip(1))
            .current_dir(&self.0)
            .stdin(Stdio::null());
        for variable in ["TMPDIR", "TEMP", "TMP"] {
            command.env(variable, &self.0);
        }
        command
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        // What stays is removed by the next fetch.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A process that ends when nobody waits for it.
pub(crate) struct Running(pub(crate) Child);

impl Drop for Running {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The bytes of all files in a folder, so many levels deep.
fn size(folder: &Path, depth: u8) -> u64 {
    let Ok(entries) = fs::read_dir(folder) else {
        return 0;
    };
    let sizes = entries.flatten().map(|entry| match entry.metadata() {
        Ok(metadata) if metadata.is_dir() && depth > 0 => size(&entry.path(), depth - 1),
        Ok(metadata) if metadata.is_file() => metadata.len(),
        _ => 0,
    });
    sizes.sum()
}
