//! Where in its schema a reply stands: JSON read byte by byte, with all the shapes that it may
//! still turn out to be.
//!
//! What comes next in JSON is never in doubt; which branch of a union a value is may be. So each
//! open container knows the shapes that are still possible, and a value that is whole leaves
//! those that allow it.

mod finish;
mod frame;
mod members;
mod scalar;

use std::sync::Arc;

use serde_json::Value;

use super::shape::{Fed, Id, Quoted, Shape, Shapes, Text};
use frame::{Frame, Items, Members, Step};
use scalar::Scalar;

/// Containers within containers; readers refuse more than about 128.
const MAX_DEPTH: usize = 96;

/// A reply so far. A clone is cheap, so that a token can be tried.
#[derive(Debug, Clone)]
pub(crate) struct Walk {
    shapes: Arc<Shapes>,
    frames: Vec<Frame>,
    here: Here,
}

/// What the next byte belongs to.
#[derive(Debug, Clone)]
enum Here {
    /// A value that is to begin.
    Value(Vec<Id>),
    Scalar(Scalar),
    /// The name of a member: its bytes with the opening quote.
    Name(Vec<u8>, Quoted),
    /// The innermost container, between its values.
    Between,
    Done,
}

impl Walk {
    pub(crate) fn new(shapes: Arc<Shapes>) -> Self {
        let here = Here::Value(shapes.concrete(shapes.root).to_vec());
        Self {
            shapes,
            frames: Vec::new(),
            here,
        }
    }

    /// Whether the value is whole and nothing can follow.
    pub(crate) fn is_done(&self) -> bool {
        matches!(self.here, Here::Done)
    }

    /// Takes some bytes; `false` when they do not belong here, which ends the walk.
    pub(crate) fn take(&mut self, bytes: &[u8]) -> bool {
        bytes.iter().all(|byte| self.step(*byte))
    }

    fn step(&mut self, byte: u8) -> bool {
        if let Here::Scalar(scalar) = &self.here
            && scalar.ends_before(byte)
        {
            let allowed = scalar.allowed(&self.shapes);
            if !self.complete(&allowed) {
                return false;
            }
        }
        self.note(byte);
        match &mut self.here {
            Here::Done => is_space(byte),
            Here::Value(_) if is_space(byte) => true,
            Here::Value(slot) => {
                let slot = std::mem::take(slot);
                self.begin(byte, slot)
            }
            Here::Scalar(scalar) => match scalar.feed(byte, &self.shapes) {
                Fed::More => true,
                Fed::Refused => false,
                Fed::End => {
                    let allowed = scalar.allowed(&self.shapes);
                    self.complete(&allowed)
                }
            },
            Here::Name(raw, quoted) => {
                raw.push(byte);
                let shapes = &self.shapes;
                match quoted.feed(byte, |id| names_of(shapes, id)) {
                    Fed::More => true,
                    Fed::Refused => false,
                    Fed::End => {
                        let raw = std::mem::take(raw);
                        self.named(&raw)
                    }
                }
            }
            Here::Between => is_space(byte) || self.between(byte),
        }
    }

    /// Keeps the bytes of items that must differ.
    fn note(&mut self, byte: u8) {
        for frame in &mut self.frames {
            if let Frame::Array(Items {
                unique: Some((_, present)),
                ..
            }) = frame
            {
                present.push(byte);
            }
        }
    }

    /// The first byte of a value.
    fn begin(&mut self, byte: u8, slot: Vec<Id>) -> bool {
        let shapes = Arc::clone(&self.shapes);
        let only = |is: fn(&Shape) -> bool| {
            let found = slot.iter().copied().filter(|id| is(shapes.get(*id)));
            found.collect::<Vec<Id>>()
        };
        match byte {
            b'[' | b'{' if self.frames.len() >= MAX_DEPTH => false,
            b'[' => {
                let candidates = only(|shape| matches!(shape, Shape::Array(_)));
                let unique = |id: &Id| matches!(shapes.get(*id), Shape::Array(a) if a.unique);
                let unique = candidates.iter().any(unique);
                self.frames.push(Frame::Array(Items {
                    unique: unique.then(Default::default),
                    shapes: candidates,
                    count: 0,
                    comma: false,
                }));
                self.await_item();
                true
            }
            b'{' => {
                self.frames.push(Frame::Object(Members {
                    shapes: only(|shape| matches!(shape, Shape::Object(_))),
                    names: Arc::default(),
                    step: Step::Open,
                }));
                self.here = Here::Between;
                true
            }
            // The end of an array that is empty.
            b']' => match self.frames.last() {
                Some(Frame::Array(items)) if items.count == 0 && !items.comma => self.close(),
                _ => false,
            },
            _ => match Scalar::begin(byte, slot, &shapes) {
                Some(scalar) => {
                    self.here = Here::Scalar(scalar);
                    true
                }
                None => false,
            },
        }
    }

    /// The next item of the innermost array.
    fn await_item(&mut self) {
        let Some(Frame::Array(items)) = self.frames.last_mut() else {
            return;
        };
        if let Some((_, present)) = &mut items.unique {
            present.clear();
        }
        let (shapes, index) = (&self.shapes, items.count);
        let slots = items.shapes.iter().filter_map(|id| shapes.item(*id, index));
        self.here = Here::Value(union(shapes, slots));
    }

