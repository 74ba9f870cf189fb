//! Days, times and durations in words.

use fancy_regex::{Captures, Regex};
use serde_json::Value;

use super::{
    Bad,
    python::{self, number},
    text::{spoken_number, tokens},
};

const DAYS: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
];
const MONTHS: &str = "jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec";

/// The first match of a pattern of ours, which is always a regular expression.
fn find<'t>(pattern: &str, text: &'t str) -> Option<Captures<'t, str>> {
    Regex::new(pattern).ok()?.captures(text).ok().flatten()
}

fn replace(pattern: &str, text: &str, with: &str) -> String {
    match Regex::new(pattern) {
        Ok(regex) => regex.replace_all(text, with).into_owned(),
        Err(_) => text.to_owned(),
    }
}

fn group<'t>(captures: &Captures<'t, str>, index: usize) -> Option<&'t str> {
    captures.get(index).map(|found| found.as_str())
}

fn numeral(captures: &Captures<'_, str>, index: usize) -> u32 {
    let digits = group(captures, index).unwrap_or_default();
    digits.parse().unwrap_or_default()
}

/// An ISO date where the text holds a whole date, else its words: "this Friday" is "friday",
/// "tonight" is "today".
pub(super) fn day(value: &Value) -> String {
    let text = python::text(value).to_lowercase();
    date(&text).unwrap_or_else(|| day_in_words(&text))
}

fn date(text: &str) -> Option<String> {
    if let Some(found) = find(r"(\d{4})-(\d{2})-(\d{2})", text) {
        return group(&found, 0).map(str::to_owned);
    }
    if let Some(found) = find(r"\b(\d{1,2})/(\d{1,2})/(\d{4})\b", text) {
        let (first, second, year) = (numeral(&found, 1), numeral(&found, 2), numeral(&found, 3));
        let (month, day) = if first <= 12 {
            (first, second)
        } else {
            (second, first)
        };
        return Some(format!("{year:04}-{month:02}-{day:02}"));
    }
    let first = format!(r"\b({MONTHS})[a-z]*\.?\s+(\d{{1,2}})(?:st|nd|rd|th)?,?\s+(\d{{4}})\b");
    let second =
        format!(r"\b(\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?({MONTHS})[a-z]*\.?,?\s+(\d{{4}})\b");
    let (found, month, day) = match find(&first, text) {
        Some(found) => (found, 1, 2),
        None => (find(&second, text)?, 2, 1),
    };
    let month = group(&found, month).unwrap_or_default();
    let month = MONTHS.split('|').position(|name| name == month)? + 1;
    let year = group(&found, 3).unwrap_or_default();
    Some(format!("{year}-{month:02}-{:02}", numeral(&found, day)))
}

fn day_in_words(text: &str) -> String {
    const LITTLE: &[&str] = &[
        "on", "at", "the", "of", "in", "for", "a", "an", "coming", "upcoming",
    ];
    const PARTS: &[&str] = &["morning", "afternoon", "evening", "night", "noon"];
    let text = replace(
        r"\bat\s+\S+(\s*[ap]\.?m\b\.?)?|\b\d{1,2}([:.]\d\d)?\s*[ap]\.?m\b\.?",
        text,
        " ",
    );
    let mut words: Vec<String> = tokens(&text)
        .into_iter()
        .filter(|word| !LITTLE.contains(&word.as_str()))
        .map(|word| {
            let is_long = word.chars().count() > 2;
            let whole = DAYS.iter().find(|day| is_long && day.starts_with(&word));
            whole.map_or(word.clone(), |&day| day.to_owned())
        })
        .collect();
    let has = |words: &[String], any: &[&str]| words.iter().any(|word| any.contains(&&**word));
    if has(&words, PARTS) || has(&words, &["tonight"]) {
        words.retain(|word| !PARTS.contains(&&**word) && word != "tonight");
        if words.iter().all(|word| word == "this" || word == "today") {
            words = vec!["today".to_owned()];
        }
    }
    if has(&words, DAYS) {
        let is_next = has(&words, &["next"]);
        words.retain(|word| word != "this" && !(word == "week" && is_next));
    }
    words.sort_by_key(|word| (word != "next", word == "week" || word == "month"));
    words.join(" ")
}

