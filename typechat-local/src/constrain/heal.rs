//! What a model wants, in tokens that are allowed.
//!
//! A model that is done with a word wants, say, the token `",` where the grammar only allows
//! `"`. Striking out what is not allowed would leave the choice to what is left, and a longer
//! word may win that the model does not want. So the mass of each token that is not allowed goes
//! to the longest token that is allowed and that it begins with.

use llguidance::toktrie::{SimpleVob, TokTrie};

use super::vocabulary::Vocabulary;

/// Tokens whose logits are this far below the highest one carry no mass to speak of.
const NEGLIGIBLE: f32 = 20.0;
/// Tokens in a word of a mask.
const WORD: usize = 32;

/// Masks logits: tokens that are not allowed get minus infinity, their mass goes where the text
/// that they stand for begins.
pub(crate) fn heal(logits: &mut [f32], allowed: &SimpleVob, vocabulary: &Vocabulary) {
    let is_allowed = |token: u32| (token as usize) < allowed.len() && allowed.is_allowed(token);
    let threshold = highest(logits) - NEGLIGIBLE;
    let mut moved: Vec<(u32, f32)> = Vec::new();
    let words = allowed
        .as_slice()
        .iter()
        .copied()
        .chain(std::iter::repeat(0));
    for (at, (word, block)) in words.zip(logits.chunks_mut(WORD)).enumerate() {
        if word == u32::MAX {
            continue;
        }
        // Most blocks have nothing of weight: the highest logit tells.
        if highest(block) > threshold {
            for (bit, logit) in block.iter().enumerate() {
                if *logit > threshold && word & (1 << bit) == 0 {
                    let token = u32::try_from(at * WORD + bit).unwrap_or(u32::MAX);
                    let prefix = vocabulary
                        .prefixes(token)
                        .find(|prefix| is_allowed(*prefix));
                    moved.extend(prefix.map(|prefix| (prefix, *logit)));
                }
            }
        }
        if word == 0 {
            block.fill(f32::NEG_INFINITY);
            continue;
        }
        for (bit, logit) in block.iter_mut().enumerate() {
            if word & (1 << bit) == 0 {
                *logit = f32::NEG_INFINITY;
            }
        }
    }
    for (token, logit) in moved {
        if let Some(sum) = logits.get_mut(token as usize) {
            *sum = add(*sum, logit);
        }
    }
}

/// The highest logit, eight lanes at a time.
fn highest(logits: &[f32]) -> f32 {
    let mut lanes = [f32::NEG_INFINITY; 8];
    let (blocks, rest) = logits.as_chunks::<8>();
    for block in blocks {
        for (lane, logit) in lanes.iter_mut().zip(block) {
            *lane = if *logit > *lane { *logit } else { *lane };
        }
    }
    lanes
        .iter()
        .chain(rest)
        .copied()
        .fold(f32::NEG_INFINITY, f32::max)
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

/// The logarithm of the sum of two masses that are given as logarithms.
fn add(a: f32, b: f32) -> f32 {
    let (high, low) = if a > b { (a, b) } else { (b, a) };
    if low == f32::NEG_INFINITY {
        high
    } else {
        high + (low - high).exp().ln_1p()
    }
}
