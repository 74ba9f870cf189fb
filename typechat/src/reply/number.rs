//! Numbers as they are written: exact, or not held at all.

use serde_json::Number;

/// The number grammar of RFC 8259, section 6.
pub(super) fn is_number(raw: &str) -> bool {
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let unsigned = raw.strip_prefix('-').unwrap_or(raw);
    let (mantissa, exponent) = unsigned
        .split_once(['e', 'E'])
        .map_or((unsigned, None), |(mantissa, exponent)| {
            (mantissa, Some(exponent))
        });
    let (whole, fraction) = mantissa
        .split_once('.')
        .map_or((mantissa, None), |(whole, part)| (whole, Some(part)));
    digits(whole)
        && (whole == "0" || !whole.starts_with('0'))
        && fraction.is_none_or(digits)
        && exponent.is_none_or(|e| digits(e.strip_prefix(['+', '-']).unwrap_or(e)))
}

/// Whether the number, printed again, has the digits that were written.
pub(super) fn is_exact(raw: &str, number: &Number) -> bool {
    if !is_number(raw) {
        return false;
    }
    if number.is_i64() || number.is_u64() {
        return true;
    }
    number.as_f64().is_some_and(|value| {
        value.is_finite()
            && significant(raw) == significant(&format!("{value:e}"))
            && (value != 0.0 || significant(raw).is_empty())
    })
}

fn significant(number: &str) -> String {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}
