//! Whether no value fits two branches of a `oneOf`.

use std::collections::{HashMap, HashSet};

use serde_json::Value;

use super::{
    Import,
    constants::key,
    facts::{Facts, Kind, Kinds},
};

/// How many members are tried as the one that tells branches apart.
const CANDIDATES: usize = 8;

/// Whether the branches are plainly disjoint: by kind, by constants, by a required member that is
/// constant, or by required members that the others refuse.
pub(super) fn are(import: &Import<'_, '_>, branches: &[Box<Facts<'_>>]) -> bool {
    Kinds::ALL.iter().all(|kind| {
        let those: Vec<&Facts<'_>> = branches
            .iter()
            .map(|facts| &**facts)
            .filter(|facts| facts.possible().has(kind))
            .collect();
        those.len() < 2
            || by_constants(&those, kind)
            || kind == Kind::Object && (by_member(import, &those) || by_names(&those))
    })
}

fn by_constants(branches: &[&Facts<'_>], kind: Kind) -> bool {
    let mut seen = HashSet::new();
    branches.iter().all(|facts| {
        let Some(constants) = &facts.constants else {
            return false;
        };
        let of_kind = constants.iter().filter(|c| Kind::of(c.value) == kind);
        let keys: HashSet<String> = of_kind.map(|constant| key(constant.value)).collect();
        keys.into_iter().all(|key| seen.insert(key))
    })
}

fn by_member(import: &Import<'_, '_>, branches: &[&Facts<'_>]) -> bool {
    let Some(first) = branches.first() else {
        return true;
    };
    let candidates = first.required.iter().take(64);
    let candidates = candidates.filter(|name| constants_of(import, first, name).is_some());
    candidates.take(CANDIDATES).any(|name| {
        let mut seen = HashSet::new();
        branches.iter().all(|facts| {
            facts.required.contains(name)
                && constants_of(import, facts, name).is_some_and(|values| {
                    let keys: HashSet<String> = values.iter().map(key).collect();
                    keys.into_iter().all(|key| seen.insert(key))
                })
        })
    })
}

/// The constants that a member may be.
fn constants_of<'a>(import: &Import<'a, '_>, facts: &Facts<'a>, name: &str) -> Option<&'a [Value]> {
    facts.members.iter().find_map(|members| {
        let schema = members.properties?.get(name)?;
        let mut sub = import.index.child(schema, members.base);
        for _ in 0..CANDIDATES {
            let Some(Value::String(reference)) = sub.schema.get("$ref") else {
                break;
            };
            sub = import.index.find(reference, sub.base).ok()?;
        }
        let constant = sub
            .schema
            .get("const")
            .filter(|_| import.draft.knows("const"));
        match (constant, sub.schema.get("enum")) {
            (Some(only), _) => Some(std::slice::from_ref(only)),
            (_, Some(Value::Array(list))) => Some(list),
            _ => None,
        }
    })
}

/// Whether each branch wants a member that all others refuse.
fn by_names(branches: &[&Facts<'_>]) -> bool {
    let mut allowed: HashMap<&str, usize> = HashMap::new();
    for facts in branches {
        let closed = facts
            .members
            .iter()
            .find(|members| members.rest == Some(&Value::Bool(false)) && !members.has_patterns());
        let Some(closed) = closed else {
            return false;
        };
        for name in closed.properties.into_iter().flat_map(|named| named.keys()) {
            *allowed.entry(name).or_default() += 1;
        }
    }
    branches.iter().all(|facts| {
        let mut wanted = facts.required.iter();
        wanted.any(|name| allowed.get(name).copied().unwrap_or_default() <= 1)
    })
}
