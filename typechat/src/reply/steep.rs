//! Graphs whose values the validator may judge again and again.

use crate::schema::{Type, TypeGraph};

/// How often the validator may judge a part and still counts as quick.
const OFTEN: u64 = 200;

/// Whether the validator may judge a part very often: each union judges it once a branch, and the
/// unions within do so each time again.
pub(super) fn is_steep(graph: &TypeGraph) -> bool {
    doubles(graph) && times(graph).is_none_or(|times| times > OFTEN)
}

/// How often a part is judged at most; `None` when there is no bound, since types lead back to
/// themselves.
fn times(graph: &TypeGraph) -> Option<u64> {
    let mut known = vec![1; graph.defs.len()];
    // What does not lead back to itself is settled after as many rounds as there are definitions.
    for _ in 0..=graph.defs.len() {
        let defs = graph.defs.iter();
        let next: Vec<u64> = defs.map(|def| of_type(&def.ty, &known)).collect();
        if next == known {
            return Some(of_type(&graph.root, &known));
        }
        known = next;
    }
    None
}

fn of_type(ty: &Type, known: &[u64]) -> u64 {
    match ty {
        Type::Ref(id) => known[id.0],
        Type::Union(branches) => {
            let each = branches.iter().map(|branch| of_type(&branch.ty, known));
            each.fold(0, u64::saturating_add)
        }
        _ => {
            let mut most = 1;
            ty.each(&mut |inner| most = most.max(of_type(inner, known)));
            most
        }
    }
}

/// Whether some union has two branches that lead to a union again: each level of such a value
/// may be judged twice as often as the one around it.
fn doubles(graph: &TypeGraph) -> bool {
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

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{doubles, is_steep, times};
    use crate::schema::TypeGraph;

    #[test]
    fn what_leads_back_to_itself_has_no_bound() {
        let list = |of: &str| json!({"type": "array", "items": {"$ref": of}});
        let tree = TypeGraph::from_json_schema(&json!({
            "anyOf": [list("#"), {"type": "object", "additionalProperties": {"$ref": "#"}}]
        }));
        assert!(is_steep(&tree.unwrap()));
        let text = |format| json!({"type": "string", "format": format});
        let flat = json!({"anyOf": [text("date"), {"type": "array", "items": {
            "anyOf": [text("date"), text("time"), {"type": "integer"}]
        }}, {"type": "object", "additionalProperties": {"anyOf": [{"type": "null"},
            {"anyOf": [text("date"), {"type": "array", "items": text("time")}]}]
        }}]});
        let flat = TypeGraph::from_json_schema(&flat).unwrap();
        assert!(doubles(&flat) && !is_steep(&flat));
        assert_eq!(times(&flat), Some(6));
    }
}
