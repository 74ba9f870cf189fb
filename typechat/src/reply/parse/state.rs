//! What the machine is in the middle of, and what it waits for.

use std::sync::Arc;

use serde_json::{Map, Value};

#[derive(Debug)]
pub(super) enum Frame {
    Array {
        items: Vec<Value>,
        place: usize,
    },
    Object {
        members: Map<String, Value>,
        key: String,
        /// The key again, once a finding has told of it.
        told: Option<Arc<str>>,
        place: usize,
    },
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) enum Want {
    Root,
    /// After `[`.
    ItemOrEnd,
    /// After a comma in a list.
    Item,
    /// After `{`.
    KeyOrEnd,
    /// After a comma in an object.
    Key,
    Colon,
    /// After a colon.
    Value,
    CommaOrEnd,
    Nothing,
}

impl Want {
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Root | Self::Item | Self::Value => "a value",
            Self::ItemOrEnd => "an item or `]`",
            Self::KeyOrEnd => "a key in double quotes or `}`",
            Self::Key => "a key in double quotes",
            Self::Colon => "`:`",
            Self::CommaOrEnd => "`,` or the end of the list or object",
            Self::Nothing => "the end of the text",
        }
    }

    pub(super) fn is_key(self) -> bool {
        matches!(self, Self::Key | Self::KeyOrEnd)
    }

    pub(super) fn is_value(self) -> bool {
        matches!(
            self,
            Self::Root | Self::Item | Self::ItemOrEnd | Self::Value
        )
    }
}

/// The end of the letters, digits and signs of a number that start at `at`.
pub(super) fn word_end(text: &str, at: usize) -> usize {
    let in_word = |c: char| c.is_alphanumeric() || matches!(c, '+' | '-' | '.' | '_');
    text[at..]
        .find(|c| !in_word(c))
        .map_or(text.len(), |length| at + length)
}

/// Where the blanks that start at `at` end.
pub(super) fn blank_end(text: &str, at: usize) -> usize {
    let blanks = text.as_bytes()[at..]
        .iter()
        .take_while(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'));
    at + blanks.count()
}

/// Whether a key or a text without quotes may begin with it.
pub(super) fn is_bare_start(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
}

/// Whether nothing is seen of it: blanks beyond those of JSON, marks of order and direction.
pub(super) fn is_invisible(c: char) -> bool {
    let is_mark =
        matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2064}');
    c.is_whitespace() || c.is_control() || is_mark || c == '\u{feff}'
}
