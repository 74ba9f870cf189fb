//! The product of a weight matrix and one or many vectors.

use pulp::{Arch, NullaryFnOnce, Simd, WithSimd};
use rayon::prelude::*;

use super::{
    Activation,
    dot::{Plain, Products, dot},
    tile::{TOKENS, Tile, pack},
};
use crate::{gguf::Tensor, quant::Row};

/// From so many vectors on it pays to turn rows into floats once for all of them.
const MANY: usize = 12;

/// How many rows one task takes.
const ROWS: usize = 64;

/// `vectors` times the matrix: for each vector, its product with every row. Parallel over rows,
/// in the thread pool in which it is called.
pub(crate) fn multiply(matrix: &Tensor, vectors: &[f32]) -> Vec<f32> {
    let count = vectors.len() / matrix.columns;
    if count < MANY {
        few(matrix, vectors, count)
    } else {
        many(matrix, vectors, count)
    }
}

/// As [`multiply`] does it for many vectors, however many there are: a prompt's values do not
/// depend on how it is cut.
pub(crate) fn multiply_exact(matrix: &Tensor, vectors: &[f32]) -> Vec<f32> {
    many(matrix, vectors, vectors.len() / matrix.columns)
}

fn few(matrix: &Tensor, vectors: &[f32], count: usize) -> Vec<f32> {
    let activations: Vec<Activation> = vectors
        .chunks_exact(matrix.columns)
        .map(Activation::new)
        .collect();
    let mut by_row = vec![0.0; matrix.rows * count];
    by_row
        .par_chunks_mut(ROWS * count)
        .enumerate()
        .for_each_init(Row::default, |row, (chunk, out)| {
            let job = Few {
                matrix,
                first: chunk * ROWS,
                activations: &activations,
                row,
                out,
            };
            job.run();
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
    row: &'a mut Row,
    out: &'a mut [f32],
}

impl Few<'_> {
    fn run(self) {
        match Arch::new() {
            #[cfg(target_arch = "x86_64")]
            Arch::V3(simd) => simd.vectorize(With(self, simd)),
            _ => With(self, Plain).call(),
        }
    }
}

struct With<'a, P>(Few<'a>, P);

impl<P: Products> NullaryFnOnce for With<'_, P> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Self(job, products) = self;
        let count = job.activations.len();
        for (place, out) in job.out.chunks_exact_mut(count).enumerate() {
            let bytes = job.matrix.row(job.first + place);
            job.row.unpack(job.matrix.kind, bytes);
            for (out, activation) in out.iter_mut().zip(job.activations) {
                *out = dot(products, job.row, activation);
            }
        }
    }
}

fn many(matrix: &Tensor, vectors: &[f32], count: usize) -> Vec<f32> {
    let packed = pack(vectors, matrix.columns, count);
    Arch::new().dispatch(Many {
        matrix,
        packed: &packed,
        count,
    })
}

/// All rows times many vectors.
struct Many<'a> {
    matrix: &'a Tensor,
    /// The vectors, [`TOKENS`] of them side by side.
    packed: &'a [[f32; TOKENS]],
    count: usize,
}

impl WithSimd for Many<'_> {
    type Output = Vec<f32>;

    fn with_simd<S: Simd>(self, simd: S) -> Vec<f32> {
        let Self {
            matrix,
            packed,
            count,
        } = self;
        let width = 2 * S::F32_LANES;
        let strips = matrix.rows.div_ceil(width);
        // Strip by strip, so that each task writes a part of its own.
        let mut by_strip = vec![0.0; strips * width * count];
        by_strip
            .par_chunks_mut(width * count)
            .enumerate()
            .for_each_init(Scratch::default, |scratch, (strip, out)| {
                scratch.fill(matrix, strip * width, width);
                simd.vectorize(Tile {
                    weights: &scratch.weights,
                    vectors: packed,
                    out,
                });
            });
        let mut out = vec![0.0; matrix.rows * count];
        out.par_chunks_mut(matrix.rows)
            .enumerate()
            .for_each(|(vector, out)| {
                for (strip, out) in out.chunks_mut(width).enumerate() {
                    let from = (strip * count + vector) * width;
                    out.copy_from_slice(&by_strip[from..from + out.len()]);
                }
            });
        out
    }
}

/// A strip of the matrix as floats, rows side by side.
#[derive(Default)]
struct Scratch {
    row: Row,
    weights: Vec<f32>,
}

impl Scratch {
    fn fill(&mut self, matrix: &Tensor, first: usize, width: usize) {
        self.weights.resize(matrix.columns * width, 0.0);
        for place in 0..width {
            let row = first + place;
            if row < matrix.rows {
                let job = Column {
                    matrix,
                    row,
                    place,
                    width,
                    scratch: self,
                };
                Arch::new().dispatch(job);
            } else {
                let column = self.weights.iter_mut().skip(place).step_by(width);
                column.for_each(|weight| *weight = 0.0);
            }
        }
    }
}

/// One row of the matrix on its way into a column of the strip.
struct Column<'a> {
    matrix: &'a Tensor,
    row: usize,
    place: usize,
    width: usize,
    scratch: &'a mut Scratch,
}

impl WithSimd for Column<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Scratch { row, weights } = self.scratch;
        row.unpack(self.matrix.kind, self.matrix.row(self.row));
        let (place, width) = (self.place, self.width);
        row.values(|column, value| weights[column * width + place] = value);
    }
}
