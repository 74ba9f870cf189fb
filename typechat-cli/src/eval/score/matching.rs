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
    let Some((first, rest)) = gold.split_first() else {
        return true;
    };
    (0..got.len()).any(|index| {
        is_same(first, got[index]) && {
            let mut left = got.to_vec();
            left.remove(index);
            is_matched(rest, &left, extra, is_same)
        }
    })
}
