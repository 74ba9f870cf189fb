//! Bounds and rules of scalars and lists: enforced, and told to the model in words.

use std::cmp::Ordering;

use serde_json::Number;

/// Bounds of a number.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct NumberRange {
    /// The smallest value allowed.
    pub minimum: Option<Number>,
    /// The largest value allowed.
    pub maximum: Option<Number>,
    /// A value that must be exceeded.
    pub exclusive_minimum: Option<Number>,
    /// A value that must not be reached.
    pub exclusive_maximum: Option<Number>,
    /// A number of which the value must be a multiple.
    pub multiple_of: Option<Number>,
}

/// How many items, members or characters there may be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Length {
    /// The least.
    pub min: Option<u64>,
    /// The most.
    pub max: Option<u64>,
}

/// Rules for a string.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct StringRules {
    /// How many characters (Unicode scalar values) there may be.
    pub length: Length,
    /// A regular expression (ECMA-262) that must match somewhere in the text.
    pub pattern: Option<String>,
    /// A format by name, as JSON Schema names them.
    pub format: Option<String>,
}

impl NumberRange {
    /// Inclusive bounds; `None` leaves a side open.
    pub fn new<N: Into<Number>>(minimum: Option<N>, maximum: Option<N>) -> Self {
        Self {
            minimum: minimum.map(Into::into),
            maximum: maximum.map(Into::into),
            ..Self::default()
        }
    }

    /// The part of this range that is within another.
    #[must_use]
    pub fn within(&self, other: &Self) -> Self {
        let bound = |of: fn(&Self) -> Option<&Number>, is_better: fn(Ordering) -> bool| {
            pick(of(self), of(other), is_better)
        };
        let (above, below) = (Ordering::is_gt, Ordering::is_lt);
        Self {
            minimum: bound(|range| range.minimum.as_ref(), above),
            maximum: bound(|range| range.maximum.as_ref(), below),
            exclusive_minimum: bound(|range| range.exclusive_minimum.as_ref(), above),
            exclusive_maximum: bound(|range| range.exclusive_maximum.as_ref(), below),
            multiple_of: self.multiple_of.clone().or(other.multiple_of.clone()),
        }
    }

    /// Whether a number is within the bounds; multiples are not looked at.
    pub(crate) fn holds(&self, number: &Number) -> bool {
        let is = |bound: &Option<Number>, fits: fn(Ordering) -> bool| {
            bound
                .as_ref()
                .is_none_or(|bound| fits(compared(number, bound)))
        };
        is(&self.minimum, Ordering::is_ge)
            && is(&self.maximum, Ordering::is_le)
            && is(&self.exclusive_minimum, Ordering::is_gt)
            && is(&self.exclusive_maximum, Ordering::is_lt)
    }

    /// Two bounds that no number keeps at once, in words.
    pub(crate) fn excluded(&self) -> Option<(String, String)> {
        let lows = [
            (&self.minimum, "at least"),
            (&self.exclusive_minimum, "above"),
        ];
        let highs = [
            (&self.maximum, "at most"),
            (&self.exclusive_maximum, "below"),
        ];
        for (low, least) in lows {
            for (high, most) in highs {
                let (Some(low), Some(high)) = (low, high) else {
                    continue;
                };
                let order = compared(low, high);
                let inclusive = least == "at least" && most == "at most";
                if order.is_gt() || order.is_eq() && !inclusive {
                    return Some((format!("{least} {low}"), format!("{most} {high}")));
                }
            }
        }
        None
    }

    /// The range in words, after the kind of number: `integer from 1 to 5`. Bounds past 32 bits
    /// tell a model nothing and are left out.
    pub(crate) fn words(&self, kind: &str) -> String {
        let (low, high) = (shown(self.minimum.as_ref()), shown(self.maximum.as_ref()));
        let above = shown(self.exclusive_minimum.as_ref());
        let below = shown(self.exclusive_maximum.as_ref());
        let bounds = match (low, high) {
            (Some(low), Some(high)) if low == high => format!(" equal to {low}"),
            (Some(low), Some(high)) => format!(" from {low} to {high}"),
            (Some(low), None) => format!(" >= {low}"),
            (None, Some(high)) => format!(" <= {high}"),
            (None, None) => String::new(),
        };
        let beyond: Vec<String> = [(">", above), ("<", below)]
            .into_iter()
            .filter_map(|(sign, bound)| Some(format!(" {sign} {}", bound?)))
            .collect();
        let and = if bounds.is_empty() || beyond.is_empty() {
            ""
        } else {
            ","
        };
        let step = match &self.multiple_of {
            Some(step) => format!(", a multiple of {step}"),
            None => String::new(),
        };
        format!("{kind}{bounds}{and}{}{step}", beyond.join(","))
    }
}

