//! Thirty-two bytes at a time, with what the processor offers for it at run time.
//!
//! Kernels are written once, over [`Lanes`]; [`run`] chooses the lanes. They are inlined into a
//! function that the processor's features are switched on for, hence the attributes.
#![allow(
    clippy::inline_always,
    reason = "kernels are inlined into functions that processor features are switched on for"
)]

#[cfg(target_arch = "x86_64")]
mod avx2;
mod plain;

use pulp::{Arch, NullaryFnOnce};

use plain::Plain;

/// Thirty-two bytes, and sums of products of them.
pub(crate) trait Lanes: Copy + Send + Sync {
    type Bytes: Copy + Send;
    /// Partial sums.
    type Sums: Copy;

    fn load(self, bytes: &[u8; 32]) -> Self::Bytes;
    #[cfg(test)]
    fn store(self, bytes: Self::Bytes) -> [u8; 32];
    /// Each byte, signed or not, times the scale, and the other number added.
    fn scaled<const SIGNED: bool>(
        self,
        bytes: Self::Bytes,
        scales: [f32; 2],
        mins: [f32; 2],
        out: &mut [f32; 32],
    );
    /// The low halves of sixteen bytes, then their high halves.
    fn nibbles(self, bytes: &[u8; 16]) -> Self::Bytes;
    /// Each byte shifted down, and of that the bits of the mask; the mask must leave out what
    /// comes from the neighbour.
    fn field(self, bytes: Self::Bytes, shift: u8, mask: u8) -> Self::Bytes;
    /// Each byte, at most 15, shifted up by four, joined with the other.
    fn join(self, low: Self::Bytes, high: Self::Bytes) -> Self::Bytes;
    /// Thirty-two bits as bytes of 0 or 1.
    fn spread(self, bits: [u8; 4]) -> Self::Bytes;

    fn zero(self) -> Self::Sums;
    /// Adds 32 products. The left factors are below 64, or signed. Of the products the first 16
    /// count `scales[0]` times, the others `scales[1]` times.
    fn add<const SIGNED: bool>(
        self,
        sums: Self::Sums,
        left: Self::Bytes,
        right: &[i8; 32],
        scales: [f32; 2],
    ) -> Self::Sums;
    fn total(self, sums: Self::Sums) -> f32;
}

/// What can be done with any lanes.
pub(crate) trait Kernel {
    fn run<L: Lanes>(self, lanes: L);
}

/// Runs a kernel with the best lanes there are.
pub(crate) fn run(kernel: impl Kernel) {
    match Arch::new() {
        #[cfg(target_arch = "x86_64")]
        Arch::V3(simd) => simd.vectorize(With(kernel, simd)),
        _ => With(kernel, Plain).call(),
    }
}

struct With<K, L>(K, L);

impl<K: Kernel, L: Lanes> NullaryFnOnce for With<K, L> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        self.0.run(self.1);
    }
}

/// The product of two vectors, eight partial sums side by side.
#[inline(always)]
pub(crate) fn dot(left: &[f32], right: &[f32]) -> f32 {
    let (lefts, left_rest) = left.as_chunks::<8>();
    let (rights, right_rest) = right.as_chunks::<8>();
    let mut sums = [0.0; 8];
    for (left, right) in lefts.iter().zip(rights) {
        for lane in 0..8 {
            sums[lane] += left[lane] * right[lane];
        }
    }
    let rest = left_rest.iter().zip(right_rest).map(|(l, r)| l * r);
    sums.iter().sum::<f32>() + rest.sum::<f32>()
}

/// `e` to the power of a number that is not above zero, to seven digits; compilers make vectors
/// of it.
#[inline(always)]
pub(crate) fn exp(number: f32) -> f32 {
    // e^x = 2^n e^r with |r| at most ln 2 / 2, and for e^r the series.
    let number = number.max(-87.0);
    let n = (number * std::f32::consts::LOG2_E).round_ties_even();
    let r = (number - n * 0.693_359_4) + n * 2.121_944_4e-4;
    let series = [1.0 / 120.0, 1.0 / 24.0, 1.0 / 6.0, 0.5, 1.0, 1.0];
    let power = series.iter().fold(1.0 / 720.0, |sum, next| sum * r + next);
    #[allow(clippy::cast_possible_truncation, reason = "between -126 and 0")]
    let exponent = n as i32 + 127;
    power * f32::from_bits(exponent.cast_unsigned() << 23)
}

#[cfg(test)]
mod tests;
