//! Numbers and texts one after the other, never past the end.

use super::GgufError;

pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    position: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, position: 0 }
    }

    pub(super) fn position(&self) -> usize {
        self.position
    }

    /// How many bytes are left: no list can have more elements.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.position
    }

    pub(super) fn take(&mut self, count: usize, what: &str) -> Result<&'a [u8], GgufError> {
        let taken = self.bytes[self.position..].get(..count);
        let taken = taken.ok_or_else(|| GgufError::Cut {
            what: what.to_owned(),
            end: (self.position as u64).saturating_add(count as u64),
            length: self.bytes.len() as u64,
        })?;
        self.position += count;
        Ok(taken)
    }

    pub(super) fn array<const N: usize>(&mut self, what: &str) -> Result<[u8; N], GgufError> {
        let mut array = [0; N];
        array.copy_from_slice(self.take(N, what)?);
        Ok(array)
    }

    pub(super) fn u32(&mut self, what: &str) -> Result<u32, GgufError> {
        self.array(what).map(u32::from_le_bytes)
    }

    pub(super) fn u64(&mut self, what: &str) -> Result<u64, GgufError> {
        self.array(what).map(u64::from_le_bytes)
    }

    pub(super) fn string(&mut self, what: &str) -> Result<String, GgufError> {
        let length = self.u64(what)?;
        let bytes = self.take(usize::try_from(length).unwrap_or(usize::MAX), what)?;
        String::from_utf8(bytes.to_vec())
            .map_err(|_| GgufError::Malformed(format!("{what} is not UTF-8")))
    }
}
