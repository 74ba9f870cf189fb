//! The product of a weight matrix and many vectors: a strip of rows at a time as floats.

use std::ops::Range;

use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::tile::{ROWS, Tile};
use crate::{
    gguf::Tensor,
    quant::Row,
    simd::{Kernel, Lanes, run},
};

/// How many columns are multiplied before the next ones are unpacked; a multiple of every block.
const DEPTH: usize = 512;

/// How many rows one task takes: with [`DEPTH`] columns they fit the second cache.
const STRIP: usize = 8 * ROWS;

/// For each vector, its product with every row of the matrix.
pub(super) fn many(matrix: &Tensor, vectors: &[f32]) -> Vec<f32> {
    Arch::new().dispatch(Many { matrix, vectors })
}

struct Many<'a> {
    matrix: &'a Tensor,
    vectors: &'a [f32],
}

impl WithSimd for Many<'_> {
    type Output = Vec<f32>;

    fn with_simd<S: Simd>(self, simd: S) -> Vec<f32> {
        let Self { matrix, vectors } = self;
        let (rows, columns) = (matrix.rows, matrix.columns);
        let count = vectors.len() / columns;
        let width = 2 * S::F32_LANES;
        let padded = count.next_multiple_of(width);
        let packed = pack(vectors, columns, width);
        let mut by_row = vec![0.0; rows.next_multiple_of(ROWS) * padded];
        by_row
            .par_chunks_mut(STRIP * padded)
            .enumerate()
            .for_each_init(Vec::new, |weights: &mut Vec<f32>, (strip, out)| {
                let rows = out.len() / padded;
                for from in (0..columns).step_by(DEPTH) {
                    let depth = DEPTH.min(columns - from);
                    weights.resize(rows * depth, 0.0);
                    run(Fill {
                        matrix,
                        first: strip * STRIP,
                        columns: from..from + depth,
                        out: weights,
                    });
                    simd.vectorize(Tile {
                        weights,
                        vectors: &packed[from * padded..][..depth * padded],
                        depth,
                        out,
                    });
                }
            });
        let mut out = vec![0.0; rows * count];
        out.par_chunks_mut(rows * width)
            .enumerate()
            .for_each(|(group, out)| {
                for row in 0..rows {
                    let products = &by_row[row * padded + group * width..][..width];
                    for (vector, product) in out.chunks_exact_mut(rows).zip(products) {
                        vector[row] = *product;
                    }
                }
            });
        out
    }
}

/// The vectors in groups of `width` side by side, column by column, [`DEPTH`] columns of all
/// groups before the next ones.
fn pack(vectors: &[f32], columns: usize, width: usize) -> Vec<f32> {
    let count = vectors.len() / columns;
    let padded = count.next_multiple_of(width);
    let mut packed = vec![0.0; padded * columns];
    packed
        .par_chunks_mut(padded * DEPTH)
        .enumerate()
        .for_each(|(chunk, packed)| {
            let depth = packed.len() / padded;
            let groups = packed.chunks_exact_mut(depth * width);
            for (group, packed) in groups.enumerate() {
                for lane in 0..width.min(count - group * width) {
                    let vector = (group * width + lane) * columns + chunk * DEPTH;
                    let values = &vectors[vector..][..depth];
                    for (packed, value) in packed.chunks_exact_mut(width).zip(values) {
                        packed[lane] = *value;
                    }
                }
            }
        });
    packed
}

/// Some columns of a strip of rows, on their way to floats.
struct Fill<'a> {
    matrix: &'a Tensor,
    first: usize,
    columns: Range<usize>,
    out: &'a mut [f32],
}

impl Kernel for Fill<'_> {
    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) {
        let mut row = Row::new(lanes);
        let kind = self.matrix.kind;
        let (block, size) = kind.block();
        let bytes = self.columns.start / block * size..self.columns.end / block * size;
        for (place, out) in self.out.chunks_exact_mut(self.columns.len()).enumerate() {
            if self.first + place < self.matrix.rows {
                row.unpack(kind, &self.matrix.row(self.first + place)[bytes.clone()]);
                row.write(out);
            }
        }
    }
}
