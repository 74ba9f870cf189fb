//! The shortest value of every shape.

use std::{cmp::Reverse, collections::BinaryHeap};

use super::{Id, Shape, Shapes};

/// No value that is longer than this is written to close a reply.
const LONGEST: usize = 64 << 10;
/// Nor one that is nested deeper.
const DEEPEST: usize = 96;

/// Fills in the length of the shortest value of every shape that has one: the shortest is found
/// first, so that each shape is decided once, also when shapes contain each other.
pub(super) fn find(shapes: &mut Shapes) {
    let count = shapes.list.len();
    let mut parents: Vec<Vec<Id>> = vec![Vec::new(); count];
    let mut missing = vec![0_usize; count];
    let mut depth = vec![0_usize; count];
    let mut queue = BinaryHeap::new();
    for (id, missing) in missing.iter_mut().enumerate() {
        match needs(shapes, id) {
            Some(mut children) => {
                children.sort_unstable();
                children.dedup();
                let is_union = matches!(shapes.list[id], Shape::Union(_));
                *missing = match (is_union, children.len()) {
                    // Nothing is to be had of a union of nothing.
                    (true, 0) => usize::MAX,
                    (true, _) => 1,
                    (false, count) => count,
                };
                for child in &children {
                    parents[*child].push(id);
                }
                if *missing == 0 {
                    queue.extend(length(shapes, id).map(|length| Reverse((length, id))));
                }
            }
            None => *missing = usize::MAX,
        }
    }
    while let Some(Reverse((length, id))) = queue.pop() {
        if shapes.least[id].is_some() || length > LONGEST || depth[id] > DEEPEST {
            continue;
        }
        shapes.least[id] = Some(length);
        for parent in std::mem::take(&mut parents[id]) {
            if shapes.least[parent].is_some() {
                continue;
            }
            let nested = usize::from(!matches!(shapes.list[parent], Shape::Union(_)));
            depth[parent] = if nested == 0 {
                depth[id]
            } else {
                depth[parent].max(depth[id] + nested)
            };
            missing[parent] = missing[parent].saturating_sub(1);
            if missing[parent] == 0 {
                let length = self::length(shapes, parent);
                queue.extend(length.map(|length| Reverse((length, parent))));
            }
        }
    }
}

/// The shapes without which there is no value, or of which a union needs one; `None` when there
/// is no value at all.
fn needs(shapes: &Shapes, id: Id) -> Option<Vec<Id>> {
    Some(match &shapes.list[id] {
        Shape::Union(branches) => branches.clone(),
        Shape::Literals(texts) if texts.is_empty() => return None,
        Shape::Literals(_) | Shape::Number(_) | Shape::Text(_) => Vec::new(),
        Shape::Array(array) => {
            if array.min > array.max {
                return None;
            }
            let items = (0..array.min.min(array.first.len() + 1)).map(|at| shapes.item(id, at));
            items.collect::<Option<_>>()?
        }
        Shape::Object(object) => {
            let (places, free) = object.needed()?;
            let rest = object.rest.as_ref().filter(|_| free > 0);
            let members = places.iter().map(|place| object.members[*place].shape);
            members.chain(rest.map(|rest| rest.shape)).collect()
        }
    })
}

/// The length of the shortest value when those of its parts are known.
fn length(shapes: &Shapes, id: Id) -> Option<usize> {
    match &shapes.list[id] {
        Shape::Union(branches) => branches
            .iter()
            .filter_map(|branch| shapes.least[*branch])
            .min(),
        Shape::Literals(texts) => texts.iter().map(String::len).min(),
        Shape::Number(number) => number.endings("", 1).first().map(String::len),
        Shape::Text(text) if text.min > LONGEST => None,
        Shape::Text(text) => text.values(1).first().map(Vec::len),
        Shape::Array(array) => {
            let mut total = 2 + array.min.saturating_sub(1);
            for at in 0..array.min.min(array.first.len()) {
                total += shapes.least(shapes.item(id, at)?)?;
            }
            let more = array.min.saturating_sub(array.first.len());
            if more > 0 {
                total = total.saturating_add(shapes.least(array.rest?)?.saturating_mul(more));
            }
            Some(total)
        }
        Shape::Object(object) => {
            let (places, free) = object.needed()?;
            let mut total = 2 + (places.len() + free).saturating_sub(1);
            for place in places {
                let member = &object.members[place];
                total += member.name.len() + 1 + shapes.least(member.shape)?;
            }
            if free > 0 {
                let rest = object.rest.as_ref()?;
                let names = rest.names.values(free);
                if names.len() < free {
                    return None;
                }
                total += names.iter().map(|name| name.len() + 1).sum::<usize>();
                total += free * shapes.least(rest.shape)?;
            }
            Some(total)
        }
    }
}
