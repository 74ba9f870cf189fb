//! Which constants a request names, and by which of its words.

use std::ops::Range;

use super::{
    Lexicon,
    lexicon::{Constant, Entries, List},
    numbers::{Spoken, numbers},
    words::{is_denial, is_telling},
};
use crate::schema::Member;

/// The constants that a request names.
#[derive(Debug, Clone)]
pub struct Mentions {
    pub(super) lexicon: Lexicon,
    pub(super) words: Vec<String>,
    /// For each list, for each constant, the runs of words that name it, in order; none when it
    /// is not named.
    by: Vec<Vec<Vec<Range<usize>>>>,
    pub(super) numbers: Vec<Spoken>,
}

/// Words that are a constant's own, or an alias's, all of them.
struct Whole<'a> {
    at: Range<usize>,
    phrase: &'a [String],
}

/// What names a constant: whether it is all of a phrase, and where.
struct Named {
    is_whole: bool,
    runs: Vec<Range<usize>>,
}

impl Mentions {
    pub(super) fn of(lexicon: &Lexicon, words: Vec<String>) -> Self {
        let wholes = wholes(&lexicon.entries, &words);
        let lists = lexicon.entries.lists.iter();
        Self {
            by: lists.map(|list| in_list(list, &words, &wholes)).collect(),
            lexicon: lexicon.clone(),
            numbers: numbers(&words),
            words,
        }
    }

    /// The constants that are named, in the order of the request, each once.
    pub fn constants(&self) -> impl Iterator<Item = &str> {
        let mut named: Vec<(usize, &str)> = Vec::new();
        for (constant, runs) in self.each() {
            if let Some(first) = runs.first()
                && !named.iter().any(|(_, value)| *value == constant.value)
            {
                named.push((first.start, &constant.value));
            }
        }
        named.sort_by_key(|(first, _)| *first);
        named.into_iter().map(|(_, value)| value)
    }

    fn each(&self) -> impl Iterator<Item = (&Constant, &[Range<usize>])> {
        let lists = self.lexicon.entries.lists.iter().zip(&self.by);
        lists.flat_map(|(list, by)| list.constants.iter().zip(by.iter().map(Vec::as_slice)))
    }

    /// The runs that name each of a list's constants; `None` for what is no list to choose from.
    pub(super) fn runs(&self, members: &[Member]) -> Option<&[Vec<Range<usize>>]> {
        Some(&self.by[self.lexicon.entries.place(members)?])
    }

    /// The places that name a constant, each by its first word.
    pub(super) fn places_of(&self, constant: &str) -> Vec<usize> {
        let named = self.each().filter(|(of, _)| of.value == constant);
        let runs = named.flat_map(|(_, runs)| runs);
        runs.map(|run| run.start).collect()
    }

    /// Whether the request says of something that it is not meant.
    pub(super) fn denies(&self) -> bool {
        self.words.iter().any(|word| is_denial(word))
    }

    /// The constants that a word names, whichever list they are of.
    pub(super) fn named_by(&self, word: usize) -> Vec<&str> {
        let mut out = Vec::new();
        for (constant, runs) in self.each() {
            let value = constant.value.as_str();
            if runs.iter().any(|run| run.contains(&word)) && !out.contains(&value) {
                out.push(value);
            }
        }
        out
    }
}

/// The places where a whole phrase stands, without those that lie within a longer one: who says
/// "latte macchiato" does not say "macchiato".
fn wholes<'a>(entries: &'a Entries, words: &[String]) -> Vec<Whole<'a>> {
    let mut found: Vec<Whole<'a>> = Vec::new();
    for start in 0..words.len() {
        let phrases = entries.openings.get(&words[start]).into_iter().flatten();
        let standing = phrases.filter(|phrase| words[start..].starts_with(phrase));
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

fn in_list(list: &List, words: &[String], wholes: &[Whole<'_>]) -> Vec<Vec<Range<usize>>> {
    let constants = list.constants.iter();
    let named: Vec<Named> = constants.map(|of| by_words(of, words, wholes)).collect();
    let is_outdone = |one: &Named| named.iter().any(|other| other.is_nearer_than(one));
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
fn by_words(constant: &Constant, words: &[String], wholes: &[Whole<'_>]) -> Named {
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
            && phrase.contains(&words[index])
            && around.all(|whole| whole.phrase.len() > 1 && holds(phrase, whole.phrase))
    };
    let mut runs: Vec<Range<usize>> = Vec::new();
    for (index, word) in words.iter().enumerate() {
        if is_telling(word) && constant.phrases.iter().any(|of| is_part(index, of)) {
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
