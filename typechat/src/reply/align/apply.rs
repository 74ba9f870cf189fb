//! The plan carried out: the value as the type has it, with its places and a note of each change.

use std::mem;

use serde_json::{Map, Value};

use super::{
    placing::{Key, Origin, Placing},
    plan::{Id, Plans, Slot, Step},
    planner::Ambiguity,
};
use crate::{
    reply::{
        Note, NoteKind, Path, Problem, ProblemCode, ProblemKind, Segment, Span,
        capped::Capped,
        words::{brief, quoted, shorten},
    },
    schema::TypeGraph,
};

pub(super) struct Apply<'a> {
    pub(super) graph: &'a TypeGraph,
    pub(super) plans: Plans<'a>,
    pub(super) ambiguities: Vec<Ambiguity<'a>>,
    /// The values that stand in texts; each is taken once.
    pub(super) embedded: Vec<Value>,
    /// The ways to the parts: the number of the way before, and the last step.
    pub(super) trails: Vec<(usize, Segment)>,
    pub(super) placing: Placing<'a>,
    pub(super) notes: Capped<Note>,
    pub(super) problems: Capped<Problem>,
    pub(super) changes_structure: bool,
}

/// A part that is still to be changed.
struct Part<'v> {
    plan: Id,
    value: &'v mut Value,
    origin: Origin,
    key: Key,
    /// The way to it, by its number.
    trail: usize,
}

impl<'v> Part<'v> {
    /// The same place by another plan: what stands there now comes from elsewhere.
    fn read_as(self, plan: Id, origin: Origin) -> Task<'v> {
        Task::Change(Part {
            plan,
            origin,
            ..self
        })
    }
}

enum Task<'v> {
    Change(Part<'v>),
    /// All that is in the value of this place has been seen.
    Close(usize),
}

