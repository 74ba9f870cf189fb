//! A value against the words of the request that it came from.

use std::collections::{BTreeMap, HashSet};

use serde_json::Value;

use super::{Lexicon, Mentions, Narrowed, numbers::Spoken, words::words};
use crate::reply::{Note, NoteKind, Path, Segment};

/// A reason to doubt a value that fits its type; from [`Mentions::doubts`], where there is an
/// example.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Doubt {
    /// The request names constants of which the value has none.
    LeftOut {
        /// The words of the request.
        words: String,
        /// The constants, one of which is missed.
        constants: Vec<String>,
    },
    /// The value has a constant that the request does not name.
    NotNamed {
        /// Where in the value.
        path: Path,
        /// The constant.
        constant: String,
    },
    /// The value has a number more often than the request says it.
    Number {
        /// The last place of it.
        path: Path,
        /// The number, which is more than 1.
        number: f64,
        /// How often the request says it.
        said: usize,
        /// How often the value has it.
        found: usize,
    },
}

impl Doubt {
    /// The doubt as it is told with a value.
    pub(crate) fn note(&self) -> Note {
        Note::new(NoteKind::Doubt, self.path(), self.to_string())
    }

    /// Where in the value; the root for what is left out.
    pub fn path(&self) -> Path {
        match self {
            Self::LeftOut { .. } => Path::root(),
            Self::NotNamed { path, .. } | Self::Number { path, .. } => path.clone(),
        }
    }
}

impl std::fmt::Display for Doubt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::LeftOut { words, constants } => {
                let quoted: Vec<String> = constants
                    .iter()
                    .take(6)
                    .map(|constant| Value::from(constant.as_str()).to_string())
                    .collect();
                let quoted = quoted.join(" or ");
                write!(
                    f,
                    "the request says \"{words}\", but the value has no {quoted}"
                )
            }
            Self::NotNamed { constant, .. } => {
                let constant = Value::from(constant.as_str());
                write!(f, "the request does not name {constant}")
            }
            Self::Number {
                number, said: 0, ..
            } => write!(f, "the request does not say {number}"),
            Self::Number {
                number,
                said,
                found,
                ..
            } => {
                let often = |count: &usize| match count {
                    1 => "once".to_owned(),
                    2 => "twice".to_owned(),
                    count => format!("{count} times"),
                };
                let (said, found) = (often(said), often(found));
                write!(
                    f,
                    "the request says {number} only {said}, but the value has it {found}"
                )
            }
        }
    }
}

impl Mentions {
    /// What makes a value doubtful, by what is left of its type when it is
    /// [narrowed](Self::narrow).
    pub fn doubts(&self, narrowed: &Narrowed, value: &Value) -> Vec<Doubt> {
        if !self.is_looked_at() {
            return Vec::new();
        }
        let mut texts = Vec::new();
        each(value, &mut Vec::new(), &mut |at, value| {
            if let Value::String(text) = value {
                texts.push((at.iter().cloned().collect(), text.as_str()));
            }
        });
        let mut doubts = self.left_out(&texts);
        let left = Lexicon::constants_of(narrowed.shown());
        for (path, text) in texts {
            if self.lexicon.entries.holds(text) && !left.contains(text) {
                let constant = text.to_owned();
                doubts.push(Doubt::NotNamed { path, constant });
            }
        }
        doubts.extend(self.numbers_too_many(value));
        doubts
    }

    fn numbers_too_many(&self, value: &Value) -> Vec<Doubt> {
        if self.has_odd_number() {
            return Vec::new();
        }
        // By its bits, how often a number is there, and where last.
        let mut found: BTreeMap<u64, (usize, Path)> = BTreeMap::new();
        each(value, &mut Vec::new(), &mut |at, value| {
            if let Some(number) = value.as_f64().filter(|number| *number > 1.0) {
                let count = found.get(&number.to_bits()).map_or(0, |(count, _)| *count);
                found.insert(number.to_bits(), (count + 1, at.iter().cloned().collect()));
            }
        });
        let each = found.into_iter().filter_map(|(bits, (found, path))| {
            let same = |number: &&Spoken| number.value.to_bits() == bits;
            let said = self.numbers.iter().filter(same).count();
            (found > said).then(|| Doubt::Number {
                path,
                number: f64::from_bits(bits),
                said,
                found,
            })
        });
        each.collect()
    }

    fn left_out(&self, texts: &[(Path, &str)]) -> Vec<Doubt> {
        let said = texts.iter().flat_map(|(_, text)| words(text));
        let said: HashSet<String> = said.map(|word| word.key).collect();
        let texts: HashSet<&str> = texts.iter().map(|(_, text)| *text).collect();
        let mut doubts: Vec<Doubt> = Vec::new();
        let mut before: Vec<&str> = Vec::new();
        for (index, word) in self.words.iter().enumerate() {
            let named = self.named_by(index);
            let is_missed = !named.is_empty()
                && !named.iter().any(|constant| texts.contains(constant))
                && !said.contains(&word.key);
            if is_missed {
                match doubts.last_mut() {
                    Some(Doubt::LeftOut { words, .. }) if before == named => {
                        words.push(' ');
                        words.push_str(&word.text);
                    }
                    _ => doubts.push(Doubt::LeftOut {
                        words: word.text.clone(),
                        constants: named.iter().map(|&constant| constant.to_owned()).collect(),
                    }),
                }
            }
            before = if is_missed { named } else { Vec::new() };
        }
        doubts
    }
}

/// Calls `found` with every scalar and its place.
fn each<'v>(value: &'v Value, at: &mut Vec<Segment>, found: &mut dyn FnMut(&[Segment], &'v Value)) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push(Segment::Index(index));
                each(item, at, found);
                at.pop();
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                at.push(Segment::Key(name.as_str().into()));
                each(member, at, found);
                at.pop();
            }
        }
        scalar => found(at, scalar),
    }
}
