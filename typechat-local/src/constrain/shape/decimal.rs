//! Exact decimal numbers: what bounds are compared in.

/// `mantissa` divided by ten to the power of `scale`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Decimal {
    pub(super) mantissa: i128,
    pub(super) scale: u32,
}

/// Beyond this no number is written digit by digit.
const MAX_SCALE: u32 = 36;

impl Decimal {
    /// A JSON number; `None` when it has too many digits.
    pub(super) fn parse(text: &str) -> Option<Self> {
        let (number, exponent) = match text.split_once(['e', 'E']) {
            Some((number, exponent)) => (number, exponent.parse::<i64>().ok()?),
            None => (text, 0),
        };
        let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
        let fraction = fraction.trim_end_matches('0');
        let mantissa: i128 = format!("{whole}{fraction}").parse().ok()?;
        let scale = i64::try_from(fraction.len()).ok()? - exponent;
        if scale < 0 {
            let power = 10_i128.checked_pow(u32::try_from(-scale).ok()?)?;
            return Some(Self {
                mantissa: mantissa.checked_mul(power)?,
                scale: 0,
            });
        }
        let scale = u32::try_from(scale).ok().filter(|s| *s <= MAX_SCALE)?;
        Some(Self { mantissa, scale })
    }

    /// The number times ten to the power of `scale`: the next integer downwards, and whether
    /// nothing was cut.
    pub(super) fn scaled(self, scale: u32) -> (i128, bool) {
        if scale >= self.scale {
            let power = 10_i128.saturating_pow(scale - self.scale);
            return (self.mantissa.saturating_mul(power), true);
        }
        let power = 10_i128.saturating_pow(self.scale - scale);
        let rest = self.mantissa.rem_euclid(power);
        (self.mantissa.div_euclid(power), rest == 0)
    }

    /// The integers that, divided by ten to the power of `scale`, are multiples of this number,
    /// are the multiples of the result; `None` when that is not known.
    pub(super) fn step(self, scale: u32) -> Option<i128> {
        let this = self.mantissa.checked_abs().filter(|m| *m > 0)?;
        if scale >= self.scale {
            return this.checked_mul(10_i128.checked_pow(scale - self.scale)?);
        }
        let power = 10_i128.checked_pow(self.scale - scale)?;
        Some(this / gcd(this, power))
    }
}

fn gcd(a: i128, b: i128) -> i128 {
    if b == 0 { a } else { gcd(b, a % b) }
}
