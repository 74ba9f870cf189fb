//! Words for rules that a value's form alone does not show.

use std::{collections::HashSet, fmt::Write};

use serde_json::Value;

use crate::{
    reply::{Path, Segment, verdict::member_type},
    schema::{Guarded, StringRules, Type, TypeGraph},
};

/// What a text of a format looks like, when the format's words do not say it; why one that looks
/// like it is refused all the same.
pub(super) fn form(rules: &StringRules, text: &str) -> String {
    let Some(format) = rules.format.as_deref() else {
        return String::new();
    };
    let looks_like = |example: &str| shape(example) == shape(text);
    let example = match format {
        "date" if looks_like("2024-05-01") => return "; there is no such day".to_owned(),
        "date-time" if looks_like("2024-05-01T09:30:00") || looks_like("2024-05-01 09:30:00") => {
            return "; the offset at the end is missing, such as Z or +01:00".to_owned();
        }
        "date-time" | "local-date-time" | "local-time"
            if ["2024-05-01T09:30:00Z", "2024-05-01T09:30:00", "09:30:00"]
                .iter()
                .any(|e| looks_like(e)) =>
        {
            return "; there is no such time".to_owned();
        }
        "uuid" => "67e55044-10b1-426f-9247-bb680e5fe0c8",
        "email" => "name@example.com",
        "url" | "uri" => "https://example.com/page",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "time" => "09:30:00Z",
        "zoned-date-time" => "2024-05-01T09:30:00+02:00[Europe/Zurich]",
        "time-duration" => "PT1H30M",
        "base64" => "aGVsbG8=",
        _ => return String::new(),
    };
    format!("; one looks like {example}")
}

/// A text with each of its digits as `0`.
fn shape(text: &str) -> String {
    let one = |c: char| if c.is_ascii_digit() { '0' } else { c };
    text.chars().map(one).collect()
}

/// The first item that stands there a second time.
pub(super) fn twice(items: &[Value]) -> Option<&Value> {
    let mut seen = HashSet::new();
    items.iter().find(|item| !seen.insert(item.to_string()))
}

/// The rules of the innermost guard at a place, in words.
pub(super) fn rules_at<'a>(
    graph: &'a TypeGraph,
    guarded: &'a Guarded,
    path: &Path,
) -> Vec<&'a str> {
    let mut found = &guarded.rules;
    let mut ty = &guarded.ty;
    let mut steps = path.segments().iter();
    loop {
        match ty {
            Type::Ref(id) => ty = graph.def(*id).ty(),
            Type::Nullable(inner) => ty = inner,
            Type::Guarded(inner) => (found, ty) = (&inner.rules, &inner.ty),
            _ => {
                let next = steps.next().and_then(|step| below(ty, step));
                let Some(next) = next else { break };
                ty = next;
            }
        }
    }
    found.iter().map(String::as_str).collect()
}

fn below<'a>(ty: &'a Type, step: &Segment) -> Option<&'a Type> {
    match (ty, step) {
        (Type::Object(object), Segment::Key(name)) => member_type(object, name),
        (Type::Map(map), Segment::Key(_)) => Some(&map.values),
        (Type::Array(array), Segment::Index(_)) => Some(&array.items),
        (Type::Tuple(tuple), Segment::Index(at)) => tuple.items.get(*at).or(tuple.rest.as_deref()),
        _ => None,
    }
}

/// The rules, after other words.
pub(super) fn told(rules: &[&str]) -> String {
    let mut words = String::new();
    if !rules.is_empty() {
        let _ = write!(words, "; the rule here: {}", rules.join("; "));
    }
    words
}
