//! The vocabulary as a tree of bytes, which constrained decoding walks.

use toktrie::{TokRxInfo, TokTrie};

use super::{Tokenizer, TokenizerError};

/// Longer tokens than this find no room in the tree.
const LONGEST: usize = 1000;
/// The tree's own bound on its nodes.
const NODES: usize = 1 << 22;

impl Tokenizer {
    /// The tokens by their bytes. Control tokens are under the tree's own mark, tokens without a
    /// meaning are left out.
    pub(crate) fn trie(&self) -> Result<TokTrie, TokenizerError> {
        let too_large = || TokenizerError::Malformed("it has too many tokens".to_owned());
        let size = u32::try_from(self.vocabulary_size()).map_err(|_| too_large())?;
        let words: Vec<Vec<u8>> = (0..size).map(|id| self.word(id)).collect();
        let bytes: usize = words.iter().map(Vec::len).sum();
        if size >= 1 << 24 || bytes >= NODES {
            return Err(too_large());
        }
        let mut info = TokRxInfo::new(size, self.eos());
        info.tok_bos = self.bos();
        let trie = TokTrie::from(&info, &words);
        Ok(trie.with_eos_tokens(self.ends()))
    }

    fn word(&self, id: u32) -> Vec<u8> {
        const MARK: u8 = TokTrie::SPECIAL_TOKEN_MARKER;
        let name = self.name(id);
        if name.len() > LONGEST {
            Vec::new()
        } else if self.is_special(id) && !name.is_empty() {
            [&[MARK], name].concat()
        } else if self.bytes(id).starts_with(&[MARK]) {
            // The mark is a byte that no UTF-8 has; the token of that byte is no text.
            Vec::new()
        } else {
            self.bytes(id).to_vec()
        }
    }
}
