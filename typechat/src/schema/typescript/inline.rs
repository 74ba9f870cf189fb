//! Which named types are written where they are used.

use std::collections::HashSet;

use crate::schema::{Type, TypeGraph};

/// Types within types are written in place down to this depth, further ones by name.
const DEPTH: usize = 24;

/// A named type is written in place when it is used once, is not recursive and not documented.
pub(super) fn inlined(graph: &TypeGraph, edges: &[Vec<usize>], recursive: &[bool]) -> Vec<bool> {
    let mut uses = vec![0_usize; graph.defs.len()];
    let mut depth = vec![0_usize; graph.defs.len()];
    let in_root = graph.root.refs();
    for &to in edges.iter().flatten().chain(&in_root) {
        uses[to] += 1;
    }
    let heights: Vec<usize> = graph.defs.iter().map(|def| height(&def.ty)).collect();
    // What is told in a comment on one line needs its name.
    let mut named = HashSet::new();
    for ty in graph.walk() {
        if let Type::Object(object) = ty
            && !object.fields.is_empty()
            && let Some(rest) = &object.rest
        {
            named.extend(rest.refs());
        }
    }
    let mut inline = vec![false; graph.defs.len()];
    let top = graph.root.unguarded();
    // The one user of a type that is not recursive stands before it.
    for (from, to) in in_root.iter().map(|&to| (None, to)).chain(
        edges
            .iter()
            .enumerate()
            .flat_map(|(from, list)| list.iter().map(move |&to| (Some(from), to))),
    ) {
        let def = &graph.defs[to];
        let is_top = matches!(top, Type::Ref(id) if id.0 == to);
        let outer = from.map_or(0, |from| depth[from] + heights[from]);
        inline[to] = uses[to] == 1
            && def.docs.is_empty()
            && !is_top
            && !recursive[to]
            && !named.contains(&to)
            && outer + heights[to] <= DEPTH;
        depth[to] = if inline[to] { outer } else { 0 };
    }
    inline
}

fn height(ty: &Type) -> usize {
    let mut highest = 0;
    ty.each(&mut |inner| highest = highest.max(height(inner)));
    highest + 1
}
