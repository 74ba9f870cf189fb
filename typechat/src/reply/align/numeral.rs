//! Numbers that are written in a text.

use std::borrow::Cow;

use serde_json::Number;

use crate::reply::{number::is_exact, whole::whole};

/// The number that a text is, when it can only be that one and can be held exactly. A sign, a
/// missing digit next to the point, `_` between digits and commas between groups of three are
/// read; one comma alone may be a decimal point, and is not.
pub(super) fn numeral(text: &str) -> Option<Number> {
    let text = text.trim();
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", text.strip_prefix('+').unwrap_or(text)),
    };
    let digits = without_marks(digits).filter(|digits| !digits.starts_with('-'))?;
    let (mantissa, exponent) = digits.split_at(digits.find(['e', 'E']).unwrap_or(digits.len()));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let whole = match (whole, fraction) {
        ("", "") => return None,
        ("", _) => "0",
        _ => whole,
    };
    let point = if fraction.is_empty() { "" } else { "." };
    let json = format!("{sign}{whole}{point}{fraction}{exponent}");
    let number = json.parse().ok()?;
    is_exact(&json, &number).then_some(number)
}

/// The number that a text is, as an integer when it is a whole one.
pub(super) fn whole_numeral(text: &str) -> Option<Number> {
    let number = numeral(text)?;
    Some(whole(&number).unwrap_or(number))
}

/// The digits without what stands between them for the eye.
fn without_marks(digits: &str) -> Option<Cow<'_, str>> {
    if digits.contains(',') {
        return without_commas(digits).map(Cow::Owned);
    }
    if !digits.contains('_') {
        return Some(Cow::Borrowed(digits));
    }
    let bytes = digits.as_bytes();
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    let between = |at: usize| at > 0 && is_digit(at - 1) && is_digit(at + 1);
    let mut marks = digits.match_indices('_').map(|(at, _)| at);
    marks.all(between).then(|| digits.replace('_', "").into())
}

fn without_commas(digits: &str) -> Option<String> {
    let (whole, fraction) = match digits.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (digits, None),
    };
    let all_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next().unwrap_or_default();
    let count = whole.matches(',').count();
    let is_certain = count > 1 || fraction.is_some_and(|fraction| !fraction.is_empty());
    let fits = (1..=3).contains(&first.len())
        && all_digits(first)
        && groups.all(|group| group.len() == 3 && all_digits(group))
        && fraction.is_none_or(all_digits);
    (is_certain && fits).then(|| digits.replace(',', ""))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{numeral, whole_numeral};

    #[test]
    fn numbers_that_can_only_be_one() {
        let read = |text| numeral(text).map(|number| json!(number));
        assert_eq!(read(" 12 "), Some(json!(12)));
        assert_eq!(read("2.5"), Some(json!(2.5)));
        assert_eq!(read("-0.25e3"), Some(json!(-250.0)));
        assert_eq!(read("+5"), Some(json!(5)));
        assert_eq!(read(".5"), Some(json!(0.5)));
        assert_eq!(read("5."), Some(json!(5)));
        assert_eq!(read("-.5"), Some(json!(-0.5)));
        assert_eq!(read("1_000"), Some(json!(1000)));
        assert_eq!(read("1,234,567.89"), Some(json!(1_234_567.89)));
        assert_eq!(read("-1,234.56"), Some(json!(-1234.56)));
        assert_eq!(read("12,111,123"), Some(json!(12_111_123)));
        assert_eq!(read("18446744073709551615"), Some(json!(u64::MAX)));
        assert_eq!(whole_numeral("2.0").map(|n| json!(n)), Some(json!(2)));
        assert_eq!(whole_numeral("2.5").map(|n| json!(n)), Some(json!(2.5)));
    }

    #[test]
    fn what_may_be_another_number_or_none_is_not_read() {
        let refused = [
            "",
            " ",
            "+",
            "-",
            ".",
            "-.",
            "e5",
            "1e",
            "3,14",
            "1,234",
            "1,234.",
            "1,23,456",
            "1.234,56",
            "1.234.567",
            "0,123,456",
            "1234,567.8",
            ",123.4",
            "1,,234.5",
            "1.234€",
            "$5",
            "50%",
            "1/3",
            "007",
            "00",
            "-01.5",
            "1_",
            "_1",
            "1__0",
            "1_.5",
            "0x1F",
            "1 000",
            "Infinity",
            "NaN",
            "+-5",
            "- 5",
            "12abc",
            "١٢",
            "1e400",
            "123456789012345678901",
            "0.1234567890123456789",
            "1,234,567_8",
        ];
        for text in refused {
            assert_eq!(numeral(text), None, "{text}");
        }
    }
}
