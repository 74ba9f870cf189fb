//! Numbers: when one is whole, and how one that has begun can end.

use super::decimal::Decimal;

#[derive(Debug, Clone)]
pub(crate) struct Number {
    pub(super) integer: bool,
    pub(super) minimum: Option<Bound>,
    pub(super) maximum: Option<Bound>,
    pub(super) multiple: Option<Decimal>,
    /// How many digits may stand before the point, and after it.
    pub(super) digits: (usize, usize),
}

#[derive(Debug, Clone, Copy)]
pub(super) struct Bound {
    /// `None` when it is farther away than any number that is written digit by digit.
    pub(super) exact: Option<Decimal>,
    pub(super) near: f64,
    pub(super) exclusive: bool,
}

/// The parts of a number that has begun.
struct Parts<'a> {
    negative: bool,
    whole: &'a str,
    fraction: Option<&'a str>,
}

impl Number {
    /// What such numbers look like, as a regular expression; bounds are not in it.
    pub(crate) fn pattern(&self) -> String {
        let zero = |bound: Option<Bound>| bound.map(|bound| bound.near);
        let sign = match (zero(self.minimum), zero(self.maximum)) {
            (Some(minimum), _) if minimum >= 0.0 => "",
            (_, Some(maximum)) if maximum < 0.0 => "-",
            _ => "-?",
        };
        let (whole, fraction) = self.digits;
        let whole = format!("[1-9][0-9]{{0,{}}}", whole.saturating_sub(1));
        if self.integer {
            let zero = if sign == "-" { "" } else { "0|" };
            return format!("{zero}{sign}{whole}");
        }
        format!("{sign}(0|{whole})(\\.[0-9]{{1,{fraction}}})?([eE][+-]?[0-9]{{1,2}})?")
    }

