//! Words as people and constants write them, brought into one form.

/// A word of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Word {
    /// In lower case.
    pub(super) text: String,
    /// What it has in common with its plural.
    pub(super) key: String,
}

impl Word {
    fn new(text: String) -> Self {
        let key = key(&text);
        Self { text, key }
    }
}

/// The words of a text. A number is one word with its separators: `2.5`, `1,500`, `10:30`.
pub(super) fn words(text: &str) -> Vec<Word> {
    let mut out = Vec::new();
    let mut word = String::new();
    let mut chars = text.chars().peekable();
    let mut before = ' ';
    while let Some(c) = chars.next() {
        let is_within_number = matches!(c, '.' | ',' | ':' | '-' | '/')
            && before.is_numeric()
            && chars.peek().is_some_and(|next| next.is_numeric());
        match c {
            // "we'll" is one word.
            '\'' | '’' | '`' => continue,
            '&' => {
                finish(&mut word, &mut out);
                out.push(Word::new("and".to_owned()));
            }
            c if c.is_alphanumeric() || is_within_number => {
                // "LatteMacchiato" is two.
                if c.is_uppercase() && before.is_lowercase() {
                    finish(&mut word, &mut out);
                }
                word.extend(c.to_lowercase());
            }
            _ => finish(&mut word, &mut out),
        }
        before = c;
    }
    finish(&mut word, &mut out);
    out
}

/// The words of a constant, each by its key; with inner capitals in both ways, as `YouTube`.
pub(super) fn phrases(constant: &str) -> Vec<Vec<String>> {
    let keys =
        |text: &str| -> Vec<String> { words(text).into_iter().map(|word| word.key).collect() };
    let mut phrases = vec![keys(constant), keys(&constant.to_lowercase())];
    phrases.dedup();
    phrases.retain(|phrase| !phrase.is_empty());
    phrases
}

fn finish(word: &mut String, out: &mut Vec<Word>) {
    if !word.is_empty() {
        out.push(Word::new(std::mem::take(word)));
    }
}

/// One key for "cookie" and "cookies", "berry" and "berries", "dish" and "dishes".
fn key(word: &str) -> String {
    let mut key = word.to_owned();
    let is_long = |key: &str| key.chars().count() > 3;
    if is_long(&key)
        && key.ends_with('s')
        && !["ss", "us", "is"].iter().any(|end| key.ends_with(end))
    {
        key.pop();
    }
    if is_long(&key) && key.ends_with('e') {
        key.pop();
    }
    if key.chars().count() > 2 && key.ends_with('y') {
        key.pop();
        key.push('i');
    }
    key
}

/// Whether words are written without spaces between them; those are not looked at.
pub(super) fn is_unspaced(text: &str) -> bool {
    text.chars().any(|c| {
        matches!(c, '\u{0e00}'..='\u{0eff}' | '\u{1000}'..='\u{109f}' | '\u{1780}'..='\u{17ff}'
            | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{20000}'..='\u{3ffff}')
    })
}

/// Whether a word says something by itself; one that does not never names a constant of several
/// words, and is never left over. A time or a code says something, a plain number counts.
pub(super) fn is_telling(word: &str) -> bool {
    let is_number = is_among(NUMERALS, word) || super::numbers::digits(word).is_some();
    !is_number && !is_among(COMMON, word)
}

fn is_among(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

/// Whether a word is a number, or begins with one.
pub(super) fn is_numeral(word: &str) -> bool {
    word.starts_with(char::is_numeric) || is_among(NUMERALS, word)
}

/// Whether a word says that something is not meant.
pub(super) fn is_denial(word: &str) -> bool {
    const DENIALS: &str = "allergic arent avoid but cancel cannot cant didnt doesnt dont except \
        hold instead isnt minus neither never no none nor not nothing rather remove shouldnt skip \
        unless wasnt without wont wouldnt";
    is_among(DENIALS, word)
}

/// Whether a word tells one of several.
pub(super) fn is_order(word: &str) -> bool {
    const ORDERS: &str = "another both each first other second third";
    is_among(ORDERS, word)
}

/// Words that are numbers, or parts of them.
const NUMERALS: &str = "billion couple double dozen eight eighteen eighty eleven fifteen fifty \
    five forty four fourteen hundred million nine nineteen ninety one pair seven seventeen \
    seventy six sixteen sixty ten thirteen thirty thousand three triple twelve twenty twice two \
    zero";

/// Words that say nothing of what is wanted.
const COMMON: &str = "\
    a about add all also am an and another any anything are as at be been both but by can could \
    did do does done dont each else everything few for from get give go going got had has have \
    hello help her here hey hi him his how i id ill im in into is isnt it itll its ive just let \
    like love make many may me might mine much must my need no nope not now of off ok okay on \
    only or order orders other others our out over please put really same shall she should so \
    some something sure take than thank thanks that thatd thatll thats the their them then there \
    these they theyre thing things this those though to too up us very wanna want was we wed well \
    were weve what when where which while who why will with without would yeah yes yet you your \
    youre";

#[cfg(test)]
mod tests {
    use super::{is_telling, phrases, words};

    #[test]
    fn one_form_of_words() {
        let texts = |text: &str| {
            words(text)
                .into_iter()
                .map(|word| word.text)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            texts("That'll do, LatteMacchiato!"),
            ["thatll", "do", "latte", "macchiato"]
        );
        assert_eq!(
            texts("extra_hot Mack & Jacks"),
            ["extra", "hot", "mack", "and", "jacks"]
        );
        assert_eq!(
            texts("2.5 kg, 1,500 at 10:30."),
            ["2.5", "kg", "1,500", "at", "10:30"]
        );
        assert_eq!(texts("2x, 3pm"), ["2x", "3pm"]);
        assert!(texts("").is_empty());
        assert_eq!(phrases("YouTube").len(), 2);
    }

    #[test]
    fn a_word_and_its_plural_are_one() {
        let pairs = "cookie cookies, brownie brownies, berry berries, tomato tomatoes, cheese cheeses, \
            headache headaches, house houses, dish dishes, glass glasses, box boxes, bus buses, \
            gas gases, latte lattes, espresso espressos, muffin muffins, bagel bagels, day days, \
            size sizes, sandwich sandwiches, pastry pastries, potato potatoes, olive olives, \
            quiche quiches, fee fees, tea teas, pie pies, toe toes, ash ashes, axe axes, fry fries";
        for pair in pairs.split(", ") {
            let keys: Vec<String> = words(pair).into_iter().map(|word| word.key).collect();
            assert_eq!(keys[0], keys[1], "{pair}");
        }
        let keys: Vec<String> = words("ice iced tall tale white wheat")
            .into_iter()
            .map(|w| w.key)
            .collect();
        let distinct: std::collections::HashSet<&String> = keys.iter().collect();
        assert_eq!(distinct.len(), keys.len(), "{keys:?}");
    }

    #[test]
    fn words_that_say_nothing() {
        assert!(is_telling("milk") && is_telling("half") && is_telling("10:30"));
        assert!(!is_telling("the") && !is_telling("one") && !is_telling("2") && !is_telling("a"));
    }
}
