//! Attention: every head takes from earlier tokens what its query asks for.

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::Config;
use crate::math::dot_floats;

/// What heads of the new tokens take from the tokens up to their own. Token by token, head by
/// head, like the queries.
pub(super) fn attend(config: &Config, queries: &[f32], keys: &[f32], values: &[f32]) -> Vec<f32> {
    let count = queries.len() / (config.heads * config.head);
    let before = keys.len() / config.key_width() - count;
    let shared = config.heads / config.key_heads;
    let mut out = vec![0.0; queries.len()];
    // Heads that share keys go together.
    let length = shared * config.head;
    out.par_chunks_mut(length)
        .zip(queries.par_chunks(length))
        .enumerate()
        .for_each_init(Vec::new, |scores, (task, (out, queries))| {
            let seen = before + task / config.key_heads + 1;
            Arch::new().dispatch(Heads {
                queries,
                keys: &keys[..seen * config.key_width()],
                values: &values[..seen * config.key_width()],
                from: task % config.key_heads * config.head,
                width: config.key_width(),
                head: config.head,
                scores,
                out,
            });
        });
    out
}

/// The heads of one token that share keys and values.
struct Heads<'a> {
    queries: &'a [f32],
    keys: &'a [f32],
    values: &'a [f32],
    /// Where the shared head stands in a token's keys and values.
    from: usize,
    width: usize,
    head: usize,
    scores: &'a mut Vec<f32>,
    out: &'a mut [f32],
}

impl WithSimd for Heads<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self {
            queries,
            keys,
            values,
            from,
            width,
            head,
            scores,
            out,
        } = self;
        let seen = keys.len() / width;
        let heads = queries.len() / head;
        #[allow(clippy::cast_precision_loss, reason = "a few hundred at most")]
        let scale = (head as f32).sqrt().recip();
        scores.clear();
        scores.resize(seen * heads, 0.0);
        for (place, key) in keys.chunks_exact(width).enumerate() {
            let key = &key[from..from + head];
            for (index, query) in queries.chunks_exact(head).enumerate() {
                scores[index * seen + place] = dot_floats(query, key) * scale;
            }
        }
        scores.chunks_exact_mut(seen).for_each(softmax);
        for (place, value) in values.chunks_exact(width).enumerate() {
            let value = &value[from..from + head];
            for (index, out) in out.chunks_exact_mut(head).enumerate() {
                let weight = scores[index * seen + place];
                for (out, value) in out.iter_mut().zip(value) {
                    *out += weight * value;
                }
            }
        }
    }
}

/// Weights that add up to one.
#[inline(always)]
fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let mut sum = 0.0;
    for score in scores.iter_mut() {
        *score = (*score - most).exp();
        sum += *score;
    }
    scores.iter_mut().for_each(|score| *score /= sum);
}
