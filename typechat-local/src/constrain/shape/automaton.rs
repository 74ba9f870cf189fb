//! Regular expressions of which the shortest match from any point is known.

use std::{
    collections::{HashMap, VecDeque},
    fmt,
    sync::{Mutex, MutexGuard, PoisonError},
};

use llguidance::derivre::{Regex, RegexAst, RegexBuilder, StateID};

use super::text::unescaped;

/// States that are looked at for a match; a pattern that needs more is not held.
const MAX_STATES: usize = 20_000;

/// A regular expression, its states found as they are met.
pub(super) struct Automaton {
    ast: RegexAst,
    states: Mutex<States>,
}

struct States {
    regex: Regex,
    endings: HashMap<StateID, Option<Vec<u8>>>,
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

    pub(super) fn ast(&self) -> &RegexAst {
        &self.ast
    }

    pub(super) fn is_match(&self, text: &str) -> bool {
        self.states().regex.is_match(text)
    }

    pub(super) fn start(&self) -> StateID {
        self.states().regex.initial_state()
    }

    pub(super) fn next(&self, state: StateID, byte: u8) -> StateID {
        self.states().regex.transition(state, byte)
    }

    pub(super) fn is_accepting(&self, state: StateID) -> bool {
        self.states().regex.is_accepting(state)
    }

    fn states(&self) -> MutexGuard<'_, States> {
        // A state that was found is right, whatever happened to who found it.
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Up to so many ways to a match, as they stand in JSON, each with its quote. After a
    /// backslash the first byte says what it means.
    pub(super) fn endings(&self, state: StateID, escape: bool, wanted: usize) -> Vec<Vec<u8>> {
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
