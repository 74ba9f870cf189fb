//! Which of a reply's candidates is the answer.

use std::{collections::HashSet, ops::Range};

use serde::de::DeserializeOwned;
use serde_json::Value;

use super::{
    Note, NoteKind, Path, Problem, ProblemCode, ProblemKind, Reader, Reading, Span,
    capped::{self, Capped},
    extract::{Candidate, candidates},
    parse,
    reader::{Contract, Outcome},
    words::shorten,
};
use crate::schema::{Type, TypeGraph};

/// How near a candidate comes to a value: what was not meant as JSON is the furthest.
type Rank = (bool, (bool, usize));

impl<T: DeserializeOwned> Reader<T> {
    /// The last candidate that is valid, unless a later one that may be its correction is not;
    /// when none is valid, the one that can be put together otherwise to be valid, when it is the
    /// only one; else the problems of the one that comes nearest.
    pub(super) fn choose(&self, reply: &str) -> Reading<T> {
        let mut offer = candidates(reply, self.limits, self.leniency);
        let outcomes: Vec<_> = offer.found.iter_mut().map(Candidate::take).collect();
        let found = &offer.found;
        let graph = &self.contract.graph;
        if let (Type::Any, Some(span)) = (graph.resolve(&graph.root), self.several(reply, found)) {
            return self.refuse_several(span);
        }
        let mut nearest: Option<(Rank, Reading<T>)> = None;
        let mut rebuilt: Option<(usize, Reading<T>)> = None;
        let is_prose = found.iter().all(|candidate| candidate.bracket.is_none())
            && outcomes.iter().all(is_no_json);
        for (at, outcome) in outcomes.into_iter().enumerate().rev() {
            let reading = self.candidate(reply, &found[at], outcome);
            if reading.value.is_some() {
                if !reading.is_rebuilt {
                    return match self.rival(reply, &offer.marks) {
                        Some(span) => self.refuse_several(span),
                        None => self.last_word(reply, found, at, reading),
                    };
                }
                rebuilt = rebuilt.or(Some((at, reading)));
                continue;
            }
            // Brackets in prose that are no JSON either tell nothing.
            let Candidate { range, bracket, .. } = &found[at];
            let is_bracketed = reply[range.clone()].starts_with(['{', '[']);
            let is_part = bracket.is_none() && is_bracketed && *range != offer.words;
            if is_part && reading.rank().0 {
                continue;
            }
            let rank = (found[at].bracket.is_none(), reading.rank());
            if nearest.as_ref().is_none_or(|(best, _)| rank < *best) {
                nearest = Some((rank, reading));
            }
        }
        if let Some((at, reading)) = rebuilt {
            // What is rebuilt of one of several leaves the others out, be they equal.
            let others = found.iter().enumerate();
            let mut others = others.filter(|(other, one)| *other != at && one.bracket.is_some());
            if let Some(span) = self.rival(reply, &offer.marks) {
                return self.refuse_several(span);
            }
            return match self.several(reply, found) {
                Some(span) if found[at].bracket.is_some() => self.refuse_several(span),
                _ if others.next().is_some() && may_be(graph, &graph.root, '[') => {
                    let Range { start, end } = found[at].range;
                    self.refuse_several(Span::new(start, end))
                }
                _ => reading,
            };
        }
        if is_prose
            && let Some(reading) = self.words(reply, offer.words)
            && (reading.value.is_some() || nearest.is_none())
        {
            return reading;
        }
        nearest.map_or_else(|| self.absent(offer.open_thoughts), |(_, reading)| reading)
    }

    /// A number in brackets that was taken for a reference, and may as well be the answer.
    fn rival(&self, reply: &str, marks: &[Range<usize>]) -> Option<Span> {
        const MOST: usize = 20;
        let Contract { graph, judge } = &*self.contract;
        let fits = |mark: &&Range<usize>| {
            let value = serde_json::from_str(&reply[(*mark).clone()]);
            value.is_ok_and(|value| judge.fits(graph, &value))
        };
        let mark = marks.iter().rev().take(MOST).find(fits)?;
        Some(Span::new(mark.start, mark.end))
    }

    fn candidate(&self, reply: &str, candidate: &Candidate, outcome: Outcome) -> Reading<T> {
        let text = &reply[candidate.range.clone()];
        self.read_parsed(text, outcome)
            .shifted(candidate.range.start)
    }

    fn absent(&self, open_thoughts: bool) -> Reading<T> {
        let cut = if open_thoughts {
            ": it ends inside its thoughts, `<think>` is never closed"
        } else {
            ""
        };
        let name = self.contract.graph.root_name();
        let text = format!("the reply holds no JSON value{cut}; write one of the type `{name}`");
        let (kind, code) = (ProblemKind::Absent, ProblemCode::NoJson);
        Reading::refused(vec![Problem::new(kind, code, Path::root(), text)])
    }

