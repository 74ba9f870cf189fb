//! A row of weights as integers with scales, whatever format it is written in.

use super::{
    Kind,
    unpack::{self, Block},
};
use crate::simd::Lanes;

/// A row or a part of one, unpacked: `value = integer * scale + min`, with one scale and one min
/// for each group. Rows of plain floats have no integers.
pub(crate) struct Row<L: Lanes> {
    lanes: L,
    /// Integers below 64; with [`signed`](Self::signed) they are `i8`.
    pub(crate) integers: Vec<L::Bytes>,
    pub(crate) signed: bool,
    /// How many values share a scale: 16 or 32.
    pub(crate) group: usize,
    pub(crate) scales: Vec<f32>,
    pub(crate) mins: Vec<f32>,
    /// The values of rows that are not quantized.
    pub(crate) floats: Vec<f32>,
}

impl<L: Lanes> Row<L> {
    #[inline(always)]
    pub(crate) fn new(lanes: L) -> Self {
        Self {
            lanes,
            integers: Vec::new(),
            signed: false,
            group: 32,
            scales: Vec::new(),
            mins: Vec::new(),
            floats: Vec::new(),
        }
    }

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
            Kind::Q4_0 => self.blocks::<unpack::Q4_0, _, _, _>(bytes),
            Kind::Q4_1 => self.blocks::<unpack::Q4_1, _, _, _>(bytes),
            Kind::Q5_0 => self.blocks::<unpack::Q5_0, _, _, _>(bytes),
            Kind::Q5_1 => self.blocks::<unpack::Q5_1, _, _, _>(bytes),
            Kind::Q8_0 => self.blocks::<unpack::Q8_0, _, _, _>(bytes),
            Kind::Q4K => self.blocks::<unpack::Q4K, _, _, _>(bytes),
            Kind::Q5K => self.blocks::<unpack::Q5K, _, _, _>(bytes),
            Kind::Q6K => self.blocks::<unpack::Q6K, _, _, _>(bytes),
        }
    }

    #[inline(always)]
    fn floats_of<const N: usize>(&mut self, bytes: &[u8], float: impl Fn([u8; N]) -> f32) {
        self.floats.clear();
        self.floats
            .extend(bytes.as_chunks().0.iter().map(|bytes| float(*bytes)));
    }

    #[inline(always)]
    fn blocks<
        B: Block<BYTES, SPANS, GROUPS>,
        const BYTES: usize,
        const SPANS: usize,
        const GROUPS: usize,
    >(
        &mut self,
        bytes: &[u8],
    ) {
        let blocks = bytes.as_chunks::<BYTES>().0;
        self.floats.clear();
        let zero = self.lanes.load(&[0; 32]);
        self.integers.resize(blocks.len() * SPANS, zero);
        self.scales.resize(blocks.len() * GROUPS, 0.0);
        self.mins.resize(blocks.len() * GROUPS, 0.0);
        let spans = &mut self.integers.as_chunks_mut::<SPANS>().0[..blocks.len()];
        let scales = &mut self.scales.as_chunks_mut::<GROUPS>().0[..blocks.len()];
        let mins = &mut self.mins.as_chunks_mut::<GROUPS>().0[..blocks.len()];
        for place in 0..blocks.len() {
            B::unpack(
                self.lanes,
                &blocks[place],
                &mut spans[place],
                &mut scales[place],
                &mut mins[place],
            );
        }
    }

    /// Writes the values themselves.
    #[inline(always)]
    pub(crate) fn write(&self, out: &mut [f32]) {
        if !self.floats.is_empty() {
            out.copy_from_slice(&self.floats);
        } else if self.signed {
            self.scaled::<true, 1>(out);
        } else if self.group == 16 {
            self.scaled::<false, 2>(out);
        } else {
            self.scaled::<false, 1>(out);
        }
    }

    #[inline(always)]
    fn scaled<const SIGNED: bool, const GROUPS: usize>(&self, out: &mut [f32]) {
        let out = out.as_chunks_mut::<32>().0;
        let count = out.len().min(self.integers.len());
        let (integers, out) = (&self.integers[..count], &mut out[..count]);
        let scales = &self.scales.as_chunks::<GROUPS>().0[..count];
        let mins = &self.mins.as_chunks::<GROUPS>().0[..count];
        for span in 0..count {
            let scales = [scales[span][0], scales[span][GROUPS - 1]];
            let mins = [mins[span][0], mins[span][GROUPS - 1]];
            self.lanes
                .scaled::<SIGNED>(integers[span], scales, mins, &mut out[span]);
        }
    }
}
