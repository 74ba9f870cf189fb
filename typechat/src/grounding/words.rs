//! Words as people and constants write them, brought into one form.

/// The words of a text in lower case, each without the ending of a plural.
pub(super) fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    let mut was_lower = false;
    for c in text.chars() {
        match c {
            // "we'll" is one word.
            '\'' | '’' | '`' => continue,
            '&' => {
                finish(&mut word, &mut out);
                out.push("and".to_owned());
            }
            c if c.is_alphanumeric() => {
                // "LatteMacchiato" is two.
                if c.is_uppercase() && was_lower {
                    finish(&mut word, &mut out);
                }
                word.extend(c.to_lowercase());
            }
            _ => finish(&mut word, &mut out),
        }
        was_lower = c.is_lowercase();
    }
    finish(&mut word, &mut out);
    out
}

fn finish(word: &mut String, out: &mut Vec<String>) {
    if !word.is_empty() {
        out.push(singular(&std::mem::take(word)));
    }
}

fn singular(word: &str) -> String {
    let letters = word.chars().count();
    if letters > 4 {
        if let Some(stem) = word.strip_suffix("ies") {
            return format!("{stem}y");
        }
        let hissing = ["ses", "xes", "ches", "shes"];
        if hissing.iter().any(|end| word.ends_with(end)) {
            return word[..word.len() - 2].to_owned();
        }
    }
    match word.strip_suffix('s') {
        Some(stem) if letters > 3 && !stem.ends_with(['s', 'u', 'i']) => stem.to_owned(),
        _ => word.to_owned(),
    }
}

/// Whether a word says something by itself; one that does not never names a constant of several
/// words, and may be left over.
pub(super) fn is_telling(word: &str) -> bool {
    word.chars().any(char::is_alphabetic) && !is_among(COMMON, word) && !is_numeral(word)
}

fn is_among(list: &str, word: &str) -> bool {
    list.split(' ').any(|listed| listed == word)
}

/// Whether a word is a number.
pub(super) fn is_numeral(word: &str) -> bool {
    word.starts_with(|c: char| c.is_numeric()) || is_among(NUMERALS, word)
}

/// Whether a word says that something is not meant.
pub(super) fn is_denial(word: &str) -> bool {
    const DENIALS: &str = "\
    but cancel cant didnt doesnt dont except instead isnt never not nothing rather remove \
    unless wasnt without wont";
    is_among(DENIALS, word)
}

/// Whether a word tells one of several.
pub(super) fn is_order(word: &str) -> bool {
    const ORDERS: &str = "another both each first other second third";
    is_among(ORDERS, word)
}

const NUMERALS: &str = "\
    billion couple double dozen eight eighteen eighty eleven fifteen fifty five forty four \
    fourteen hundred million nine nineteen ninety one pair seven seventeen seventy six sixteen \
    sixty ten thirteen thirty thousand three triple twelve twenty twice two zero";

/// Words of every request, in the form that `words` gives them.
const COMMON: &str = "\
    a about add all also am an and another any anything are as at be been both but by can \
    could did do does done dont each else everything few for from get give go going got had \
    has have hello help her here hey hi him his how i id ill im in into is isnt it itll its \
    ive just let like love make many may me might mine much must my need no nope not now of \
    off ok okay on only or order other our out over plea please put really same shall she \
    should so some something sure take than thank that thatd thatll thats the their them then \
    there these they theyre thing this those though to too up us very want was we wed well \
    were weve what when where which while who why will with without would yeah yes yet you \
    your youre";

#[cfg(test)]
mod tests {
    use super::{is_telling, words};

    #[test]
    fn one_form_of_words() {
        let form = |text: &str| words(text).join(" ");
        assert_eq!(
            form("Two tall LATTES, that'll do it"),
            "two tall latte thatll do it"
        );
        assert_eq!(form("LatteMacchiato"), "latte macchiato");
        assert_eq!(form("extra_hot"), "extra hot");
        assert_eq!(form("Mack & Jacks"), "mack and jack");
        assert_eq!(
            form("berries glasses dishes boxes bus this gas"),
            "berry glass dish box bus this gas"
        );
        assert_eq!(form(""), "");
    }

    #[test]
    fn words_that_say_nothing() {
        assert!(is_telling("milk") && is_telling("half"));
        assert!(!is_telling("the") && !is_telling("one") && !is_telling("2") && !is_telling("a"));
    }
}