    /// Whether this is such a number.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        let Some((number, exponent)) = split(text) else {
            return false;
        };
        let Some(parts) = Parts::read(number) else {
            return false;
        };
        if parts.whole.is_empty() || parts.fraction == Some("") {
            return false;
        }
        let (whole, fraction) = (parts.whole.len(), parts.fraction.map_or(0, str::len));
        if whole > self.digits.0 || fraction > self.digits.1 {
            return false;
        }
        if let Some(exponent) = exponent {
            let digits = exponent.trim_start_matches(['+', '-']);
            let Ok(value) = text.parse::<f64>() else {
                return false;
            };
            return !digits.is_empty()
                && !self.integer
                && self.multiple.is_none()
                && self.minimum.is_none_or(|bound| bound.is_below(value))
                && self.maximum.is_none_or(|bound| bound.is_above(value));
        }
        // Minus zero is no integer to whoever reads it.
        let is_zero = number
            .bytes()
            .all(|byte| matches!(byte, b'-' | b'0' | b'.'));
        if self.integer && (parts.fraction.is_some() || parts.negative && is_zero) {
            return false;
        }
        let digits = format!("{}{}", parts.whole, parts.fraction.unwrap_or_default());
        let (Ok(digits), Ok(scale)) = (digits.parse::<i128>(), u32::try_from(fraction)) else {
            return false;
        };
        let value = if parts.negative { -digits } else { digits };
        let (low, high) = self.range(scale);
        let step = self.step(scale);
        (low..=high).contains(&value) && step.is_some_and(|step| value % step == 0)
    }

    /// Whether a constant is such a number, however many digits it has.
    pub(super) fn allows(&self, constant: &serde_json::Number) -> bool {
        let Some(value) = constant.as_f64() else {
            return false;
        };
        !(self.integer && value.fract() != 0.0)
            && self.minimum.is_none_or(|bound| bound.is_below(value))
            && self.maximum.is_none_or(|bound| bound.is_above(value))
    }

    /// Up to so many ways to end a number that begins like this, the shortest first.
    pub(crate) fn endings(&self, text: &str, wanted: usize) -> Vec<String> {
        let mut found = Vec::new();
        if self.accepts(text) {
            found.push(String::new());
        }
        if wanted > found.len() {
            match split(text) {
                Some((_, Some(exponent))) => self.exponents(text, exponent, wanted, &mut found),
                Some((number, None)) => {
                    if let Some(parts) = Parts::read(number) {
                        self.digits(&parts, wanted, &mut found);
                    }
                    if text.is_empty() && found.is_empty() {
                        let below = self.endings("-", wanted);
                        found.extend(below.iter().map(|ending| format!("-{ending}")));
                    }
                }
                None => {}
            }
        }
        found
    }

    fn exponents(&self, text: &str, exponent: &str, wanted: usize, found: &mut Vec<String>) {
        let begun = exponent.trim_start_matches(['+', '-']).len();
        let signs: &[&str] = if exponent.is_empty() {
            &["", "-"]
        } else {
            &[""]
        };
        for sign in signs {
            for digits in 1..=2_usize.saturating_sub(begun) {
                for value in 0..10_usize.pow(u32::try_from(digits).unwrap_or(0)) {
                    let ending = format!("{sign}{value:0digits$}");
                    if found.len() < wanted && self.accepts(&format!("{text}{ending}")) {
                        found.push(ending);
                    }
                }
            }
        }
    }

    /// More digits, before the point and after it.
    fn digits(&self, parts: &Parts<'_>, wanted: usize, found: &mut Vec<String>) {
        let after = parts.fraction.map_or(0, str::len);
        let closed = parts.fraction.is_some() || parts.whole == "0";
        let before = if closed {
            0
        } else {
            self.digits.0.saturating_sub(parts.whole.len())
        };
        let behind = if self.integer {
            0
        } else {
            self.digits.1.saturating_sub(after)
        };
        let begun = format!("{}{}", parts.whole, parts.fraction.unwrap_or_default());
        let Ok(begun) = format!("0{begun}").parse::<i128>() else {
            return;
        };
        for total in 1..=before + behind {
            for whole in (0..=total.min(before)).rev() {
                let fraction = total - whole;
                let first = usize::from(parts.whole.is_empty());
                if fraction > behind || whole < first || found.len() >= wanted {
                    continue;
                }
                let power = |n: usize| 10_i128.checked_pow(u32::try_from(n).ok()?);
                let Some(power_of_total) = power(total) else {
                    return;
                };
                let Some(low) = begun.checked_mul(power_of_total) else {
                    return;
                };
                let high = low.saturating_add(power_of_total - 1);
                // No number but zero begins with the digit 0.
                let least = if first == 1 && whole > 1 {
                    power_of_total / 10
                } else {
                    low
                };
                let scale = u32::try_from(after + fraction).unwrap_or(u32::MAX);
                self.between(parts, (least, high), scale, wanted, found, |value| {
                    let digits = format!("{:0total$}", value - low);
                    let (before, behind) = digits.split_at(whole);
                    let point = if parts.fraction.is_none() && fraction > 0 {
                        "."
                    } else {
                        ""
                    };
                    format!("{before}{point}{behind}")
                });
            }
        }
    }

    /// The magnitudes between these two that hold, written as endings.
    fn between(
        &self,
        parts: &Parts<'_>,
        (least, high): (i128, i128),
        scale: u32,
        wanted: usize,
        found: &mut Vec<String>,
        write: impl Fn(i128) -> String,
    ) {
        let (mut from, mut to) = self.range(scale);
        if parts.negative {
            (from, to) = (to.saturating_neg(), from.saturating_neg());
            from = from.max(i128::from(self.integer));
        }
        let Some(step) = self.step(scale) else {
            return;
        };
        let (from, to) = (from.max(least), to.min(high));
        let rest = from.rem_euclid(step);
        let mut value = if rest == 0 {
            from
        } else {
            from.saturating_add(step - rest)
        };
        while value <= to && found.len() < wanted {
            found.push(write(value));
            value = value.saturating_add(step);
        }
    }

    /// The least and the greatest value, times ten to the power of `scale`.
    fn range(&self, scale: u32) -> (i128, i128) {
        let far = i128::MAX / 4;
        let exact = |bound: Option<Bound>| bound.and_then(|b| Some((b.exact?, b.exclusive)));
        let low = exact(self.minimum).map_or(-far, |(bound, exclusive)| {
            let (value, whole) = bound.scaled(scale);
            if whole && !exclusive {
                value
            } else {
                value.saturating_add(1)
            }
        });
        let high = exact(self.maximum).map_or(far, |(bound, exclusive)| {
            let (value, whole) = bound.scaled(scale);
            if whole && exclusive {
                value.saturating_sub(1)
            } else {
                value
            }
        });
        // A bound that is too far to be exact may still leave nothing.
        let beyond = self
            .minimum
            .is_some_and(|b| b.exact.is_none() && b.near > 0.0)
            || self
                .maximum
                .is_some_and(|b| b.exact.is_none() && b.near < 0.0);
        if beyond { (1, 0) } else { (low, high) }
    }

    fn step(&self, scale: u32) -> Option<i128> {
        self.multiple
            .map_or(Some(1), |multiple| multiple.step(scale))
    }
}

impl Bound {
    fn is_below(self, value: f64) -> bool {
        if self.exclusive {
            self.near < value
        } else {
            self.near <= value
        }
    }

    fn is_above(self, value: f64) -> bool {
        if self.exclusive {
            self.near > value
        } else {
            self.near >= value
        }
    }
}

/// A number and its exponent; `None` when there are other characters.
fn split(text: &str) -> Option<(&str, Option<&str>)> {
    let Some((number, exponent)) = text.split_once(['e', 'E']) else {
        return Some((text, None));
    };
    let digits = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let plain = digits.len() <= 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then_some((number, Some(exponent)))
}

impl<'a> Parts<'a> {
    fn read(number: &'a str) -> Option<Self> {
        let (negative, body) = match number.strip_prefix('-') {
            Some(body) => (true, body),
            None => (false, number),
        };
        let (whole, fraction) = match body.split_once('.') {
            Some((whole, fraction)) => (whole, Some(fraction)),
            None => (body, None),
        };
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let well = plain(whole)
            && fraction.is_none_or(plain)
            && !(whole.len() > 1 && whole.starts_with('0'))
            && !(whole.is_empty() && fraction.is_some());
        well.then_some(Self {
            negative,
            whole,
            fraction,
        })
    }
}
