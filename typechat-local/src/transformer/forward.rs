//! One step through all layers.

use rayon::prelude::*;

use super::{
    KeyValues, Transformer,
    attention::attend,
    weights::{Layer, Linear, row},
};
use crate::math::{Pace, multiply};

/// How many tokens of a prompt go through the layers together.
const BLOCK: usize = 512;

impl Transformer {
    /// Reads a prompt, and gives the last token's vector. The same values come of it wherever it
    /// is cut in two. `None` when `stop` said so: the memory then holds the tokens that were read
    /// wholly.
    pub(crate) fn read(
        &self,
        tokens: &[u32],
        memory: &mut KeyValues,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<f32>> {
        self.steps(tokens, memory, Pace::Exact, stop)
    }

    /// Goes on from some tokens that were chosen, as fast as may be; otherwise as
    /// [`read`](Self::read).
    pub(crate) fn go_on(
        &self,
        tokens: &[u32],
        memory: &mut KeyValues,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<f32>> {
        self.steps(tokens, memory, Pace::Quick, stop)
    }

    fn steps(
        &self,
        tokens: &[u32],
        memory: &mut KeyValues,
        pace: Pace,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<f32>> {
        let mut last = None;
        for block in tokens.chunks(BLOCK) {
            last = Some(self.step(block, memory, pace, stop)?);
        }
        last
    }

    /// The scores of every token to come next.
    pub(crate) fn scores(&self, vector: &[f32]) -> Vec<f32> {
        let vector = normed(vector, &self.norm, self.config.epsilon);
        multiply(&self.output, &vector, Pace::Quick)
    }

    fn step(
        &self,
        tokens: &[u32],
        memory: &mut KeyValues,
        pace: Pace,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> Option<Vec<f32>> {
        let before = memory.tokens().len();
        let angles = self.rope.angles(before, tokens.len());
        let rows = tokens.iter().flat_map(|token| {
            let token = (*token as usize).min(self.embedding.rows - 1);
            row(&self.embedding, token)
        });
        let mut vectors: Vec<f32> = rows.collect();
        for (layer, memory) in self.layers.iter().zip(&mut memory.layers) {
            if stop() {
                break;
            }
            self.attention(layer, &mut vectors, memory, &angles, pace);
            self.feed_forward(layer, &mut vectors, pace);
        }
        if stop() {
            memory.truncate(before);
            return None;
        }
        memory.extend(tokens);
        Some(vectors.split_off(vectors.len() - self.config.width))
    }

    fn attention(
        &self,
        layer: &Layer,
        vectors: &mut [f32],
        [keys, values]: &mut [Vec<f32>; 2],
        angles: &[(f32, f32)],
        pace: Pace,
    ) {
        let config = &self.config;
        let input = normed(vectors, &layer.attention_norm, config.epsilon);
        let mut queries = layer.query.apply(&input, pace);
        let mut new = layer.key.apply(&input, pace);
        self.rope
            .turn(&mut queries, config.heads * config.head, angles);
        self.rope.turn(&mut new, config.key_width(), angles);
        keys.extend(new);
        values.extend(layer.value.apply(&input, pace));
        let seen = attend(config, &queries, keys, values, pace);
        add(vectors, &layer.merge.apply(&seen, pace));
    }

    fn feed_forward(&self, layer: &Layer, vectors: &mut [f32], pace: Pace) {
        let input = normed(vectors, &layer.feed_norm, self.config.epsilon);
        let mut inner = layer.gate.apply(&input, pace);
        let up = layer.up.apply(&input, pace);
        inner
            .par_iter_mut()
            .zip(&up)
            .with_min_len(1 << 12)
            .for_each(|(gate, up)| *gate = *gate / (1.0 + (-*gate).exp()) * up);
        add(vectors, &layer.down.apply(&inner, pace));
    }
}

impl Linear {
    fn apply(&self, vectors: &[f32], pace: Pace) -> Vec<f32> {
        let mut out = multiply(&self.matrix, vectors, pace);
        if let Some(bias) = &self.bias {
            out.chunks_exact_mut(bias.len())
                .for_each(|vector| add(vector, bias));
        }
        out
    }
}

fn add(to: &mut [f32], what: &[f32]) {
    to.iter_mut().zip(what).for_each(|(to, what)| *to += what);
}

/// Each vector divided by its root mean square, and weighed.
fn normed(vectors: &[f32], weights: &[f32], epsilon: f32) -> Vec<f32> {
    let width = weights.len();
    let mut out = Vec::with_capacity(vectors.len());
    for vector in vectors.chunks_exact(width) {
        let squares: f32 = vector.iter().map(|value| value * value).sum();
        #[allow(clippy::cast_precision_loss, reason = "widths are far below 2^24")]
        let scale = (squares / width as f32 + epsilon).sqrt().recip();
        out.extend(vector.iter().zip(weights).map(|(v, w)| v * scale * w));
    }
    out
}
