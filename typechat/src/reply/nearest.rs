//! What was probably meant.

use serde_json::Value;

/// The most names that are proposed.
const MOST: usize = 3;
/// The distance of what has only words in common: further than any typing error.
const BY_WORDS: usize = 100;

/// The names that are clearly nearest to what was found, for a hint in a message: one or a few
/// that are as near as each other, none when many are.
///
/// ```
/// use typechat::reply::nearest_names;
/// let names = ["add".to_owned(), "sub".to_owned()];
/// assert_eq!(nearest_names("Add", &names), ["add"]);
/// assert!(nearest_names("power", &names).is_empty());
/// ```
pub fn nearest_names(found: &str, names: &[String]) -> Vec<String> {
    nearest(&Value::from(found), names)
}

/// The names that are clearly nearest to what was found, one or a few that are as near as each
/// other; none when many are.
pub(super) fn nearest(found: &Value, names: &[String]) -> Vec<String> {
    // Edit distance is quadratic in the length; long texts are no typing errors.
    let Some(found) = found.as_str().filter(|found| found.len() <= 256) else {
        return Vec::new();
    };
    let found = found.to_lowercase();
    if found.chars().count() > 64 {
        return Vec::new();
    }
    let mut best = (usize::MAX, Vec::new());
    for name in names.iter().filter(|name| name.chars().count() <= 96) {
        let Some(distance) = apart(&found, &name.to_lowercase()) else {
            continue;
        };
        if distance < best.0 {
            best = (distance, vec![name.clone()]);
        } else if distance == best.0 && !best.1.contains(name) {
            best.1.push(name.clone());
        }
    }
    // Among few names, most of them are no hint; among many, some are better than none.
    let is_many = names.len() > 24;
    match best.1.len() {
        0..=MOST => best.1,
        _ if is_many => best.1.into_iter().take(MOST).collect(),
        _ => Vec::new(),
    }
}

/// How far a text is from a name that may be meant by it: typing errors first, then a part of
/// its words.
fn apart(found: &str, name: &str) -> Option<usize> {
    let letters = |text: &str| {
        text.chars()
            .filter(|c| c.is_alphanumeric())
            .collect::<String>()
    };
    if letters(found) == letters(name) && !letters(name).is_empty() {
        return Some(0);
    }
    let (length, other) = (found.chars().count(), name.chars().count());
    let most = (length / 3).max(1);
    if length.abs_diff(other) <= most {
        let distance = distance(found, name);
        if distance <= most && distance < length.max(other) {
            return Some(distance);
        }
    }
    (holds_words(name, found) || holds_words(found, name)).then_some(BY_WORDS)
}

/// Whether a text has all words of another in their order, and others between them.
fn holds_words(text: &str, part: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let (text, part) = (words(text), words(part));
    // Short words stand in many texts.
    let is_telling = part.iter().map(|word| word.chars().count()).sum::<usize>() >= 3;
    let mut left = text.iter();
    is_telling && part.iter().all(|word| left.any(|other| other == word))
}

/// The least number of letters to add, drop, replace or swap with their neighbour.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let left: Vec<char> = left.chars().collect();
    let mut before: Vec<usize> = Vec::new();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, l) in left.iter().enumerate() {
        let mut next = vec![i + 1];
        for (j, r) in right.iter().enumerate() {
            let replaced = row[j] + usize::from(l != r);
            let mut least = replaced.min(row[j + 1] + 1).min(next[j] + 1);
            if i > 0 && j > 0 && *l == right[j - 1] && left[i - 1] == *r {
                least = least.min(before[j - 1] + 1);
            }
            next.push(least);
        }
        before = std::mem::replace(&mut row, next);
    }
    row[right.len()]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::nearest;

    #[test]
    fn what_was_meant() {
        let near = |found: &str, names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            nearest(&json!(found), &names).join(" ")
        };
        assert_eq!(near("cuont", &["dish", "count", "note"]), "count");
        assert_eq!(near("ZHR", &["ZRH", "LHR", "GVA"]), "ZRH LHR");
        assert_eq!(near("full_name", &["fullName", "name"]), "fullName");
        assert_eq!(
            near("fish", &["soup", "fish-of-the-day"]),
            "fish-of-the-day"
        );
        assert_eq!(
            near("fish day", &["soup", "fish-of-the-day"]),
            "fish-of-the-day"
        );
        assert_eq!(near("the soup, please", &["soup", "fish"]), "soup");
        // One letter is like any other.
        assert_eq!(near("C", &["A", "B"]), "");
        assert_eq!(near("pizza", &["soup", "fish"]), "");
        assert_eq!(near("a1", &["a2", "a3", "a4", "a5"]), "");
        let many: Vec<String> = (0..400).map(|n| format!("word {n}")).collect();
        assert_eq!(nearest(&json!("wrod 12"), &many), ["word 12"]);
        assert_eq!(nearest(&json!("word"), &many).len(), 3);
    }
}
