//! The GGUF file: metadata, a directory of tensors, and their bytes.
//!
//! The layout is that of the [GGUF specification](https://github.com/ggml-org/ggml/blob/master/docs/gguf.md),
//! versions 2 and 3, little endian.

mod metadata;
mod reader;

use std::collections::HashMap;

use bytes::Bytes;

use crate::{quant::Kind, transformer::UnsupportedError};
pub use metadata::MetadataError;
pub(crate) use metadata::{Metadata, Value};
use reader::Reader;

/// A file of weights, whole in memory.
pub(crate) struct Gguf {
    pub(crate) metadata: Metadata,
    tensors: HashMap<String, Entry>,
    /// The part of the file that holds the tensors, and where it begins.
    data: Bytes,
    start: usize,
}

/// Where a tensor stands and how it is written.
struct Entry {
    /// The fastest dimension first.
    dimensions: Vec<u64>,
    kind: u32,
    offset: u64,
}

/// A tensor of at most two dimensions, row by row.
#[derive(Clone)]
pub(crate) struct Tensor {
    pub(crate) rows: usize,
    pub(crate) columns: usize,
    pub(crate) kind: Kind,
    pub(crate) bytes: Bytes,
}

/// Why a file of weights cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GgufError {
    /// The file does not begin as a GGUF file does.
    #[error("not a GGUF file: it begins with {found:?}, expected \"GGUF\"")]
    Magic {
        /// Its first bytes.
        found: String,
    },
    /// A version that is not known.
    #[error("GGUF version {0} is not supported, expected 2 or 3")]
    Version(u32),
    /// The file ends too early.
    #[error("the file is cut: {what} ends at byte {end}, the file has {length} bytes")]
    Cut {
        /// What was being read.
        what: String,
        /// Where it would end.
        end: u64,
        /// How long the file is.
        length: u64,
    },
    /// Something in the file contradicts the format.
    #[error("not a valid GGUF file: {0}")]
    Malformed(String),
    /// A tensor that the model needs is not there.
    #[error("the file has no tensor {0:?}")]
    NoTensor(String),
    /// A tensor is of another shape.
    #[error("the tensor {name:?} is {found}, expected {expected}")]
    Shape {
        /// The tensor.
        name: String,
        /// Its shape.
        found: String,
        /// The shape that the model needs.
        expected: String,
    },
    /// A tensor's numbers are written in a way that is not supported.
    #[error("the tensor {name:?} is of GGML type {kind}, which is not supported; supported are {known}", known = Kind::NAMES)]
    Kind {
        /// The tensor.
        name: String,
        /// Its type's number.
        kind: u32,
    },
    /// A network that is not computed here.
    #[error(transparent)]
    Unsupported(#[from] UnsupportedError),
    /// Something that the metadata should say.
    #[error(transparent)]
    Metadata(#[from] MetadataError),
}

impl Gguf {
    /// Reads a whole file.
    #[cfg(test)]
    pub(crate) fn open(path: &std::path::Path) -> Result<Self, GgufError> {
        Self::parse(&std::fs::read(path).unwrap().into())
    }

    /// Reads a file's bytes. Every length in it is held against what there is.
    pub(crate) fn parse(bytes: &Bytes) -> Result<Self, GgufError> {
        let mut reader = Reader::new(bytes);
        let magic = reader.take(4, "its first word")?;
        if magic != b"GGUF" {
            let found = String::from_utf8_lossy(magic).into_owned();
            return Err(GgufError::Magic { found });
        }
        let version = reader.u32("its version")?;
        if !matches!(version, 2 | 3) {
            return Err(GgufError::Version(version));
        }
        let tensor_count = reader.u64("the number of tensors")?;
        let value_count = reader.u64("the number of values")?;
        let metadata = Metadata::read(&mut reader, value_count)?;
        let mut tensors = HashMap::new();
        for _ in 0..tensor_count {
            let name = reader.string("the name of a tensor")?;
            let entry = entry(&mut reader, &name)?;
            tensors.insert(name, entry);
        }
        let alignment = metadata.get("general.alignment").and_then(Value::as_u64);
        let alignment = alignment.unwrap_or(32).clamp(1, 1 << 20);
        let start = reader.position().next_multiple_of(alignment as usize);
        let start = start.min(bytes.len());
        let data = bytes.slice(start..);
        let gguf = Self {
            metadata,
            tensors,
            data,
            start,
        };
        // A cut file is told at once, not in the middle of a reply.
        let mut names: Vec<_> = gguf.tensors.iter().collect();
        names.sort_by_key(|(name, entry)| (entry.offset, *name));
        for (name, _) in names {
            gguf.tensor(name)?;
        }
        Ok(gguf)
    }

    pub(crate) fn has(&self, name: &str) -> bool {
        self.tensors.contains_key(name)
    }

    /// A tensor by name.
    pub(crate) fn tensor(&self, name: &str) -> Result<Tensor, GgufError> {
        let entry = self
            .tensors
            .get(name)
            .ok_or_else(|| GgufError::NoTensor(name.to_owned()))?;
        let kind = Kind::from_ggml(entry.kind).ok_or_else(|| GgufError::Kind {
            name: name.to_owned(),
            kind: entry.kind,
        })?;
        let malformed = |what: &str| GgufError::Malformed(format!("the tensor {name:?} {what}"));
        let columns = entry.dimensions.first().copied().unwrap_or(1);
        let mut rows = entry.dimensions.iter().skip(1);
        let rows = rows
            .try_fold(1_u64, |product, rows| product.checked_mul(*rows))
            .ok_or_else(|| malformed("has too many rows"))?;
        let (Ok(columns), Ok(rows)) = (usize::try_from(columns), usize::try_from(rows)) else {
            return Err(malformed("is too large"));
        };
        let size = kind
            .row_bytes(columns)
            .ok_or_else(|| malformed(&format!("has rows of {columns}, which no block divides")))?
            .checked_mul(rows)
            .ok_or_else(|| malformed("is too large"))?;
        let offset = usize::try_from(entry.offset).map_err(|_| malformed("is too far"))?;
        let end = offset.checked_add(size);
        let end = end.ok_or_else(|| malformed("is too large"))?;
        if end > self.data.len() {
            return Err(GgufError::Cut {
                what: format!("the tensor {name:?}"),
                end: (self.start as u64).saturating_add(end as u64),
                length: (self.start + self.data.len()) as u64,
            });
        }
        Ok(Tensor {
            rows,
            columns,
            kind,
            bytes: self.data.slice(offset..end),
        })
    }
}

impl Tensor {
    /// The bytes of a row.
    pub(crate) fn row(&self, row: usize) -> &[u8] {
        let length = self.bytes.len() / self.rows.max(1);
        &self.bytes[row * length..][..length]
    }
}

fn entry(reader: &mut Reader<'_>, name: &str) -> Result<Entry, GgufError> {
    let count = reader.u32("a number of dimensions")?;
    if count > 4 {
        return Err(GgufError::Malformed(format!(
            "the tensor {name:?} has {count} dimensions"
        )));
    }
    let dimensions = (0..count)
        .map(|_| reader.u64("a dimension"))
        .collect::<Result<_, _>>()?;
    Ok(Entry {
        dimensions,
        kind: reader.u32("a tensor's type")?,
        offset: reader.u64("a tensor's place")?,
    })
}

#[cfg(test)]
mod tests;
