//! Which constants a request names, and by which of its words.

use std::{
    collections::{HashMap, HashSet},
    ops::Range,
};

use super::{
    Lexicon,
    lexicon::{Constant, Entries, List},
    numbers::{Spoken, numbers},
    words::{Word, is_denial, is_numeral, is_telling, is_unspaced, words},
};
use crate::schema::Member;

/// The most words of a request that are looked at. A longer one is no order from a menu: nothing
/// is named in it, and nothing is left out of the type.
const MOST: usize = 512;

/// The constants that a request names, and what is made of them; from
/// [`Lexicon::mentions`].
///
/// ```
/// use serde_json::json;
/// use typechat::{grounding::Lexicon, schema::TypeGraph};
/// let graph = TypeGraph::from_json_schema(&json!({"type": "object", "properties": {
///     "drink": {"enum": ["latte", "mocha"]}, "size": {"enum": ["small", "large"]},
/// }, "required": ["drink"]}))?;
/// let mentions = Lexicon::of(&graph).mentions("a large latte");
/// let narrowed = mentions.require(&graph);
/// assert!(narrowed.shown().to_typescript().contains("size: \"large\""));
/// let doubts = mentions.doubts(&narrowed, &json!({"drink": "latte"}));
/// assert_eq!(doubts[0].to_string(), "the request says \"large\", but the value has no \"large\"");
/// # Ok::<(), typechat::schema::ImportError>(())
/// ```
#[derive(Debug, Clone)]
pub struct Mentions {
    pub(super) lexicon: Lexicon,
    pub(super) words: Vec<Word>,
    /// For each list, for each constant, the runs of words that name it, in order; none when it
    /// is not named.
    by: Vec<Vec<Vec<Range<usize>>>>,
    /// The places that name a constant, each by its first word.
    places: HashMap<String, Vec<usize>>,
    /// The constants that a word names, each by its list and its place there.
    named: Vec<Vec<(usize, usize)>>,
    pub(super) numbers: Vec<Spoken>,
    is_looked_at: bool,
}

/// Words that are a constant's own, or an alias's, all of them.
struct Whole<'a> {
    at: Range<usize>,
    phrase: &'a [String],
}

/// What names a constant: whether it is all of a phrase, and where.
#[derive(PartialEq, Eq, Hash)]
struct Named {
    is_whole: bool,
    runs: Vec<Range<usize>>,
}

impl Mentions {
    pub(super) fn of(lexicon: &Lexicon, request: &str) -> Self {
        let mut words = words(request);
        let is_looked_at = words.len() <= MOST && !is_unspaced(request);
        if !is_looked_at {
            words.clear();
        }
        let wholes = wholes(&lexicon.entries, &words);
        let lists = lexicon.entries.lists.iter();
        let by: Vec<_> = lists.map(|list| in_list(list, &words, &wholes)).collect();
        let mut places: HashMap<String, Vec<usize>> = HashMap::new();
        let mut named = vec![Vec::new(); words.len()];
        for (at, list) in by.iter().enumerate() {
            for (index, runs) in list.iter().enumerate().filter(|(_, runs)| !runs.is_empty()) {
                let constant = &lexicon.entries.lists[at].constants[index].value;
                let known = places.entry(constant.clone()).or_default();
                known.extend(runs.iter().map(|run| run.start));
                for word in runs.iter().cloned().flatten() {
                    named[word].push((at, index));
                }
            }
        }
        Self {
            lexicon: lexicon.clone(),
            numbers: numbers(&words),
            words,
            by,
            places,
            named,
            is_looked_at,
        }
    }

    /// The constants that are named, in the order of the request, each once.
    pub fn constants(&self) -> impl Iterator<Item = &str> {
        let firsts = self.places.iter().filter_map(|(constant, places)| {
            let first = places.iter().min()?;
            Some((*first, constant.as_str()))
        });
        let mut named: Vec<(usize, &str)> = firsts.collect();
        // Of several that the same words name, the one that the type has first.
        let order = |constant: &str| self.lexicon.entries.order.get(constant).copied();
        named.sort_by_key(|(first, constant)| (*first, order(constant)));
        named.into_iter().map(|(_, constant)| constant)
    }

    /// Whether the request is one that can be looked at: not too long, and with spaces between its
    /// words.
    pub(super) fn is_looked_at(&self) -> bool {
        self.is_looked_at
    }

    /// Whether a number was said that cannot be read, such as `2x`.
    pub(super) fn has_odd_number(&self) -> bool {
        self.words.iter().enumerate().any(|(index, word)| {
            is_numeral(&word.text) && !self.numbers.iter().any(|number| number.at.contains(&index))
        })
    }

