//! The shortest way to the end of a reply.
//!
//! From the inside out: each shape that the innermost value may be has a cheapest end; each
//! container picks, for each shape that it may be itself, the cheapest of its value and adds
//! what it still needs. The cheapest at the outside wins, and its way is written.

use serde_json::Value;

use super::{Frame, Here, Items, Walk, equal};
use crate::constrain::shape::{Id, Shape};

/// A shape that something may be, what its end costs in bytes, and which pick of the value
/// inside it builds on.
struct Pick {
    shape: Id,
    cost: usize,
    inner: Option<usize>,
}

/// What is to be written.
pub(super) enum Piece {
    Text(Vec<u8>),
    /// The shortest value of a shape.
    Value(Id),
}

impl Walk {
    /// The shortest text that makes the reply whole; `None` when there is none.
    pub(crate) fn finish(&self) -> Option<Vec<u8>> {
        if self.is_done() {
            return Some(Vec::new());
        }
        let leaves = self.leaves();
        let leaf = |(at, (shape, text)): (usize, &(Id, Option<Vec<u8>>))| {
            let cost = text
                .as_ref()
                .map_or_else(|| self.shapes.least(*shape), |t| Some(t.len()));
            Some(Pick {
                shape: *shape,
                cost: cost?,
                inner: Some(at),
            })
        };
        let mut levels: Vec<Vec<Pick>> = vec![leaves.iter().enumerate().filter_map(leaf).collect()];
        let has_value = matches!(self.here, Here::Value(_) | Here::Scalar(_));
        for (at, frame) in self.frames.iter().enumerate().rev() {
            let innermost = at + 1 == self.frames.len();
            let inner = levels.last().filter(|_| !innermost || has_value);
            let picks = self.picks(frame, inner.map(Vec::as_slice), innermost);
            levels.push(picks);
        }
        let root = self.shapes.concrete(self.shapes.root);
        let outermost = levels.last()?.iter().enumerate();
        let fits = outermost.filter(|(_, pick)| root.binary_search(&pick.shape).is_ok());
        let (mut at, _) = fits.min_by_key(|(_, pick)| pick.cost)?;
        // The shapes that were picked, the outermost first.
        let mut way = Vec::new();
        let mut text = Vec::new();
        for (depth, level) in levels.iter().enumerate().rev() {
            let pick = &level[at];
            match (depth, pick.inner) {
                (0, Some(leaf)) => text = self.leaf(&leaves[leaf])?,
                (_, inner) => {
                    way.push((pick.shape, inner.is_some()));
                    match inner {
                        Some(inner) => at = inner,
                        None => break,
                    }
                }
            }
        }
        let frames = self.frames[..way.len()].iter().zip(way).rev();
        for (frame, (shape, with_value)) in frames {
            self.write(frame, shape, with_value, &mut text)?;
        }
        self.holds(&text).then_some(text)
    }

    /// The shapes of the innermost value, with the end of each that has begun.
    fn leaves(&self) -> Vec<(Id, Option<Vec<u8>>)> {
        let others = match self.frames.last() {
            Some(Frame::Array(Items {
                unique: Some((others, _)),
                ..
            })) => others.as_slice(),
            _ => &[],
        };
        let differs = |raw: &[u8], ending: &Vec<u8>| {
            let value = serde_json::from_slice::<Value>(&[raw, ending].concat());
            value.is_ok_and(|value| !others.iter().any(|other| equal(other, &value)))
        };
        match &self.here {
            Here::Value(slot) if others.is_empty() => slot.iter().map(|id| (*id, None)).collect(),
            Here::Value(slot) => {
                let new = |id: &Id| {
                    let values = self.shapes.values(*id, others.len() + 1);
                    Some((
                        *id,
                        Some(values.into_iter().find(|value| differs(b"", value))?),
                    ))
                };
                slot.iter().filter_map(new).collect()
            }
            Here::Scalar(scalar) => {
                let end = |id: &Id| {
                    let endings = scalar.endings(*id, &self.shapes, others.len() + 1);
                    let new = |ending: &Vec<u8>| others.is_empty() || differs(scalar.raw(), ending);
                    Some((*id, Some(endings.into_iter().find(new)?)))
                };
                scalar.shapes.iter().filter_map(end).collect()
            }
            _ => Vec::new(),
        }
    }

    fn leaf(&self, (shape, text): &(Id, Option<Vec<u8>>)) -> Option<Vec<u8>> {
        match text {
            Some(text) => Some(text.clone()),
            None => self.shapes.values(*shape, 1).pop(),
        }
    }

