//! Every format beside its description, value by value.

use half::f16;
use proptest::prelude::*;

use super::*;
use crate::simd::{Kernel, Lanes, run};

/// The value at a place of a block, as the format describes it.
fn value(kind: Kind, block: &[u8], place: usize) -> f32 {
    let half = |at: usize| f16::from_le_bytes([block[at], block[at + 1]]).to_f32();
    let nibble = |from: usize| {
        let byte = block[from + place % 16];
        f32::from(if place < 16 { byte & 15 } else { byte >> 4 })
    };
    let bit = |from: usize| f32::from(block[from + place / 8] >> (place % 8) & 1);
    // Six bits of scale and six of min for each 32 values of a K block.
    let k = || {
        let (packed, index) = (&block[4..16], place / 32);
        let (scale, min) = if index < 4 {
            (packed[index] & 63, packed[index + 4] & 63)
        } else {
            let (high, low) = (packed[index + 4], packed[index - 4]);
            (
                high & 15 | low >> 6 << 4,
                high >> 4 | packed[index] >> 6 << 4,
            )
        };
        (half(0) * f32::from(scale), half(2) * f32::from(min))
    };
    // Of 64 values of a K block the first 32 are low halves, the others high ones.
    let k_nibble = |from: usize| {
        let byte = block[from + place / 64 * 32 + place % 32];
        f32::from(if place % 64 < 32 {
            byte & 15
        } else {
            byte >> 4
        })
    };
    match kind {
        Kind::F32 => f32::from_le_bytes([block[0], block[1], block[2], block[3]]),
        Kind::F16 => half(0),
        Kind::Bf16 => f32::from_bits(u32::from(u16::from_le_bytes([block[0], block[1]])) << 16),
        Kind::Q4_0 => half(0) * (nibble(2) - 8.0),
        Kind::Q4_1 => half(0) * nibble(4) + half(2),
        Kind::Q5_0 => half(0) * (nibble(6) + 16.0 * bit(2) - 16.0),
        Kind::Q5_1 => half(0) * (nibble(8) + 16.0 * bit(4)) + half(2),
        Kind::Q8_0 => half(0) * f32::from(block[2 + place].cast_signed()),
        Kind::Q4K => {
            let (scale, min) = k();
            scale * k_nibble(16) - min
        }
        Kind::Q5K => {
            let (scale, min) = k();
            let fifth = f32::from(block[16 + place % 32] >> (place / 32) & 1);
            scale * (k_nibble(48) + 16.0 * fifth) - min
        }
        Kind::Q6K => {
            let (half_block, within) = (place / 128, place % 128);
            let low = block[64 * half_block + within % 64];
            let low = if within < 64 { low & 15 } else { low >> 4 };
            let high = block[128 + 32 * half_block + within % 32] >> (within / 32 * 2) & 3;
            let scale = f32::from(block[192 + place / 16].cast_signed());
            half(208) * scale * (f32::from(low | high << 4) - 32.0)
        }
    }
}

const ALL: [Kind; 11] = [
    Kind::F32,
    Kind::F16,
    Kind::Bf16,
    Kind::Q4_0,
    Kind::Q4_1,
    Kind::Q5_0,
    Kind::Q5_1,
    Kind::Q8_0,
    Kind::Q4K,
    Kind::Q5K,
    Kind::Q6K,
];

/// Where a block has sixteen-bit scales.
fn scales(kind: Kind) -> &'static [usize] {
    match kind {
        Kind::F32 | Kind::Bf16 => &[],
        Kind::F16 | Kind::Q4_0 | Kind::Q5_0 | Kind::Q8_0 => &[0],
        Kind::Q4_1 | Kind::Q5_1 | Kind::Q4K | Kind::Q5K => &[0, 2],
        Kind::Q6K => &[208],
    }
}

struct Values<'a>(Kind, &'a [u8], &'a mut Vec<f32>);

impl Kernel for Values<'_> {
    fn run<L: Lanes>(self, lanes: L) {
        let mut row = Row::new(lanes);
        row.unpack(self.0, self.1);
        row.write(self.2);
    }
}

proptest! {
    #[test]
    fn rows_are_unpacked_as_the_formats_say(
        bytes in proptest::collection::vec(any::<u8>(), 2 * 1024),
        halves in proptest::collection::vec(-1.0_f32..1.0, 16),
    ) {
        for kind in ALL {
            let (values, size) = kind.block();
            let count = 512 / values;
            let mut row = bytes[..count * size].to_vec();
            for (index, block) in row.chunks_exact_mut(size).enumerate() {
                for (which, at) in scales(kind).iter().enumerate() {
                    let scale = f16::from_f32(halves[(2 * index + which) % 16]);
                    block[*at..at + 2].copy_from_slice(&scale.to_le_bytes());
                }
            }
            let mut found = vec![0.0; 512];
            run(Values(kind, &row, &mut found));
            for (place, found) in found.iter().enumerate() {
                let expected = value(kind, &row[place / values * size..][..size], place % values);
                let close = found.to_bits() == expected.to_bits()
                    || (found - expected).abs() <= 1e-5 * (1.0 + expected.abs());
                prop_assert!(close, "{:?} at {}: {} is not {}", kind, place, found, expected);
            }
        }
    }
}

#[test]
fn small_and_negative_halves_are_exact() {
    for bits in (0..0x7c00_u16).chain(0x8000..0xfc00) {
        let bytes = bits.to_le_bytes();
        assert_eq!(
            unpack::half(bytes).to_bits(),
            f16::from_bits(bits).to_f32().to_bits()
        );
    }
}