impl Apply<'_> {
    /// Changes the value, part by part in document order; it keeps its own stack.
    pub(super) fn run(&mut self, plan: Id, value: &mut Value) {
        let root = Part {
            plan,
            value,
            origin: Origin::Reply(0),
            key: Key::default(),
            trail: 0,
        };
        let mut todo = vec![Task::Change(root)];
        while let Some(task) = todo.pop() {
            match task {
                Task::Change(part) => self.change(part, &mut todo),
                Task::Close(place) => self.placing.close(place),
            }
        }
    }

    fn change<'v>(&mut self, part: Part<'v>, todo: &mut Vec<Task<'v>>) {
        let plan = self.plans.share(part.plan);
        let span = self.placing.span(part.origin);
        match &plan.step {
            Step::Keep => self.keep(part),
            Step::Become(now, by) => {
                let was = self.written(part.value, part.origin);
                let words = || format!("{was} was read as {}", brief(now));
                self.note(by.0, part.trail, span, words);
                self.placing.open(span, part.key, false);
                *part.value = now.clone();
            }
            Step::Items(plans) => self.items(plans, part, todo),
            Step::Members(slots) => self.members(slots, part, todo),
            Step::ListOf(item) => self.list_of(*item, part, todo),
            Step::Only(item) => {
                let words = || "a list of one was read as its item".to_owned();
                self.note(NoteKind::List, part.trail, span, words);
                if let Value::Array(items) = part.value.take() {
                    *part.value = items.into_iter().next().unwrap_or_default();
                }
                let origin = part.origin.within();
                todo.push(part.read_as(*item, origin));
            }
            Step::Unwrap(inner) => {
                let mut name = String::new();
                if let Value::Object(members) = part.value.take() {
                    (name, *part.value) = members.into_iter().next().unwrap_or_default();
                }
                let words = || format!("what stands under the key {} was read", quoted(&name));
                self.note(NoteKind::Wrapper, part.trail, span, words);
                let origin = part.origin.within();
                todo.push(part.read_as(*inner, origin));
            }
            Step::Embedded(number, inner) => {
                let words = || "JSON inside a text was read as a value".to_owned();
                self.note(NoteKind::Embedded, part.trail, span, words);
                *part.value = self.embedded[*number].take();
                todo.push(part.read_as(*inner, Origin::Text(span)));
            }
            Step::Ambiguous(number) => {
                self.ambiguous(*number, &part, span);
                self.keep(part);
            }
        }
    }

    fn list_of<'v>(&mut self, plan: Id, part: Part<'v>, todo: &mut Vec<Task<'v>>) {
        let (span, was) = (
            self.placing.span(part.origin),
            self.written(part.value, part.origin),
        );
        let words = || format!("{was} was read as a list of one");
        self.note(NoteKind::List, part.trail, span, words);
        todo.push(Task::Close(self.placing.open(span, part.key, false)));
        let trail = self.step(part.trail, Segment::Index(0));
        *part.value = Value::Array(vec![part.value.take()]);
        if let Value::Array(items) = part.value {
            todo.extend(items.iter_mut().map(|value| {
                Task::Change(Part {
                    plan,
                    value,
                    origin: part.origin,
                    key: Key::default(),
                    trail,
                })
            }));
        }
    }

    fn items<'v>(&mut self, plans: &[Id], part: Part<'v>, todo: &mut Vec<Task<'v>>) {
        let Value::Array(items) = part.value else {
            return;
        };
        todo.push(Task::Close(self.placing.open(
            self.placing.span(part.origin),
            part.key,
            false,
        )));
        let first = todo.len();
        let mut origin = part.origin.within();
        for (index, (value, plan)) in items.iter_mut().zip(plans).enumerate() {
            todo.push(Task::Change(Part {
                plan: *plan,
                value,
                origin,
                key: Key::default(),
                trail: self.step(part.trail, Segment::Index(index)),
            }));
            origin = self.placing.next(origin);
        }
        todo[first..].reverse();
    }

    fn members<'v>(&mut self, slots: &[Slot<'_>], part: Part<'v>, todo: &mut Vec<Task<'v>>) {
        let Value::Object(members) = part.value else {
            return;
        };
        todo.push(Task::Close(self.placing.open(
            self.placing.span(part.origin),
            part.key,
            true,
        )));
        let mut origin = part.origin.within();
        let mut kept = Vec::with_capacity(members.len());
        let mut out = Map::with_capacity(members.len());
        for ((name, member), slot) in mem::take(members).into_iter().zip(slots) {
            let mut key = self.placing.key(origin, &name);
            if let Some((plan, new)) = self.member(*slot, &name, &mut key, origin, part.trail) {
                let name = new.map_or(name, str::to_owned);
                let trail = self.step(part.trail, Segment::Key(name.as_str().into()));
                kept.push((plan, origin, key, trail));
                out.insert(name, member);
            }
            origin = self.placing.next(origin);
        }
        *members = out;
        let first = todo.len();
        for (value, (plan, origin, key, trail)) in members.values_mut().zip(kept) {
            todo.push(Task::Change(Part {
                plan,
                value,
                origin,
                key,
                trail,
            }));
        }
        todo[first..].reverse();
    }

    /// The plan of a member that stays, and its new name.
    fn member<'s>(
        &mut self,
        slot: Slot<'s>,
        name: &str,
        key: &mut Key,
        origin: Origin,
        trail: usize,
    ) -> Option<(Id, Option<&'s str>)> {
        let (new, kind, span) = match slot {
            Slot::Stays(plan) => return Some((plan, None)),
            Slot::Named(new, by, _) => (new, by.0, key.span),
            Slot::Clash(new) => {
                self.clash(name, new, key.span, trail);
                return Some((Plans::KEEP, None));
            }
            Slot::Null(new) => (new, NoteKind::Null, None),
            Slot::Merged(new) => (new, NoteKind::MergedKey, key.span),
        };
        let span = span.unwrap_or_else(|| self.placing.span(origin));
        let at = self.step(trail, Segment::Key(new.into()));
        let (name, quoted_new) = (quoted(name), quoted(new));
        self.note(kind, at, span, || match kind {
            NoteKind::Null => "null was read as an absent member".to_owned(),
            NoteKind::MergedKey => {
                format!("the keys {name} and {quoted_new} say the same; one was kept")
            }
            _ => format!("the key {name} was read as {quoted_new}"),
        });
        let Slot::Named(_, _, plan) = slot else {
            return None;
        };
        key.name = Some(new.to_owned());
        Some((plan, Some(new)))
    }

    fn clash(&mut self, name: &str, other: &str, span: Option<Span>, trail: usize) {
        let at = self.step(trail, Segment::Key(name.into()));
        let trails = &self.trails;
        self.problems.add(|| {
            let path = path(trails, at);
            let other = quoted(other);
            let text = format!("this is another name of {other}, which has another value");
            Problem::new(ProblemKind::Type, ProblemCode::Ambiguous, path, text).at(span)
        });
    }

    fn step(&mut self, from: usize, segment: Segment) -> usize {
        self.trails.push((from, segment));
        self.trails.len()
    }

    fn ambiguous(&mut self, number: usize, part: &Part<'_>, span: Span) {
        let (graph, Ambiguity { union, readings }) = (self.graph, self.ambiguities[number]);
        let trails = &self.trails;
        self.problems.add(|| {
            let expected = graph.phrase(union);
            let [one, other] = readings.map(|ty| graph.phrase(ty));
            let (code, found) = (ProblemCode::Ambiguous, brief(part.value));
            let path = path(trails, part.trail);
            let mut problem = Problem::mismatch(code, path, expected, found);
            let more = format!("; it could be read as {one} or as {other}");
            problem.text.push_str(&more);
            problem.at(Some(span))
        });
    }

    fn note(&mut self, kind: NoteKind, trail: usize, span: Span, words: impl FnOnce() -> String) {
        self.changes_structure |= matches!(
            kind,
            NoteKind::List | NoteKind::Wrapper | NoteKind::Embedded | NoteKind::Sentence
        );
        let trails = &self.trails;
        self.notes
            .add(|| Note::new(kind, path(trails, trail), words()).at(span));
    }

    /// A scalar as it was written, in code marks.
    fn written(&self, value: &Value, origin: Origin) -> String {
        let written = match (origin, value) {
            (Origin::Reply(_), Value::Number(_)) => {
                let span = self.placing.span(origin);
                self.placing.text.get(span.start..span.end)
            }
            _ => None,
        };
        match written {
            Some(written) => format!("`{}`", shorten(written, 40)),
            None => format!("`{}`", brief(value)),
        }
    }

    /// The part as it is, with the places of all that is in it.
    fn keep(&mut self, part: Part<'_>) {
        self.placing.keep(part.value, part.origin, part.key);
    }
}

/// The way of a number: zero is the root, and the others are one more than their index.
fn path(trails: &[(usize, Segment)], mut trail: usize) -> Path {
    let mut steps = Vec::new();
    while let Some((from, segment)) = trail.checked_sub(1).map(|at| &trails[at]) {
        steps.push(segment.clone());
        trail = *from;
    }
    steps.into_iter().rev().collect()
}
