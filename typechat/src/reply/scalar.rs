//! Rules of scalars and lengths, as the graph has them.

use std::cmp::Ordering;

use serde_json::{Number, Value};

use crate::schema::{Length, Literal, NumberRange};

/// The rule of a range that a number breaks, in words.
pub(super) fn outside(range: &NumberRange, number: &Number) -> Option<String> {
    use Ordering::{Equal, Greater, Less};
    let rules: [(_, &[Ordering], _); 4] = [
        (&range.minimum, &[Less], "less than the minimum of"),
        (&range.maximum, &[Greater], "greater than the maximum of"),
        (&range.exclusive_minimum, &[Less, Equal], "not greater than"),
        (&range.exclusive_maximum, &[Greater, Equal], "not less than"),
    ];
    rules.iter().find_map(|(bound, broken, words)| {
        let bound = bound.as_ref()?;
        let order = compare(number, bound)?;
        broken
            .contains(&order)
            .then(|| format!("{number} is {words} {bound}"))
    })
}

/// Whether the number is whole, however it is written.
pub(super) fn is_whole(number: &Number) -> bool {
    !number.is_f64() || number.as_f64().is_some_and(|value| value.fract() == 0.0)
}

/// The order of two numbers by their values.
pub(super) fn compare(left: &Number, right: &Number) -> Option<Ordering> {
    match (exact(left), exact(right)) {
        (Some(left), Some(right)) => Some(left.cmp(&right)),
        // One has a fraction, so it is small, and rounding the other changes no order.
        _ => left.as_f64()?.partial_cmp(&right.as_f64()?),
    }
}

fn exact(number: &Number) -> Option<i128> {
    // Below this, every whole f64 is an i128.
    const MOST: f64 = 1e38;
    if let Some(value) = number.as_i64() {
        return Some(value.into());
    }
    if let Some(value) = number.as_u64() {
        return Some(value.into());
    }
    let value = number.as_f64()?;
    #[allow(
        clippy::cast_possible_truncation,
        reason = "whole, and within the range"
    )]
    (value.fract() == 0.0 && value.abs() < MOST).then_some(value as i128)
}

/// Whether the value is the constant: numbers by their values.
pub(super) fn is_constant(literal: &Literal, value: &Value) -> bool {
    match (literal, value) {
        (Literal::String(text), Value::String(found)) => text == found,
        (Literal::Number(number), Value::Number(found)) => {
            compare(number, found) == Some(Ordering::Equal)
        }
        (Literal::Bool(truth), Value::Bool(found)) => truth == found,
        (Literal::Null, Value::Null) => true,
        _ => false,
    }
}

/// Whether there are as many as there may be.
pub(super) fn is_within(length: Length, count: usize) -> bool {
    let count = count as u64;
    length.min.is_none_or(|min| count >= min) && length.max.is_none_or(|max| count <= max)
}

#[cfg(test)]
mod tests {
    use serde_json::{Number, json};

    use super::{compare, is_constant, is_whole, outside};
    use crate::schema::NumberRange;

    fn number(text: &str) -> Number {
        text.parse().unwrap()
    }

    #[test]
    fn numbers_compare_by_value() {
        use std::cmp::Ordering::{Equal, Greater, Less};
        let cases = [
            ("2", "2.0", Equal),
            ("18446744073709551615", "18446744073709551616.0", Less),
            ("9007199254740993", "9007199254740992.0", Greater),
            ("-1", "18446744073709551615", Less),
            ("0.5", "1", Less),
            ("1e300", "1e39", Greater),
        ];
        for (left, right, order) in cases {
            assert_eq!(
                compare(&number(left), &number(right)),
                Some(order),
                "{left}"
            );
        }
        assert!(is_whole(&number("1e300")) && !is_whole(&number("0.5")));
        assert!(is_constant(
            &crate::schema::Literal::Number(2.into()),
            &json!(2.0)
        ));
    }

    #[test]
    fn the_broken_rule_is_named() {
        let range = NumberRange {
            exclusive_minimum: Some(0.into()),
            maximum: Some(5.into()),
            ..NumberRange::default()
        };
        let said = |text| outside(&range, &number(text));
        assert_eq!(said("0").unwrap(), "0 is not greater than 0");
        assert_eq!(said("5.5").unwrap(), "5.5 is greater than the maximum of 5");
        assert_eq!(said("5.0"), None);
    }
}