fn pick(
    left: Option<&Number>,
    right: Option<&Number>,
    is_better: impl Fn(Ordering) -> bool,
) -> Option<Number> {
    match (left, right) {
        (Some(a), Some(b)) => Some(if is_better(compared(b, a)) { b } else { a }.clone()),
        (one, other) => one.or(other).cloned(),
    }
}

/// Integers are compared as such: as floats, neighbours could be equal.
fn compared(left: &Number, right: &Number) -> Ordering {
    match (left.as_i128(), right.as_i128()) {
        (Some(left), Some(right)) => left.cmp(&right),
        _ => left
            .as_f64()
            .partial_cmp(&right.as_f64())
            .unwrap_or(Ordering::Equal),
    }
}

fn shown(bound: Option<&Number>) -> Option<String> {
    let bound = bound?;
    let value = bound.as_f64()?;
    let text = bound.to_string();
    let plain = text.strip_suffix(".0").map(str::to_owned).unwrap_or(text);
    (value > f64::from(i32::MIN) && value < f64::from(i32::MAX)).then_some(plain)
}

impl Length {
    /// Inclusive bounds; `None` leaves a side open.
    pub fn new(min: Option<u64>, max: Option<u64>) -> Self {
        Self { min, max }
    }

    /// Exactly so many.
    pub fn exactly(count: u64) -> Self {
        Self::new(Some(count), Some(count))
    }

    /// Whether it allows any number.
    pub fn is_open(self) -> bool {
        self == Self::default()
    }

    /// Whether so many are allowed.
    pub(crate) fn holds(self, count: usize) -> bool {
        let count = count as u64;
        self.min.is_none_or(|min| count >= min) && self.max.is_none_or(|max| count <= max)
    }

    /// The lengths that both allow.
    #[must_use]
    pub fn within(self, other: Self) -> Self {
        let most = |a: Option<u64>, b: Option<u64>| match (a, b) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        Self {
            min: self.min.max(other.min),
            max: most(self.max, other.max),
        }
    }

    /// The length in words: `1 to 20 characters`.
    pub(crate) fn words(self, one: &str, many: &str) -> Option<String> {
        let unit = |count: u64| if count == 1 { one } else { many };
        match (self.min, self.max) {
            (None | Some(0), None) => None,
            (Some(min), Some(max)) if min == max => Some(format!("exactly {min} {}", unit(min))),
            (None | Some(0), Some(max)) => Some(format!("at most {max} {}", unit(max))),
            (Some(min), None) => Some(format!("at least {min} {}", unit(min))),
            (Some(min), Some(max)) => Some(format!("{min} to {max} {}", unit(max))),
        }
    }
}

impl StringRules {
    /// The rules in words; `None` when there are none.
    pub(crate) fn words(&self) -> Option<String> {
        let words: Vec<String> = [
            self.format.as_deref().map(format_words),
            self.length.words("character", "characters"),
            self.pattern
                .as_ref()
                .map(|pattern| format!("matches {pattern}")),
        ]
        .into_iter()
        .flatten()
        .collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Formats that models know better by an example than by name.
fn format_words(name: &str) -> String {
    let example = match name {
        "date-time" => "2024-05-01T09:30:00Z",
        "date" => "2024-05-01",
        "local-time" => "09:30:00",
        "local-date-time" => "2024-05-01T09:30:00",
        "duration" => "PT1H30M",
        "decimal" => "19.99",
        _ => return format!("format {name}"),
    };
    format!("format {name}, like {example}")
}

#[cfg(test)]
mod tests {
    use super::{Length, NumberRange};

    #[test]
    fn rules_in_words() {
        let range = NumberRange::new(Some(1), Some(5));
        assert_eq!(range.words("integer"), "integer from 1 to 5");
        let open = NumberRange {
            exclusive_minimum: Some(0.into()),
            multiple_of: Some(2.into()),
            ..NumberRange::default()
        };
        assert_eq!(open.words("number"), "number > 0, a multiple of 2");
        let words = |min, max| Length::new(min, max).words("item", "items");
        assert_eq!(words(Some(1), Some(3)).as_deref(), Some("1 to 3 items"));
        assert_eq!(words(Some(1), None).as_deref(), Some("at least 1 item"));
        assert_eq!(words(Some(2), Some(2)).as_deref(), Some("exactly 2 items"));
        assert_eq!(words(Some(0), None), None);
    }
}
