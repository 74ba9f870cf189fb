//! A Python with a pip that gives what a test lays before it.

use std::{fs, os::unix::fs::symlink, path::PathBuf};

const SCRIPT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/pip/python3");

/// A folder with a `python3` that knows nothing but `-m pip download`, and a "wheel" for each
/// requirement, which is unpacked as it is.
#[derive(Debug)]
pub struct FakePip {
    folder: PathBuf,
}

impl FakePip {
    /// Makes the folder.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        fs::create_dir_all(folder.join("wheels")).expect("a folder");
        // A file that was just written may not be run by a process with several threads.
        symlink(SCRIPT, folder.join("python3")).expect("a link");
        Self { folder }
    }

    /// The folder, for `PATH`.
    pub fn folder(&self) -> PathBuf {
        self.folder.clone()
    }

    /// The interpreter.
    pub fn python(&self) -> PathBuf {
        self.folder.join("python3")
    }

    /// Lays a wheel's data before it.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn wheel(&self, requirement: &str, data: &[u8]) {
        fs::write(self.folder.join("wheels").join(requirement), data).expect("a wheel");
    }

    /// Sets one of its switches, with a text: `failure` is what a download says when it fails,
    /// `hang` lets a download wait until the file `go` is there, `no-pip` leaves pip away.
    ///
    /// # Panics
    /// When it cannot be written.
    pub fn set(&self, switch: &str, text: &str) {
        fs::write(self.folder.join(switch), text).expect("a switch");
    }

    /// Takes a switch back.
    ///
    /// # Panics
    /// When it was not set.
    pub fn unset(&self, switch: &str) {
        fs::remove_file(self.folder.join(switch)).expect("a switch");
    }

    /// What it was asked to download, in order.
    pub fn asked(&self) -> Vec<String> {
        let lines = fs::read_to_string(self.folder.join("asked")).unwrap_or_default();
        lines.lines().map(str::to_owned).collect()
    }

    /// The process of the last download.
    pub fn process(&self) -> Option<u32> {
        let text = fs::read_to_string(self.folder.join("process")).ok()?;
        text.trim().parse().ok()
    }
}
