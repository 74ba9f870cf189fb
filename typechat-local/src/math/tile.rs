//! The inner loop of a prompt: some rows times some vectors at once.

use pulp::{Simd, WithSimd};

/// How many rows are multiplied at once: with two registers of vectors, the sums fill twelve.
pub(crate) const ROWS: usize = 6;

/// Some columns of rows times all vectors, added to what the columns before gave.
pub(crate) struct Tile<'a> {
    /// Row by row.
    pub(crate) weights: &'a [f32],
    /// Groups of two registers of vectors, column by column.
    pub(crate) vectors: &'a [f32],
    /// How many columns there are.
    pub(crate) depth: usize,
    /// Row by row, a sum for each vector.
    pub(crate) out: &'a mut [f32],
}

impl WithSimd for Tile<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, simd: S) {
        let depth = self.depth;
        let vectors = S::as_simd_f32s(self.vectors).0.as_chunks::<2>().0;
        let groups = vectors.len() / depth;
        let out = S::as_mut_simd_f32s(self.out).0.as_chunks_mut::<2>().0;
        for (group, vectors) in vectors.chunks_exact(depth).enumerate() {
            let rows = self.weights.chunks_exact(ROWS * depth);
            for (weights, out) in rows.zip(out.chunks_exact_mut(ROWS * groups)) {
                let rows: [&[f32]; ROWS] =
                    std::array::from_fn(|row| &weights[row * depth..][..depth]);
                let mut sums: [_; ROWS] = std::array::from_fn(|row| out[row * groups + group]);
                for (column, vectors) in vectors.iter().enumerate() {
                    for (row, sums) in sums.iter_mut().enumerate() {
                        let weight = simd.splat_f32s(rows[row][column]);
                        sums[0] = simd.mul_add_e_f32s(weight, vectors[0], sums[0]);
                        sums[1] = simd.mul_add_e_f32s(weight, vectors[1], sums[1]);
                    }
                }
                for (row, sums) in sums.into_iter().enumerate() {
                    out[row * groups + group] = sums;
                }
            }
        }
    }
}