    fn between(&mut self, byte: u8) -> bool {
        match (self.frames.last_mut(), byte) {
            (Some(Frame::Array(items)), b',') => {
                let (shapes, index) = (&self.shapes, items.count);
                items.shapes.retain(|id| shapes.item(*id, index).is_some());
                items.comma = true;
                let open = !items.shapes.is_empty();
                self.await_item();
                open
            }
            (Some(Frame::Array(_)), b']') => self.close(),
            (Some(Frame::Object(members)), byte) => match (members.step, byte) {
                (Step::Open | Step::Name, b'"') => {
                    let mut quoted = Quoted::default();
                    for id in &members.shapes {
                        if let Some(names) = names_of(&self.shapes, *id) {
                            quoted.follow(*id, names);
                        }
                    }
                    self.here = Here::Name(vec![byte], quoted);
                    true
                }
                (Step::Open | Step::Next, b'}') => self.close(),
                (Step::Next, b',') => {
                    members.step = Step::Name;
                    true
                }
                (Step::Colon, b':') => {
                    members.step = Step::Value;
                    let (shapes, name) = (&self.shapes, members.names.last());
                    let slots = members.shapes.iter();
                    let slots = slots.filter_map(|id| shapes.member(*id, name?));
                    self.here = Here::Value(union(shapes, slots));
                    true
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// A member has its name.
    fn named(&mut self, raw: &[u8]) -> bool {
        let Some(Frame::Object(members)) = self.frames.last_mut() else {
            return false;
        };
        let Ok(name) = serde_json::from_slice::<String>(raw) else {
            return false;
        };
        // Of two members of one name, readers see one.
        if members.names.contains(&name) {
            return false;
        }
        let (shapes, count) = (&self.shapes, members.names.len() + 1);
        members.shapes.retain(|id| {
            let fits = matches!(shapes.get(*id), Shape::Object(object) if count <= object.max);
            fits && shapes.member(*id, &name).is_some()
        });
        Arc::make_mut(&mut members.names).push(name);
        members.step = Step::Colon;
        self.here = Here::Between;
        !members.shapes.is_empty()
    }

    /// The innermost container ends.
    fn close(&mut self) -> bool {
        let shapes = Arc::clone(&self.shapes);
        let allowed: Vec<Id> = match self.frames.pop() {
            Some(Frame::Array(items)) => {
                let mut allowed = items.shapes;
                allowed.retain(
                    |id| matches!(shapes.get(*id), Shape::Array(array) if array.min <= items.count),
                );
                allowed
            }
            Some(Frame::Object(members)) => {
                let mut allowed = members.shapes;
                allowed.retain(|id| match shapes.get(*id) {
                    Shape::Object(object) => {
                        let written = object.written(&members.names);
                        let mut all = object.members.iter().zip(written);
                        members.names.len() >= object.min
                            && all.all(|(member, written)| written || !member.required)
                    }
                    _ => false,
                });
                allowed
            }
            None => return false,
        };
        self.complete(&allowed)
    }

    /// A value is whole and may be any of these shapes.
    fn complete(&mut self, allowed: &[Id]) -> bool {
        if allowed.is_empty() {
            return false;
        }
        let shapes = &self.shapes;
        let fits = |slot: Option<Id>| {
            slot.is_some_and(|slot| {
                let concrete = shapes.concrete(slot);
                allowed.iter().any(|id| concrete.binary_search(id).is_ok())
            })
        };
        match self.frames.last_mut() {
            None => {
                self.here = Here::Done;
                true
            }
            Some(Frame::Object(members)) => {
                let name = members.names.last();
                members
                    .shapes
                    .retain(|id| name.is_some_and(|name| fits(shapes.member(*id, name))));
                members.step = Step::Next;
                self.here = Here::Between;
                !members.shapes.is_empty()
            }
            Some(Frame::Array(items)) => {
                let index = items.count;
                items.shapes.retain(|id| fits(shapes.item(*id, index)));
                items.count += 1;
                items.comma = false;
                if let Some((others, present)) = &mut items.unique {
                    match serde_json::from_slice::<Value>(present) {
                        Ok(value) if !others.iter().any(|other| equal(other, &value)) => {
                            Arc::make_mut(others).push(value);
                        }
                        // A double, or a part that is no value by itself.
                        _ => items.shapes.retain(
                            |id| !matches!(shapes.get(*id), Shape::Array(array) if array.unique),
                        ),
                    }
                }
                self.here = Here::Between;
                !items.shapes.is_empty()
            }
        }
    }
}

fn names_of(shapes: &Shapes, id: Id) -> Option<&Text> {
    match shapes.get(id) {
        Shape::Object(object) => object.rest.as_ref().map(|rest| &rest.names),
        _ => None,
    }
}

/// What any of these slots may hold.
fn union(shapes: &Shapes, slots: impl Iterator<Item = Id>) -> Vec<Id> {
    let mut all: Vec<Id> = slots
        .flat_map(|slot| shapes.concrete(slot).iter().copied())
        .collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// Whether two values are equal as JSON Schema has it: 1 and 1.0 are.
pub(super) fn equal(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| equal(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(name, value)| b.get(name).is_some_and(|other| equal(value, other));
            a.len() == b.len() && a.iter().all(same)
        }
        _ => a == b,
    }
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}
