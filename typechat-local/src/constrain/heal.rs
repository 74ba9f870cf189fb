//! What a model wants, in tokens that are allowed.
//!
//! A model that is done with a word wants, say, the token `",` where the grammar only allows
//! `"`. Striking out what is not allowed would leave the choice to what is left, and a longer
//! word may win that the model does not want. So the mass of each token that is not allowed goes
//! to the longest token that is allowed and that it begins with.

use llguidance::toktrie::{SimpleVob, TokTrie};

/// Tokens whose logits are this far below the highest one carry no mass to speak of.
const NEGLIGIBLE: f32 = 20.0;

/// Masks logits: tokens that are not allowed get minus infinity, their mass goes where the text
/// that they stand for begins.
pub(crate) fn heal(logits: &mut [f32], allowed: &SimpleVob, trie: &TokTrie) {
    let count = logits.len().min(trie.vocab_size());
    let highest = logits[..count]
        .iter()
        .copied()
        .fold(f32::NEG_INFINITY, f32::max);
    let mut moved: Vec<(u32, f32)> = Vec::new();
    for (token, logit) in (0_u32..).zip(logits[..count].iter()) {
        if *logit > highest - NEGLIGIBLE && !allowed.is_allowed(token) {
            let longest = prefixes(trie, trie.token(token)).filter(|p| allowed.is_allowed(*p));
            moved.extend(longest.last().map(|prefix| (prefix, *logit)));
        }
    }
    for (token, logit) in (0_u32..).zip(logits.iter_mut()) {
        if token as usize >= count || !allowed.is_allowed(token) {
            *logit = f32::NEG_INFINITY;
        }
    }
    for (token, logit) in moved {
        let sum = &mut logits[token as usize];
        *sum = add(*sum, logit);
    }
}

/// Strikes out all tokens that begin like this.
pub(crate) fn strike(logits: &mut [f32], beginning: &[u8], trie: &TokTrie) {
    let Some(node) = trie.child_at_bytes(trie.root(), beginning) else {
        return;
    };
    let mut open = vec![node];
    while let Some(node) = open.pop() {
        let token = node
            .token_id()
            .and_then(|token| logits.get_mut(token as usize));
        if let Some(logit) = token {
            *logit = f32::NEG_INFINITY;
        }
        open.extend(trie.node_children(node));
    }
}

/// The tokens with which some bytes begin, the shortest first.
fn prefixes<'a>(trie: &'a TokTrie, bytes: &'a [u8]) -> impl Iterator<Item = u32> + 'a {
    let mut node = Some(trie.root());
    bytes
        .iter()
        .map_while(move |byte| {
            node = trie.child_at_byte(node?, *byte);
            node.map(|node| node.token_id())
        })
        .flatten()
}

/// The logarithm of the sum of two masses that are given as logarithms.
fn add(a: f32, b: f32) -> f32 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if low == f32::NEG_INFINITY {
        high
    } else {
        high + (low - high).exp().ln_1p()
    }
}
