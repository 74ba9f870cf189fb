//! The file while it grows, beside the place where it belongs.

use std::{
    fs::{self, File},
    io::{self, Seek, Write},
    path::{Path, PathBuf},
};

use super::{Known, WeightsError, check::hash, store::needed};

/// The beginning of a file.
pub(crate) struct Part {
    file: File,
    path: PathBuf,
    length: u64,
    known: Known,
}

impl Part {
    /// What an earlier fetch left, or nothing.
    pub(crate) fn open(path: PathBuf, known: &Known) -> Result<Self, WeightsError> {
        let opened = File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&path)
            .and_then(|file| Ok((file.metadata()?.len(), file)));
        let (length, file) =
            opened.map_err(|source| WeightsError::io(&path, needed(known), source))?;
        let mut part = Self {
            file,
            path,
            length,
            known: known.clone(),
        };
        let keep = if length > known.size { 0 } else { length };
        part.keep(keep)?;
        Ok(part)
    }

    pub(crate) fn length(&self) -> u64 {
        self.length
    }

    pub(crate) fn is_whole(&self) -> bool {
        self.length == self.known.size
    }

    /// The folder it is in.
    pub(crate) fn folder(&self) -> &Path {
        self.path.parent().unwrap_or(Path::new("."))
    }

    /// Keeps so many bytes from the beginning, and goes on after them.
    pub(crate) fn keep(&mut self, length: u64) -> Result<(), WeightsError> {
        let kept = self.file.set_len(length);
        let placed = kept.and_then(|()| self.file.seek(io::SeekFrom::Start(length)));
        placed.map_err(|source| self.failed(source))?;
        self.length = length;
        Ok(())
    }

    /// Adds bytes; the caller sees to it that they are not too many.
    pub(crate) fn append(&mut self, bytes: &[u8]) -> Result<(), WeightsError> {
        self.file
            .write_all(bytes)
            .map_err(|source| self.failed(source))?;
        self.length += bytes.len() as u64;
        Ok(())
    }

    /// Compares all bytes, read again from the file, with the hash. What is wrong is emptied.
    pub(crate) fn check(&mut self) -> Result<(), WeightsError> {
        let found = self.file.rewind().and_then(|()| hash(&mut self.file));
        let found = found.map_err(|source| self.failed(source))?;
        if found == self.known.sha256 {
            return Ok(());
        }
        self.keep(0)?;
        Err(WeightsError::Altered {
            found,
            expected: self.known.sha256.to_owned(),
        })
    }

    /// Moves the checked file to its place, once it is safe on the disk.
    pub(crate) fn place(self, target: &Path) -> Result<(), WeightsError> {
        let placed = self
            .file
            .sync_all()
            .and_then(|()| fs::rename(&self.path, target));
        placed.map_err(|source| self.failed(source))
    }

    /// Removes it, so that nobody else suffers from a full disk, or from an empty file.
    pub(crate) fn discard(self) {
        // What cannot be removed is gone on with, or emptied, by the next fetch.
        let _ = fs::remove_file(&self.path);
    }

    fn failed(&self, source: io::Error) -> WeightsError {
        WeightsError::io(&self.path, needed(&self.known), source)
    }
}
