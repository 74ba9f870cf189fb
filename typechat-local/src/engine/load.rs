//! From a file to a model that can answer.

use std::{
    fs::File,
    io::{self, Read},
    path::{Path, PathBuf},
    sync::Arc,
    thread,
};

use bytes::Bytes;
use sha2::{Digest, Sha256};

use super::Engine;
use crate::{
    LoadFault, LocalError,
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
    pub(crate) name: Option<String>,
    /// What the file is to be, in hexadecimal digits.
    pub(crate) sha256: Option<String>,
    pub(crate) threads: Option<usize>,
    pub(crate) context: usize,
    pub(crate) prefix_folder: Option<PathBuf>,
    pub(crate) prefix_memory: usize,
}

/// How many bytes of prefixes are kept on disk.
const PREFIX_FILES: u64 = 512 << 20;

type Hash = [u8; 32];

impl Engine {
    /// Reads and checks a file.
    pub(crate) fn load(setup: &Setup) -> Result<Self, LocalError> {
        let path = || setup.path.display().to_string();
        let bytes = read(&setup.path)?;
        let (mut engine, hash) =
            Self::made(setup, &bytes).map_err(|fault| LocalError::Unusable {
                path: path(),
                fault,
            })?;
        if let (Some(expected), Some(found)) = (&setup.sha256, &hash) {
            let found = hex(found);
            if !found.eq_ignore_ascii_case(expected) {
                return Err(LocalError::Hash {
                    path: path(),
                    found,
                    expected: expected.clone(),
                });
            }
        }
        let folder = setup.prefix_folder.clone().zip(hash);
        let folder = folder.map(|(path, hash)| Folder::new(path, hash, PREFIX_FILES));
        engine.prefixes = Prefixes::new(setup.prefix_memory, folder);
        Ok(engine)
    }

    /// The file's hash, where one is needed, is worked out beside what the vocabulary needs.
    fn made(setup: &Setup, bytes: &Bytes) -> Result<(Self, Option<Hash>), LoadFault> {
        let gguf = Gguf::parse(bytes)?;
        let network = Transformer::from_gguf(&gguf)?;
        let tokenizer = Tokenizer::from_metadata(&gguf.metadata)?;
        let template = ChatTemplate::from_metadata(&gguf.metadata, &tokenizer)?;
        let tokenizer = Arc::new(tokenizer);
        if tokenizer.vocabulary_size() > network.words() {
            return Err(LoadFault::Vocabulary {
                tokens: tokenizer.vocabulary_size(),
                rows: network.words(),
            });
        }
        let needs_hash = setup.sha256.is_some() || setup.prefix_folder.is_some();
        let words = Arc::new(Words(Arc::clone(&tokenizer)));
        let (grammars, hash) = thread::scope(|scope| {
            let hash = needs_hash.then(|| scope.spawn(|| Hash::from(Sha256::digest(bytes))));
            let grammars = Grammars::new(words, Caps::default());
            let hash = hash.map(|hash| {
                hash.join()
                    .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
            });
            (grammars, hash)
        });
        let stated = gguf.metadata.get("general.name").and_then(Value::as_str);
        let stem = setup.path.file_stem();
        let name = setup
            .name
            .clone()
            .or_else(|| stated.map(str::to_owned))
            .or_else(|| stem.map(|stem| stem.to_string_lossy().into_owned()));
        let engine = Self {
            name: name.unwrap_or_default(),
            context: setup.context.min(network.config.context),
            network,
            tokenizer,
            template,
            grammars: grammars?,
            prefixes: Prefixes::new(0, None),
        };
        Ok((engine, hash))
    }
}

/// A whole file. One that does not begin as weights do is not read further.
fn read(path: &Path) -> Result<Bytes, LocalError> {
    let name = || path.display().to_string();
    let cannot = |source: io::Error| LocalError::Read {
        path: name(),
        source,
    };
    let mut file = File::open(path).map_err(cannot)?;
    let length = file.metadata().map_err(cannot)?.len();
    let mut bytes = Vec::new();
    file.by_ref()
        .take(4)
        .read_to_end(&mut bytes)
        .map_err(cannot)?;
    if bytes == b"GGUF" {
        let room = usize::try_from(length).unwrap_or(usize::MAX);
        bytes
            .try_reserve_exact(room)
            .map_err(|_| LocalError::Memory {
                path: name(),
                bytes: length,
            })?;
        file.read_to_end(&mut bytes).map_err(cannot)?;
    }
    Ok(bytes.into())
}
