//! Names and constants up to case and punctuation.

use std::collections::{HashMap, HashSet, hash_map::Entry};

use super::plan::By;
use crate::reply::{NoteKind, steps::took};

/// How many words a name in a sentence has at most.
pub(super) const LONGEST: usize = 8;

/// A word of a text, with its place in the text.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Word {
    /// In lower case.
    pub(super) text: String,
    pub(super) start: usize,
    pub(super) end: usize,
}

/// The words of a text: what stands between blanks and punctuation. A mark that means something
/// belongs to its word: a sign, what stands between two digits, and whatever is neither a letter
/// nor usual punctuation, so that `C` is not `C++`, `1` is not `-1` and `10` is not `1.0`.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let (mut open, mut last) = (false, ' ');
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let next = chars.peek().map_or(' ', |(_, next)| *next);
        let belongs = !(c.is_whitespace() || is_punctuation(c))
            || (matches!(c, '-' | '.') && next.is_numeric() && !last.is_alphanumeric())
            || (last.is_numeric() && next.is_numeric() && !c.is_whitespace());
        let is_apostrophe =
            open && matches!(c, '\'' | '’') && last.is_alphabetic() && next.is_alphabetic();
        last = c;
        if !belongs {
            open &= is_apostrophe;
            continue;
        }
        if !open {
            let (start, text) = (at, String::new());
            words.push(Word {
                text,
                start,
                end: at,
            });
        }
        open = true;
        if let Some(word) = words.last_mut() {
            word.text.extend(c.to_lowercase());
            word.end = at + c.len_utf8();
        }
    }
    words
}

fn is_punctuation(c: char) -> bool {
    "_-.,:;!?'\"()[]{}*`/\\".contains(c) || "‘’“”„«»‚‐‑‒–—…·•¿¡。、，".contains(c)
}

/// The words as one: `line item`, `LineItem` and `line_item` are the same. Two numbers stay two.
pub(super) fn folded(words: &[Word]) -> String {
    let mut out = String::new();
    for word in words {
        if out.ends_with(char::is_numeric) && word.text.starts_with(char::is_numeric) {
            out.push(' ');
        }
        out.push_str(&word.text);
    }
    out
}

/// The words as one, with the marks before and behind them that change what they say: `!open` is
/// not `open`, and `A-` is not `A`.
fn key(text: &str, words: &[Word]) -> String {
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return String::new();
    };
    took(words.len());
    let before = text[..first.start]
        .chars()
        .filter(|c| "!-‐‑‒–—/\\?¡¿".contains(*c));
    let after = text[last.end..]
        .chars()
        .filter(|c| "-‐‑‒–—/\\?".contains(*c));
    before.chain(folded(words).chars()).chain(after).collect()
}

/// The words of a name, where a capital after a small letter begins another one.
fn words_of_name(name: &str) -> Vec<String> {
    let mut apart = String::new();
    let mut last = ' ';
    for c in name.chars() {
        if last.is_lowercase() && c.is_uppercase() {
            apart.push(' ');
        }
        apart.push(c);
        last = c;
    }
    words(&apart).into_iter().map(|word| word.text).collect()
}

/// Names, each with other spellings that mean the same.
#[derive(Debug, Default)]
pub(super) struct Names {
    /// `None` where two different ones are spelled alike.
    exact: HashMap<String, Option<(usize, bool)>>,
    folded: HashMap<String, Option<(usize, bool)>>,
    /// The words by which a sentence may name each.
    pub(super) phrases: HashMap<Vec<String>, Option<usize>>,
    /// The first words of those that have more.
    prefixes: HashSet<Vec<String>>,
    /// The other words of each word's names.
    companions: HashMap<String, HashSet<String>>,
    /// How many words the longest of them has.
    pub(super) longest: usize,
}

