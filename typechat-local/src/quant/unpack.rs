//! One function a format: a block's bytes as integers, scales and mins.

/// Sixteen bits as a float. Scales are finite, so that infinities need no care.
#[inline(always)]
pub(super) fn half(bytes: [u8; 2]) -> f32 {
    let bits = u32::from(u16::from_le_bytes(bytes));
    let magnitude = f32::from_bits((bits & 0x7fff) << 13) * f32::from_bits(0x7780_0000);
    f32::from_bits(magnitude.to_bits() | (bits & 0x8000) << 16)
}

/// For each byte, its eight bits as eight bytes of 0 or 16: the fifth bits of eight integers.
const FIFTH_BITS: [u64; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                table[byte] |= 0x10 << (8 * bit);
            }
            bit += 1;
        }
        byte += 1;
    }
    table
};

#[inline(always)]
fn nibbles(bytes: &[u8], out: &mut [u8; 32]) {
    for (place, byte) in bytes[..16].iter().enumerate() {
        out[place] = byte & 15;
        out[place + 16] = byte >> 4;
    }
}

#[inline(always)]
fn add_fifth_bits(bits: &[u8], out: &mut [u8; 32]) {
    for (eight, bits) in out.as_chunks_mut::<8>().0.iter_mut().zip(bits) {
        *eight = (u64::from_le_bytes(*eight) | FIFTH_BITS[usize::from(*bits)]).to_le_bytes();
    }
}

type One = [[u8; 32]; 1];

#[inline(always)]
pub(super) fn q4_0(block: &[u8; 18], out: &mut One, scale: &mut [f32; 1], min: &mut [f32; 1]) {
    nibbles(&block[2..], &mut out[0]);
    scale[0] = half([block[0], block[1]]);
    min[0] = -8.0 * scale[0];
}

#[inline(always)]
pub(super) fn q4_1(block: &[u8; 20], out: &mut One, scale: &mut [f32; 1], min: &mut [f32; 1]) {
    nibbles(&block[4..], &mut out[0]);
    scale[0] = half([block[0], block[1]]);
    min[0] = half([block[2], block[3]]);
}

#[inline(always)]
pub(super) fn q5_0(block: &[u8; 22], out: &mut One, scale: &mut [f32; 1], min: &mut [f32; 1]) {
    nibbles(&block[6..], &mut out[0]);
    add_fifth_bits(&block[2..6], &mut out[0]);
    scale[0] = half([block[0], block[1]]);
    min[0] = -16.0 * scale[0];
}

#[inline(always)]
pub(super) fn q5_1(block: &[u8; 24], out: &mut One, scale: &mut [f32; 1], min: &mut [f32; 1]) {
    nibbles(&block[8..], &mut out[0]);
    add_fifth_bits(&block[4..8], &mut out[0]);
    scale[0] = half([block[0], block[1]]);
    min[0] = half([block[2], block[3]]);
}

#[inline(always)]
pub(super) fn q8_0(block: &[u8; 34], out: &mut One, scale: &mut [f32; 1], min: &mut [f32; 1]) {
    out[0].copy_from_slice(&block[2..]);
    scale[0] = half([block[0], block[1]]);
    min[0] = 0.0;
}

/// The eight scales and mins of six bits that `Q4_K` and `Q5_K` pack into twelve bytes.
#[inline(always)]
fn six_bits(packed: &[u8], place: usize) -> (u8, u8) {
    if place < 4 {
        (packed[place] & 63, packed[place + 4] & 63)
    } else {
        (
            packed[place + 4] & 15 | packed[place - 4] >> 6 << 4,
            packed[place + 4] >> 4 | packed[place] >> 6 << 4,
        )
    }
}

#[inline(always)]
fn k_scales(block: &[u8], scales: &mut [f32; 8], mins: &mut [f32; 8]) {
    let scale = half([block[0], block[1]]);
    let min = half([block[2], block[3]]);
    for place in 0..8 {
        let (times, less) = six_bits(&block[4..16], place);
        scales[place] = scale * f32::from(times);
        mins[place] = -min * f32::from(less);
    }
}

#[inline(always)]
pub(super) fn q4_k(
    block: &[u8; 144],
    out: &mut [[u8; 32]; 8],
    scales: &mut [f32; 8],
    mins: &mut [f32; 8],
) {
    k_scales(block, scales, mins);
    for (pair, bytes) in out
        .as_chunks_mut::<2>()
        .0
        .iter_mut()
        .zip(block[16..].as_chunks::<32>().0)
    {
        for (place, byte) in bytes.iter().enumerate() {
            pair[0][place] = byte & 15;
            pair[1][place] = byte >> 4;
        }
    }
}

#[inline(always)]
pub(super) fn q5_k(
    block: &[u8; 176],
    out: &mut [[u8; 32]; 8],
    scales: &mut [f32; 8],
    mins: &mut [f32; 8],
) {
    k_scales(block, scales, mins);
    let high = &block[16..48];
    for (index, (pair, bytes)) in out
        .as_chunks_mut::<2>()
        .0
        .iter_mut()
        .zip(block[48..].as_chunks::<32>().0)
        .enumerate()
    {
        for (place, byte) in bytes.iter().enumerate() {
            let bits = high[place] >> (2 * index);
            pair[0][place] = byte & 15 | (bits & 1) << 4;
            pair[1][place] = byte >> 4 | (bits >> 1 & 1) << 4;
        }
    }
}

#[inline(always)]
pub(super) fn q6_k(
    block: &[u8; 210],
    out: &mut [[u8; 32]; 8],
    scales: &mut [f32; 16],
    mins: &mut [f32; 16],
) {
    for (half, four) in out.as_chunks_mut::<4>().0.iter_mut().enumerate() {
        let low = &block[64 * half..64 * half + 64];
        let high = &block[128 + 32 * half..160 + 32 * half];
        for place in 0..32 {
            let (near, far, top) = (low[place], low[place + 32], high[place]);
            four[0][place] = near & 15 | (top & 3) << 4;
            four[1][place] = far & 15 | (top >> 2 & 3) << 4;
            four[2][place] = near >> 4 | (top >> 4 & 3) << 4;
            four[3][place] = far >> 4 | (top >> 6) << 4;
        }
    }
    let whole = half([block[208], block[209]]);
    for (place, times) in block[192..208].iter().enumerate() {
        scales[place] = whole * f32::from(times.cast_signed());
        mins[place] = -32.0 * scales[place];
    }
}
