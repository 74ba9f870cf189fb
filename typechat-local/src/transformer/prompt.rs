//! Attention of many tokens at once: the same tiles as for the weights.

use pulp::{Simd, WithSimd};
use rayon::prelude::*;

use super::{
    Config,
    attention::{scale, softmax},
};
use crate::math::{ROWS, Tile};

/// How many tokens one task takes.
const TOKENS: usize = 6;

/// The new tokens' attention; see [`attend`](super::attention::attend).
pub(super) struct Prompt<'a> {
    pub(super) config: &'a Config,
    pub(super) queries: &'a [f32],
    pub(super) keys: &'a [f32],
    pub(super) values: &'a [f32],
}

impl WithSimd for Prompt<'_> {
    type Output = Vec<f32>;

    fn with_simd<S: Simd>(self, simd: S) -> Vec<f32> {
        let config = self.config;
        let length = config.heads * config.head;
        let count = self.queries.len() / length;
        let lanes = 2 * S::F32_LANES;
        let shared: Vec<Shared> = (0..config.key_heads)
            .into_par_iter()
            .map(|head| Shared::new(&self, head * config.head, lanes))
            .collect();
        let before = self.keys.len() / config.key_width() - count;
        let mut out = vec![0.0; self.queries.len()];
        out.par_chunks_mut(TOKENS * length)
            .zip(self.queries.par_chunks(TOKENS * length))
            .enumerate()
            .for_each_init(Space::default, |space, (task, (out, queries))| {
                for (head, shared) in shared.iter().enumerate() {
                    simd.vectorize(Task {
                        config,
                        queries,
                        head,
                        before: before + task * TOKENS,
                        lanes,
                        shared,
                        space,
                        out,
                    });
                }
            });
        out
    }
}

/// The keys and values that some heads share, packed for tiles.
struct Shared {
    /// Groups of tokens side by side, number by number.
    keys: Vec<f32>,
    /// Groups of numbers side by side, token by token.
    values: Vec<f32>,
}

impl Shared {
    fn new(prompt: &Prompt<'_>, from: usize, lanes: usize) -> Self {
        let (head, width) = (prompt.config.head, prompt.config.key_width());
        let seen = (prompt.keys.len() / width).next_multiple_of(lanes);
        let mut keys = vec![0.0; seen * head];
        for (token, key) in prompt.keys.chunks_exact(width).enumerate() {
            let group = &mut keys[token / lanes * lanes * head..][..lanes * head];
            let numbers = group.chunks_exact_mut(lanes).zip(&key[from..from + head]);
            numbers.for_each(|(lane, key)| lane[token % lanes] = *key);
        }
        let groups = head.div_ceil(lanes);
        let mut values = vec![0.0; groups * lanes * seen];
        for (token, value) in prompt.values.chunks_exact(width).enumerate() {
            let parts = value[from..from + head].chunks(lanes).enumerate();
            for (group, part) in parts {
                values[(group * seen + token) * lanes..][..part.len()].copy_from_slice(part);
            }
        }
        Self { keys, values }
    }
}

/// Room that tasks use again.
#[derive(Default)]
struct Space {
    queries: Vec<f32>,
    scores: Vec<f32>,
    out: Vec<f32>,
}

/// Some tokens, and the heads that share keys and values.
struct Task<'a> {
    config: &'a Config,
    queries: &'a [f32],
    head: usize,
    /// How many tokens stand before the first one.
    before: usize,
    lanes: usize,
    shared: &'a Shared,
    space: &'a mut Space,
    out: &'a mut [f32],
}

impl Task<'_> {
    /// For each token, where its heads stand in queries and output.
    fn heads(&self) -> impl Iterator<Item = std::ops::Range<usize>> + use<> {
        let (head, shared) = (self.config.head, self.config.shared());
        let length = self.config.heads * head;
        let first = self.head * shared * head;
        (0..self.queries.len() / length).flat_map(move |token| {
            let first = token * length + first;
            (0..shared).map(move |index| first + index * head..first + (index + 1) * head)
        })
    }
}

impl WithSimd for Task<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let heads = self.heads();
        let (head, lanes, shared) = (self.config.head, self.lanes, self.shared);
        let Space {
            queries,
            scores,
            out,
        } = self.space;
        let tokens = self.queries.len() / (self.config.heads * head);
        let rows = (tokens * self.config.shared()).next_multiple_of(ROWS);
        let seen = (self.before + tokens).next_multiple_of(lanes);
        queries.clear();
        let scale = scale(head);
        for range in heads {
            queries.extend(self.queries[range].iter().map(|query| query * scale));
        }
        queries.resize(rows * head, 0.0);
        scores.clear();
        scores.resize(rows * seen, 0.0);
        Tile {
            weights: queries,
            vectors: &shared.keys[..seen * head],
            depth: head,
            out: scores,
        }
        .with_simd(simd);
        for (row, scores) in scores.chunks_exact_mut(seen).enumerate() {
            let own = self.before + (row / self.config.shared()).min(tokens - 1) + 1;
            softmax(&mut scores[..own]);
            scores[own..].fill(0.0);
        }
        let stride = shared.values.len() / head.div_ceil(lanes);
        for (group, values) in shared.values.chunks_exact(stride).enumerate() {
            out.clear();
            out.resize(rows * lanes, 0.0);
            Tile {
                weights: scores,
                vectors: &values[..seen * lanes],
                depth: seen,
                out,
            }
            .with_simd(simd);
            let first = self.head * self.config.shared() * head;
            for (row, numbers) in out.chunks_exact(lanes).enumerate() {
                let (token, index) = (row / self.config.shared(), row % self.config.shared());
                if token < tokens {
                    let to = token * self.config.heads * head + first + index * head;
                    let to = to + group * lanes..(to + (group + 1) * lanes).min(to + head);
                    let length = to.len();
                    self.out[to].copy_from_slice(&numbers[..length]);
                }
            }
        }
    }
}
