//! Numbers that are the same in every run.

/// `SplitMix64` (Steele, Lea, Flood 2014).
pub(super) struct Random(u64);

impl Random {
    /// A sequence for each value of a seed, and for each try to make it.
    pub(super) fn new(seed: u64, number: u64, again: u64) -> Self {
        let mut random = Self(seed);
        for part in [number, again] {
            random.0 = random.next() ^ part;
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below a bound; 0 for a bound of 0.
    pub(super) fn below(&mut self, bound: usize) -> usize {
        let below = self.next() % (bound.max(1) as u64);
        // Less than what was a `usize`.
        usize::try_from(below).unwrap_or_default()
    }

    /// Once in so many times.
    pub(super) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(super) fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}
