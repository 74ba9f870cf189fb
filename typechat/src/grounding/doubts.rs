//! A value against the words of the request that it came from.

use serde_json::Value;

use super::{Lexicon, Mentions, words::words};
use crate::{
    reply::{Path, Segment},
    schema::TypeGraph,
};

/// A reason to doubt a value that fits its type.
#[derive(Debug, Clone, PartialEq, Eq)]
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
                write!(f, "the request says \"{words}\", but the value has no {quoted}")
            }
            Self::NotNamed { constant, .. } => {
                let constant = Value::from(constant.as_str());
                write!(f, "the request does not name {constant}")
            }
        }
    }
}

impl Mentions {
    /// What makes a value doubtful, by what is left of its type when it is
    /// [narrowed](Self::narrow).
    pub fn doubts(&self, narrowed: &TypeGraph, value: &Value) -> Vec<Doubt> {
        let mut texts = Vec::new();
        collect(value, &mut Vec::new(), &mut texts);
        let mut doubts = self.left_out(&texts);
        let left = Lexicon::constants_of(narrowed);
        for (path, text) in texts {
            if self.lexicon.entries.holds(text) && !left.contains(text) {
                let constant = text.to_owned();
                doubts.push(Doubt::NotNamed { path, constant });
            }
        }
        doubts
    }

    fn left_out(&self, texts: &[(Path, &str)]) -> Vec<Doubt> {
        let said: Vec<Vec<String>> = texts.iter().map(|(_, text)| words(text)).collect();
        let mut doubts: Vec<Doubt> = Vec::new();
        let mut before: Vec<&str> = Vec::new();
        for (index, word) in self.words.iter().enumerate() {
            let named = self.named_by(index);
            let is_missed = !named.is_empty()
                && !texts.iter().any(|(_, text)| named.contains(text))
                && !said.iter().any(|words| words.contains(word));
            if is_missed {
                match doubts.last_mut() {
                    Some(Doubt::LeftOut { words, .. }) if before == named => {
                        words.push(' ');
                        words.push_str(word);
                    }
                    _ => doubts.push(Doubt::LeftOut {
                        words: word.clone(),
                        constants: named.iter().map(|&constant| constant.to_owned()).collect(),
                    }),
                }
            }
            before = if is_missed { named } else { Vec::new() };
        }
        doubts
    }
}

fn collect<'v>(value: &'v Value, at: &mut Vec<Segment>, out: &mut Vec<(Path, &'v str)>) {
    match value {
        Value::String(text) => out.push((at.iter().cloned().collect(), text)),
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                at.push(Segment::Index(index));
                collect(item, at, out);
                at.pop();
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                at.push(Segment::Key(name.as_str().into()));
                collect(member, at, out);
                at.pop();
            }
        }
        _ => {}
    }
}
