//! What an object still needs.

use super::{Here, Members, Step, Walk, finish::Piece};
use crate::constrain::shape::{Id, Object};

impl Walk {
    pub(super) fn object_ending(
        &self,
        members: &Members,
        id: Id,
        object: &Object,
        with_value: bool,
    ) -> Option<Vec<Piece>> {
        let names = members.names.as_slice();
        if with_value {
            return self.to_come(object, names, Step::Next);
        }
        match members.step {
            Step::Open | Step::Name if matches!(self.here, Here::Name(..)) => {
                self.name_ending(id, object, names)
            }
            Step::Colon => {
                let mut pieces = vec![Piece::Text(b":".to_vec())];
                pieces.push(Piece::Value(self.shapes.member(id, names.last()?)?));
                pieces.extend(self.to_come(object, names, Step::Next)?);
                Some(pieces)
            }
            Step::Value => None,
            step => self.to_come(object, names, step),
        }
    }

    /// The members that are missing, and the end. After a comma there is one at least.
    fn to_come(&self, object: &Object, names: &[String], step: Step) -> Option<Vec<Piece>> {
        let written = object.written(names);
        let of = |required: bool| {
            let members = object.members.iter().zip(&written);
            let open = members.filter(move |(member, w)| !**w && member.required == required);
            open.map(|(member, _)| member)
        };
        let mut missing: Vec<_> = of(true).collect();
        let wanted = object
            .min
            .max(names.len() + usize::from(step == Step::Name));
        let more = wanted.saturating_sub(names.len() + missing.len());
        let mut optional: Vec<_> = if more > 0 {
            of(false).collect()
        } else {
            Vec::new()
        };
        optional.retain(|member| self.shapes.least(member.shape).is_some());
        optional.sort_by_key(|m| Some(self.shapes.least(m.shape)? + m.name.len()));
        missing.extend(optional.into_iter().take(more));
        let free = wanted.saturating_sub(names.len() + missing.len());
        if names.len() + missing.len() + free > object.max {
            return None;
        }
        let mut new: Vec<(Vec<u8>, Id)> = Vec::new();
        for member in missing {
            new.push((member.name.clone().into_bytes(), member.shape));
        }
        if free > 0 {
            let rest = object.rest.as_ref()?;
            let known = names.len() + object.members.len();
            let all = rest.names.values(known + free).into_iter();
            let unused = all.filter(|raw| is_new(raw, object, names)).take(free);
            new.extend(unused.map(|raw| (raw, rest.shape)));
            if new.len() + names.len() < wanted {
                return None;
            }
        }
        let mut pieces = Vec::new();
        for (at, (mut name, shape)) in new.into_iter().enumerate() {
            if at > 0 || step == Step::Next {
                name.insert(0, b',');
            }
            name.push(b':');
            pieces.push(Piece::Text(name));
            pieces.push(Piece::Value(shape));
        }
        pieces.push(Piece::Text(b"}".to_vec()));
        Some(pieces)
    }

    /// The cheapest way to go on from a part of a name.
    fn name_ending(&self, id: Id, object: &Object, names: &[String]) -> Option<Vec<Piece>> {
        let Here::Name(raw, quoted) = &self.here else {
            return None;
        };
        let mut ways: Vec<(Vec<u8>, Id)> = Vec::new();
        let written = object.written(names);
        for (member, _) in object
            .members
            .iter()
            .zip(written)
            .filter(|(_, written)| !written)
        {
            if let Some(ending) = member.name.as_bytes().strip_prefix(&raw[..]) {
                ways.push((ending.to_vec(), member.shape));
            }
        }
        if let Some(rest) = &object.rest {
            let wanted = names.len() + object.members.len() + 1;
            let endings = rest.names.endings(id, quoted, wanted).into_iter();
            let new = |ending: &Vec<u8>| is_new(&[&raw[..], ending].concat(), object, names);
            ways.extend(
                endings
                    .filter(new)
                    .take(1)
                    .map(|ending| (ending, rest.shape)),
            );
        }
        let go_on = |(ending, shape): (Vec<u8>, Id)| {
            let name = serde_json::from_slice(&[&raw[..], &ending].concat()).ok()?;
            let names = [names, &[name]].concat();
            let mut pieces = vec![
                Piece::Text([&ending[..], b":"].concat()),
                Piece::Value(shape),
            ];
            pieces.extend(self.to_come(object, &names, Step::Next)?);
            Some((self.cost(&pieces)?, pieces))
        };
        let ways = ways.into_iter().filter_map(go_on);
        ways.min_by_key(|(cost, _)| *cost).map(|(_, pieces)| pieces)
    }
}

/// Whether a name, as JSON, is neither a member's nor there already.
fn is_new(raw: &[u8], object: &Object, names: &[String]) -> bool {
    let name = serde_json::from_slice::<String>(raw);
    name.is_ok_and(|name| !object.places.contains_key(&name) && !names.contains(&name))
}
