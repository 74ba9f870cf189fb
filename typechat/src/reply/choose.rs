//! Which of a reply's candidates is the answer.

use std::collections::HashSet;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::{
    Note, NoteKind, Path, Problem, ProblemCode, ProblemKind, Reader, Reading, Span,
    capped::{self, Capped},
    extract::{Candidate, candidates},
    parse,
    reader::Contract,
    words::shorten,
};
use crate::schema::{Type, TypeGraph};

/// How near a candidate comes to a value: what was not meant as JSON is the furthest.
type Rank = (bool, (bool, usize));

impl<T: DeserializeOwned> Reader<T> {
    /// The last candidate that is valid, unless a later one that may be its correction is not;
    /// when none is valid, the problems of the one that comes nearest.
    pub(super) fn choose(&self, reply: &str) -> Reading<T> {
        let offer = candidates(reply);
        let found = &offer.found;
        let mut nearest: Option<(Rank, Reading<T>)> = None;
        for (at, candidate) in found.iter().enumerate().rev() {
            let reading = self.candidate(reply, candidate);
            if reading.value.is_some() {
                return self.last_word(reply, found, at, reading);
            }
            let rank = (candidate.bracket.is_none(), reading.rank());
            if nearest.as_ref().is_none_or(|(best, _)| rank < *best) {
                nearest = Some((rank, reading));
            }
        }
        nearest.map_or_else(|| absent(offer.open_thoughts), |(_, reading)| reading)
    }

    fn candidate(&self, reply: &str, candidate: &Candidate) -> Reading<T> {
        let text = &reply[candidate.range.clone()];
        self.read_candidate(text).shifted(candidate.range.start)
    }

    /// The valid candidate with notes of what is left aside; a later one that may be its
    /// correction and is refused counts more, with its problems.
    fn last_word(
        &self,
        reply: &str,
        found: &[Candidate],
        at: usize,
        reading: Reading<T>,
    ) -> Reading<T> {
        let mut members = None;
        let correction = found[at + 1..].iter().rev().find(|later| {
            let text = |one: &Candidate| &reply[one.range.clone()];
            let known = members.get_or_insert_with(|| members_of(text(&found[at])));
            later.bracket.is_some_and(|bracket| {
                (later.bracket == found[at].bracket
                    || may_be(&self.contract.graph, &self.contract.graph.root, bracket))
                    && !is_another(known.as_ref(), text(later))
            })
        });
        let chosen = correction.unwrap_or(&found[at]);
        let mut reading = match correction {
            Some(later) => self.candidate(reply, later),
            None => reading,
        };
        let mut notes = Capped::default();
        let mut value = None;
        for other in found {
            if other != chosen && other.bracket.is_some() {
                notes.add(|| {
                    let value = value.get_or_insert_with(|| self.value_of(reply, chosen));
                    self.left_aside(reply, value.as_ref(), other)
                });
            }
        }
        reading.notes = capped::joined([reading.notes, notes.finish()]);
        reading
    }

    fn value_of(&self, reply: &str, candidate: &Candidate) -> Option<Value> {
        let parsed = parse::parse(&reply[candidate.range.clone()], self.limits).ok()?;
        Some(parsed.value)
    }

    fn left_aside(&self, reply: &str, chosen: Option<&Value>, other: &Candidate) -> Note {
        let shown = shorten(&reply[other.range.clone()], 60);
        let Contract { graph, judge } = &*self.contract;
        let fits = |value: &Value| judge.fits(graph, value);
        let words = match self.value_of(reply, other) {
            Some(left) if Some(&left) == chosen => "the same value stands here, too",
            Some(left) if fits(&left) => {
                "this fits the type, too, and was left aside: a later value counts"
            }
            _ => "this JSON was left aside",
        };
        let span = Span::new(other.range.start, other.range.end);
        Note::new(NoteKind::Chosen, Path::root(), format!("{words}: {shown}")).at(span)
    }
}

fn absent<T>(open_thoughts: bool) -> Reading<T> {
    let text = if open_thoughts {
        "the reply holds no JSON value: it ends inside its thoughts, `<think>` is never closed"
    } else {
        "the reply holds no JSON value"
    };
    let (kind, code) = (ProblemKind::Absent, ProblemCode::NoJson);
    Reading::refused(vec![Problem::new(
        kind,
        code,
        Path::root(),
        text.to_owned(),
    )])
}

/// The members of a well-formed object.
fn members_of(text: &str) -> Option<HashSet<String>> {
    let members: Map<String, Value> = serde_json::from_str(text).ok()?;
    Some(members.into_iter().map(|(name, _)| name).collect())
}

/// Whether a later object is well formed and has nothing in common with the earlier: something
/// else that the reply speaks of, and no correction.
fn is_another(earlier: Option<&HashSet<String>>, later: &str) -> bool {
    let (Some(earlier), Some(later)) = (earlier, members_of(later)) else {
        return false;
    };
    !later.is_empty() && !later.iter().any(|name| earlier.contains(name))
}

/// Whether a value of the type may begin with the bracket.
fn may_be(graph: &TypeGraph, ty: &Type, bracket: char) -> bool {
    match graph.resolve(ty) {
        Type::Any => true,
        Type::Object(_) | Type::Map(_) => bracket == '{',
        Type::Array(_) | Type::Tuple(_) => bracket == '[',
        Type::Nullable(inner) => may_be(graph, inner, bracket),
        Type::Union(branches) => branches.iter().any(|b| may_be(graph, &b.ty, bracket)),
        _ => false,
    }
}
