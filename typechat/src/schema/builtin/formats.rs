//! The formats of Rust types: each accepts a part of what the type itself parses, so that what
//! the schema accepts deserializes.

use jsonschema::ValidationOptions;

/// Adds the formats that JSON Schema does not know, and narrows those that it does to what
/// every enabled crate parses.
pub(crate) fn add(options: ValidationOptions<'_>) -> ValidationOptions<'_> {
    let options = options
        .with_format("local-time", is_local_time)
        .with_format("local-date-time", is_local_date_time)
        .with_format("date", is_date)
        .with_format("date-time", is_date_time);
    #[cfg(feature = "uuid")]
    let options = options.with_format("uuid", |text: &str| {
        // The form with hyphens, of the several that are parsed.
        text.len() == 36 && text.parse::<uuid::Uuid>().is_ok()
    });
    #[cfg(feature = "url")]
    let options = options.with_format("url", |text: &str| url::Url::parse(text).is_ok());
    #[cfg(feature = "rust_decimal")]
    let options = options.with_format("decimal", |text: &str| {
        let plain = text
            .bytes()
            .all(|b| b.is_ascii_digit() || b"-.".contains(&b));
        // What has more digits than fit would be rounded.
        plain && rust_decimal::Decimal::from_str_exact(text).is_ok()
    });
    #[cfg(feature = "bytes")]
    let options = options.with_format("base64", super::bytes::is_base64);
    #[cfg(feature = "jiff")]
    let options = options
        .with_format("zoned-date-time", |text: &str| {
            text.parse::<jiff::Zoned>().is_ok()
        })
        .with_format("duration", |text: &str| {
            text.contains('P') && text.parse::<jiff::Span>().is_ok()
        })
        .with_format("time-duration", |text: &str| {
            text.contains('P') && text.parse::<jiff::SignedDuration>().is_ok()
        });
    options
}

fn is_date(text: &str) -> bool {
    let digits = |range: std::ops::Range<usize>| {
        let part = text.get(range)?;
        let plain = part.bytes().all(|byte| byte.is_ascii_digit());
        plain.then(|| part.parse::<u32>().ok()).flatten()
    };
    let (Some(year), Some(month), Some(day)) = (digits(0..4), digits(5..7), digits(8..10)) else {
        return false;
    };
    let is_leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    let days = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        1..=12 => 31,
        _ => return false,
    };
    let bytes = text.as_bytes();
    bytes.len() == 10 && bytes[4] == b'-' && bytes[7] == b'-' && (1..=days).contains(&day)
}

/// `09:30:00`, with up to nine digits of a fraction; a leap second is left out.
fn is_local_time(text: &str) -> bool {
    let (clock, fraction) = text
        .split_once('.')
        .map_or((text, None), |(c, f)| (c, Some(f)));
    let parts: Vec<&str> = clock.split(':').collect();
    let below = |part: &str, limit: u32| {
        let plain = part.len() == 2 && part.bytes().all(|byte| byte.is_ascii_digit());
        plain && part.parse::<u32>().is_ok_and(|value| value < limit)
    };
    let fits = |digits: &str| {
        (1..=9).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    matches!(parts.as_slice(), [h, m, s] if below(h, 24) && below(m, 60) && below(s, 60))
        && fraction.is_none_or(fits)
}

fn is_local_date_time(text: &str) -> bool {
    text.split_once('T')
        .is_some_and(|(date, time)| is_date(date) && is_local_time(time))
}

/// RFC 3339 with a capital `T`, without leap seconds, and within a day of the years 0001 to
/// 9999, so that no offset leads out of what a crate can hold.
fn is_date_time(text: &str) -> bool {
    let Some((date, time)) = text.split_once('T') else {
        return false;
    };
    let (clock, offset) = match time.strip_suffix('Z') {
        Some(clock) => (clock, None),
        None => match time.rfind(['+', '-']) {
            Some(at) => (&time[..at], Some(&time[at + 1..])),
            None => return false,
        },
    };
    let is_offset = |offset: &str| is_local_time(&format!("{offset}:00"));
    let within = date > "0001-01-01" && date < "9999-12-30";
    within && is_date(date) && is_local_time(clock) && offset.is_none_or(is_offset)
}