    /// For each shape that a container may be, its cheapest end.
    fn picks(&self, frame: &Frame, inner: Option<&[Pick]>, innermost: bool) -> Vec<Pick> {
        let shapes = &self.shapes;
        let cheapest = |slot: Id| {
            let concrete = shapes.concrete(slot);
            let picks = inner?.iter().enumerate();
            let fits = picks.filter(|(_, pick)| concrete.binary_search(&pick.shape).is_ok());
            fits.min_by_key(|(_, pick)| pick.cost)
                .map(|(at, pick)| (at, pick.cost))
        };
        let (candidates, is_empty) = match frame {
            Frame::Array(items) => (&items.shapes, items.count == 0 && !items.comma),
            Frame::Object(members) => (&members.shapes, false),
        };
        let can_end = is_empty && innermost && matches!(self.here, Here::Value(_));
        let mut picks = Vec::new();
        for id in candidates {
            let slot = match frame {
                Frame::Array(items) => shapes.item(*id, items.count),
                Frame::Object(members) => members
                    .names
                    .last()
                    .and_then(|name| shapes.member(*id, name)),
            };
            let with_value = inner.is_some().then(|| {
                let (at, cost) = cheapest(slot?)?;
                Some((Some(at), cost + self.cost(&self.ending(frame, *id, true)?)?))
            });
            let without = (inner.is_none() || can_end)
                .then(|| Some((None, self.cost(&self.ending(frame, *id, false)?)?)));
            let best = [with_value, without].into_iter().flatten().flatten();
            if let Some((inner, cost)) = best.min_by_key(|(_, cost)| *cost) {
                picks.push(Pick {
                    shape: *id,
                    cost,
                    inner,
                });
            }
        }
        picks
    }

    pub(super) fn cost(&self, pieces: &[Piece]) -> Option<usize> {
        let costs = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => Some(text.len()),
            Piece::Value(id) => self.shapes.least(*id),
        });
        costs.sum()
    }

    /// What a container needs to end as this shape, after the value that is being written or
    /// without it.
    fn ending(&self, frame: &Frame, id: Id, with_value: bool) -> Option<Vec<Piece>> {
        match (frame, self.shapes.get(id)) {
            (Frame::Array(items), Shape::Array(array)) => {
                let count = items.count + usize::from(with_value);
                if count > array.max {
                    return None;
                }
                let mut pieces = Vec::new();
                for at in count..array.min {
                    let comma: &[u8] = if at == 0 { b"" } else { b"," };
                    pieces.push(Piece::Text(comma.to_vec()));
                    pieces.push(Piece::Value(self.shapes.item(id, at)?));
                }
                pieces.push(Piece::Text(b"]".to_vec()));
                Some(pieces)
            }
            (Frame::Object(members), Shape::Object(object)) => {
                self.object_ending(members, id, object, with_value)
            }
            _ => None,
        }
    }

    fn write(&self, frame: &Frame, id: Id, with_value: bool, text: &mut Vec<u8>) -> Option<()> {
        let mut taken: Option<Vec<Value>> = None;
        if let Frame::Array(Items {
            unique: Some((others, present)),
            ..
        }) = frame
        {
            let mut all = others.to_vec();
            if with_value {
                all.push(serde_json::from_slice(&[&present[..], text].concat()).ok()?);
            }
            taken = Some(all);
        }
        for piece in self.ending(frame, id, with_value)? {
            match (piece, &mut taken) {
                (Piece::Text(piece), _) => text.extend(piece),
                (Piece::Value(shape), None) => text.extend(self.shapes.values(shape, 1).pop()?),
                (Piece::Value(shape), Some(taken)) => {
                    let values = self.shapes.values(shape, taken.len() + 1);
                    let (value, written) = values.into_iter().find_map(|written| {
                        let value = serde_json::from_slice(&written).ok()?;
                        let new = !taken.iter().any(|other| equal(other, &value));
                        new.then_some((value, written))
                    })?;
                    taken.push(value);
                    text.extend(written);
                }
            }
        }
        Some(())
    }

    /// Items that must differ may be ended in a way that makes two of them equal: then there is
    /// no way that is known.
    fn holds(&self, text: &[u8]) -> bool {
        let unique = |frame: &Frame| matches!(frame, Frame::Array(items) if items.unique.is_some());
        if !self.frames.iter().any(unique) {
            return true;
        }
        let mut walk = self.clone();
        walk.take(text) && walk.is_done()
    }
}
