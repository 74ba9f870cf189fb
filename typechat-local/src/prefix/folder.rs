//! Prefixes on disk: one file each, named by the weights and the tokens.

use std::{
    fs::{self, File},
    io::{self, Read, Write},
    path::{Path, PathBuf},
    process,
    time::SystemTime,
};

use sha2::{Digest, Sha256};
use tracing::{debug, warn};

use crate::{
    hash::hex,
    transformer::{Config, KeyValues},
};

const MAGIC: &[u8; 8] = b"tc-kv\r\n\0";

/// Counts up whenever the numbers of the same weights and tokens change.
const VERSION: u32 = 1;

const ENDING: &str = "prefix";

type Hash = [u8; 32];

/// A folder of prefixes. Nothing that goes wrong in it is worse than reading the prompt again.
pub(crate) struct Folder {
    path: PathBuf,
    /// The hash of the file of weights.
    model: Hash,
    /// How many bytes all files may take.
    limit: u64,
}

impl Folder {
    pub(crate) fn new(path: PathBuf, model: Hash, limit: u64) -> Self {
        Self { path, model, limit }
    }

    /// The prefix of these tokens, if it is there and whole. A file that is not is removed.
    pub(crate) fn load(&self, config: &Config, tokens: &[u32]) -> Option<KeyValues> {
        let path = self.file(tokens);
        let mut bytes = Vec::new();
        // One byte more than there should be tells a file that is too long.
        let most = length(config, tokens.len()) + 1;
        match File::open(&path).and_then(|file| file.take(most).read_to_end(&mut bytes)) {
            Ok(_) => {}
            Err(error) if error.kind() == io::ErrorKind::NotFound => return None,
            Err(error) => {
                warn!(path = %path.display(), %error, "a kept prefix cannot be read");
                return None;
            }
        }
        let Some(known) = decode(&bytes, config, tokens) else {
            warn!(path = %path.display(), "a kept prefix is damaged; it is removed");
            let _ = fs::remove_file(&path);
            return None;
        };
        // The latest used ones are kept longest.
        let touched = File::options().append(true).open(&path);
        let _ = touched.and_then(|file| file.set_modified(SystemTime::now()));
        debug!(tokens = tokens.len(), "prefix from disk");
        Some(known)
    }

    /// Writes a prefix, whole or not at all, and removes old ones beyond the limit.
    pub(crate) fn store(&self, prefix: &KeyValues) {
        let path = self.file(prefix.tokens());
        if let Err(error) = self.write(&path, &encode(prefix)) {
            warn!(path = %path.display(), %error, "a prefix cannot be kept");
        }
    }

    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        if bytes.len() as u64 > self.limit {
            return Ok(());
        }
        private_folder(&self.path)?;
        self.make_room(bytes.len() as u64)?;
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
        let moment = since.map_or(0, |since| since.as_nanos());
        let own = path.with_extension(format!("{}-{moment}.part", process::id()));
        let written = private_file(&own).and_then(|mut file| {
            file.write_all(bytes)?;
            file.sync_data()
        });
        let moved = written.and_then(|()| fs::rename(&own, path));
        if moved.is_err() {
            let _ = fs::remove_file(&own);
        }
        moved
    }

    /// Removes the files that were not used for the longest time, and what is left of processes
    /// that ended while they wrote.
    fn make_room(&self, needed: u64) -> io::Result<()> {
        let mut files = Vec::new();
        for entry in fs::read_dir(&self.path)? {
            let path = entry?.path();
            // What has another name is not ours.
            let name = path.file_name().and_then(|name| name.to_str());
            let hash = name.and_then(|name| name.split_once('.'));
            if !hash.is_some_and(|(hash, _)| hash.len() == 64 && is_hex(hash)) {
                continue;
            }
            let ending = path.extension().and_then(|ending| ending.to_str());
            // Another process may have removed it in between.
            let Ok(data) = fs::metadata(&path) else {
                continue;
            };
            let used = data.modified().unwrap_or(SystemTime::UNIX_EPOCH);
            match ending {
                Some(ENDING) => files.push((used, data.len(), path)),
                Some("part") if used.elapsed().is_ok_and(|age| age.as_secs() > 600) => {
                    let _ = fs::remove_file(&path);
                }
                _ => {}
            }
        }
        files.sort();
        let mut total: u64 = files.iter().map(|(_, length, _)| length).sum();
        for (_, length, path) in files {
            if total + needed <= self.limit {
                break;
            }
            let _ = fs::remove_file(&path);
            total -= length;
        }
        Ok(())
    }

    fn file(&self, tokens: &[u32]) -> PathBuf {
        let mut hash = Sha256::new();
        hash.update(self.model);
        hash.update(VERSION.to_le_bytes());
        for token in tokens {
            hash.update(token.to_le_bytes());
        }
        let name = hex(&hash.finalize());
        self.path.join(name).with_extension(ENDING)
    }
}

fn is_hex(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

/// How many bytes the file of so many tokens has.
fn length(config: &Config, tokens: usize) -> u64 {
    let numbers = 2 * config.layers * config.key_width() * tokens;
    (MAGIC.len() + 4 + 4 * tokens + 4 * numbers + 32) as u64
}

/// A folder that nobody else looks into; what is there stays as it is.
fn private_folder(path: &Path) -> io::Result<()> {
    let mut builder = fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// A new file that nobody else reads: instructions may be private.
fn private_file(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

/// Magic, version, tokens, numbers, and the hash of all that.
fn encode(prefix: &KeyValues) -> Vec<u8> {
    let mut out = Vec::with_capacity(prefix.bytes() + 4 * prefix.tokens().len() + 64);
    out.extend(MAGIC);
    out.extend(VERSION.to_le_bytes());
    out.extend(prefix.tokens().iter().flat_map(|token| token.to_le_bytes()));
    for part in prefix.parts() {
        out.extend(part.iter().flat_map(|number| number.to_le_bytes()));
    }
    let hash = Sha256::digest(&out);
    out.extend(hash);
    out
}

fn decode(bytes: &[u8], config: &Config, tokens: &[u32]) -> Option<KeyValues> {
    let (content, hash) = bytes.split_last_chunk::<32>()?;
    let rest = content
        .strip_prefix(MAGIC)?
        .strip_prefix(&VERSION.to_le_bytes())?;
    let (words, rest) = rest.as_chunks::<4>().0.split_at_checked(tokens.len())?;
    let same = words
        .iter()
        .map(|word| u32::from_le_bytes(*word))
        .eq(tokens.iter().copied());
    if !same || Sha256::digest(content)[..] != hash[..] {
        return None;
    }
    let mut numbers = rest.iter().map(|word| f32::from_le_bytes(*word));
    let known = KeyValues::from_parts(config, tokens.to_vec(), |length| {
        Some(numbers.by_ref().take(length).collect())
    })?;
    numbers.next().is_none().then_some(known)
}
