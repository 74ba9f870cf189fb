//! Strings: what one may hold, and how one that has begun can end.

use std::sync::Arc;

use llguidance::derivre::{RegexAst, StateID};

use super::{Id, automaton::Automaton};

/// What a string is filled with when nothing is known of it.
const FILLER: u8 = b'?';

#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) pattern: Option<Arc<Automaton>>,
}

/// A string that is being written, byte by byte, without its opening quote.
#[derive(Debug, Clone, Default)]
pub(crate) struct Quoted {
    characters: usize,
    escape: bool,
    /// The bytes of a character that is not whole.
    begun: Vec<u8>,
    /// The states of patterns, by the shapes that have them.
    states: Vec<(Id, StateID)>,
}

/// What a byte did to a string.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fed {
    More,
    End,
    Refused,
}

impl Text {
    /// What such strings hold, not yet as JSON.
    pub(crate) fn regex(&self) -> RegexAst {
        self.pattern.as_ref().map_or_else(
            || RegexAst::Regex(format!("(?s:.{{{},{}}})", self.min, self.max)),
            |automaton| automaton.ast().clone(),
        )
    }

    pub(crate) fn accepts(&self, text: &str) -> bool {
        let length = text.chars().count();
        let fits = (self.min..=self.max).contains(&length);
        fits && self
            .pattern
            .as_ref()
            .is_none_or(|automaton| automaton.is_match(text))
    }

    /// The same for a constant, which no cap keeps from being as long as it is.
    pub(super) fn accepts_at_length(&self, text: &str, max: Option<usize>) -> bool {
        let wide = Self {
            max: max.unwrap_or(usize::MAX),
            ..self.clone()
        };
        wide.accepts(text)
    }

    /// Whether a string may end here.
    pub(crate) fn is_whole(&self, shape: Id, quoted: &Quoted) -> bool {
        !quoted.escape
            && quoted.begun.is_empty()
            && (self.min..=self.max).contains(&quoted.characters)
            && self.pattern.as_ref().is_none_or(|automaton| {
                let state = quoted.state(shape);
                state.is_some_and(|state| automaton.is_accepting(state))
            })
    }

    /// Up to so many ways to end a string that has begun like this, each with its quote.
    pub(crate) fn endings(&self, shape: Id, quoted: &Quoted, wanted: usize) -> Vec<Vec<u8>> {
        match &self.pattern {
            Some(automaton) => match quoted.state(shape) {
                Some(state) => automaton.endings(state, quoted.escape, wanted),
                None => Vec::new(),
            },
            None => self.plain_endings(quoted, wanted),
        }
    }

    /// The same for a string of which nothing is written yet, not even its quote.
    pub(crate) fn values(&self, wanted: usize) -> Vec<Vec<u8>> {
        let mut quoted = Quoted::default();
        // No other shape is asked for: any number will do.
        quoted.follow(0, self);
        let mut values = self.endings(0, &quoted, wanted);
        for value in &mut values {
            value.insert(0, b'"');
        }
        values
    }

    fn plain_endings(&self, quoted: &Quoted, wanted: usize) -> Vec<Vec<u8>> {
        let mut ending = rest_of_character(&quoted.begun);
        if quoted.escape {
            ending.push(b'n');
        }
        let written = quoted.characters + usize::from(quoted.escape);
        if written > self.max {
            return Vec::new();
        }
        let missing = self.min.saturating_sub(written);
        ending.resize(ending.len() + missing, FILLER);
        let room = self.max - written - missing;
        let mut endings = Vec::new();
        for number in 0..wanted {
            let letters = letters(number);
            if letters.len() > room {
                break;
            }
            endings.push([&ending[..], &letters, b"\""].concat());
        }
        endings
    }
}

impl Quoted {
    /// Follows the pattern of a shape from the string's beginning.
    pub(crate) fn follow(&mut self, shape: Id, text: &Text) {
        if let Some(automaton) = &text.pattern {
            let start = automaton.start();
            self.states.push((shape, start));
        }
    }

    fn state(&self, shape: Id) -> Option<StateID> {
        let found = self.states.iter().find(|(id, _)| *id == shape);
        found.map(|(_, state)| *state).filter(|s| !s.is_dead())
    }

    /// Takes a byte; `text` gives the strings that are followed.
    pub(crate) fn feed<'a>(&mut self, byte: u8, text: impl Fn(Id) -> Option<&'a Text>) -> Fed {
        let mut meant = byte;
        if self.escape {
            self.escape = false;
            self.characters += 1;
            match unescaped(byte) {
                Some(character) => meant = character,
                None => return Fed::Refused,
            }
        } else if !self.begun.is_empty() {
            self.begun.push(byte);
            match std::str::from_utf8(&self.begun) {
                Ok(_) => self.begun.clear(),
                Err(error) if error.error_len().is_none() => {}
                Err(_) => return Fed::Refused,
            }
        } else {
            match byte {
                b'"' => return Fed::End,
                b'\\' => {
                    self.escape = true;
                    return Fed::More;
                }
                0..0x20 | 0x7f | 0x80..0xc2 | 0xf5.. => return Fed::Refused,
                0xc2.. => self.begun.push(byte),
                _ => {}
            }
            self.characters += 1;
        }
        for (shape, state) in &mut self.states {
            if let Some(automaton) = text(*shape).and_then(|text| text.pattern.as_ref()) {
                *state = automaton.next(*state, meant);
            }
        }
        Fed::More
    }
}

pub(super) fn unescaped(byte: u8) -> Option<u8> {
    Some(match byte {
        b'"' | b'\\' | b'/' => byte,
        b'n' => b'\n',
        b't' => b'\t',
        b'r' => b'\r',
        b'b' => 8,
        b'f' => 12,
        _ => return None,
    })
}

/// The bytes that a character needs to be whole.
fn rest_of_character(begun: &[u8]) -> Vec<u8> {
    if begun.is_empty() {
        return Vec::new();
    }
    let length = match begun[0] {
        0xf0.. => 4,
        0xe0.. => 3,
        _ => 2,
    };
    let missing = length - begun.len().min(length);
    for first in [0x80, 0x90, 0xa0] {
        let mut rest = vec![0x80; missing];
        if let Some(byte) = rest.first_mut() {
            *byte = first;
        }
        if std::str::from_utf8(&[begun, &rest].concat()).is_ok() {
            return rest;
        }
    }
    // Not reached: each beginning that is not refused has one of these ends.
    vec![0x80; missing]
}

/// Different short texts: none, then `a` to `z`, `aa` and so on.
fn letters(mut number: usize) -> Vec<u8> {
    let mut text = Vec::new();
    while number > 0 {
        number -= 1;
        text.insert(0, b'a' + u8::try_from(number % 26).unwrap_or(0));
        number /= 26;
    }
    text
}
