//! What was probably meant.

use serde_json::Value;

/// The one name that is clearly nearest to what was found.
pub(super) fn nearest(found: &Value, names: &[String]) -> Option<String> {
    // Edit distance is quadratic in the length; long texts are no typing errors.
    let found = found.as_str().filter(|found| found.len() <= 256)?;
    let found = found.to_lowercase();
    if found.chars().count() > 64 {
        return None;
    }
    let most = (found.chars().count() / 3).max(1);
    names
        .iter()
        .filter(|name| name.chars().count() <= 96)
        .map(|name| (distance(&found, &name.to_lowercase()), name))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name.clone())
}

fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, r) in right.iter().enumerate() {
            let replaced = diagonal + usize::from(l != *r);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row[right.len()]
}
