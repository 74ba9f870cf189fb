//! Pairs between what is wanted and what is there.

/// Whether each of `gold` finds its own partner in `got` and, without `extra`, none is left.
pub(super) fn is_matched<T>(
    gold: &[T],
    got: &[&T],
    extra: bool,
    is_same: &dyn Fn(&T, &T) -> bool,
) -> bool {
    if gold.len() > got.len() || gold.len() < got.len() && !extra {
        return false;
    }
    // Augmenting paths (Kuhn 1955): who is taken may find another partner.
    let mut partner: Vec<Option<usize>> = vec![None; got.len()];
    (0..gold.len()).all(|one| {
        let mut asked = vec![false; got.len()];
        finds(one, gold, got, is_same, &mut partner, &mut asked)
    })
}

fn finds<T>(
    one: usize,
    gold: &[T],
    got: &[&T],
    is_same: &dyn Fn(&T, &T) -> bool,
    partner: &mut [Option<usize>],
    asked: &mut [bool],
) -> bool {
    for other in 0..got.len() {
        if asked[other] || !is_same(&gold[one], got[other]) {
            continue;
        }
        asked[other] = true;
        let is_free = match partner[other] {
            None => true,
            Some(before) => finds(before, gold, got, is_same, partner, asked),
        };
        if is_free {
            partner[other] = Some(one);
            return true;
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::is_matched;

    #[test]
    fn each_finds_its_own() {
        let near = |gold: &i32, got: &i32| (gold - got).abs() <= 1;
        assert!(is_matched(&[1, 2], &[&3, &2], false, &near));
        assert!(is_matched(&[2, 1], &[&2, &3], false, &near));
        assert!(!is_matched(&[1, 1], &[&2, &3], false, &near));
        assert!(!is_matched(&[1], &[&1, &9], false, &near));
        assert!(is_matched(&[1], &[&9, &1], true, &near));
        let many = [1; 200];
        let all: Vec<&i32> = many.iter().collect();
        assert!(!is_matched(
            &many,
            &[&all[..199], &[&9]].concat(),
            false,
            &near
        ));
    }
}
