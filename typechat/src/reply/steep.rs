//! Graphs whose values the validator may judge again and again.

use crate::schema::{Type, TypeGraph};

/// Whether some union has two branches that lead to a union again: each level of such a value
/// may be judged twice as often as the one around it.
pub(super) fn is_steep(graph: &TypeGraph) -> bool {
    let mut leads = vec![false; graph.defs.len()];
    // Each round but the last adds a definition.
    loop {
        let next: Vec<bool> = graph
            .defs
            .iter()
            .map(|def| leads_to_union(&def.ty, &leads))
            .collect();
        if next == leads {
            break;
        }
        leads = next;
    }
    graph.walk().any(|ty| match ty {
        Type::Union(branches) => {
            let again = branches.iter().filter(|b| leads_to_union(&b.ty, &leads));
            again.count() > 1
        }
        _ => false,
    })
}

fn leads_to_union(ty: &Type, leads: &[bool]) -> bool {
    match ty {
        Type::Union(_) => true,
        Type::Ref(id) => leads[id.0],
        _ => {
            let mut found = false;
            ty.each(&mut |inner| found |= leads_to_union(inner, leads));
            found
        }
    }
}
