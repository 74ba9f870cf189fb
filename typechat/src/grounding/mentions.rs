//! Which constants a request names, and by which of its words.

use std::ops::Range;

use super::{
    Lexicon,
    lexicon::{Constant, Entries, List},
    words::is_telling,
};
use crate::schema::Member;

/// The constants that a request names.
#[derive(Debug, Clone)]
pub struct Mentions {
    pub(super) lexicon: Lexicon,
    pub(super) words: Vec<String>,
    /// For each list, for each constant, the words that name it, in order; none when it is not
    /// named.
    pub(super) by: Vec<Vec<Vec<usize>>>,
}

/// Words that are a constant's own, or an alias's, all of them.
struct Whole<'a> {
    at: Range<usize>,
    phrase: &'a [String],
}

impl Mentions {
    pub(super) fn of(lexicon: &Lexicon, words: Vec<String>) -> Self {
        let wholes = wholes(&lexicon.entries, &words);
        let lists = lexicon.entries.lists.iter();
        Self {
            by: lists.map(|list| in_list(list, &words, &wholes)).collect(),
            lexicon: lexicon.clone(),
            words,
        }
    }

    /// The constants that are named, in the order of the request, each once.
    pub fn constants(&self) -> impl Iterator<Item = &str> {
        let mut named: Vec<(usize, &str)> = Vec::new();
        for (list, by) in self.lexicon.entries.lists.iter().zip(&self.by) {
            for (constant, by) in list.constants.iter().zip(by) {
                if let Some(&first) = by.first()
                    && !named.iter().any(|(_, value)| *value == constant.value)
                {
                    named.push((first, &constant.value));
                }
            }
        }
        named.sort_by_key(|(first, _)| *first);
        named.into_iter().map(|(_, value)| value)
    }

    /// Which of a list's constants are named; `None` for what is no list to choose from.
    pub(super) fn named(&self, members: &[Member]) -> Option<Vec<bool>> {
        let by = &self.by[self.lexicon.entries.place(members)?];
        Some(by.iter().map(|words| !words.is_empty()).collect())
    }

    /// The constants that some words name, whichever list they are of.
    pub(super) fn named_by(&self, word: usize) -> Vec<&str> {
        let mut out = Vec::new();
        for (list, by) in self.lexicon.entries.lists.iter().zip(&self.by) {
            for (constant, by) in list.constants.iter().zip(by) {
                if by.contains(&word) && !out.contains(&&*constant.value) {
                    out.push(&*constant.value);
                }
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

fn in_list(list: &List, words: &[String], wholes: &[Whole<'_>]) -> Vec<Vec<usize>> {
    let named: Vec<(bool, Vec<usize>)> = list
        .constants
        .iter()
        .map(|constant| by_words(constant, words, wholes))
        .collect();
    let is_nearer = |(whole, by): &(bool, Vec<usize>), than: &(bool, Vec<usize>)| {
        let within = than.1.iter().all(|word| by.contains(word));
        within && (by.len() > than.1.len() || (*whole && !than.0))
    };
    let mut out = Vec::new();
    for one in &named {
        let is_outdone = named.iter().any(|other| is_nearer(other, one));
        out.push(if is_outdone { Vec::new() } else { one.1.clone() });
    }
    out
}

/// The words that name a constant: all of a phrase somewhere, else some of them anywhere.
fn by_words(constant: &Constant, words: &[String], wholes: &[Whole<'_>]) -> (bool, Vec<usize>) {
    let whole: Vec<usize> = wholes
        .iter()
        .filter(|whole| constant.phrases.iter().any(|phrase| phrase == whole.phrase))
        .flat_map(|whole| whole.at.clone())
        .collect();
    if !whole.is_empty() {
        return (true, whole);
    }
    let parts = (0..words.len()).filter(|&index| {
        is_telling(&words[index])
            && constant.phrases.iter().any(|phrase| {
                phrase.len() > 1
                    && phrase.contains(&words[index])
                    && wholes
                        .iter()
                        .filter(|whole| whole.at.contains(&index))
                        .all(|whole| holds(phrase, whole.phrase))
            })
    });
    (false, parts.collect())
}

/// Whether a phrase has another within it.
fn holds(phrase: &[String], part: &[String]) -> bool {
    phrase.windows(part.len()).any(|window| window == part)
}
