//! What flows through the layers, in eight bits for the products with quantized rows.

/// A vector as groups of 32 integers with a scale each.
#[derive(Default)]
pub(crate) struct Activation {
    pub(crate) integers: Vec<[i8; 32]>,
    /// One for each 32 integers.
    pub(crate) scales: Vec<f32>,
    /// The sums of 16 values each, after scaling.
    pub(crate) sums16: Vec<f32>,
    /// The sums of 32 values each, after scaling.
    pub(crate) sums32: Vec<f32>,
    /// The values themselves, for rows that are not quantized.
    pub(crate) floats: Vec<f32>,
}

impl Activation {
    pub(crate) fn new(values: &[f32]) -> Self {
        let mut activation = Self {
            floats: values.to_vec(),
            ..Self::default()
        };
        for group in values.as_chunks::<32>().0 {
            activation.push(group);
        }
        activation
    }

    #[inline(always)]
    #[allow(
        clippy::cast_possible_truncation,
        reason = "the quotients are at most 127"
    )]
    fn push(&mut self, group: &[f32; 32]) {
        let mut most = 0.0_f32;
        for value in group {
            most = most.max(value.abs());
        }
        let scale = most / 127.0;
        let inverse = if most > 0.0 { 127.0 / most } else { 0.0 };
        let mut integers = [0_i8; 32];
        for (integer, value) in integers.iter_mut().zip(group) {
            *integer = (value * inverse).round_ties_even() as i8;
        }
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
}
