//! The tokens of a model as llguidance wants them.

use std::{fmt, sync::Arc};

use llguidance::toktrie::{TokEnv, TokRxInfo, TokTrie, TokenizerEnv};

/// What a grammar needs to know of a tokenizer.
pub trait Tokens: Send + Sync {
    /// How many tokens there are; ids are below.
    fn count(&self) -> usize;
    /// The bytes of a token; `None` for one that stands for no text.
    fn bytes(&self, id: u32) -> Option<&[u8]>;
    /// The tokens that end a reply, at least one.
    fn ends(&self) -> &[u32];
    /// A text as the model would see it.
    fn encode(&self, text: &[u8]) -> Vec<u32>;
}

/// Tokens with their prefix tree.
pub(super) struct Vocabulary {
    tokens: Arc<dyn Tokens>,
    trie: TokTrie,
}

impl Vocabulary {
    pub(super) fn env(tokens: Arc<dyn Tokens>) -> TokEnv {
        let count = tokens.count();
        let words: Vec<Vec<u8>> = (0..count)
            .map(|id| {
                let id = u32::try_from(id).unwrap_or(u32::MAX);
                match tokens.bytes(id) {
                    Some(bytes) if !bytes.is_empty() => bytes.to_vec(),
                    // No text leads to such a token.
                    _ => {
                        let name = format!("<|{id}|>");
                        [&[TokTrie::SPECIAL_TOKEN_MARKER], name.as_bytes()].concat()
                    }
                }
            })
            .collect();
        let end = tokens.ends().first().copied().unwrap_or_default();
        let info = TokRxInfo::new(u32::try_from(count).unwrap_or(u32::MAX), end);
        let mut trie = TokTrie::from(&info, &words);
        if !tokens.ends().is_empty() {
            trie = trie.with_eos_tokens(tokens.ends());
        }
        Arc::new(Self { tokens, trie })
    }
}

impl TokenizerEnv for Vocabulary {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    fn tokenize_bytes(&self, text: &[u8]) -> Vec<u32> {
        self.tokens.encode(text)
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vocabulary")
            .field("tokens", &self.tokens.count())
            .finish_non_exhaustive()
    }
}
