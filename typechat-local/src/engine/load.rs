//! From a file to a model that can answer.

use std::{path::PathBuf, sync::Arc, thread};

use sha2::{Digest, Sha256};

use super::Engine;
use crate::{
    LocalError,
    constrain::{Caps, Grammars},
    gguf::{Gguf, Value},
    hash::hex,
    prefix::{Folder, Prefixes},
    template::ChatTemplate,
    tokenizer::{Tokenizer, Words},
    transformer::Transformer,
};

/// What a model is loaded with.
#[derive(Debug, Clone)]
pub(crate) struct Setup {
    pub(crate) path: PathBuf,
    /// What the file is to be, in hexadecimal digits.
    pub(crate) sha256: Option<String>,
    pub(crate) threads: Option<usize>,
    pub(crate) context: usize,
    pub(crate) prefix_folder: Option<PathBuf>,
    pub(crate) prefix_memory: usize,
}

/// How many bytes of prefixes are kept on disk.
const PREFIX_FILES: u64 = 512 << 20;

impl Engine {
    /// Reads and checks a file. Its hash, and what the vocabulary needs, are worked out side by
    /// side.
    pub(crate) fn load(setup: &Setup) -> Result<Self, LocalError> {
        let bytes =
            bytes::Bytes::from(
                std::fs::read(&setup.path).map_err(|source| LocalError::Read {
                    path: setup.path.display().to_string(),
                    source,
                })?,
            );
        let needs_hash = setup.sha256.is_some() || setup.prefix_folder.is_some();
        thread::scope(|scope| {
            let hash = needs_hash.then(|| scope.spawn(|| <[u8; 32]>::from(Sha256::digest(&bytes))));
            let gguf = Gguf::parse(&bytes)?;
            let network = Transformer::from_gguf(&gguf)?;
            let tokenizer = Tokenizer::from_metadata(&gguf.metadata)?;
            let template = ChatTemplate::from_metadata(&gguf.metadata, &tokenizer)?;
            let tokenizer = Arc::new(tokenizer);
            if tokenizer.vocabulary_size() > network.words() {
                return Err(LocalError::Vocabulary {
                    tokens: tokenizer.vocabulary_size(),
                    rows: network.words(),
                });
            }
            let words = Arc::new(Words(Arc::clone(&tokenizer)));
            let grammars = Grammars::new(words, Caps::default())?;
            let hash = hash.map(|hash| {
                hash.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            if let (Some(expected), Some(found)) = (&setup.sha256, &hash) {
                check(expected, found, setup)?;
            }
            let folder = setup.prefix_folder.clone().zip(hash);
            let folder = folder.map(|(path, hash)| Folder::new(path, hash, PREFIX_FILES));
            let name = gguf.metadata.get("general.name").and_then(Value::as_str);
            let stem = || {
                setup
                    .path
                    .file_stem()
                    .map(|stem| stem.to_string_lossy().into_owned())
            };
            Ok(Self {
                name: name.map(str::to_owned).or_else(stem).unwrap_or_default(),
                context: setup.context.min(network.config.context),
                network,
                tokenizer,
                template,
                grammars,
                prefixes: Prefixes::new(setup.prefix_memory, folder),
            })
        })
    }
}

fn check(expected: &str, found: &[u8; 32], setup: &Setup) -> Result<(), LocalError> {
    let found = hex(found);
    if found.eq_ignore_ascii_case(expected) {
        return Ok(());
    }
    Err(LocalError::Hash {
        path: setup.path.display().to_string(),
        found,
        expected: expected.to_owned(),
    })
}
