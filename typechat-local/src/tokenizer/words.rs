//! The vocabulary as constrained decoding wants it.

use std::sync::Arc;

use super::Tokenizer;
use crate::constrain::Tokens;

/// A tokenizer that grammars share.
pub(crate) struct Words(pub(crate) Arc<Tokenizer>);

impl Tokens for Words {
    fn count(&self) -> usize {
        self.0.vocabulary_size()
    }

    fn bytes(&self, id: u32) -> Option<&[u8]> {
        let bytes = self.0.bytes(id);
        (!self.0.is_special(id) && !bytes.is_empty()).then_some(bytes)
    }

    fn ends(&self) -> &[u32] {
        self.0.ends()
    }

    fn encode(&self, text: &str) -> Vec<u32> {
        self.0.encode(text, false)
    }
}
