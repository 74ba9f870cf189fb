//! Sentences that name exactly one of several constants.

use super::{
    embedded::looks_like_json,
    frames::{compares, doubts, introduces, is_closed, retracts},
    spelling::{LONGEST, Names, Word, texts, words},
};
use crate::reply::steps::took;

/// A constant that a sentence names for the first time: which one, and its words.
struct Hit {
    index: usize,
    at: usize,
    count: usize,
}

/// The one constant that a text names as whole words, in a sentence that says nothing but that
/// it is the answer, when the text names no other, takes nothing back and asks no question.
pub(super) fn named(names: &Names, text: &str) -> Option<usize> {
    // Where names are sentences themselves, only the whole is compared; and no long text is an
    // answer.
    const BYTES: usize = 1 << 14;
    let is_answer = names.longest <= LONGEST && text.len() <= BYTES;
    if !is_answer || text.contains(['?', '？', '¿']) || looks_like_json(text) {
        return None;
    }
    let words = words(text);
    took(words.len());
    let sentences = sentences(text, &words);
    let mut only: Option<usize> = None;
    let mut others = Vec::new();
    let mut is_alone = false;
    let mut start = 0;
    for (number, sentence) in sentences.iter().enumerate() {
        let (hit, rest) = names_in(names, text, sentence)?;
        if let Some(hit) = hit {
            let (before, after) = sentence.split_at(hit.at);
            let (name, after) = after.split_at(hit.count);
            let is_said = introduces(text, start, before, &name[0]) && is_closed(text, name, after);
            if !is_said || doubts(text, &rest) || only.is_some_and(|only| only != hit.index) {
                return None;
            }
            only = Some(hit.index);
            is_alone |= number == 0 && sentence.len() == hit.count;
        } else {
            others.push(*sentence);
        }
        start = sentence.last().map_or(start, |last| last.end);
    }
    // What follows a name that stands alone gives reasons, and may deny something else.
    let takes_back = |sentence: &&[Word]| {
        if is_alone {
            retracts(text, sentence)
        } else {
            doubts(text, &sentence.iter().collect::<Vec<_>>())
        }
    };
    let only = only?;
    (!others.iter().any(takes_back)).then_some(only)
}

/// What one sentence names, and its other words; `None` when it names two, or one that is not
/// certain.
fn names_in<'w>(
    names: &Names,
    text: &str,
    sentence: &'w [Word],
) -> Option<(Option<Hit>, Vec<&'w Word>)> {
    let (mut found, mut rest): (Option<Hit>, _) = (None, Vec::new());
    let mut said: Vec<&Word> = Vec::new();
    let mut at = 0;
    while at < sentence.len() {
        let left = &sentence[at..];
        let Some((count, index)) = longest(names, left) else {
            rest.push(&left[0]);
            at += 1;
            continue;
        };
        let name = &left[..count];
        let before = at.checked_sub(1).map(|before| &sentence[before]);
        let beside = [before, sentence.get(at + count)];
        let is_joined = beside.into_iter().flatten().any(compares)
            || sentence
                .get(at + count)
                .is_some_and(|next| text[name[count - 1].end..next.start].contains(','));
        if !is_joined && is_by_the_way(names, text, name) {
            rest.push(&left[0]);
            at += 1;
            continue;
        }
        let index = index?;
        let is_other = found.as_ref().is_some_and(|found| found.index != index);
        if is_other || !is_whole(text, name) || beside.into_iter().flatten().any(compares) {
            return None;
        }
        // "latte macchiatox" is no latte.
        let goes_on = sentence.get(at + count).is_some_and(|next| {
            let gap = &text[name[count - 1].end..next.start];
            gap.chars().all(|c| matches!(c, ' ' | '-' | '_'))
        });
        if goes_on && names.begins_longer(&texts(name)) {
            return None;
        }
        said.extend(name);
        found.get_or_insert(Hit { index, at, count });
        at += count;
    }
    // "Tea (iced)" may be an iced tea.
    let is_part = |word: &&Word| {
        said.iter()
            .any(|name| names.are_companions(&name.text, &word.text))
    };
    (!rest.iter().any(is_part)).then_some((found, rest))
}

/// The longest name that the words begin with.
fn longest(names: &Names, words: &[Word]) -> Option<(usize, Option<usize>)> {
    let mut longest = None;
    let mut phrase = Vec::new();
    for (count, word) in words.iter().enumerate() {
        took(1);
        phrase.push(word.text.clone());
        if let Some(index) = names.phrases.get(&phrase) {
            longest = Some((count + 1, *index));
        }
        if !names.begins_longer(&phrase) {
            break;
        }
    }
    longest
}

/// Whether the words are no part of a compound, and no mark at them changes what they say: the
/// "low" of "low-hanging" names nothing, and neither does that of "!low".
fn is_whole(text: &str, words: &[Word]) -> bool {
    let joins = |c: char| "-‐‑_./\\@'’".contains(c);
    let goes_on = |[first, second]: [Option<char>; 2]| {
        first.is_some_and(joins) && second.is_some_and(char::is_alphanumeric)
    };
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let (mut before, mut after) = (text[..first.start].chars().rev(), text[last.end..].chars());
    let (before, after) = ([before.next(), before.next()], [after.next(), after.next()]);
    let is_marked = before[0].is_some_and(|c| "!-‐‑‒–—/\\¡".contains(c))
        || after[0].is_some_and(|c| "-‐‑‒–—/".contains(c));
    !is_marked && !goes_on(before) && !goes_on(after)
}

