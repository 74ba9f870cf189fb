//! What is to be done in a calendar.
//!
//! A description or a location matches if it holds half of the words that carry meaning in the
//! one that is wanted, names of participants aside; an end may stand for a duration and the other
//! way round; what gold lists as `optional` is not compared.

use std::collections::BTreeSet;

use serde_json::Value;

use super::{
    Bad, Object,
    clock::{at, clock, day, minutes},
    matching::is_matched,
    python::{self, is_truthy},
    text::{content, is_same_text, listed, tokens, variant},
};
use crate::eval::dataset::Record;

const ACTIONS: &[&str] = &[
    "add event",
    "remove event",
    "add participants",
    "change time range",
    "change description",
    "find events",
    "unknown",
];

/// The properties of an event as far as they are said.
#[derive(Debug, Default, Clone, PartialEq)]
struct Event {
    day: Option<String>,
    day_range: Option<String>,
    description: Option<String>,
    location: Option<String>,
    start: Option<String>,
    end: Option<String>,
    duration: Option<String>,
    participants: Vec<String>,
}

#[derive(Debug, Clone, PartialEq)]
struct Action {
    kind: &'static str,
    /// What was not understood.
    text: String,
    event: Event,
    /// The event that is to be changed.
    reference: Option<Event>,
    optional: BTreeSet<String>,
}

pub(super) struct Plan {
    actions: Vec<Action>,
}

impl Plan {
    /// A line for each action, with its properties below.
    pub(super) fn told(&self) -> Vec<String> {
        let mut out = Vec::new();
        for action in &self.actions {
            out.push(action.kind.to_owned());
            if !action.text.is_empty() {
                out.push(format!("  “{}”", action.text));
            }
            out.extend(
                action
                    .event
                    .told()
                    .into_iter()
                    .map(|line| format!("  {line}")),
            );
            if let Some(reference) = &action.reference {
                let lines = reference.told().into_iter();
                out.extend(lines.map(|line| format!("  of: {line}")));
            }
        }
        out
    }
}

impl Event {
    fn told(&self) -> Vec<String> {
        let people = Some(self.participants.join(", ")).filter(|names| !names.is_empty());
        let duration = self
            .duration
            .as_ref()
            .map(|minutes| format!("{minutes} minutes"));
        let properties = [
            ("description", &self.description),
            ("day", &self.day),
            ("days", &self.day_range),
            ("start", &self.start),
            ("end", &self.end),
            ("lasts", &duration),
            ("at", &self.location),
            ("with", &people),
        ];
        let said = properties.into_iter();
        let said = said.filter_map(|(name, value)| Some(format!("{name}: {}", value.as_ref()?)));
        said.collect()
    }
}

