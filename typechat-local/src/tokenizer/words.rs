//! The vocabulary as constrained decoding wants it.

use std::sync::Arc;

use super::Tokenizer;
use crate::constrain::Tokens;

/// What a grammar has room for in one token.
const LONGEST: usize = 1000;

/// A tokenizer that grammars share.
pub(crate) struct Words(pub(crate) Arc<Tokenizer>);

impl Tokens for Words {
    fn count(&self) -> usize {
        self.0.vocabulary_size()
    }

    fn bytes(&self, id: u32) -> Option<&[u8]> {
        let bytes = self.0.bytes(id);
        // The byte 0xFF, which no text has, is the grammar's mark of a special token.
        let is_text = !bytes.is_empty() && !bytes.starts_with(&[0xFF]) && bytes.len() <= LONGEST;
        (!self.0.is_special(id) && is_text).then_some(bytes)
    }

    fn ends(&self) -> &[u32] {
        self.0.ends()
    }

    fn encode(&self, text: &str) -> Vec<u32> {
        self.0.encode_on(text)
    }
}
