//! Small models may say the same for ever.

/// The longest part whose repetition is noticed.
const LONGEST: usize = 64;

/// How many tokens have to be repetition.
const TOKENS: usize = 192;

/// Whether the last tokens are one part, again and again: at least [`TOKENS`] of them, and eight
/// times.
pub(super) fn is_stuck(tokens: &[u32]) -> bool {
    (1..=LONGEST).any(|period| {
        let length = TOKENS.max(8 * period);
        let Some(start) = tokens.len().checked_sub(length) else {
            return false;
        };
        let tail = &tokens[start..];
        // Most periods fail at the first comparison.
        tail[period..]
            .iter()
            .rev()
            .zip(tail[..length - period].iter().rev())
            .all(|(a, b)| a == b)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_long_repetition_is_stuck() {
        let said =
            |part: &[u32], times: usize| [&[1, 2, 3], part.repeat(times).as_slice()].concat();
        assert!(is_stuck(&said(&[7], 192)));
        assert!(!is_stuck(&said(&[7], 191)));
        assert!(is_stuck(&said(&[7, 8, 9], 64)));
        let long: Vec<u32> = (0..64).collect();
        assert!(is_stuck(&said(&long, 8)));
        assert!(!is_stuck(&said(&long, 7)));
        let differs: Vec<u32> = (0..1000).collect();
        assert!(!is_stuck(&differs));
    }
}
