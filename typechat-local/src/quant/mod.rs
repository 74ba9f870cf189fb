//! How weights are written in few bits: blocks of small integers with a scale.
//!
//! The formats are those of [ggml](https://github.com/ggml-org/ggml/blob/master/src/ggml-common.h).

#![allow(
    clippy::inline_always,
    reason = "kernels are inlined into functions that processor features are switched on for"
)]

mod row;
mod unpack;

pub(crate) use row::Row;

/// A format of numbers, by the names that GGML gives them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    F32,
    F16,
    Bf16,
    Q4_0,
    Q4_1,
    Q5_0,
    Q5_1,
    Q8_0,
    Q4K,
    Q5K,
    Q6K,
}

impl Kind {
    pub(crate) const NAMES: &str =
        "F32, F16, BF16, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q4_K, Q5_K and Q6_K";

    /// The format by its number in a file.
    pub(crate) fn from_ggml(number: u32) -> Option<Self> {
        Some(match number {
            0 => Self::F32,
            1 => Self::F16,
            30 => Self::Bf16,
            2 => Self::Q4_0,
            3 => Self::Q4_1,
            6 => Self::Q5_0,
            7 => Self::Q5_1,
            8 => Self::Q8_0,
            12 => Self::Q4K,
            13 => Self::Q5K,
            14 => Self::Q6K,
            _ => return None,
        })
    }

    /// How many values a block holds, and how many bytes it takes.
    pub(crate) fn block(self) -> (usize, usize) {
        match self {
            Self::F32 => (1, 4),
            Self::F16 | Self::Bf16 => (1, 2),
            Self::Q4_0 => (32, 18),
            Self::Q4_1 => (32, 20),
            Self::Q5_0 => (32, 22),
            Self::Q5_1 => (32, 24),
            Self::Q8_0 => (32, 34),
            Self::Q4K => (256, 144),
            Self::Q5K => (256, 176),
            Self::Q6K => (256, 210),
        }
    }

    /// The bytes of a row of so many values; `None` when blocks do not divide it.
    pub(crate) fn row_bytes(self, values: usize) -> Option<usize> {
        let (block, bytes) = self.block();
        values
            .is_multiple_of(block)
            .then(|| (values / block).checked_mul(bytes))?
    }
}

#[cfg(test)]
mod tests;
