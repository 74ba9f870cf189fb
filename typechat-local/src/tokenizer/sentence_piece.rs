//! `SentencePiece`'s byte pair encoding: characters are joined to the token of the best score, and
//! what no token covers is written in bytes.

use super::{
    merge::{LONGEST, Merge, NONE},
    vocabulary::{Kind, Vocabulary},
};

pub(crate) struct SentencePiece {
    /// The rank of each token: the best score has the lowest.
    ranks: Vec<u32>,
    /// The token of each byte, or [`NONE`].
    bytes: [u32; 256],
    unknown: Option<u32>,
    space_prefix: bool,
}

impl SentencePiece {
    pub(crate) fn new(
        vocabulary: &Vocabulary,
        scores: &[f32],
        unknown: Option<u32>,
        space_prefix: bool,
    ) -> Self {
        let mut bytes = [NONE; 256];
        for id in (0..).take(vocabulary.size()) {
            if let (Kind::Byte, [byte]) = (vocabulary.kind(id), vocabulary.bytes(id)) {
                bytes[usize::from(*byte)] = id;
            }
        }
        Self {
            ranks: scores.iter().map(|score| rank(*score)).collect(),
            bytes,
            unknown,
            space_prefix,
        }
    }

    /// Encodes a stretch of text; one that follows nothing or a control token begins a word.
    pub(crate) fn encode(
        &self,
        vocabulary: &Vocabulary,
        text: &str,
        begins: bool,
        into: &mut Vec<u32>,
    ) {
        let prefixed;
        let mut text = text;
        if begins && self.space_prefix && !text.is_empty() {
            prefixed = format!(" {text}");
            text = &prefixed;
        }
        let mut merge = Merge::default();
        while !text.is_empty() {
            let (piece, rest) = text.split_at(boundary(text));
            self.piece(vocabulary, piece, &mut merge, into);
            text = rest;
        }
    }

    fn piece(&self, vocabulary: &Vocabulary, piece: &str, merge: &mut Merge, into: &mut Vec<u32>) {
        let bytes = piece.as_bytes();
        let parts = piece.char_indices().map(|(at, character)| {
            let end = at + character.len_utf8();
            (end, vocabulary.find(&bytes[at..end]).unwrap_or(NONE))
        });
        merge.run(
            bytes.len(),
            parts,
            |left, right| {
                let id = vocabulary.find(&bytes[left.start as usize..right.end as usize])?;
                Some((*self.ranks.get(id as usize)?, id))
            },
            |part| {
                if part.id != NONE {
                    into.push(part.id);
                    return;
                }
                let character = &bytes[part.start as usize..part.end as usize];
                let ids = character.iter().map(|byte| self.bytes[usize::from(*byte)]);
                if ids.clone().any(|id| id == NONE) {
                    into.extend(self.unknown);
                } else {
                    into.extend(ids);
                }
            },
        );
    }
}

/// The end of the last character within [`LONGEST`] bytes.
fn boundary(text: &str) -> usize {
    let mut end = text.len().min(LONGEST);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    end
}

/// Scores as numbers that rise as the scores fall.
fn rank(score: f32) -> u32 {
    // Zero has two signs.
    let bits = (score + 0.0).to_bits();
    if bits >> 31 == 0 {
        !bits & (u32::MAX >> 1)
    } else {
        bits
    }
}