pub(super) fn plan(value: &Value, request: &str) -> Result<Plan, Bad> {
    let tags: Vec<(String, &'static str)> = ACTIONS
        .iter()
        .flat_map(|&action| {
            let plain = action.replace(' ', "");
            [(format!("{plain}action"), action), (plain, action)]
        })
        .collect();
    let tags: Vec<(&str, &'static str)> = tags.iter().map(|(tag, of)| (&**tag, *of)).collect();
    let mut actions: Vec<Action> = Vec::new();
    for raw in listed(value, "actions")? {
        let (tag, members) = variant(&raw, &["action_type", "type", "action"], &tags)?;
        let Some(kind) = tag else {
            return Err(Bad::new(format!("unknown kind of action {raw}")));
        };
        let action = action(kind, members, request)?;
        if !actions.contains(&action) {
            actions.push(action);
        }
    }
    Ok(Plan { actions })
}

fn action(kind: &'static str, members: &Object, request: &str) -> Result<Action, Bad> {
    const TIMES: &[&str] = &[
        "time_range",
        "start",
        "end",
        "duration",
        "duration_min",
        "start_time",
        "end_time",
    ];
    let mut action = Action {
        kind,
        text: String::new(),
        event: Event::default(),
        reference: None,
        optional: BTreeSet::new(),
    };
    let reference = members
        .get("event_reference")
        .or_else(|| members.get("event"));
    match kind {
        "unknown" => {
            action.text = super::text::unknown_text(members);
        }
        "add event" | "find events" => {
            action.event = match reference {
                Some(reference) => event(reference, request)?,
                None => properties(members, request)?,
            };
        }
        _ => {
            let own: &[&str] = match kind {
                "add participants" => &["participants"],
                "change description" => &["description"],
                "remove event" => &[],
                _ => TIMES,
            };
            let own = members.iter().filter(|(key, _)| own.contains(&&***key));
            let own: Object = own
                .map(|(key, value)| (key.clone(), value.clone()))
                .collect();
            action.event = properties(&own, request)?;
            if let Some(reference) = reference.filter(|reference| is_truthy(reference)) {
                let event = event(reference, request)?;
                action.reference = (event != Event::default()).then_some(event);
            }
        }
    }
    if let Some(Value::Array(names)) = members.get("optional") {
        action.optional = names.iter().map(python::text).collect();
    }
    Ok(action)
}

fn event(value: &Value, request: &str) -> Result<Event, Bad> {
    match value {
        Value::Object(members) => properties(members, request),
        other => Ok(Event {
            description: Some(python::text(other).trim().to_owned()),
            ..Event::default()
        }),
    }
}

fn properties(members: &Object, request: &str) -> Result<Event, Bad> {
    let words = |key: &str| {
        let value = members.get(key).map(python::text);
        value.map(|text| text.trim().to_owned())
    };
    let span = match members.get("time_range") {
        None => members,
        Some(Value::Object(span)) => span,
        Some(_) => return Err(Bad::new("timeRange is no object")),
    };
    let of = |key: &str, other: &str| span.get(key).or_else(|| span.get(other));
    let time = |key, other| of(key, other).map(|value| clock(value, request));
    Ok(Event {
        day: members.get("day").map(day),
        day_range: members.get("day_range").map(day),
        description: words("description"),
        location: words("location"),
        start: time("start", "start_time"),
        end: time("end", "end_time"),
        duration: of("duration", "duration_min").map(minutes).transpose()?,
        participants: match members.get("participants") {
            None => Vec::new(),
            Some(people) => participants(people)?,
        },
    })
}

fn participants(value: &Value) -> Result<Vec<String>, Bad> {
    let Value::Array(people) = value else {
        return Err(Bad::new("participants are no list"));
    };
    let mut out = BTreeSet::new();
    for person in people {
        let name = match person {
            Value::Object(members) => members.get("name").map(python::text).unwrap_or_default(),
            other => python::text(other),
        };
        let mut words = tokens(&name);
        if words.len() > 1 && ["my", "the", "our"].contains(&words[0].as_str()) {
            words.remove(0);
        }
        let is_self = words.len() == 1 && ["me", "i", "myself"].contains(&words[0].as_str());
        if !words.is_empty() && !is_self {
            out.insert(words.join(" "));
        }
    }
    Ok(out.into_iter().collect())
}

pub(super) fn is_same(gold: &Plan, got: &Plan, record: &Record) -> bool {
    let extra = record.allows_unknown();
    let left = got
        .actions
        .iter()
        .filter(|action| !(extra && action.kind == "unknown"));
    is_matched(
        &gold.actions,
        &left.collect::<Vec<_>>(),
        false,
        &is_same_action,
    )
}

fn is_same_action(gold: &Action, got: &Action) -> bool {
    if gold.kind != got.kind {
        return false;
    }
    if gold.kind == "unknown" {
        return is_same_text(&gold.text, &got.text);
    }
    let none = BTreeSet::new();
    let same_reference = gold.optional.contains("event")
        || match (&gold.reference, &got.reference) {
            (None, None) => true,
            (Some(gold), Some(got)) => is_same_event(gold, got, None, &none),
            _ => false,
        };
    same_reference
        && is_same_event(
            &gold.event,
            &got.event,
            gold.reference.as_ref(),
            &gold.optional,
        )
}

fn is_same_event(
    gold: &Event,
    got: &Event,
    reference: Option<&Event>,
    free: &BTreeSet<String>,
) -> bool {
    let is_free = |name: &str| free.contains(name);
    if !is_free("day") && gold.day != got.day
        || !is_free("day_range") && gold.day_range != got.day_range
        || !is_free("participants") && gold.participants != got.participants
    {
        return false;
    }
    let people = gold.participants.iter().chain(&got.participants);
    let names: BTreeSet<String> = people.flat_map(|name| content(name)).collect();
    let same_words = |gold: &Option<String>, got: &Option<String>| match (gold, got) {
        (None, None) => true,
        (Some(gold), Some(got)) => {
            let all = content(gold);
            let telling: BTreeSet<String> = all.difference(&names).cloned().collect();
            let want = if telling.is_empty() { all } else { telling };
            let have = content(got);
            2 * want.intersection(&have).count() >= want.len()
        }
        _ => false,
    };
    (is_free("description") || same_words(&gold.description, &got.description))
        && (is_free("location") || same_words(&gold.location, &got.location))
        && is_same_span(gold, got, reference, free)
}

/// Start, and end or duration, each of which may stand for the other.
fn is_same_span(
    gold: &Event,
    got: &Event,
    reference: Option<&Event>,
    free: &BTreeSet<String>,
) -> bool {
    let own = gold.start.as_deref().filter(|start| !start.is_empty());
    let of_reference = reference.and_then(|event| event.start.as_deref());
    let of_reference = of_reference.filter(|start| got.start.is_some() && !start.is_empty());
    let start = own.or(of_reference);
    let meet = |a: &str, b: &str| at(a).iter().any(|time| at(b).contains(time));
    let same_start = match (start, got.start.as_deref()) {
        (Some(start), Some(got)) => meet(start, got),
        (start, got) => start.is_some() == got.is_some(),
    };
    if !free.contains("start") && !same_start {
        return false;
    }
    if free.contains("end") || free.contains("duration_min") {
        return true;
    }
    if let (Some(gold), Some(got)) = (&gold.end, &got.end)
        && !meet(gold, got)
    {
        return false;
    }
    let begin = at(start.or(got.start.as_deref()).unwrap_or_default());
    let want = lengths(gold, &begin);
    let have = lengths(got, &begin);
    // What is wanted may be said twice; a length has to be meant by both.
    let Some((first, others)) = want.split_first() else {
        return have.is_empty();
    };
    let common: BTreeSet<&String> = first
        .iter()
        .filter(|length| others.iter().all(|other| other.contains(*length)))
        .collect();
    !have.is_empty()
        && have
            .iter()
            .all(|have| have.iter().any(|length| common.contains(length)))
}

/// How long an event may last, by its end and by its duration.
fn lengths(event: &Event, begin: &[i32]) -> Vec<BTreeSet<String>> {
    let mut out = Vec::new();
    if let Some(end) = &event.end {
        let ends = at(end);
        let spans = ends.iter().flat_map(|end| {
            let span = move |start: &i32| (end - start).rem_euclid(1440).to_string();
            begin.iter().map(span)
        });
        let mut spans: BTreeSet<String> = spans.collect();
        if spans.is_empty() {
            spans.insert(end.clone());
        }
        out.push(spans);
    }
    if let Some(duration) = &event.duration {
        out.push(BTreeSet::from([duration.clone()]));
    }
    out
}
