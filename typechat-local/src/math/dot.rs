//! The product of an unpacked row and an activation, with what the processor offers for it.

use super::Activation;
use crate::quant::Row;

/// Sums of products of bytes.
pub(super) trait Products: Copy + Send + Sync {
    /// Partial sums.
    type Sums: Copy;

    fn zero(self) -> Self::Sums;
    /// Adds 32 products; the first 16 count `scales[0]` times, the others `scales[1]` times.
    fn add<const SIGNED: bool>(
        self,
        sums: Self::Sums,
        row: &[u8; 32],
        activation: &[i8; 32],
        scales: [f32; 2],
    ) -> Self::Sums;
    fn total(self, sums: Self::Sums) -> f32;
}

#[inline(always)]
pub(super) fn dot<P: Products>(products: P, row: &Row, activation: &Activation) -> f32 {
    if !row.floats.is_empty() {
        return dot_floats(&row.floats, &activation.floats);
    }
    match (row.signed, row.group) {
        (true, _) => integers::<P, true, 1>(products, row, activation),
        (false, 16) => integers::<P, false, 2>(products, row, activation),
        (false, _) => integers::<P, false, 1>(products, row, activation),
    }
}

#[inline(always)]
fn integers<P: Products, const SIGNED: bool, const GROUPS: usize>(
    products: P,
    row: &Row,
    activation: &Activation,
) -> f32 {
    let mut sums = [products.zero(); 2];
    let spans = row.integers.iter().zip(row.scales.as_chunks::<GROUPS>().0);
    let others = activation.integers.iter().zip(&activation.scales);
    for (place, ((row, scales), (activation, scale))) in spans.zip(others).enumerate() {
        let scales = [scales[0] * scale, scales[GROUPS - 1] * scale];
        sums[place % 2] = products.add::<SIGNED>(sums[place % 2], row, activation, scales);
    }
    let total = products.total(sums[0]) + products.total(sums[1]);
    if SIGNED {
        return total;
    }
    let of = if GROUPS == 2 {
        &activation.sums16
    } else {
        &activation.sums32
    };
    total + dot_floats(&row.mins, of)
}

/// The product of two vectors, eight partial sums side by side.
#[inline(always)]
pub(crate) fn dot_floats(left: &[f32], right: &[f32]) -> f32 {
    let (lefts, left_rest) = left.as_chunks::<8>();
    let (rights, right_rest) = right.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (left, right) in lefts.iter().zip(rights) {
        for ((sum, left), right) in sums.iter_mut().zip(left).zip(right) {
            *sum += left * right;
        }
    }
    let rest = left_rest.iter().zip(right_rest).map(|(l, r)| l * r);
    sums.iter().sum::<f32>() + rest.sum::<f32>()
}

/// For any processor; compilers make vectors of it.
#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Products for Plain {
    type Sums = f32;

    #[inline(always)]
    fn zero(self) -> f32 {
        0.0
    }

    #[inline(always)]
    #[allow(clippy::cast_precision_loss, reason = "sums of 16 products of bytes")]
    fn add<const SIGNED: bool>(
        self,
        sums: f32,
        row: &[u8; 32],
        activation: &[i8; 32],
        scales: [f32; 2],
    ) -> f32 {
        let sum = |from: usize| -> i32 {
            let row = row[from..from + 16].iter();
            row.zip(&activation[from..from + 16])
                .map(|(row, activation)| {
                    let row = if SIGNED {
                        i16::from(row.cast_signed())
                    } else {
                        i16::from(*row)
                    };
                    i32::from(row * i16::from(*activation))
                })
                .sum()
        };
        sums + sum(0) as f32 * scales[0] + sum(16) as f32 * scales[1]
    }

    #[inline(always)]
    fn total(self, sums: f32) -> f32 {
        sums
    }
}

#[cfg(target_arch = "x86_64")]
mod avx2 {
    use std::arch::x86_64::{__m128, __m256, __m256i};

    use pulp::{cast, x86::V3};

    use super::Products;

    impl Products for V3 {
        type Sums = __m256;

        #[inline(always)]
        fn zero(self) -> __m256 {
            self.avx._mm256_setzero_ps()
        }

        #[inline(always)]
        fn add<const SIGNED: bool>(
            self,
            sums: __m256,
            row: &[u8; 32],
            activation: &[i8; 32],
            scales: [f32; 2],
        ) -> __m256 {
            let row: __m256i = cast(*row);
            let activation: __m256i = cast(*activation);
            // The instruction takes an unsigned and a signed factor: signs change sides.
            let (row, activation) = if SIGNED {
                (
                    self.avx2._mm256_abs_epi8(row),
                    self.avx2._mm256_sign_epi8(activation, row),
                )
            } else {
                (row, activation)
            };
            let pairs = self.avx2._mm256_maddubs_epi16(row, activation);
            let ones = self.avx._mm256_set1_epi16(1);
            let fours = self.avx2._mm256_madd_epi16(pairs, ones);
            let products = self.avx._mm256_cvtepi32_ps(fours);
            let first: __m128 = self.sse._mm_set1_ps(scales[0]);
            let second: __m128 = self.sse._mm_set1_ps(scales[1]);
            let scales = self.avx._mm256_set_m128(second, first);
            self.fma._mm256_fmadd_ps(products, scales, sums)
        }

        #[inline(always)]
        fn total(self, sums: __m256) -> f32 {
            cast::<__m256, [f32; 8]>(sums).iter().sum()
        }
    }
}