impl Names {
    /// Each by its index; what has no name may have aliases all the same.
    pub(super) fn new<'n>(
        names: impl Iterator<Item = (usize, Option<&'n str>, &'n [String])>,
    ) -> Self {
        let mut made = Self::default();
        let mut aliases = Vec::new();
        for (index, name, others) in names {
            if let Some(name) = name {
                made.exact.insert(name.to_owned(), Some((index, false)));
                made.fold(index, name, false);
            }
            aliases.extend(others.iter().map(|alias| (index, alias)));
        }
        for (index, alias) in aliases {
            let was = made.exact.entry(alias.clone());
            // A name comes before an alias.
            match was {
                Entry::Occupied(mut was) => match was.get() {
                    Some((other, true)) if *other != index => *was.get_mut() = None,
                    _ => {}
                },
                Entry::Vacant(place) => {
                    place.insert(Some((index, true)));
                }
            }
            made.fold(index, alias, true);
        }
        made
    }

    /// Whether these are the first words of a longer name.
    pub(super) fn begins_longer(&self, words: &[String]) -> bool {
        self.prefixes.contains(words)
    }

    /// Whether two words stand in one name.
    pub(super) fn are_companions(&self, word: &str, other: &str) -> bool {
        let others = self.companions.get(word);
        word != other && others.is_some_and(|others| others.contains(other))
    }

    /// Whether a name or alias is written just so.
    pub(super) fn are_written(&self, text: &str) -> bool {
        self.exact.contains_key(text)
    }

    fn fold(&mut self, index: usize, name: &str, is_alias: bool) {
        let words = words(name);
        let one = key(name, &words);
        if one.is_empty() {
            return;
        }
        for phrase in [words_of_name(name), texts(&words), vec![folded(&words)]] {
            self.longest = self.longest.max(phrase.len());
            self.relate(&phrase);
            let known = self.phrases.entry(phrase).or_insert(Some(index));
            *known = known.filter(|known| *known == index);
        }
        let known = self.folded.entry(one).or_insert(Some((index, is_alias)));
        *known = known.filter(|(known, _)| *known == index);
    }

    /// Longer names are in no sentence.
    fn relate(&mut self, phrase: &[String]) {
        if phrase.len() > LONGEST {
            return;
        }
        for (at, word) in phrase.iter().enumerate().filter(|_| phrase.len() > 1) {
            if at > 0 {
                self.prefixes.insert(phrase[..at].to_vec());
            }
            let others = self.companions.entry(word.clone()).or_default();
            others.extend(phrase.iter().cloned());
        }
    }

    /// One name.
    pub(super) fn of(name: &str) -> Self {
        Self::new([(0, Some(name), &[][..])].into_iter())
    }

    /// The one that the whole text names, and what was changed for it; `None` in its place when
    /// the text is the name itself.
    pub(super) fn find(&self, text: &str) -> Option<(usize, Option<By>)> {
        let told = |(index, is_alias)| {
            let kind = if is_alias {
                NoteKind::Alias
            } else {
                NoteKind::Spelling
            };
            (index, Some(By(kind)))
        };
        match self.exact.get(text) {
            Some(Some((index, false))) => return Some((*index, None)),
            Some(found) => return found.map(told),
            None => {}
        }
        let words = words(text);
        // "not able" is no spelling of "notable".
        if words.len() > 1 && !self.phrases.contains_key(&texts(&words)) && denies(text, &words) {
            return None;
        }
        let (index, is_alias) = (*self.folded.get(&key(text, &words))?)?;
        let is_one = words.len() == 1 || self.may_join(index, text, &words);
        is_one.then(|| told((index, is_alias)))
    }

    /// Whether the words are one name: where it is not parted as they are, what stands between
    /// them is no more than a joint, and none of them is a name. "I II" is not "III".
    fn may_join(&self, index: usize, text: &str, words: &[Word]) -> bool {
        if self.phrases.get(&texts(words)) == Some(&Some(index)) {
            return true;
        }
        let is_name = |word: &Word| self.phrases.contains_key(&vec![word.text.clone()]);
        let is_joint = |pair: &[Word]| {
            let gap = &text[pair[0].end..pair[1].start];
            gap.chars().all(|c| matches!(c, ' ' | '-' | '_'))
        };
        !words.iter().any(is_name) && words.windows(2).all(is_joint)
    }
}

pub(super) fn texts(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.text.clone()).collect()
}

/// Whether one of the words turns what is said into its opposite.
pub(super) fn denies<'w>(text: &str, words: impl IntoIterator<Item = &'w Word>) -> bool {
    const DENIALS: [&str; 14] = [
        "not", "no", "never", "neither", "nor", "none", "without", "except", "cannot", "instead",
        "but", "unless", "dont", "isnt",
    ];
    words.into_iter().any(|word| {
        let written = &text[word.start..word.end];
        DENIALS.contains(&&*word.text)
            || (word.text.ends_with("nt") && written.contains(['\'', '’']))
    })
}

#[cfg(test)]
mod tests {
    use super::{Names, folded, words};

    fn fold(text: &str) -> String {
        folded(&words(text))
    }

    #[test]
    fn case_and_punctuation_do_not_count() {
        for text in [
            "line item",
            "LineItem",
            "line_item",
            "LINE-ITEM",
            " *line item*! ",
        ] {
            assert_eq!(fold(text), "lineitem", "{text}");
        }
        assert_eq!(fold("don't know"), "dontknow");
        assert_eq!(fold("Straße"), "straße");
    }

    #[test]
    fn marks_that_mean_something_count() {
        let pairs = [
            ("C", "C++"),
            ("C", "C#"),
            ("1", "-1"),
            ("10", "1.0"),
            ("5", "<5"),
            ("5", ".5"),
            ("1 2", "12"),
            ("50", "50%"),
            ("1-2", "12"),
            ("a", "ä"),
            ("v1.0", "v10"),
        ];
        for (left, right) in pairs {
            assert_ne!(fold(left), fold(right), "{left} {right}");
        }
    }

    #[test]
    fn a_name_is_found_when_it_is_the_only_one() {
        let aliases = [
            vec!["old name".to_owned()],
            vec!["old-name".to_owned()],
            vec![],
        ];
        let names = ["a-b", "c", "a_b"];
        let names = names.iter().enumerate();
        let names = Names::new(names.map(|(at, name)| (at, Some(*name), &*aliases[at])));
        let found = |text| names.find(text).map(|(at, _)| at);
        assert_eq!(found("a-b"), Some(0));
        assert_eq!(found("a_b"), Some(2));
        assert_eq!(found("A B"), None);
        assert_eq!(found("C"), Some(1));
        assert_eq!(found("old name"), Some(0));
        assert_eq!(found("old-name"), Some(1));
        assert_eq!(found("Old Name"), None);
        assert_eq!(found(""), None);
        assert_eq!(found("--"), None);
    }
}
