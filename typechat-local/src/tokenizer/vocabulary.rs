//! The tokens' bytes, and the token of some bytes.

use std::hash::{BuildHasher, RandomState};

use super::TokenizerError;

/// What a token is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A piece of text.
    Normal,
    /// Stands for what the vocabulary cannot write.
    Unknown,
    /// Steers the model, such as the end of a turn; never part of a text.
    Control,
    /// A piece of text that is always one token, whatever stands around it.
    UserDefined,
    /// A number without a meaning.
    Unused,
    /// One byte, for text that no other token covers.
    Byte,
}

impl Kind {
    /// The kind by its number in a file.
    pub(crate) fn from_gguf(number: i64) -> Option<Self> {
        Some(match number {
            1 => Self::Normal,
            2 => Self::Unknown,
            3 => Self::Control,
            4 => Self::UserDefined,
            5 => Self::Unused,
            6 => Self::Byte,
            _ => return None,
        })
    }
}

/// All tokens in one stretch of memory: a vocabulary has more than 100,000 of them.
pub(crate) struct Vocabulary {
    bytes: Vec<u8>,
    /// Where each token's bytes end.
    ends: Vec<u32>,
    kinds: Vec<Kind>,
    /// An open-addressed hash table of the normal tokens, by their bytes.
    slots: Vec<u32>,
    hasher: RandomState,
    longest: usize,
}

const EMPTY: u32 = u32::MAX;

/// How many nodes the tree of tokens has room for that grammars are held against: one for each
/// byte at most, and fewer than four for a token without text.
const ROOM: usize = 1 << 22;

impl Vocabulary {
    /// Tokens in the order of their numbers.
    pub(crate) fn new<'a, B: AsRef<[u8]> + 'a>(
        tokens: impl ExactSizeIterator<Item = (B, Kind)>,
    ) -> Result<Self, TokenizerError> {
        let count = tokens.len();
        let mut vocabulary = Self {
            bytes: Vec::new(),
            ends: Vec::with_capacity(count),
            kinds: Vec::with_capacity(count),
            slots: vec![EMPTY; (count * 2).next_power_of_two()],
            hasher: RandomState::new(),
            longest: 0,
        };
        for (bytes, kind) in tokens {
            vocabulary.push(bytes.as_ref(), kind)?;
        }
        Ok(vocabulary)
    }

    fn push(&mut self, bytes: &[u8], kind: Kind) -> Result<(), TokenizerError> {
        let count = self.ends.len();
        let size = self.bytes.len() + bytes.len();
        if size.saturating_add(4 * count) >= ROOM {
            return Err(TokenizerError::Malformed(format!(
                "its first {} tokens are of {size} bytes, which is more than a grammar can hold",
                count + 1
            )));
        }
        #[allow(clippy::cast_possible_truncation, reason = "both are below ROOM")]
        let (id, end) = (count as u32, size as u32);
        self.bytes.extend(bytes);
        self.ends.push(end);
        self.kinds.push(kind);
        if kind == Kind::Normal && !bytes.is_empty() {
            // Of two tokens of the same bytes the later one counts, as elsewhere.
            let slot = self.slot(bytes);
            self.slots[slot] = id;
            self.longest = self.longest.max(bytes.len());
        }
        Ok(())
    }

    pub(crate) fn size(&self) -> usize {
        self.ends.len()
    }

    /// A token's bytes, or the name of one that is no text; empty for a number beyond the last.
    pub(crate) fn bytes(&self, id: u32) -> &[u8] {
        let id = id as usize;
        let Some(end) = self.ends.get(id) else {
            return &[];
        };
        let start = id.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.bytes[start as usize..*end as usize]
    }

    pub(crate) fn kind(&self, id: u32) -> Kind {
        let kind = self.kinds.get(id as usize);
        kind.copied().unwrap_or(Kind::Unused)
    }

    /// The normal token of these bytes.
    pub(crate) fn find(&self, bytes: &[u8]) -> Option<u32> {
        if bytes.len() > self.longest {
            return None;
        }
        let id = self.slots[self.slot(bytes)];
        (id != EMPTY).then_some(id)
    }

    /// The slot that holds these bytes' token, or would hold it. There always is a free slot: half
    /// of them are at least.
    fn slot(&self, bytes: &[u8]) -> usize {
        let mask = self.slots.len() - 1;
        #[allow(clippy::cast_possible_truncation, reason = "any bits of a hash do")]
        let mut slot = self.hasher.hash_one(bytes) as usize & mask;
        while self.slots[slot] != EMPTY && self.bytes(self.slots[slot]) != bytes {
            slot = (slot + 1) & mask;
        }
        slot
    }
}
