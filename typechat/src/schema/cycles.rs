//! Which definitions lead back to themselves.

/// For each node, whether it lies on a cycle of these edges (Tarjan's strongly connected
/// components, without recursion).
pub(crate) fn on_cycle(edges: &[Vec<usize>]) -> Vec<bool> {
    const NEW: usize = usize::MAX;
    let count = edges.len();
    let (mut index, mut low) = (vec![NEW; count], vec![NEW; count]);
    let (mut on_stack, mut found) = (vec![false; count], vec![false; count]);
    let (mut stack, mut calls, mut next) = (Vec::new(), Vec::new(), 0);
    for start in 0..count {
        if index[start] != NEW {
            continue;
        }
        calls.push((start, 0));
        while let Some(&mut (node, ref mut edge)) = calls.last_mut() {
            if *edge == 0 {
                (index[node], low[node]) = (next, next);
                next += 1;
                stack.push(node);
                on_stack[node] = true;
            }
            if let Some(&to) = edges[node].get(*edge) {
                *edge += 1;
                if to == node {
                    found[node] = true;
                }
                if index[to] == NEW {
                    // Edges are counted from zero, and zero also means "just entered".
                    calls.push((to, 0));
                } else if on_stack[to] {
                    low[node] = low[node].min(index[to]);
                }
                continue;
            }
            calls.pop();
            if let Some(&(parent, _)) = calls.last() {
                low[parent] = low[parent].min(low[node]);
            }
            if low[node] == index[node] {
                let from = stack
                    .iter()
                    .rposition(|&other| other == node)
                    .unwrap_or_default();
                let component = stack.split_off(from);
                for &member in &component {
                    on_stack[member] = false;
                    found[member] |= component.len() > 1;
                }
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::on_cycle;

    #[test]
    fn cycles_are_found_and_nothing_else() {
        // 0 -> 1 <-> 2 -> 3 -> 4 -> 4, 5 -> 0
        let edges = [vec![1], vec![2], vec![1, 3], vec![4], vec![4], vec![0]];
        assert_eq!(on_cycle(&edges), [false, true, true, false, true, false]);
        let long: Vec<Vec<usize>> = (0..100_000).map(|n| vec![(n + 1) % 100_000]).collect();
        assert!(on_cycle(&long).into_iter().all(|found| found));
    }
}
