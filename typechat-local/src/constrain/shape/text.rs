//! Strings: what one may hold, and how one that has begun can end.

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use llguidance::derivre::{Regex, RegexAst, RegexBuilder, StateID};

use super::Id;

/// States that are looked at for the end of a string; a pattern that needs more is not held.
const MAX_STATES: usize = 20_000;
/// What a string is filled with when nothing is known of it.
const FILLER: u8 = b'?';

#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(super) min: usize,
    pub(super) max: usize,
    pub(super) pattern: Option<Arc<Automaton>>,
}

/// A regular expression, its states found as they are met.
pub(crate) struct Automaton {
    ast: RegexAst,
    states: Mutex<States>,
}

struct States {
    regex: Regex,
    endings: HashMap<StateID, Option<Vec<u8>>>,
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
    pub(crate) fn free(max: usize) -> Self {
        Self {
            min: 0,
            max,
            pattern: None,
        }
    }

    /// What such strings hold, not yet as JSON.
    pub(crate) fn regex(&self) -> RegexAst {
        self.pattern.as_ref().map_or_else(
            || RegexAst::Regex(format!("(?s:.{{{},{}}})", self.min, self.max)),
            |automaton| automaton.ast.clone(),
        )
    }

    pub(crate) fn accepts(&self, text: &str) -> bool {
        let length = text.chars().count();
        let fits = (self.min..=self.max).contains(&length);
        fits && self
            .pattern
            .as_ref()
            .is_none_or(|automaton| automaton.states().regex.is_match(text))
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
                state.is_some_and(|state| automaton.states().regex.is_accepting(state))
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
        values.iter_mut().for_each(|value| value.insert(0, b'"'));
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
            let start = automaton.states().regex.initial_state();
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
                *state = automaton.states().regex.transition(*state, meant);
            }
        }
        Fed::More
    }
}

impl Automaton {
    /// `None` when the expression cannot be used, or matches nothing that is found soon.
    pub(super) fn new(ast: RegexAst) -> Option<Self> {
        let mut builder = RegexBuilder::new();
        let expression = builder.mk(&ast).ok()?;
        let mut regex = builder.into_regex_limited(expression, 1_000_000).ok()?;
        let start = regex.initial_state();
        let automaton = Self {
            ast,
            states: Mutex::new(States {
                regex,
                endings: HashMap::new(),
            }),
        };
        (!automaton.endings(start, false, 1).is_empty()).then_some(automaton)
    }

    fn states(&self) -> MutexGuard<'_, States> {
        // A state that was found is right, whatever happened to who found it.
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn endings(&self, state: StateID, escape: bool, wanted: usize) -> Vec<Vec<u8>> {
        let mut states = self.states();
        if !escape {
            return states.endings(state, wanted);
        }
        for byte in *b"n\"\\/tr" {
            let next = unescaped(byte).map(|meant| states.regex.transition(state, meant));
            if let Some(next) = next {
                let endings = states.endings(next, wanted);
                if !endings.is_empty() {
                    let with = |ending: Vec<u8>| [&[byte][..], &ending].concat();
                    return endings.into_iter().map(with).collect();
                }
            }
        }
        Vec::new()
    }
}

impl States {
    fn endings(&mut self, state: StateID, wanted: usize) -> Vec<Vec<u8>> {
        if wanted != 1 {
            return self.search(state, wanted);
        }
        if let Some(known) = self.endings.get(&state) {
            return known.iter().cloned().collect();
        }
        let found = self.search(state, 1);
        self.endings.insert(state, found.first().cloned());
        found
    }

    /// Breadth first, so that the shortest are found first.
    fn search(&mut self, from: StateID, wanted: usize) -> Vec<Vec<u8>> {
        let alphabet = self.alphabet(wanted > 1);
        let mut paths = vec![(from, 0_usize, 0_u8)];
        let mut queue = VecDeque::from([0_usize]);
        let mut visits: HashMap<StateID, usize> = HashMap::from([(from, 1)]);
        let mut found = Vec::new();
        while let Some(at) = queue.pop_front() {
            let (state, ..) = paths[at];
            if self.regex.is_accepting(state) {
                found.push(written(&paths, at));
                if found.len() >= wanted {
                    break;
                }
            }
            for byte in &alphabet {
                let next = self.regex.transition(state, *byte);
                let visited = visits.entry(next).or_default();
                if next.is_dead() || *visited >= wanted || paths.len() >= MAX_STATES {
                    continue;
                }
                *visited += 1;
                queue.push_back(paths.len());
                paths.push((next, at, *byte));
            }
        }
        found
    }

    /// The bytes to try, those that read well first; of bytes that are all alike, one, unless
    /// different strings are wanted.
    fn alphabet(&self, all: bool) -> Vec<u8> {
        let alphabet = self.regex.alpha();
        let mut seen = vec![false; alphabet.len().max(256)];
        let order = (b'a'..=b'z').chain(b'0'..=b'9').chain(b'A'..=b'Z');
        let order = order.chain(*b" -_.,:;/@+?!#").chain(0x20..0x7f);
        let order = order.chain(0x80..=0xff).chain(*b"\n\t\r");
        let mut bytes = Vec::new();
        for byte in order {
            let class = if all {
                usize::from(byte)
            } else {
                alphabet.map(byte)
            };
            if !std::mem::replace(&mut seen[class], true) {
                bytes.push(byte);
            }
        }
        bytes
    }
}

impl fmt::Debug for Automaton {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.ast.fmt(f)
    }
}

/// The bytes on the way to a place, as they stand in JSON, with the closing quote.
fn written(paths: &[(StateID, usize, u8)], mut at: usize) -> Vec<u8> {
    let mut bytes = vec![b'"'];
    while at != 0 {
        let (_, before, byte) = paths[at];
        match byte {
            b'"' | b'\\' => bytes.extend([byte, b'\\']),
            b'\n' => bytes.extend(*b"n\\"),
            b'\t' => bytes.extend(*b"t\\"),
            b'\r' => bytes.extend(*b"r\\"),
            _ => bytes.push(byte),
        }
        at = before;
    }
    bytes.reverse();
    bytes
}

fn unescaped(byte: u8) -> Option<u8> {
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
