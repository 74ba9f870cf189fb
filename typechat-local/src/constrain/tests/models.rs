//! Models that want anything but what is asked for.

/// A small generator of numbers, the same everywhere.
pub(super) struct Random(pub(super) u64);

impl Random {
    pub(super) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(super) fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % u64::try_from(limit.max(1)).unwrap()).unwrap()
    }

    pub(super) fn chance(&mut self, one_in: usize) -> bool {
        self.below(one_in) == 0
    }
}

/// What a model likes.
#[derive(Debug, Clone, Copy)]
pub(super) enum Taste {
    Anything,
    /// Letters: strings without end.
    Letters,
    Digits,
    /// More and more containers.
    Openers,
    /// To be done.
    End,
    /// Line breaks and spaces.
    Spaces,
}

impl Taste {
    pub(super) const ALL: [Self; 6] = [
        Self::Anything,
        Self::Letters,
        Self::Digits,
        Self::Openers,
        Self::End,
        Self::Spaces,
    ];

    pub(super) fn logit(self, bytes: Option<&[u8]>, random: &mut Random) -> f32 {
        let noise = f32::from(u16::try_from(random.next() % 1000).unwrap()) / 125.0;
        let Some(bytes) = bytes else {
            return if matches!(self, Self::End) {
                20.0
            } else {
                noise
            };
        };
        let all = |is: fn(&u8) -> bool| bytes.iter().all(is);
        let liked = match self {
            Self::Anything => false,
            Self::Letters => all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80),
            Self::Digits => all(|byte| byte.is_ascii_digit() || *byte == b'.'),
            Self::Openers => all(|byte| b"[{\", ".contains(byte)),
            Self::End => all(|byte| b"]}\"".contains(byte)),
            Self::Spaces => all(u8::is_ascii_whitespace),
        };
        noise + if liked { 12.0 } else { 0.0 }
    }
}

/// The token of the highest logit.
pub(super) fn greedy(logits: &[f32]) -> u32 {
    let mut best = 0;
    for (token, logit) in (0_u32..).zip(logits) {
        if *logit > logits[best as usize] {
            best = token;
        }
    }
    best
}
