//! Numbers as people write them in English.

use std::ops::Range;

use super::words::Word;

/// A number, and its words.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Spoken {
    pub(super) value: f64,
    pub(super) at: Range<usize>,
}

/// The numbers in the words of a request, in order: "twenty five", "1,500", "two dozen".
pub(super) fn numbers(words: &[Word]) -> Vec<Spoken> {
    let mut out = Vec::new();
    let mut start = 0;
    while start < words.len() {
        match number(words, start) {
            Some(spoken) => {
                start = spoken.at.end;
                out.push(spoken);
            }
            None => start += 1,
        }
    }
    out
}

/// The number that begins at a word.
fn number(words: &[Word], start: usize) -> Option<Spoken> {
    let text = |index: usize| words.get(index).map_or("", |word| word.text.as_str());
    // What is whole, in thousands, and what is still to be multiplied.
    let (mut whole, mut part): (f64, Option<f64>) = (0.0, None);
    let mut end = start;
    loop {
        let word = text(end);
        let (value, scale) = (small(word), scale(word));
        part = match (part, value, scale) {
            (None, Some(value), _) => Some(value),
            (None, None, None) => match digits(word).filter(|_| end == start) {
                Some(value) => Some(value),
                None => break,
            },
            // "twenty five", "five hundred twenty"
            (Some(part), Some(value), _) if fits_behind(part, value) => Some(part + value),
            (part, None, Some(scale)) if scale <= 100.0 => Some(part.unwrap_or(1.0) * scale),
            (part, None, Some(scale)) => {
                whole += part.unwrap_or(1.0) * scale;
                None
            }
            // "one hundred and five"
            (Some(part), None, None)
                if word == "and"
                    && part >= 100.0
                    && small(text(end + 1)).is_some_and(|value| fits_behind(part, value)) =>
            {
                Some(part)
            }
            _ => break,
        };
        end += 1;
    }
    let is_half = start >= 2 && text(start - 2) == "half" && text(start) == "dozen";
    let value = whole + part.unwrap_or_default();
    (end > start).then(|| Spoken {
        value: if is_half { value / 2.0 } else { value },
        at: start..end,
    })
}

fn fits_behind(part: f64, value: f64) -> bool {
    let room = if part >= 100.0 && part % 100.0 == 0.0 {
        100.0
    } else if part >= 20.0 && part % 10.0 == 0.0 {
        10.0
    } else {
        0.0
    };
    value > 0.0 && value < room
}

/// A number in digits, with or without separators of thousands.
pub(super) fn digits(word: &str) -> Option<f64> {
    let mut groups = word.split('.').next().unwrap_or_default().split(',');
    let is_first = groups
        .next()
        .is_some_and(|first| !first.is_empty() && first.bytes().all(|byte| byte.is_ascii_digit()));
    let are_thousands =
        groups.all(|group| group.len() == 3 && group.bytes().all(|byte| byte.is_ascii_digit()));
    let plain = word
        .bytes()
        .all(|byte| byte.is_ascii_digit() || b".,".contains(&byte));
    if is_first && are_thousands && plain {
        word.replace(',', "")
            .parse()
            .ok()
            .filter(|number: &f64| number.is_finite())
    } else {
        None
    }
}

fn small(word: &str) -> Option<f64> {
    Some(match word {
        "zero" => 0.0,
        "one" => 1.0,
        "two" | "couple" | "pair" | "double" | "twice" => 2.0,
        "three" | "triple" => 3.0,
        "four" => 4.0,
        "five" => 5.0,
        "six" => 6.0,
        "seven" => 7.0,
        "eight" => 8.0,
        "nine" => 9.0,
        "ten" => 10.0,
        "eleven" => 11.0,
        "twelve" => 12.0,
        "thirteen" => 13.0,
        "fourteen" => 14.0,
        "fifteen" => 15.0,
        "sixteen" => 16.0,
        "seventeen" => 17.0,
        "eighteen" => 18.0,
        "nineteen" => 19.0,
        "twenty" => 20.0,
        "thirty" => 30.0,
        "forty" => 40.0,
        "fifty" => 50.0,
        "sixty" => 60.0,
        "seventy" => 70.0,
        "eighty" => 80.0,
        "ninety" => 90.0,
        _ => return None,
    })
}

fn scale(word: &str) -> Option<f64> {
    Some(match word {
        "dozen" => 12.0,
        "hundred" => 100.0,
        "thousand" => 1000.0,
        "million" => 1e6,
        "billion" => 1e9,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::super::words::words;

    #[test]
    fn numbers_in_words_and_digits() {
        let read = |text: &str| -> Vec<f64> {
            let numbers = super::numbers(&words(text));
            numbers.iter().map(|number| number.value).collect()
        };
        assert_eq!(read("twenty five flat whites"), [25.0]);
        assert_eq!(
            read("two lattes, 3 mochas and a dozen bagels"),
            [2.0, 3.0, 12.0]
        );
        assert_eq!(read("two dozen, and half a dozen"), [24.0, 6.0]);
        assert_eq!(read("one hundred and five"), [105.0]);
        assert_eq!(read("five hundred twenty"), [520.0]);
        assert_eq!(read("two thousand five hundred"), [2500.0]);
        assert_eq!(read("1,500 and 2.5"), [1500.0, 2.5]);
        assert_eq!(read("ten, two"), [10.0, 2.0]);
        assert_eq!(read("twenty twenty"), [20.0, 20.0]);
        // What cannot be read is no number.
        assert!(read("10:30 2x 1,5 none at all").is_empty());
    }
}
