//! Attention: every head takes from earlier tokens what its query asks for.

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::{Config, prompt::Prompt};
use crate::{
    math::Pace,
    simd::{dot, exp},
};

/// What heads of the new tokens take from the tokens up to their own. Token by token, head by
/// head, like the queries.
pub(super) fn attend(
    config: &Config,
    queries: &[f32],
    keys: &[f32],
    values: &[f32],
    pace: Pace,
) -> Vec<f32> {
    let count = queries.len() / (config.heads * config.head);
    if pace.is_many(count) {
        Arch::new().dispatch(Prompt {
            config,
            queries,
            keys,
            values,
        })
    } else {
        few(config, queries, keys, values, count)
    }
}

fn few(config: &Config, queries: &[f32], keys: &[f32], values: &[f32], count: usize) -> Vec<f32> {
    let before = keys.len() / config.key_width() - count;
    let mut out = vec![0.0; queries.len()];
    // Heads that share keys go together.
    let length = config.shared() * config.head;
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
        let scale = scale(head);
        scores.clear();
        scores.resize(seen * (queries.len() / head), 0.0);
        for (place, key) in keys.chunks_exact(width).enumerate() {
            let key = &key[from..from + head];
            for (index, query) in queries.chunks_exact(head).enumerate() {
                scores[index * seen + place] = dot(query, key) * scale;
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

/// What products of queries and keys are multiplied with.
#[allow(clippy::cast_precision_loss, reason = "a few hundred at most")]
pub(super) fn scale(head: usize) -> f32 {
    (head as f32).sqrt().recip()
}

/// Weights that add up to one.
#[inline(always)]
pub(super) fn softmax(scores: &mut [f32]) {
    let most = scores.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    for score in scores.iter_mut() {
        *score = exp(*score - most);
    }
    let sum: f32 = scores.iter().sum();
    let inverse = sum.recip();
    for score in scores {
        *score *= inverse;
    }
}
