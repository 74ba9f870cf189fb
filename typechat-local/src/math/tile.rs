//! The inner loop of a prompt: a strip of rows times some vectors at once.

use pulp::{Simd, WithSimd};

/// How many vectors are multiplied at once: with two registers of rows, their sums fill twelve.
pub(super) const TOKENS: usize = 6;

/// Vectors side by side: group after group of [`TOKENS`], each column by column.
pub(super) fn pack(vectors: &[f32], columns: usize, count: usize) -> Vec<[f32; TOKENS]> {
    let mut packed = vec![[0.0; TOKENS]; count.div_ceil(TOKENS) * columns];
    for (token, vector) in vectors.chunks_exact(columns).enumerate() {
        let group = &mut packed[token / TOKENS * columns..][..columns];
        for (side_by_side, value) in group.iter_mut().zip(vector) {
            side_by_side[token % TOKENS] = *value;
        }
    }
    packed
}

/// A strip of rows times all vectors.
pub(super) struct Tile<'a> {
    /// Column by column, two registers of rows each.
    pub(super) weights: &'a [f32],
    pub(super) vectors: &'a [[f32; TOKENS]],
    /// Vector by vector, two registers of rows each.
    pub(super) out: &'a mut [f32],
}

impl WithSimd for Tile<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let (weights, _) = S::as_simd_f32s(self.weights);
        let weights = weights.as_chunks::<2>().0;
        let (out, _) = S::as_mut_simd_f32s(self.out);
        let groups = self.vectors.chunks_exact(weights.len());
        for (out, vectors) in out.as_chunks_mut::<2>().0.chunks_mut(TOKENS).zip(groups) {
            let mut sums = [[simd.splat_f32s(0.0); 2]; TOKENS];
            for (weights, values) in weights.iter().zip(vectors) {
                for (sums, value) in sums.iter_mut().zip(values) {
                    let value = simd.splat_f32s(*value);
                    sums[0] = simd.mul_add_e_f32s(value, weights[0], sums[0]);
                    sums[1] = simd.mul_add_e_f32s(value, weights[1], sums[1]);
                }
            }
            for (out, sums) in out.iter_mut().zip(sums) {
                *out = sums;
            }
        }
    }
}
