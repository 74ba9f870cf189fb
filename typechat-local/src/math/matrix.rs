//! The product of a weight matrix and a few vectors: integers times integers.

use rayon::prelude::*;

use super::{Activation, many::many};
use crate::{
    gguf::Tensor,
    quant::Row,
    simd::{Kernel, Lanes, run},
};

/// From so many vectors on it pays to turn rows into floats once for all of them.
const MANY: usize = 12;

/// What counts more.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pace {
    /// Each vector's result is the same, whatever vectors come with it.
    Exact,
    /// A few vectors are computed in eight bits, many as exactly as it goes.
    Quick,
}

impl Pace {
    /// Whether so many vectors are computed as many are.
    pub(crate) fn is_many(self, count: usize) -> bool {
        self == Self::Exact || count >= MANY
    }
}

/// How many rows one task takes.
const ROWS: usize = 64;

/// For each vector, its product with every row of the matrix. Parallel over rows, in the thread
/// pool in which it is called.
pub(crate) fn multiply(matrix: &Tensor, vectors: &[f32], pace: Pace) -> Vec<f32> {
    if pace.is_many(vectors.len() / matrix.columns) {
        many(matrix, vectors)
    } else {
        few(matrix, vectors)
    }
}

fn few(matrix: &Tensor, vectors: &[f32]) -> Vec<f32> {
    let vectors = vectors.chunks_exact(matrix.columns);
    let activations: Vec<Activation> = vectors.map(Activation::new).collect();
    let count = activations.len();
    let mut by_row = vec![0.0; matrix.rows * count];
    by_row
        .par_chunks_mut(ROWS * count)
        .enumerate()
        .for_each(|(chunk, out)| {
            run(Few {
                matrix,
                first: chunk * ROWS,
                activations: &activations,
                out,
            });
        });
    if count == 1 {
        return by_row;
    }
    let mut out = vec![0.0; by_row.len()];
    for (row, products) in by_row.chunks_exact(count).enumerate() {
        for (vector, product) in products.iter().enumerate() {
            out[vector * matrix.rows + row] = *product;
        }
    }
    out
}

/// Some rows times a few vectors.
struct Few<'a> {
    matrix: &'a Tensor,
    first: usize,
    activations: &'a [Activation],
    /// Row by row, a product for each vector.
    out: &'a mut [f32],
}

impl Kernel for Few<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let mut row = Row::new(lanes);
        let rows = self.out.chunks_exact_mut(self.activations.len());
        for (place, out) in rows.enumerate() {
            let bytes = self.matrix.row(self.first + place);
            row.unpack(self.matrix.kind, bytes);
            for (out, activation) in out.iter_mut().zip(self.activations) {
                *out = activation.times(lanes, &row);
            }
        }
    }
}
