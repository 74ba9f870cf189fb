//! Names of definitions: such as TypeScript takes, and each only once.

use std::collections::HashMap;

/// Names that TypeScript keeps for itself, or that the text uses.
const RESERVED: &str = " any unknown never number bigint boolean string symbol object void \
     undefined null true false break case catch class const continue debugger default delete do \
     else enum export extends finally for function if import in instanceof new return super \
     switch this throw try typeof var while with implements interface let package private \
     protected public static yield await Record Array Partial ";

/// A name as TypeScript takes it.
pub(super) fn identifier(name: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || c == '$' {
            c
        } else {
            '_'
        }
    };
    let mut out: String = name.chars().map(plain).collect();
    if !out.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') {
        out.insert(0, '_');
    }
    if RESERVED.split_whitespace().any(|word| word == out) {
        out.push('_');
    }
    out
}

/// Gives out names, each only once.
#[derive(Default)]
pub(super) struct Names {
    /// The names that are taken, and the digit to try next.
    taken: HashMap<String, u64>,
}

impl Names {
    /// The name itself, or with a qualifier before it, or with a digit after it.
    pub(super) fn take(&mut self, name: &str, qualifiers: &[String]) -> String {
        let qualified = qualifiers
            .iter()
            .filter(|word| !word.is_empty())
            .map(|word| format!("{word}{name}"));
        let free = std::iter::once(name.to_owned())
            .chain(qualified)
            .find(|candidate| !self.taken.contains_key(candidate));
        let free = free.unwrap_or_else(|| {
            let mut digit = self.taken.get(name).copied().unwrap_or(2);
            while self.taken.contains_key(&format!("{name}{digit}")) {
                digit += 1;
            }
            self.taken.insert(name.to_owned(), digit + 1);
            format!("{name}{digit}")
        });
        self.taken.insert(free.clone(), 2);
        free
    }
}
