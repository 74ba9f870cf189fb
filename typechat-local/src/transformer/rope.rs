//! Rotary places: a token's place turns pairs of values by angles of many speeds
//! ([RoFormer](https://arxiv.org/abs/2104.09864)).

use super::Config;

/// The speeds at which pairs turn.
pub(super) struct Rope {
    speeds: Vec<f32>,
    pairs_halves: bool,
    head: usize,
}

impl Rope {
    /// `factors` slow down single pairs, for contexts longer than those of the training.
    pub(super) fn new(config: &Config, factors: Option<&[f32]>) -> Self {
        let pairs = config.rotated / 2;
        let speed = |pair: usize| {
            #[allow(clippy::cast_precision_loss, reason = "a few hundred at most")]
            let exponent = -(2.0 * pair as f32) / config.rotated as f32;
            let factor = factors
                .and_then(|factors| factors.get(pair))
                .unwrap_or(&1.0);
            config.rope_base.powf(exponent) / (config.rope_scale * factor)
        };
        Self {
            speeds: (0..pairs).map(speed).collect(),
            pairs_halves: config.pairs_halves,
            head: config.head,
        }
    }

    /// Sine and cosine of every pair's angle, token by token.
    pub(super) fn angles(&self, first: usize, count: usize) -> Vec<(f32, f32)> {
        #[allow(clippy::cast_precision_loss, reason = "places are far below 2^24")]
        let angle = |place: usize| {
            let speeds = self.speeds.iter();
            speeds.map(move |speed| (place as f32 * speed).sin_cos())
        };
        (first..first + count).flat_map(angle).collect()
    }

    /// Turns all heads of all tokens.
    pub(super) fn turn(&self, vectors: &mut [f32], width: usize, angles: &[(f32, f32)]) {
        let pairs = self.speeds.len();
        let (step, apart) = if self.pairs_halves {
            (1, pairs)
        } else {
            (2, 1)
        };
        let tokens = vectors.chunks_exact_mut(width);
        for (vector, angles) in tokens.zip(angles.chunks_exact(pairs)) {
            for head in vector.chunks_exact_mut(self.head) {
                for (pair, (sin, cos)) in angles.iter().enumerate() {
                    let (near, far) = (pair * step, pair * step + apart);
                    let (x, y) = (head[near], head[far]);
                    head[near] = x * cos - y * sin;
                    head[far] = x * sin + y * cos;
                }
            }
        }
    }
}
