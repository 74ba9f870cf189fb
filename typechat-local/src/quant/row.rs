//! A row of weights as integers with scales, whatever format it is written in.

use super::{Kind, unpack};

/// A row, unpacked: `value = integer * scale + min`, with one scale and one min for each group.
/// Rows of plain floats have no integers.
#[derive(Default)]
pub(crate) struct Row {
    /// Integers below 64; with [`signed`](Self::signed) they are `i8`.
    pub(crate) integers: Vec<[u8; 32]>,
    pub(crate) signed: bool,
    /// How many values share a scale: 16 or 32.
    pub(crate) group: usize,
    pub(crate) scales: Vec<f32>,
    pub(crate) mins: Vec<f32>,
    /// The values of rows that are not quantized.
    pub(crate) floats: Vec<f32>,
}

impl Row {
    /// Reads a row. Space is used again from row to row.
    #[inline(always)]
    pub(crate) fn unpack(&mut self, kind: Kind, bytes: &[u8]) {
        self.signed = kind == Kind::Q8_0;
        self.group = if kind == Kind::Q6K { 16 } else { 32 };
        match kind {
            Kind::F32 => self.floats_of(bytes, f32::from_le_bytes),
            Kind::F16 => self.floats_of(bytes, unpack::half),
            Kind::Bf16 => self.floats_of(bytes, |bytes: [u8; 2]| {
                f32::from_bits(u32::from(u16::from_le_bytes(bytes)) << 16)
            }),
            Kind::Q4_0 => self.blocks(bytes, unpack::q4_0),
            Kind::Q4_1 => self.blocks(bytes, unpack::q4_1),
            Kind::Q5_0 => self.blocks(bytes, unpack::q5_0),
            Kind::Q5_1 => self.blocks(bytes, unpack::q5_1),
            Kind::Q8_0 => self.blocks(bytes, unpack::q8_0),
            Kind::Q4K => self.blocks(bytes, unpack::q4_k),
            Kind::Q5K => self.blocks(bytes, unpack::q5_k),
            Kind::Q6K => self.blocks(bytes, unpack::q6_k),
        }
    }

    #[inline(always)]
    fn floats_of<const N: usize>(&mut self, bytes: &[u8], float: impl Fn([u8; N]) -> f32) {
        self.floats.clear();
        self.floats
            .extend(bytes.as_chunks().0.iter().map(|bytes| float(*bytes)));
    }

    /// Blocks of `BYTES` bytes that hold `SPANS` times 32 values in `GROUPS` groups.
    #[inline(always)]
    fn blocks<const BYTES: usize, const SPANS: usize, const GROUPS: usize>(
        &mut self,
        bytes: &[u8],
        unpack: impl Fn(&[u8; BYTES], &mut [[u8; 32]; SPANS], &mut [f32; GROUPS], &mut [f32; GROUPS]),
    ) {
        let blocks = bytes.as_chunks::<BYTES>().0;
        self.floats.clear();
        self.integers.resize(blocks.len() * SPANS, [0; 32]);
        self.scales.resize(blocks.len() * GROUPS, 0.0);
        self.mins.resize(blocks.len() * GROUPS, 0.0);
        let integers = self.integers.as_chunks_mut::<SPANS>().0.iter_mut();
        let scales = self.scales.as_chunks_mut::<GROUPS>().0.iter_mut();
        let mins = self.mins.as_chunks_mut::<GROUPS>().0.iter_mut();
        for (((block, integers), scales), mins) in blocks.iter().zip(integers).zip(scales).zip(mins)
        {
            unpack(block, integers, scales, mins);
        }
    }

    /// The values themselves, each given to `put` with its place.
    #[inline(always)]
    pub(crate) fn values(&self, mut put: impl FnMut(usize, f32)) {
        for (place, value) in self.floats.iter().enumerate() {
            put(place, *value);
        }
        if !self.floats.is_empty() {
            return;
        }
        let groups = self.scales.iter().zip(&self.mins);
        for (group, (chunk, (scale, min))) in self
            .integers
            .as_flattened()
            .chunks_exact(self.group)
            .zip(groups)
            .enumerate()
        {
            for (place, integer) in chunk.iter().enumerate() {
                let integer = if self.signed {
                    f32::from(integer.cast_signed())
                } else {
                    f32::from(*integer)
                };
                put(group * self.group + place, integer * scale + min);
            }
        }
    }
}
