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
    let Some(value) = number.as_f64().filter(|value| value.is_finite()) else {
        return false;
    };
    let digits = significant(raw);
    // Where two decimals are as short and as near, writers differ.
    let is_held =
        digits == significant(&format!("{value:e}")) || digits == significant(&number.to_string());
    is_held && (value != 0.0 || digits.is_empty())
}

fn significant(number: &str) -> String {
    let mantissa = number.split(['e', 'E']).next().unwrap_or_default();
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    digits.trim_matches('0').to_owned()
}

#[cfg(test)]
mod tests {
    use super::is_exact;

    #[test]
    fn exact_is_what_is_printed_again() {
        let exact = |raw: &str| is_exact(raw, &raw.parse().unwrap());
        for raw in [
            "0.1",
            "1.50",
            "1e3",
            "0.30000000000000004",
            "1241844671611116.2",
            "-0.0",
        ] {
            assert!(exact(raw), "{raw}");
        }
        for raw in ["0.10000000000000001", "9007199254740993.0", "1e-400", "01"] {
            assert!(
                !raw.parse().is_ok_and(|number| is_exact(raw, &number)),
                "{raw}"
            );
        }
    }
}
