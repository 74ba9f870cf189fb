//! Which weights the environment asks for.

use std::{ffi::OsString, path::PathBuf};

use super::{Known, WeightsError, by_name, default};

/// The variable that names weights.
pub(crate) const VARIABLE: &str = "TYPECHAT_LOCAL_MODEL";

/// The weights to use: a file that is there, or a known model that may have to be fetched.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// A file by its path.
    File(PathBuf),
    /// A known model.
    Known(&'static Known),
}

impl Choice {
    /// What `TYPECHAT_LOCAL_MODEL` names: the path of a GGUF file, or a known model. Without it,
    /// the default model.
    ///
    /// # Errors
    /// [`WeightsError::NoSuchFile`] when it names neither.
    pub fn from_env() -> Result<Self, WeightsError> {
        Self::of(std::env::var_os(VARIABLE))
    }

    pub(crate) fn of(value: Option<OsString>) -> Result<Self, WeightsError> {
        let Some(value) = value.filter(|value| !value.is_empty()) else {
            return Ok(Self::Known(default()));
        };
        if let Some(known) = value.to_str().and_then(|name| by_name(name).ok()) {
            return Ok(Self::Known(known));
        }
        let path = PathBuf::from(value);
        if path.is_file() {
            return Ok(Self::File(path));
        }
        Err(WeightsError::NoSuchFile {
            value: path.display().to_string(),
        })
    }

    /// What it is called.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path
                .file_stem()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned(),
            Self::Known(known) => known.name.to_owned(),
        }
    }
}
