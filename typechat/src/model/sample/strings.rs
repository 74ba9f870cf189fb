//! Texts that keep the rules of a string.

use regex_syntax::hir::{Class, Hir, HirKind};

use super::random::Random;
use crate::schema::StringRules;

const WORDS: &[&str] = &[
    "amber", "brisk", "cedar", "delta", "ember", "fable", "gentle", "harbor", "island", "juniper",
    "kindle", "lantern", "meadow", "nimble", "orchard", "pebble", "quartz", "river", "silver",
    "thistle", "umber", "velvet", "willow", "yonder", "zephyr",
];

/// A text by the rules, as far as they can be kept by making it up.
pub(super) fn text(rules: &StringRules, random: &mut Random) -> String {
    if let Some(text) = rules
        .format
        .as_deref()
        .and_then(|format| formatted(format, random))
    {
        return text;
    }
    let hir = rules
        .pattern
        .as_deref()
        .and_then(|p| regex_syntax::parse(p).ok());
    if let Some(hir) = hir {
        let least = rules.length.min.unwrap_or_default();
        // Where a text has to be long, its parts are repeated more often.
        let repeats = u32::try_from(least.min(1000))
            .unwrap_or_default()
            .max(REPEATS);
        let mut out = String::new();
        matching(&hir, repeats, random, &mut out);
        return out;
    }
    let mut text = words(random);
    let least = usize::try_from(rules.length.min.unwrap_or_default()).unwrap_or(usize::MAX);
    while text.chars().count() < least.min(1 << 16) {
        text.push(' ');
        text.push_str(&words(random));
    }
    match rules.length.max.and_then(|most| usize::try_from(most).ok()) {
        Some(most) => text.chars().take(most).collect(),
        None => text,
    }
}

fn words(random: &mut Random) -> String {
    let count = 1 + random.below(3);
    let words = (0..count).filter_map(|_| random.pick(WORDS).copied());
    words.collect::<Vec<_>>().join(" ")
}

fn formatted(format: &str, random: &mut Random) -> Option<String> {
    let two = |random: &mut Random, from: usize, bound: usize| {
        format!("{:02}", from + random.below(bound))
    };
    let date = |random: &mut Random| {
        format!(
            "20{}-{}-{}",
            two(random, 0, 40),
            two(random, 1, 12),
            two(random, 1, 28)
        )
    };
    let time = |random: &mut Random| {
        format!(
            "{}:{}:{}",
            two(random, 0, 24),
            two(random, 0, 60),
            two(random, 0, 60)
        )
    };
    let word = random.pick(WORDS).copied().unwrap_or_default();
    Some(match format {
        "date" => date(random),
        "time" => format!("{}Z", time(random)),
        "local-time" => time(random),
        "date-time" => format!("{}T{}Z", date(random), time(random)),
        "local-date-time" => format!("{}T{}", date(random), time(random)),
        "zoned-date-time" => format!("{}T{}+00:00[UTC]", date(random), time(random)),
        "duration" | "time-duration" => format!("PT{}M", 1 + random.below(90)),
        "uuid" => {
            let digits = |count: usize, random: &mut Random| -> String {
                let digits = (0..count).filter_map(|_| random.pick(b"0123456789abcdef"));
                digits.map(|digit| char::from(*digit)).collect()
            };
            let parts = [8, 4, 4, 4, 12].map(|count| digits(count, random));
            parts.join("-")
        }
        "email" | "idn-email" => format!("{word}@example.com"),
        "hostname" | "idn-hostname" => format!("{word}.example.com"),
        "uri" | "url" | "iri" | "uri-reference" | "iri-reference" => {
            format!("https://example.com/{word}")
        }
        "ipv4" => format!("192.0.2.{}", random.below(256)),
        "ipv6" => format!("2001:db8::{:x}", random.below(0xffff)),
        "decimal" => format!("{}.{}", random.below(1000), two(random, 0, 100)),
        "base64" => ["", "YQ==", "YWI=", "YWJj"][random.below(4)].to_owned(),
        "regex" => "^a+$".to_owned(),
        "json-pointer" => format!("/{word}"),
        _ => return None,
    })
}

/// How often a part is repeated that may be without end.
const REPEATS: u32 = 3;

fn matching(hir: &Hir, repeats: u32, random: &mut Random, out: &mut String) {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => {}
        HirKind::Literal(literal) => out.push_str(&String::from_utf8_lossy(&literal.0)),
        HirKind::Class(class) => out.extend(one_of(class, random)),
        HirKind::Repetition(repeated) => {
            let most = repeated.max.unwrap_or(repeated.min.saturating_add(repeats));
            let span = most.min(repeated.min.saturating_add(repeats)) - repeated.min;
            let more = random.below(span as usize + 1);
            for _ in 0..repeated.min as usize + more {
                matching(&repeated.sub, repeats, random, out);
            }
        }
        HirKind::Capture(capture) => matching(&capture.sub, repeats, random, out),
        HirKind::Concat(parts) => parts
            .iter()
            .for_each(|part| matching(part, repeats, random, out)),
        HirKind::Alternation(parts) => {
            if let Some(part) = random.pick(parts) {
                matching(part, repeats, random, out);
            }
        }
    }
}

/// A character of a class; one that can be typed where there is one.
fn one_of(class: &Class, random: &mut Random) -> Option<char> {
    let ranges: Vec<(u32, u32)> = match class {
        Class::Unicode(class) => class
            .iter()
            .map(|range| (range.start() as u32, range.end() as u32))
            .collect(),
        Class::Bytes(class) => class
            .iter()
            .map(|range| (u32::from(range.start()), u32::from(range.end())))
            .collect(),
    };
    let plain: Vec<(u32, u32)> = ranges
        .iter()
        .map(|&(start, end)| (start.max(0x20), end.min(0x7e)))
        .filter(|(start, end)| start <= end)
        .collect();
    let ranges = if plain.is_empty() { &ranges } else { &plain };
    let &(start, end) = random.pick(ranges)?;
    let offset = random.below((end - start) as usize + 1);
    char::from_u32(start + u32::try_from(offset).unwrap_or_default())
}
