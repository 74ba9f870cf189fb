//! The plan carried out: the value as the type has it, with its places and a note of each change.

use std::mem;

use serde_json::{Map, Value};

use super::{
    plan::{Id, Plans, Slot, Step},
    planner::Ambiguity,
};
use crate::{
    reply::{
        Note, NoteKind, Path, Problem, ProblemCode, ProblemKind, Segment, Span,
        capped::Capped,
        places::{Place, Places},
        words::{brief, quoted, shorten},
    },
    schema::TypeGraph,
};

/// Where a part stood.
#[derive(Clone, Copy)]
enum Origin {
    /// In the reply, by its place.
    Reply(usize),
    /// In a text of the reply.
    Text(Span),
}

/// The key of a member: where it stands, and its name when the text there is another.
#[derive(Default)]
struct Key {
    span: Option<Span>,
    name: Option<String>,
}

pub(super) struct Apply<'a> {
    pub(super) graph: &'a TypeGraph,
    pub(super) text: &'a str,
    pub(super) plans: Plans<'a>,
    pub(super) ambiguities: Vec<Ambiguity<'a>>,
    /// The values that stand in texts; each is taken once.
    pub(super) embedded: Vec<Value>,
    /// The ways to the parts: the number of the way before, and the last step.
    pub(super) trails: Vec<(usize, Segment)>,
    pub(super) before: Places,
    pub(super) places: Places,
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
                Task::Close(place) => self.close(place),
            }
        }
    }

    fn change<'v>(&mut self, part: Part<'v>, todo: &mut Vec<Task<'v>>) {
        let plan = self.plans.share(part.plan);
        let span = self.span(part.origin);
        match &plan.step {
            Step::Keep => self.keep(part),
            Step::Become(now, by) => {
                let was = self.written(part.value, part.origin);
                let words = || format!("{was} was read as {}", brief(now));
                self.note(by.0, part.trail, span, words);
                self.open(span, part.key, false);
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
                let origin = within(part.origin);
                todo.push(part.read_as(*item, origin));
            }
            Step::Unwrap(inner) => {
                let mut name = String::new();
                if let Value::Object(members) = part.value.take() {
                    (name, *part.value) = members.into_iter().next().unwrap_or_default();
                }
                let words = || format!("what stands under the key {} was read", quoted(&name));
                self.note(NoteKind::Wrapper, part.trail, span, words);
                let origin = within(part.origin);
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
            self.span(part.origin),
            self.written(part.value, part.origin),
        );
        let words = || format!("{was} was read as a list of one");
        self.note(NoteKind::List, part.trail, span, words);
        todo.push(Task::Close(self.open(span, part.key, false)));
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
        todo.push(Task::Close(self.open(
            self.span(part.origin),
            part.key,
            false,
        )));
        let first = todo.len();
        let mut origin = within(part.origin);
        for (index, (value, plan)) in items.iter_mut().zip(plans).enumerate() {
            todo.push(Task::Change(Part {
                plan: *plan,
                value,
                origin,
                key: Key::default(),
                trail: self.step(part.trail, Segment::Index(index)),
            }));
            origin = self.next(origin);
        }
        todo[first..].reverse();
    }

    fn members<'v>(&mut self, slots: &[Slot<'_>], part: Part<'v>, todo: &mut Vec<Task<'v>>) {
        let Value::Object(members) = part.value else {
            return;
        };
        todo.push(Task::Close(self.open(
            self.span(part.origin),
            part.key,
            true,
        )));
        let mut origin = within(part.origin);
        let mut kept = Vec::with_capacity(members.len());
        let mut out = Map::with_capacity(members.len());
        for ((name, member), slot) in mem::take(members).into_iter().zip(slots) {
            let mut key = self.key(origin, &name);
            if let Some((plan, new)) = self.member(*slot, &name, &mut key, origin, part.trail) {
                let name = new.map_or(name, str::to_owned);
                let trail = self.step(part.trail, Segment::Key(name.as_str().into()));
                kept.push((plan, origin, key, trail));
                out.insert(name, member);
            }
            origin = self.next(origin);
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
        let span = span.unwrap_or_else(|| self.span(origin));
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
        let path = self.path(at);
        self.problems.add(|| {
            let other = quoted(other);
            let text = format!("this is another name of {other}, which has another value");
            Problem::new(ProblemKind::Type, ProblemCode::Ambiguous, path, text).at(span)
        });
    }

    fn step(&mut self, from: usize, segment: Segment) -> usize {
        self.trails.push((from, segment));
        self.trails.len()
    }

    fn path(&self, mut trail: usize) -> Path {
        let mut steps = Vec::new();
        // Zero is the root; the others are one more than their index.
        while let Some((from, segment)) = trail.checked_sub(1).map(|at| &self.trails[at]) {
            steps.push(segment.clone());
            trail = *from;
        }
        steps.into_iter().rev().collect()
    }

    fn ambiguous(&mut self, number: usize, part: &Part<'_>, span: Span) {
        let (graph, Ambiguity { union, readings }) = (self.graph, self.ambiguities[number]);
        let path = self.path(part.trail);
        self.problems.add(|| {
            let expected = graph.phrase(union);
            let [one, other] = readings.map(|ty| graph.phrase(ty));
            let (code, found) = (ProblemCode::Ambiguous, brief(part.value));
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
        let path = self.path(trail);
        self.notes.add(|| Note::new(kind, path, words()).at(span));
    }

    /// A scalar as it was written, in code marks.
    fn written(&self, value: &Value, origin: Origin) -> String {
        let written = match (origin, value) {
            (Origin::Reply(_), Value::Number(_)) => {
                let span = self.span(origin);
                self.text.get(span.start..span.end)
            }
            _ => None,
        };
        match written {
            Some(written) => format!("`{}`", shorten(written, 40)),
            None => format!("`{}`", brief(value)),
        }
    }

    fn span(&self, origin: Origin) -> Span {
        match origin {
            Origin::Reply(place) => {
                let place = self.before.list.get(place);
                place.map_or(Span::new(0, self.text.len()), |place| place.span)
            }
            Origin::Text(span) => span,
        }
    }

    /// The key of a member as it stood.
    fn key(&self, origin: Origin, name: &str) -> Key {
        match origin {
            Origin::Reply(place) => Key {
                span: self.before.list.get(place).and_then(|place| place.key),
                name: self.before.names.get(&place).cloned(),
            },
            Origin::Text(span) => Key {
                span: Some(span),
                name: Some(name.to_owned()),
            },
        }
    }

    /// Where the next part beside this one stood.
    fn next(&self, origin: Origin) -> Origin {
        match origin {
            Origin::Reply(at) => {
                Origin::Reply(self.before.list.get(at).map_or(at, |place| place.next))
            }
            text @ Origin::Text(_) => text,
        }
    }

    fn open(&mut self, span: Span, key: Key, is_object: bool) -> usize {
        let place = self.places.list.len();
        self.places.list.push(Place {
            span,
            key: key.span,
            next: place + 1,
            is_object,
        });
        if let Some(name) = key.name {
            self.places.names.insert(place, name);
        }
        place
    }

    fn close(&mut self, place: usize) {
        self.places.list[place].next = self.places.list.len();
    }

    /// The part as it is, with the places of all that is in it.
    fn keep(&mut self, part: Part<'_>) {
        match part.origin {
            Origin::Reply(place) => self.copy(place, part.key),
            Origin::Text(span) => self.spread(part.value, span, part.key),
        }
    }

    fn copy(&mut self, from: usize, key: Key) {
        let Some(first) = self.before.list.get(from).copied() else {
            return;
        };
        let to = self.open(first.span, key, first.is_object);
        for at in from + 1..first.next {
            let place = self.before.list[at];
            let next = place.next - from + to;
            if let Some(name) = self.before.names.get(&at) {
                self.places.names.insert(at - from + to, name.clone());
            }
            self.places.list.push(Place { next, ..place });
        }
        self.close(to);
    }

    /// Places for all parts of a value that stands in a text.
    fn spread(&mut self, value: &Value, span: Span, key: Key) {
        let place = self.open(span, key, value.is_object());
        match value {
            Value::Array(items) => {
                for item in items {
                    self.spread(item, span, Key::default());
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    let key = self.key(Origin::Text(span), name);
                    self.spread(member, span, key);
                }
            }
            _ => {}
        }
        self.close(place);
    }
}

/// Where the first part of this one stood.
fn within(origin: Origin) -> Origin {
    match origin {
        Origin::Reply(place) => Origin::Reply(place + 1),
        text @ Origin::Text(_) => text,
    }
}
