//! How long a provider asks to wait.

use std::time::{Duration, SystemTime};

use httpdate::parse_http_date;

use super::http::Answer;

/// `retry-after-ms`, or `Retry-After` in seconds or as a date.
pub(super) fn retry_after(answer: &Answer) -> Option<Duration> {
    let number = |text: &str| text.trim().parse::<f64>().ok();
    let milliseconds = number(answer.header("retry-after-ms")).map(|ms| ms / 1000.0);
    let text = answer.header("retry-after");
    match milliseconds.or_else(|| number(text)) {
        Some(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        None => until(text, answer.header("date")),
    }
}

/// The server's own clock is the better measure: ours may be wrong.
fn until(date: &str, server_now: &str) -> Option<Duration> {
    let date = parse_http_date(date.trim()).ok()?;
    let now = parse_http_date(server_now.trim()).unwrap_or_else(|_| SystemTime::now());
    Some(date.duration_since(now).unwrap_or_default())
}
