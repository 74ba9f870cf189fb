//! The tokens of a model as llguidance wants them.

use std::{fmt, sync::Arc};

use llguidance::toktrie::{TokRxInfo, TokTrie, TokenizerEnv};

/// What a grammar needs to know of a tokenizer.
pub(crate) trait Tokens: Send + Sync {
    /// How many tokens there are; ids are below.
    fn count(&self) -> usize;
    /// The bytes of a token; `None` for one that stands for no text.
    fn bytes(&self, id: u32) -> Option<&[u8]>;
    /// The tokens that end a reply, at least one.
    fn ends(&self) -> &[u32];
    /// A text as the model would see it.
    fn encode(&self, text: &str) -> Vec<u32>;
}

/// Tokens with their prefix tree.
pub(crate) struct Vocabulary {
    tokens: Arc<dyn Tokens>,
    trie: TokTrie,
    /// For each token, the longest other one that it begins with.
    parents: Vec<u32>,
}

/// Where a token has no parent.
const NONE: u32 = u32::MAX;

impl Vocabulary {
    pub(super) fn new(tokens: Arc<dyn Tokens>) -> Self {
        let count = u32::try_from(tokens.count()).unwrap_or(NONE);
        let words: Vec<Vec<u8>> = (0..count)
            .map(|id| match tokens.bytes(id) {
                Some(bytes) if !bytes.is_empty() => bytes.to_vec(),
                // No text leads to such a token.
                _ => {
                    let name = format!("<|{id}|>");
                    [&[TokTrie::SPECIAL_TOKEN_MARKER], name.as_bytes()].concat()
                }
            })
            .collect();
        let end = tokens.ends().first().copied().unwrap_or_default();
        let mut trie = TokTrie::from(&TokRxInfo::new(count, end), &words);
        if !tokens.ends().is_empty() {
            trie = trie.with_eos_tokens(tokens.ends());
        }
        let parents = parents(&trie);
        Self {
            tokens,
            trie,
            parents,
        }
    }

    /// The tokens with which a token begins, the longest first, without itself.
    pub(super) fn prefixes(&self, token: u32) -> impl Iterator<Item = u32> + '_ {
        let parent = |token: &u32| {
            let parent = self.parents.get(*token as usize).copied();
            parent.filter(|parent| *parent != NONE)
        };
        std::iter::successors(Some(token), parent).skip(1)
    }
}

fn parents(trie: &TokTrie) -> Vec<u32> {
    let mut parents = vec![NONE; trie.vocab_size()];
    let mut open = vec![(trie.root(), NONE)];
    while let Some((node, parent)) = open.pop() {
        let here = node.token_id().unwrap_or(parent);
        if let Some(token) = node.token_id() {
            parents[token as usize] = parent;
        }
        open.extend(trie.node_children(node).map(|child| (child, here)));
    }
    parents
}

impl TokenizerEnv for Vocabulary {
    fn tok_trie(&self) -> &TokTrie {
        &self.trie
    }

    /// A text may begin or end within a character: such bytes are tokens of their own.
    fn tokenize_bytes(&self, text: &[u8]) -> Vec<u32> {
        let encode = |text: &str| self.tokens.encode(text);
        self.trie.tokenize_with_greedy_fallback(text, encode)
    }
}

impl fmt::Debug for Vocabulary {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Vocabulary")
            .field("tokens", &self.tokens.count())
            .finish_non_exhaustive()
    }
}