    fn refuse_several(&self, span: Span) -> Reading<T> {
        let graph = &self.contract.graph;
        let is = |bracket| may_be(graph, &graph.root, bracket);
        let text = if is('[') && !is('{') {
            "the reply holds several values, and one list is wanted; write all that counts in it"
        } else {
            "the reply holds several values, and one is wanted; write only the one that counts"
        };
        let (kind, code) = (ProblemKind::Type, ProblemCode::Ambiguous);
        let problem = Problem::new(kind, code, Path::root(), text.to_owned());
        Reading::refused(vec![problem.at(Some(span))])
    }

    /// What the words of the reply say without any JSON.
    fn words(&self, reply: &str, range: Range<usize>) -> Option<Reading<T>> {
        let start = range.start;
        let reading = self.read_words(&reply[range])?;
        Some(reading.shifted(start))
    }

    /// Where the last of several different values stands, when there are several.
    fn several(&self, reply: &str, found: &[Candidate]) -> Option<Span> {
        let mut meant = found.iter().filter(|candidate| candidate.bracket.is_some());
        let last = meant.next_back()?;
        let earlier = meant.next_back()?;
        let value = self.value_of(reply, last);
        let is_same = |other: &Candidate| value.is_some() && self.value_of(reply, other) == value;
        if is_same(earlier) && meant.all(is_same) {
            return None;
        }
        Some(Span::new(last.range.start, last.range.end))
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
            let known = members.get_or_insert_with(|| self.members_of(reply, &found[at]));
            later.bracket.is_some_and(|bracket| {
                (later.bracket == found[at].bracket
                    || may_be(&self.contract.graph, &self.contract.graph.root, bracket))
                    && !is_another(known.as_ref(), self.members_of(reply, later))
            })
        });
        let chosen = correction.unwrap_or(&found[at]);
        let mut others = found.iter().filter(|other| other.bracket.is_some());
        if others.any(|other| other.range != chosen.range)
            && is_denied(&reply[..chosen.range.start])
        {
            return self.refuse_several(Span::new(chosen.range.start, chosen.range.end));
        }
        let mut reading = match correction {
            Some(later) => self.candidate(reply, later, self.parse(reply, later)),
            None => reading,
        };
        let mut notes = Capped::default();
        let mut value = None;
        for other in found {
            if other.range != chosen.range && other.bracket.is_some() {
                notes.add(|| {
                    let value = value.get_or_insert_with(|| self.value_of(reply, chosen));
                    self.left_aside(reply, value.as_ref(), other)
                });
            }
        }
        reading.notes = capped::joined([reading.notes, notes.finish()]);
        reading
    }

    fn parse(&self, reply: &str, candidate: &Candidate) -> Outcome {
        let text = &reply[candidate.range.clone()];
        parse::parse(text, self.limits, self.leniency)
    }

    fn value_of(&self, reply: &str, candidate: &Candidate) -> Option<Value> {
        Some(self.parse(reply, candidate).ok()?.value)
    }

    /// The members of a well-formed object.
    fn members_of(&self, reply: &str, candidate: &Candidate) -> Option<HashSet<String>> {
        match self.value_of(reply, candidate)? {
            Value::Object(members) => Some(members.into_iter().map(|(name, _)| name).collect()),
            _ => None,
        }
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

/// Whether the words right before a value say that it is not the answer.
fn is_denied(before: &str) -> bool {
    const WORDS: [&str; 9] = [
        "not",
        "never",
        "no",
        "previously",
        "formerly",
        "instead",
        "than",
        "wrong",
        "incorrect",
    ];
    let line = before.rsplit('\n').next().unwrap_or_default();
    let words = line.rsplit(|c: char| !c.is_alphabetic());
    let mut near = words.filter(|word| !word.is_empty()).take(3);
    near.any(|word| WORDS.iter().any(|denial| word.eq_ignore_ascii_case(denial)))
}

/// Whether the candidate is neither JSON nor the beginning of it.
fn is_no_json(outcome: &Outcome) -> bool {
    let problem = outcome.as_ref().err();
    problem.is_some_and(|problem| problem.code != ProblemCode::Truncated)
}

/// Whether a later object is well formed and has nothing in common with the earlier: something
/// else that the reply speaks of, and no correction.
fn is_another(earlier: Option<&HashSet<String>>, later: Option<HashSet<String>>) -> bool {
    let (Some(earlier), Some(later)) = (earlier, later) else {
        return false;
    };
    !later.is_empty() && later.is_disjoint(earlier)
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