/// A time as `HH:MM`, or as `HH:MM|HH:MM` where neither the text nor the request says am or pm.
pub(super) fn clock(value: &Value, request: &str) -> String {
    const TIME: &str =
        r"\b(\d{1,2})(?!\d)(?:[:.](\d{2})(?::\d{2}(?:\.\d+)?)?)?(?:\s*([ap])\.?\s*m\b\.?)?";
    let text = python::text(value).to_lowercase();
    let text = replace(r"\d{4}-\d{2}-\d{2}t?", &text, " ");
    let text = replace(r"(?:z|[+-]\d{2}:?\d{2})$", text.trim(), "");
    let text = replace(r"\b(?:12(?::00)?\s*)?noon\b", &text, "12pm");
    let text = replace(r"\b(?:12(?::00)?\s*)?midnight\b", &text, "12am");
    let times = Regex::new(TIME).ok();
    let found: Vec<Captures<'_, str>> = times
        .iter()
        .flat_map(|regex| regex.captures_iter(text.as_str()))
        .filter_map(Result::ok)
        .filter(|found| numeral(found, 1) < 25)
        .collect();
    let [found] = found.as_slice() else {
        return text.split_whitespace().collect::<Vec<_>>().join(" ");
    };
    let (hour, minute) = (numeral(found, 1), numeral(found, 2));
    let half = group(found, 3).unwrap_or_else(|| {
        if text.contains("morning") {
            "a"
        } else if ["afternoon", "evening", "night"]
            .iter()
            .any(|part| text.contains(part))
        {
            "p"
        } else {
            ""
        }
    });
    let is_bare = !group(found, 1).unwrap_or_default().starts_with('0');
    let hours = if !half.is_empty() && hour <= 12 {
        vec![hour % 12 + if half == "p" { 12 } else { 0 }]
    } else if (1..12).contains(&hour) && is_bare && !is_told(hour, request) {
        vec![hour, hour + 12]
    } else {
        vec![hour % 24]
    };
    let times = hours.iter().map(|hour| format!("{hour:02}:{minute:02}"));
    times.collect::<Vec<_>>().join("|")
}

/// Whether a request gives this hour with am or pm.
fn is_told(hour: u32, request: &str) -> bool {
    let pattern = format!(r"\b0?{hour}(?:[:.]\d\d)?\s*[ap]\.?m");
    find(&pattern, &request.to_lowercase()).is_some()
}

/// A duration in minutes; the text itself where it cannot be read.
pub(super) fn minutes(value: &Value) -> Result<String, Bad> {
    if matches!(value, Value::Number(_) | Value::Bool(_)) {
        return number(Some(value), None).map(python::shown);
    }
    let mut text = python::text(value).to_lowercase().trim().to_owned();
    for (words, count) in [
        ("half an hour", 30),
        ("half hour", 30),
        ("an hour and a half", 90),
        ("one and a half hours", 90),
    ] {
        text = text.replace(words, &format!("{count} minutes"));
    }
    let spans = [
        r"^pt(?:([\d.]+)h)?(?:([\d.]+)m)?(?:[\d.]+s)?$",
        r"^(\d+):(\d\d)(?::\d\d)?$",
    ];
    if let Some(found) = spans.iter().find_map(|span| find(span, &text)) {
        let part = |index| match group(&found, index) {
            None => Some(0.0),
            Some(digits) => python::parsed(digits),
        };
        return match (part(1), part(2)) {
            (Some(hours), Some(minutes)) => Ok(python::shown(hours * 60.0 + minutes)),
            _ => Err(Bad::new(format!("no duration: {text}"))),
        };
    }
    if !text.is_empty() && text.chars().all(|c| c.is_ascii_digit()) {
        return Ok(text.parse::<f64>().map_or(text, python::shown));
    }
    let mut total = 0.0;
    let parts =
        Regex::new(r"(\d+(?:\.\d+)?|[a-z]+)[\s-]*(h|m)(?:(?:ou)?rs?|in(?:ute)?s?)?(?![a-z])");
    let parts = parts
        .iter()
        .flat_map(|regex| regex.captures_iter(text.as_str()));
    for found in parts.filter_map(Result::ok) {
        let count = group(&found, 1).unwrap_or_default();
        let Some(count) = spoken_number(count).or_else(|| python::parsed(count)) else {
            return Ok(text);
        };
        let unit = if group(&found, 2) == Some("h") {
            60.0
        } else {
            1.0
        };
        total += count * unit;
    }
    Ok(if total == 0.0 {
        text
    } else {
        python::shown(total)
    })
}

/// Minutes after midnight that a time may mean.
pub(super) fn at(time: &str) -> Vec<i32> {
    let is_time = |text: &str| {
        let bytes = text.as_bytes();
        bytes.len() == 5
            && bytes[2] == b':'
            && [0, 1, 3, 4]
                .iter()
                .all(|&index| bytes[index].is_ascii_digit())
    };
    let times = time.split('|').filter(|text| is_time(text));
    times
        .filter_map(|text| {
            let hours: i32 = text[..2].parse().ok()?;
            let minutes: i32 = text[3..].parse().ok()?;
            Some(hours * 60 + minutes)
        })
        .collect()
}