    /// The runs that name each of a list's constants; `None` for what is no list to choose from.
    pub(super) fn runs(&self, members: &[Member]) -> Option<&[Vec<Range<usize>>]> {
        Some(&self.by[self.lexicon.entries.place(members)?])
    }

    /// The places that name a constant, each by its first word.
    pub(super) fn places_of(&self, constant: &str) -> &[usize] {
        self.places.get(constant).map_or(&[], Vec::as_slice)
    }

    /// Whether the request says of something that it is not meant.
    pub(super) fn denies(&self) -> bool {
        let mut words = self.words.iter().zip(&self.named);
        // "No" may be a constant of the type.
        words.any(|(word, named)| named.is_empty() && is_denial(&word.text))
    }

    /// The constants that a word names, whichever list they are of.
    pub(super) fn named_by(&self, word: usize) -> Vec<&str> {
        let mut out = Vec::new();
        for &(list, index) in self.named.get(word).into_iter().flatten() {
            let value = self.lexicon.entries.lists[list].constants[index]
                .value
                .as_str();
            if !out.contains(&value) {
                out.push(value);
            }
        }
        out
    }
}

/// The places where a whole phrase stands, without those that lie within a longer one: who says
/// "latte macchiato" does not say "macchiato".
fn wholes<'a>(entries: &'a Entries, words: &[Word]) -> Vec<Whole<'a>> {
    let mut found: Vec<Whole<'a>> = Vec::new();
    for start in 0..words.len() {
        let phrases = entries
            .openings
            .get(&words[start].key)
            .into_iter()
            .flatten();
        let standing = phrases.filter(|phrase| stands(phrase, &words[start..]));
        let Some(phrase) = standing.max_by_key(|phrase| phrase.len()) else {
            continue;
        };
        let at = start..start + phrase.len();
        // What began earlier and reaches as far holds this one.
        if found.last().is_none_or(|last| last.at.end < at.end) {
            found.push(Whole { at, phrase });
        }
    }
    found
}

/// Whether a phrase stands at the beginning of some words.
fn stands(phrase: &[String], words: &[Word]) -> bool {
    phrase.len() <= words.len() && phrase.iter().zip(words).all(|(key, word)| *key == word.key)
}

fn in_list(list: &List, words: &[Word], wholes: &[Whole<'_>]) -> Vec<Vec<Range<usize>>> {
    let telling: Vec<bool> = words.iter().map(|word| is_telling(&word.text)).collect();
    let constants = list.constants.iter();
    let named: Vec<Named> = constants
        .map(|of| by_words(of, words, &telling, wholes))
        .collect();
    // Many constants may share their words; each way to be named is compared once.
    let ways: HashSet<&Named> = named.iter().filter(|way| !way.runs.is_empty()).collect();
    let is_outdone = |one: &Named| ways.iter().any(|other| other.is_nearer_than(one));
    let left = named.iter().map(|one| {
        if is_outdone(one) {
            Vec::new()
        } else {
            one.runs.clone()
        }
    });
    left.collect()
}

impl Named {
    /// Whether this names its constant by all the words that name the other, and by more.
    fn is_nearer_than(&self, other: &Self) -> bool {
        let count = |named: &Self| named.runs.iter().map(Range::len).sum::<usize>();
        let mut words = other.runs.iter().cloned().flatten();
        words.all(|word| self.runs.iter().any(|run| run.contains(&word)))
            && (count(self) > count(other) || self.is_whole && !other.is_whole)
    }
}

/// The words that name a constant: all of a phrase somewhere, else some of them anywhere. A word
/// that is a constant by itself names that one: "espresso" names no "espresso shot".
fn by_words(constant: &Constant, words: &[Word], telling: &[bool], wholes: &[Whole<'_>]) -> Named {
    let whole: Vec<Range<usize>> = wholes
        .iter()
        .filter(|whole| constant.phrases.iter().any(|phrase| phrase == whole.phrase))
        .map(|whole| whole.at.clone())
        .collect();
    if !whole.is_empty() {
        return Named {
            is_whole: true,
            runs: whole,
        };
    }
    let is_part = |index: usize, phrase: &Vec<String>| {
        let mut around = wholes.iter().filter(|whole| whole.at.contains(&index));
        phrase.len() > 1
            && phrase.contains(&words[index].key)
            && around.all(|whole| whole.phrase.len() > 1 && holds(phrase, whole.phrase))
    };
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, &is_telling) in telling.iter().enumerate() {
        if is_telling && constant.phrases.iter().any(|of| is_part(index, of)) {
            match runs.last_mut() {
                Some(run) if run.end == index => run.end += 1,
                _ => runs.push(index..index + 1),
            }
        }
    }
    Named {
        is_whole: false,
        runs,
    }
}

/// Whether a phrase has another within it.
fn holds(phrase: &[String], part: &[String]) -> bool {
    phrase.windows(part.len()).any(|window| window == part)
}
