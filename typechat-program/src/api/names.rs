//! Names that every model and every protocol takes: `[A-Za-z0-9_-]{1,64}`.

use std::collections::HashSet;

/// The longest name.
const MOST: usize = 64;

/// A name of the allowed characters, and none that is taken already.
pub(super) fn sanitized(name: &str, taken: &HashSet<String>) -> String {
    let allowed = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '_' | '-') {
            c
        } else {
            '_'
        }
    };
    let mut clean: String = name.chars().map(allowed).take(MOST).collect();
    if clean.is_empty() {
        clean.push_str("function");
    }
    let mut free = clean.clone();
    let mut count = 2;
    while taken.contains(&free) {
        let end = format!("_{count}");
        free = format!("{}{end}", &clean[..clean.len().min(MOST - end.len())]);
        count += 1;
    }
    free
}

/// A name as an interface has it: `math` as `Math`, `user api` as `UserApi`; `Api` for none.
pub(super) fn interface_name(name: &str) -> String {
    let words = name.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_'));
    let capital = |word: &str| {
        let mut chars = word.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        first.chain(chars.clone()).collect::<String>()
    };
    let name: String = words.map(capital).collect();
    let begins = |c: char| c.is_ascii_alphabetic() || c == '_';
    if name.starts_with(begins) {
        name
    } else {
        format!("Api{name}")
    }
}

pub(super) fn is_namespace(name: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-');
    (1..=32).contains(&name.len()) && name.chars().all(allowed)
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::sanitized;

    #[test]
    fn names_are_clean_and_unique() {
        let mut taken = HashSet::new();
        let mut take = |name: &str| {
            let free = sanitized(name, &taken);
            taken.insert(free.clone());
            free
        };
        assert_eq!(take("a.b"), "a_b");
        assert_eq!(take("a/b"), "a_b_2");
        assert_eq!(take(""), "function");
        assert_eq!(take("é"), "_");
        let long = "x".repeat(80);
        assert_eq!(take(&long), "x".repeat(64));
        assert_eq!(take(&long), format!("{}_2", "x".repeat(62)));
    }
}
