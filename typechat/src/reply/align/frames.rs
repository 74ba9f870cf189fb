//! The words round a constant that say that it is the answer, and those that may say it is not.

use super::spelling::{Word, denies};

/// Words before a constant that only introduce it.
const FRAME: [&str; 68] = [
    "the",
    "my",
    "answer",
    "rating",
    "score",
    "grade",
    "priority",
    "status",
    "choice",
    "label",
    "category",
    "result",
    "value",
    "sentiment",
    "class",
    "statement",
    "it",
    "this",
    "that",
    "is",
    "are",
    "be",
    "would",
    "will",
    "i",
    "we",
    "think",
    "choose",
    "pick",
    "say",
    "believe",
    "go",
    "with",
    "for",
    "a",
    "an",
    "so",
    "final",
    "best",
    "correct",
    "most",
    "likely",
    "appropriate",
    "here",
    "your",
    "output",
    "response",
    "selected",
    "option",
    "definitely",
    "clearly",
    "probably",
    "its",
    "thats",
    "ill",
    "id",
    "classified",
    "as",
    "of",
    "type",
    "kind",
    "classify",
    "select",
    "heres",
    "am",
    "yes",
    "sure",
    "one",
];

/// Words that begin a question.
const ASKS: [&str; 5] = ["is", "are", "would", "will", "am"];

/// Words that take something back or set it against something else.
const DOUBTS: [&str; 52] = [
    "hardly",
    "barely",
    "far",
    "doubt",
    "unlikely",
    "wrong",
    "incorrect",
    "opposite",
    "if",
    "was",
    "were",
    "zero",
    "false",
    "lack",
    "lacks",
    "lacking",
    "fail",
    "fails",
    "failed",
    "deny",
    "denies",
    "avoid",
    "skip",
    "half",
    "almost",
    "nearly",
    "former",
    "formerly",
    "previously",
    "rather",
    "actually",
    "however",
    "wait",
    "sorry",
    "correction",
    "scratch",
    "kidding",
    "mistake",
    "maybe",
    "perhaps",
    "though",
    "although",
    "either",
    "both",
    "unsure",
    "unclear",
    "unknown",
    "less",
    "untrue",
    "excluding",
    "exclude",
    "scarcely",
];

/// Words that take back what a sentence before theirs said.
const RETRACTS: [&str; 25] = [
    "actually",
    "wait",
    "sorry",
    "correction",
    "rather",
    "instead",
    "however",
    "scratch",
    "kidding",
    "mistake",
    "unless",
    "but",
    "except",
    "hmm",
    "though",
    "although",
    "maybe",
    "perhaps",
    "if",
    "doubt",
    "was",
    "unsure",
    "opposite",
    "either",
    "both",
];

/// Words that speak of what was just said.
const POINTS_BACK: [&str; 9] = [
    "it", "its", "that", "thats", "this", "i", "well", "im", "or",
];

fn is_in(list: &[&str], word: &Word) -> bool {
    list.contains(&&*word.text)
}

/// Whether a word beside a name sets something else against it, known or not.
pub(super) fn compares(word: &Word) -> bool {
    const COMPARES: [&str; 14] = [
        "or", "than", "vs", "versus", "and", "to", "then", "plus", "minus", "through", "until",
        "till", "nor", "over",
    ];
    is_in(&COMPARES, word)
}

/// Whether a word is a mark or a number: what it says of a name is not certain.
fn is_odd(word: &Word) -> bool {
    !word.text.contains(char::is_alphabetic)
}

/// Whether words beside a name may say that it is not meant.
pub(super) fn doubts(text: &str, words: &[&Word]) -> bool {
    let doubts = |word: &&&Word| is_in(&DOUBTS, word) || is_odd(word);
    words.iter().any(|word| doubts(&word)) || denies(text, words.iter().copied())
}

/// Whether a sentence after a lone name takes it back.
pub(super) fn retracts(text: &str, sentence: &[Word]) -> bool {
    let Some(first) = sentence.first() else {
        return false;
    };
    let at_once = denies(text, [first]) || is_in(&DOUBTS, first) || is_odd(first);
    let all: Vec<&Word> = sentence.iter().collect();
    at_once
        || all.iter().any(|word| is_in(&RETRACTS, word))
        || (is_in(&POINTS_BACK, first) && doubts(text, &all))
}

/// Whether what stands before a name only introduces it.
pub(super) fn introduces(text: &str, start: usize, before: &[Word], name: &Word) -> bool {
    let asks = before.first().is_some_and(|first| is_in(&ASKS, first));
    let mut from = start;
    let mut gaps = before.iter().chain([name]).map(|word| {
        let gap = &text[from..word.start];
        from = word.end;
        gap
    });
    !asks
        && before.iter().all(|word| is_in(&FRAME, word))
        && gaps.all(|gap| {
            gap.chars()
                .all(|c| c.is_whitespace() || "*_`\"'“”‘’„«»:,.([{".contains(c))
        })
}

/// Whether a name is at its end: what follows it says more of it, and is no part of a longer name.
pub(super) fn is_closed(text: &str, name: &[Word], after: &[Word]) -> bool {
    let (Some(first), Some(last)) = (name.first(), name.last()) else {
        return false;
    };
    let Some(next) = after.first() else {
        return true;
    };
    let gap = &text[last.end..next.start];
    let is_marked = gap.contains([':', '.', ',', '!', ';', '(', '\n'])
        || [" - ", " – ", " — "].iter().any(|dash| gap.contains(dash));
    // No word that a sentence might have anyway.
    let written = &text[first.start..last.end];
    let is_code = written.contains(char::is_numeric) && written.contains(char::is_alphabetic);
    let is_blank = gap.chars().all(char::is_whitespace);
    is_marked
        || (is_code && is_blank && text[next.start..next.end] == *"The")
        || is_in(&["because", "since"], next)
        || is_praised(text, after)
}

/// `is the answer`
fn is_praised(text: &str, after: &[Word]) -> bool {
    let [is, the, rest @ ..] = after else {
        return false;
    };
    let end = rest.windows(2).position(|pair| {
        let gap = &text[pair[0].end..pair[1].start];
        gap.contains([':', '.', ',', '!', ';', '(', '\n'])
    });
    let rest = &rest[..end.map_or(rest.len(), |end| end + 1)];
    is.text == "is"
        && is_in(&["the", "a", "an", "my"], the)
        && !rest.is_empty()
        && rest.iter().all(|word| is_in(&FRAME, word))
}
