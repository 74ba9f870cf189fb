//! Quotes within a text that are not escaped: whether one of them may be its end.

use super::{super::Span, quotes::is_quote, state::blank_end};

/// The quotes within a text that are not escaped.
#[derive(Debug, Default)]
pub(super) struct Inner {
    pub(super) first: Option<Span>,
    /// The last one, when it may open a quotation.
    open: Option<Opening>,
    /// Whether the text may as well have ended at one of them.
    is_doubtful: bool,
}

/// A quote that may open a quotation.
#[derive(Debug)]
struct Opening {
    /// Whether it stands where a key, a value or a quotation begins.
    begins: bool,
    /// Whether it looks more like the end of one: `a" or`.
    ends: bool,
}

impl Inner {
    /// Takes a quote from `at` to `after`, in a text whose inside begins at `start`.
    pub(super) fn add(&mut self, text: &str, start: usize, at: usize, after: usize) {
        let before = &text[start..at];
        let (last, next) = (before.chars().next_back(), text[after..].chars().next());
        let in_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        if &text[at..after] == "'" && in_word(last) && in_word(next) {
            return;
        }
        let touches = before.trim_end().chars().next_back();
        let begins = touches.is_none_or(|c| matches!(c, ',' | ':' | '{' | '['));
        // Only as far as was looked when this was told to be within the text.
        let follows = text[blank_end(text, after)..].chars().next();
        self.first.get_or_insert(Span::new(at, after));
        self.is_doubtful |= follows == Some(':') || touches.is_none();
        if let Some(opening) = self.open.take() {
            // `"a" or "b"` are two texts.
            let opens = !in_word(last) && in_word(next);
            self.is_doubtful |= begins || (opening.ends && opens);
        } else {
            // What follows is the next part, if anything.
            let ends = follows.is_some_and(|c| ",;}]+=|&".contains(c));
            self.is_doubtful |= ends || next.is_some_and(is_quote);
            self.open = Some(Opening {
                begins: begins || last.is_some_and(char::is_whitespace),
                ends: in_word(last) && !in_word(next),
            });
        }
    }

    /// A lone quote may stand after a letter or digit, as in `27" wide`, but not where a
    /// quotation would begin.
    pub(super) fn is_doubtful(&self) -> bool {
        self.is_doubtful || self.open.as_ref().is_some_and(|opening| opening.begins)
    }
}
