//! Numbers as people write them.

use std::ops::Range;

/// A number, and its words.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Spoken {
    pub(super) value: f64,
    pub(super) at: Range<usize>,
}

impl Spoken {
    fn new(value: f64, index: usize) -> Self {
        let at = index..index + 1;
        Self { value, at }
    }
}

/// The numbers in words of a request, in order: "twenty five", "25", "a dozen".
pub(super) fn numbers(words: &[String]) -> Vec<Spoken> {
    let mut out: Vec<Spoken> = Vec::new();
    // What the word before was worth, when it was a word for a number.
    let mut before: Option<f64> = None;
    for (index, word) in words.iter().enumerate() {
        let value = spoken(word);
        match (value, before, out.last_mut()) {
            // "twenty five", "five hundred", "hundred five"
            (Some(value), Some(part), Some(last)) if part >= 20.0 && value < 10.0 => {
                last.value += value;
                last.at.end = index + 1;
            }
            (Some(value), Some(_), Some(last)) if value >= 100.0 => {
                last.value *= value;
                last.at.end = index + 1;
            }
            (Some(value), _, _) => out.push(Spoken::new(value, index)),
            (None, _, _) => {
                let number = word.parse::<f64>().ok().filter(|number| number.is_finite());
                out.extend(number.map(|number| Spoken::new(number, index)));
            }
        }
        before = value;
    }
    out
}

fn spoken(word: &str) -> Option<f64> {
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
        "twelve" | "dozen" => 12.0,
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
        assert_eq!(read("five hundred"), [500.0]);
        assert_eq!(read("ten, two"), [10.0, 2.0]);
        assert!(read("none at all").is_empty());
    }
}
