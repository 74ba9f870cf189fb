//! Sentences that name exactly one of several constants.

use super::{
    embedded::looks_like_json,
    spelling::{Names, Word, denies, texts, words},
};

/// The one constant that a text names as whole words, when it names no other, does not deny it in
/// the same sentence, and asks no question.
pub(super) fn named(names: &Names, text: &str) -> Option<usize> {
    // Where names are sentences themselves, only the whole is compared; and no long text is an
    // answer.
    const WORDS: usize = 8;
    const BYTES: usize = 1 << 14;
    if names.longest > WORDS || text.len() > BYTES || looks_like_json(text) {
        return None;
    }
    let words = words(text);
    let mut only = None;
    for sentence in sentences(text, &words) {
        let (found, rest) = names_in(names, text, sentence)?;
        let Some(index) = found else { continue };
        if only.is_some_and(|only| only != index)
            || denies(text, rest)
            || after(text, sentence.last()?).starts_with('?')
        {
            return None;
        }
        only = Some(index);
    }
    only
}

/// What one sentence names, and its other words; `None` when it names two, or one that is not
/// certain.
fn names_in<'w>(
    names: &Names,
    text: &str,
    sentence: &'w [Word],
) -> Option<(Option<usize>, Vec<&'w Word>)> {
    let (mut found, mut rest) = (None, Vec::new());
    let mut at = 0;
    while at < sentence.len() {
        let left = &sentence[at..];
        let starts = names.starts.contains(&left[0].text);
        let most = if starts { names.longest } else { 0 };
        let mut longest = (1..=most.min(left.len())).rev();
        let hit = longest.find_map(|count| {
            let index = names.phrases.get(&texts(&left[..count]))?;
            let is_meant = is_whole(text, &left[..count]) && !is_by_the_way(text, &left[..count]);
            is_meant.then_some((count, *index))
        });
        let Some((count, index)) = hit else {
            rest.push(&left[0]);
            at += 1;
            continue;
        };
        let index = index?;
        // "latte macchiatox" is no latte.
        let goes_on = sentence.get(at + count).is_some_and(|next| {
            let gap = &text[sentence[at + count - 1].end..next.start];
            gap.chars().all(|c| matches!(c, ' ' | '-' | '_'))
        });
        if goes_on && names.begins_longer(&texts(&left[..count])) {
            return None;
        }
        let before = at.checked_sub(1).map(|before| &sentence[before]);
        let beside = [before, sentence.get(at + count)];
        let is_compared = beside.into_iter().flatten().any(compares);
        if is_compared || found.is_some_and(|found| found != index) {
            return None;
        }
        found = Some(index);
        at += count;
    }
    Some((found, rest))
}

/// Whether a word beside a name sets something else against it, known or not.
fn compares(word: &Word) -> bool {
    matches!(&*word.text, "or" | "than" | "vs" | "versus")
}

/// Whether the words are no part of a compound: the "low" of "low-hanging" names nothing.
fn is_whole(text: &str, words: &[Word]) -> bool {
    let joins = |c: char| "-‐‑_./\\@'’".contains(c);
    let goes_on = |[first, second]: [Option<char>; 2]| {
        first.is_some_and(joins) && second.is_some_and(char::is_alphanumeric)
    };
    let (Some(first), Some(last)) = (words.first(), words.last()) else {
        return false;
    };
    let (mut before, mut after) = (text[..first.start].chars().rev(), after(text, last).chars());
    !goes_on([before.next(), before.next()]) && !goes_on([after.next(), after.next()])
}

/// Whether this is a word that sentences have anyway, and more words follow: the "A" of
/// "A dog" names nothing, that of "A: a dog" does.
fn is_by_the_way(text: &str, words: &[Word]) -> bool {
    const COMMON: [&str; 36] = [
        "a", "an", "the", "i", "it", "is", "in", "on", "of", "to", "or", "and", "as", "at", "be",
        "by", "do", "if", "so", "up", "we", "he", "me", "my", "us", "no", "not", "none", "never",
        "neither", "nor", "without", "except", "this", "that", "for",
    ];
    let [only] = words else { return false };
    let is_common = COMMON.contains(&&*only.text) || only.text.chars().all(char::is_numeric);
    let after = after(text, only).trim_start_matches([' ', '\t']);
    is_common && after.starts_with(char::is_alphanumeric)
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

fn after<'t>(text: &'t str, word: &Word) -> &'t str {
    &text[word.end..]
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
        assert_eq!(read(&letters, "A dog is B"), Some("B"));
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
            read(&["k1", "k-2-3.1_1"], "k-2-3.1_1 is it"),
            Some("k-2-3.1_1")
        );
    }
}
