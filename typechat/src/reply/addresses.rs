//! A hash for addresses: nobody outside chooses them, so it need not be a strong one.

use std::hash::Hasher;

#[derive(Default)]
pub(super) struct Addresses(u64);

impl Hasher for Addresses {
    fn finish(&self) -> u64 {
        // Tables look at both ends of a hash.
        self.0 ^ (self.0 >> 32)
    }

    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64((*byte).into());
        }
    }

    fn write_u64(&mut self, value: u64) {
        // An odd number without a pattern, as multiplicative hashing wants.
        self.0 = (self.0.rotate_left(26) ^ value).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }
}
