//! What flows through the layers, in eight bits for the products with quantized rows.

use crate::{
    quant::Row,
    simd::{Lanes, dot},
};

/// A vector as groups of 32 integers with a scale each.
#[derive(Default)]
pub(super) struct Activation {
    integers: Vec<[i8; 32]>,
    /// One for each 32 integers.
    scales: Vec<f32>,
    /// The sums of 16 values each, after scaling.
    sums16: Vec<f32>,
    /// The sums of 32 values each, after scaling.
    sums32: Vec<f32>,
    /// The values themselves, for rows that are not quantized.
    floats: Vec<f32>,
}

impl Activation {
    pub(super) fn new(values: &[f32]) -> Self {
        let mut activation = Self {
            floats: values.to_vec(),
            ..Self::default()
        };
        for group in values.as_chunks::<32>().0 {
            activation.push(group);
        }
        activation
    }

    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_precision_loss,
        reason = "the quotients are at most 127"
    )]
    fn push(&mut self, group: &[f32; 32]) {
        let most = group
            .iter()
            .fold(0.0_f32, |most, value| most.max(value.abs()));
        let scale = most / 127.0;
        let inverse = if most > 0.0 { 127.0 / most } else { 0.0 };
        let integers = group.map(|value| (value * inverse).round_ties_even() as i8);
        let sum = |part: &[i8]| {
            let sum: i32 = part.iter().map(|integer| i32::from(*integer)).sum();
            sum as f32 * scale
        };
        let (first, second) = (sum(&integers[..16]), sum(&integers[16..]));
        self.sums16.extend([first, second]);
        self.sums32.push(first + second);
        self.scales.push(scale);
        self.integers.push(integers);
    }

    /// The product with a row.
    #[inline(always)]
    pub(super) fn times<L: Lanes>(&self, lanes: L, row: &Row<L>) -> f32 {
        if !row.floats.is_empty() {
            return dot(&row.floats, &self.floats);
        }
        match (row.signed, row.group) {
            (true, _) => self.integers::<L, true, 1>(lanes, row),
            (false, 16) => self.integers::<L, false, 2>(lanes, row) + dot(&row.mins, &self.sums16),
            (false, _) => self.integers::<L, false, 1>(lanes, row) + dot(&row.mins, &self.sums32),
        }
    }

    #[inline(always)]
    fn integers<L: Lanes, const SIGNED: bool, const GROUPS: usize>(
        &self,
        lanes: L,
        row: &Row<L>,
    ) -> f32 {
        let count = self.integers.len().min(row.integers.len());
        let (lefts, rights) = (&row.integers[..count], &self.integers[..count]);
        let left_scales = &row.scales.as_chunks::<GROUPS>().0[..count];
        let right_scales = &self.scales[..count];
        let mut sums = lanes.zero();
        for span in 0..count {
            let (left, right) = (left_scales[span], right_scales[span]);
            let scales = [left[0] * right, left[GROUPS - 1] * right];
            sums = lanes.add::<SIGNED>(sums, lefts[span], &rights[span], scales);
        }
        lanes.total(sums)
    }
}
