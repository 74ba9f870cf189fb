//! One type a format: a block's bytes as integers, scales and mins.

use crate::simd::Lanes;

/// A block of `BYTES` bytes that holds `SPANS` times 32 values in `GROUPS` groups.
pub(super) trait Block<const BYTES: usize, const SPANS: usize, const GROUPS: usize> {
    fn unpack<L: Lanes>(
        lanes: L,
        block: &[u8; BYTES],
        spans: &mut [L::Bytes; SPANS],
        scales: &mut [f32; GROUPS],
        mins: &mut [f32; GROUPS],
    );
}

/// Sixteen bits as a float. Scales are finite, so that infinities need no care.
#[inline(always)]
pub(super) fn half(bytes: [u8; 2]) -> f32 {
    let bits = u32::from(u16::from_le_bytes(bytes));
    let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits(0x7780_0000);
    f32::from_bits(magnitude.to_bits() | (bits & 0x8000) << 16)
}

/// A part of a block. The sizes are constants, so that no check is left of it.
#[inline(always)]
fn part<const FROM: usize, const LENGTH: usize, const BYTES: usize>(
    block: &[u8; BYTES],
) -> &[u8; LENGTH] {
    const { assert!(FROM + LENGTH <= BYTES) };
    block[FROM..]
        .first_chunk()
        .unwrap_or_else(|| unreachable!("the part ends within the block"))
}

#[inline(always)]
fn half_at<const FROM: usize, const BYTES: usize>(block: &[u8; BYTES]) -> f32 {
    half(*part::<FROM, 2, BYTES>(block))
}

macro_rules! block {
    ($(#[$doc:meta])* $name:ident, $bytes:literal, $spans:literal, $groups:literal,
        |$lanes:ident, $block:ident, $out:ident, $scales:ident, $mins:ident| $body:block) => {
        $(#[$doc])*
        pub(super) struct $name;

        impl Block<$bytes, $spans, $groups> for $name {
            #[inline(always)]
            fn unpack<L: Lanes>(
                $lanes: L,
                $block: &[u8; $bytes],
                $out: &mut [L::Bytes; $spans],
                $scales: &mut [f32; $groups],
                $mins: &mut [f32; $groups],
            ) $body
        }
    };
}

block!(Q4_0, 18, 1, 1, |lanes, block, out, scales, mins| {
    out[0] = lanes.nibbles(part::<2, 16, 18>(block));
    scales[0] = half_at::<0, 18>(block);
    mins[0] = -8.0 * scales[0];
});

block!(Q4_1, 20, 1, 1, |lanes, block, out, scales, mins| {
    out[0] = lanes.nibbles(part::<4, 16, 20>(block));
    scales[0] = half_at::<0, 20>(block);
    mins[0] = half_at::<2, 20>(block);
});

block!(Q5_0, 22, 1, 1, |lanes, block, out, scales, mins| {
    let low = lanes.nibbles(part::<6, 16, 22>(block));
    let high = lanes.spread(*part::<2, 4, 22>(block));
    out[0] = lanes.join(low, high);
    scales[0] = half_at::<0, 22>(block);
    mins[0] = -16.0 * scales[0];
});

block!(Q5_1, 24, 1, 1, |lanes, block, out, scales, mins| {
    let low = lanes.nibbles(part::<8, 16, 24>(block));
    let high = lanes.spread(*part::<4, 4, 24>(block));
    out[0] = lanes.join(low, high);
    scales[0] = half_at::<0, 24>(block);
    mins[0] = half_at::<2, 24>(block);
});

block!(
    /// Signed bytes as they are.
    Q8_0, 34, 1, 1, |lanes, block, out, scales, mins| {
        out[0] = lanes.load(part::<2, 32, 34>(block));
        scales[0] = half_at::<0, 34>(block);
        mins[0] = 0.0;
    }
);

/// The eight scales and mins of six bits that `Q4_K` and `Q5_K` pack into twelve bytes.
#[inline(always)]
fn k_scales<const BYTES: usize>(block: &[u8; BYTES], scales: &mut [f32; 8], mins: &mut [f32; 8]) {
    let (scale, min) = (half_at::<0, BYTES>(block), half_at::<2, BYTES>(block));
    let packed = part::<4, 12, BYTES>(block);
    for place in 0..4 {
        let (times, less, rest) = (packed[place], packed[place + 4], packed[place + 8]);
        scales[place] = scale * f32::from(times & 63);
        mins[place] = -min * f32::from(less & 63);
        scales[place + 4] = scale * f32::from(rest & 15 | times >> 6 << 4);
        mins[place + 4] = -min * f32::from(rest >> 4 | less >> 6 << 4);
    }
}

block!(Q4K, 144, 8, 8, |lanes, block, out, scales, mins| {
    k_scales(block, scales, mins);
    let nibbles = part::<16, 128, 144>(block).as_chunks::<32>().0;
    for (pair, bytes) in out.as_chunks_mut::<2>().0.iter_mut().zip(nibbles) {
        let bytes = lanes.load(bytes);
        pair[0] = lanes.field(bytes, 0, 15);
        pair[1] = lanes.field(bytes, 4, 15);
    }
});

block!(Q5K, 176, 8, 8, |lanes, block, out, scales, mins| {
    k_scales(block, scales, mins);
    let high = lanes.load(part::<16, 32, 176>(block));
    let nibbles = part::<48, 128, 176>(block).as_chunks::<32>().0;
    let pairs = out.as_chunks_mut::<2>().0.iter_mut().zip(nibbles);
    for (shift, (pair, bytes)) in [0, 2, 4, 6].into_iter().zip(pairs) {
        let bytes = lanes.load(bytes);
        let (first, second) = (lanes.field(high, shift, 1), lanes.field(high, shift + 1, 1));
        pair[0] = lanes.join(lanes.field(bytes, 0, 15), first);
        pair[1] = lanes.join(lanes.field(bytes, 4, 15), second);
    }
});

block!(Q6K, 210, 8, 16, |lanes, block, out, scales, mins| {
    let low = part::<0, 128, 210>(block).as_chunks::<32>().0;
    let high = part::<128, 64, 210>(block).as_chunks::<32>().0;
    let fours = out.as_chunks_mut::<4>().0.iter_mut();
    for ((four, low), high) in fours.zip(low.as_chunks::<2>().0).zip(high) {
        let (near, far, top) = (lanes.load(&low[0]), lanes.load(&low[1]), lanes.load(high));
        let joined = |bytes, shift, top_shift| {
            let top = lanes.field(top, top_shift, 3);
            lanes.join(lanes.field(bytes, shift, 15), top)
        };
        *four = [
            joined(near, 0, 0),
            joined(far, 0, 2),
            joined(near, 4, 4),
            joined(far, 4, 6),
        ];
    }
    let whole = half_at::<208, 210>(block);
    let times = part::<192, 16, 210>(block);
    for place in 0..16 {
        scales[place] = whole * f32::from(times[place].cast_signed());
        mins[place] = -32.0 * scales[place];
    }
});