/// Whether this is a word that sentences have anyway, not written as the name is, and more words
/// follow: the "a" of "a dog" does not name "A".
fn is_by_the_way(names: &Names, text: &str, words: &[Word]) -> bool {
    const COMMON: [&str; 36] = [
        "a", "an", "the", "i", "it", "is", "in", "on", "of", "to", "or", "and", "as", "at", "be",
        "by", "do", "if", "so", "up", "we", "he", "me", "my", "us", "no", "not", "none", "never",
        "neither", "nor", "without", "except", "this", "that", "for",
    ];
    let [only] = words else { return false };
    let is_common = COMMON.contains(&&*only.text);
    let after = text[only.end..].trim_start_matches([' ', '\t']);
    let is_written = names.are_written(&text[only.start..only.end]);
    is_common && !is_written && after.starts_with(char::is_alphanumeric)
}

/// The words of each sentence. It ends with a mark that no word follows at once, and with a blank
/// line; the point behind a single letter may be that of an abbreviation.
fn sentences<'w>(text: &str, words: &'w [Word]) -> Vec<&'w [Word]> {
    let (mut all, mut start) = (Vec::new(), 0);
    for at in 0..words.len() {
        let end = words.get(at + 1).map_or(text.len(), |next| next.start);
        let gap = &text[words[at].end..end];
        let is_letter = words[at].text.chars().count() == 1 && gap.trim_end() == ".";
        let mut marks = gap.match_indices(['.', '!', '?', '。']);
        let ends = marks.any(|(place, mark)| place + mark.len() < gap.len());
        if (ends && !is_letter) || gap.matches('\n').count() > 1 || at + 1 == words.len() {
            all.push(&words[start..=at]);
            start = at + 1;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Names, named};

    fn read<'n>(names: &[&'n str], text: &str) -> Option<&'n str> {
        let all = names.iter().enumerate();
        let all = Names::new(all.map(|(at, name)| (at, Some(*name), &[][..])));
        named(&all, text).map(|at| names[at])
    }

    #[test]
    fn one_member_as_whole_words() {
        let names = ["ONE", "TWO", "line_item"];
        let read = |text| read(&names, text);
        assert_eq!(read("ONE: The description"), Some("ONE"));
        assert_eq!(read("The answer is Two."), Some("TWO"));
        assert_eq!(read("**one** is the answer"), Some("ONE"));
        assert_eq!(read("It is a line item"), Some("line_item"));
        assert_eq!(read("It is a LineItem"), Some("line_item"));
        assert_eq!(read("one, yes, one!"), Some("ONE"));
        for text in [
            "ONE or TWO",
            "TWO or THREE",
            "better than TWO",
            "ONES",
            "someone",
            "not TWO",
            "It isn't one",
            "It isn’t one",
            "anything but two",
            "one-sided",
            "two/three",
            "ONE's",
            "Is it ONE?",
            "three",
            "ONE. Not TWO.",
            "I cannot choose one",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn the_longest_name_counts_and_denials_stay_in_their_sentence() {
        let colours = ["light", "light blue", "not sure"];
        assert_eq!(read(&colours, "It is light blue"), Some("light blue"));
        assert_eq!(read(&colours, "I am not sure"), Some("not sure"));
        assert_eq!(read(&colours, "light or light blue"), None);
        let truth = ["true", "false"];
        let text = "False. The statement is not right.";
        assert_eq!(read(&truth, text), Some("false"));
        let text = "False.\\n\\nThe sum is 4, not 5.";
        assert_eq!(read(&truth, text), Some("false"));
        assert_eq!(read(&truth, "The answer is true or false"), None);
        assert_eq!(read(&truth, "The statement does not hold true."), None);
    }

    #[test]
    fn common_words_name_nothing_by_the_way() {
        let letters = ["A", "B"];
        assert_eq!(read(&letters, "A dog is B"), None);
        assert_eq!(read(&letters, "A: a dog"), Some("A"));
        assert_eq!(read(&letters, "The answer is A."), Some("A"));
        assert_eq!(read(&letters, "I have a problem"), None);
        assert_eq!(read(&["1", "2"], "I have 2 reasons"), None);
        assert_eq!(read(&["1", "2"], "Rating: 2."), Some("2"));
        let words = ["no", "maybe"];
        assert_eq!(read(&words, "There is no way"), None);
        assert_eq!(read(&words, "No, it is raining"), Some("no"));
        assert_eq!(read(&["notable"], "not able to say"), None);
    }

    #[test]
    fn marks_belong_to_their_words() {
        assert_eq!(read(&["C", "Java"], "C++ is the answer"), None);
        assert_eq!(
            read(&["k1", "k-2-3.1_1"], "k-2-3.1_1 is the answer"),
            Some("k-2-3.1_1")
        );
    }
}
