//! Byte-level byte pair encoding: every byte is a token, and pairs are joined in a learned order.

use std::collections::HashMap;

use super::{
    TokenizerError,
    alphabet::Alphabet,
    merge::{LONGEST, Merge, NONE},
    split::Split,
    vocabulary::Vocabulary,
};

pub(crate) struct Bpe {
    split: Split,
    /// The token of each byte, or [`NONE`].
    bytes: [u32; 256],
    /// Rank and token of two neighbours.
    merges: HashMap<(u32, u32), (u32, u32)>,
    /// Whether a word that is a token needs no merges.
    whole_words: bool,
    unknown: Option<u32>,
}

impl Bpe {
    pub(crate) fn new(
        vocabulary: &Vocabulary,
        name: &str,
        merges: &[String],
        unknown: Option<u32>,
    ) -> Result<Self, TokenizerError> {
        let alphabet = Alphabet::new();
        let mut table = HashMap::with_capacity(merges.len());
        let mut buffer = Vec::new();
        for (rank, merge) in merges.iter().enumerate() {
            let space = merge.char_indices().skip(1).find(|(_, c)| *c == ' ');
            let (Some((space, _)), Ok(rank)) = (space, u32::try_from(rank)) else {
                let what = format!("merge {rank} is {merge:?}, expected two tokens");
                return Err(TokenizerError::Malformed(what));
            };
            buffer.clear();
            alphabet.read(&merge[..space], &mut buffer);
            let middle = buffer.len();
            alphabet.read(&merge[space + 1..], &mut buffer);
            let left = vocabulary.find(&buffer[..middle]);
            let right = vocabulary.find(&buffer[middle..]);
            // What joins to no token can never be part of one.
            if let (Some(left), Some(right), Some(whole)) = (left, right, vocabulary.find(&buffer))
            {
                table.entry((left, right)).or_insert((rank, whole));
            }
        }
        let mut bytes = [NONE; 256];
        for (byte, id) in (0..=u8::MAX).zip(&mut bytes) {
            *id = vocabulary.find(&[byte]).unwrap_or(NONE);
        }
        Ok(Self {
            split: Split::named(name)?,
            bytes,
            merges: table,
            whole_words: name.starts_with("llama"),
            unknown,
        })
    }

    pub(crate) fn encode(&self, vocabulary: &Vocabulary, text: &str, into: &mut Vec<u32>) {
        let mut merge = Merge::default();
        self.split.words(text, &mut |word| {
            if self.whole_words
                && let Some(id) = vocabulary.find(word.as_bytes())
            {
                into.push(id);
                return;
            }
            for piece in word.as_bytes().chunks(LONGEST) {
                let parts = piece.iter().enumerate();
                merge.run(
                    piece.len(),
                    parts.map(|(at, byte)| (at + 1, self.bytes[usize::from(*byte)])),
                    |left, right| self.merges.get(&(left.id, right.id)).copied(),
                    |part| {
                        let id = Some(part.id).filter(|id| *id != NONE);
                        into.extend(id.or(self.unknown));
                    },
                );
            }
        });
    }
}
