//! Lanes for x86-64 processors with AVX2 and FMA.

use std::arch::x86_64::{__m128i, __m256, __m256i};

use pulp::{Simd, cast, x86::V3};

use super::Lanes;

impl Lanes for V3 {
    type Bytes = __m256i;
    type Sums = __m256;

    #[inline(always)]
    fn load(self, bytes: &[u8; 32]) -> __m256i {
        cast(*bytes)
    }

    #[cfg(test)]
    fn store(self, bytes: __m256i) -> [u8; 32] {
        cast(bytes)
    }

    #[inline(always)]
    fn scaled<const SIGNED: bool>(
        self,
        bytes: __m256i,
        scales: [f32; 2],
        mins: [f32; 2],
        out: &mut [f32; 32],
    ) {
        let halves: [__m128i; 2] = cast(bytes);
        let eights = V3::as_mut_simd_f32s(out).0;
        for (place, eight) in eights.iter_mut().enumerate() {
            let half = halves[place / 2];
            let bytes = if place % 2 == 0 {
                half
            } else {
                self.sse2._mm_srli_si128::<8>(half)
            };
            let integers = if SIGNED {
                self.avx2._mm256_cvtepi8_epi32(bytes)
            } else {
                self.avx2._mm256_cvtepu8_epi32(bytes)
            };
            let floats = self.avx._mm256_cvtepi32_ps(integers);
            let scale = self.avx._mm256_set1_ps(scales[place / 2]);
            let min = self.avx._mm256_set1_ps(mins[place / 2]);
            *eight = cast(self.fma._mm256_fmadd_ps(floats, scale, min));
        }
    }

    #[inline(always)]
    fn nibbles(self, bytes: &[u8; 16]) -> __m256i {
        let low: __m128i = cast(*bytes);
        let high = self.sse2._mm_srli_epi16::<4>(low);
        let both = self.avx._mm256_set_m128i(high, low);
        self.avx2
            ._mm256_and_si256(both, self.avx._mm256_set1_epi8(15))
    }

    #[inline(always)]
    fn field(self, bytes: __m256i, shift: u8, mask: u8) -> __m256i {
        let count = self.sse2._mm_cvtsi32_si128(shift.into());
        let shifted = self.avx2._mm256_srl_epi16(bytes, count);
        let mask = self.avx._mm256_set1_epi8(mask.cast_signed());
        self.avx2._mm256_and_si256(shifted, mask)
    }

    #[inline(always)]
    fn join(self, low: __m256i, high: __m256i) -> __m256i {
        let high = self.avx2._mm256_slli_epi16::<4>(high);
        self.avx2._mm256_or_si256(low, high)
    }

    #[inline(always)]
    fn spread(self, bits: [u8; 4]) -> __m256i {
        // Each byte eight times, of which each keeps a bit of its own.
        let word = self.avx._mm256_set1_epi32(i32::from_le_bytes(bits));
        let places = self.avx._mm256_set_epi64x(
            0x0303_0303_0303_0303,
            0x0202_0202_0202_0202,
            0x0101_0101_0101_0101,
            0,
        );
        let bytes = self.avx2._mm256_shuffle_epi8(word, places);
        let own = self
            .avx
            ._mm256_set1_epi64x(0x8040_2010_0804_0201_u64.cast_signed());
        let found = self
            .avx2
            ._mm256_cmpeq_epi8(self.avx2._mm256_and_si256(bytes, own), own);
        self.avx2
            ._mm256_and_si256(found, self.avx._mm256_set1_epi8(1))
    }

    #[inline(always)]
    fn zero(self) -> __m256 {
        self.avx._mm256_setzero_ps()
    }

    #[inline(always)]
    fn add<const SIGNED: bool>(
        self,
        sums: __m256,
        left: __m256i,
        right: &[i8; 32],
        scales: [f32; 2],
    ) -> __m256 {
        let right: __m256i = cast(*right);
        // The instruction takes an unsigned and a signed factor: signs change sides.
        let (left, right) = if SIGNED {
            (
                self.avx2._mm256_abs_epi8(left),
                self.avx2._mm256_sign_epi8(right, left),
            )
        } else {
            (left, right)
        };
        let pairs = self.avx2._mm256_maddubs_epi16(left, right);
        let fours = self
            .avx2
            ._mm256_madd_epi16(pairs, self.avx._mm256_set1_epi16(1));
        let products = self.avx._mm256_cvtepi32_ps(fours);
        let scales = self.avx._mm256_set_m128(
            self.sse._mm_set1_ps(scales[1]),
            self.sse._mm_set1_ps(scales[0]),
        );
        self.fma._mm256_fmadd_ps(products, scales, sums)
    }

    #[inline(always)]
    fn total(self, sums: __m256) -> f32 {
        cast::<__m256, [f32; 8]>(sums).iter().sum()
    }
}
