//! Lanes for any processor; compilers make vectors of them.

use std::array::from_fn;

use super::Lanes;

#[derive(Clone, Copy)]
pub(super) struct Plain;

impl Lanes for Plain {
    type Bytes = [u8; 32];
    type Sums = f32;

    #[inline(always)]
    fn load(self, bytes: &[u8; 32]) -> [u8; 32] {
        *bytes
    }

    #[cfg(test)]
    fn store(self, bytes: [u8; 32]) -> [u8; 32] {
        bytes
    }

    #[inline(always)]
    fn scaled<const SIGNED: bool>(
        self,
        bytes: [u8; 32],
        scales: [f32; 2],
        mins: [f32; 2],
        out: &mut [f32; 32],
    ) {
        for place in 0..32 {
            let byte = bytes[place];
            let value = if SIGNED {
                f32::from(byte.cast_signed())
            } else {
                f32::from(byte)
            };
            out[place] = value * scales[place / 16] + mins[place / 16];
        }
    }

    #[inline(always)]
    fn nibbles(self, bytes: &[u8; 16]) -> [u8; 32] {
        from_fn(|place| {
            if place < 16 {
                bytes[place] & 15
            } else {
                bytes[place - 16] >> 4
            }
        })
    }

    #[inline(always)]
    fn field(self, bytes: [u8; 32], shift: u8, mask: u8) -> [u8; 32] {
        bytes.map(|byte| byte >> shift & mask)
    }

    #[inline(always)]
    fn join(self, low: [u8; 32], high: [u8; 32]) -> [u8; 32] {
        from_fn(|place| low[place] | high[place] << 4)
    }

    #[inline(always)]
    fn spread(self, bits: [u8; 4]) -> [u8; 32] {
        from_fn(|place| bits[place / 8] >> (place % 8) & 1)
    }

    #[inline(always)]
    fn zero(self) -> f32 {
        0.0
    }

    #[inline(always)]
    #[allow(clippy::cast_precision_loss, reason = "sums of 16 products of bytes")]
    fn add<const SIGNED: bool>(
        self,
        sums: f32,
        left: [u8; 32],
        right: &[i8; 32],
        scales: [f32; 2],
    ) -> f32 {
        let sum = |from: usize| -> i32 {
            let products = (from..from + 16).map(|place| {
                let left = if SIGNED {
                    i16::from(left[place].cast_signed())
                } else {
                    i16::from(left[place])
                };
                i32::from(left * i16::from(right[place]))
            });
            products.sum()
        };
        sums + sum(0) as f32 * scales[0] + sum(16) as f32 * scales[1]
    }

    #[inline(always)]
    fn total(self, sums: f32) -> f32 {
        sums
    }
}
