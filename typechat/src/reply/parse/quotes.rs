//! The marks that open and close a text, in JSON and elsewhere.

/// What a text is quoted with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Quote {
    pub(super) open: &'static str,
    /// Any of these closes the text.
    pub(super) close: &'static [&'static str],
}

const DOUBLE: Quote = quote("\"", &["\""]);
const OTHERS: [Quote; 10] = [
    // Longer marks come first.
    quote("\"\"\"", &["\"\"\""]),
    quote("'''", &["'''"]),
    quote("'", &["'"]),
    quote("`", &["`"]),
    quote("“", &["”", "“", "\""]),
    quote("”", &["”", "\""]),
    quote("„", &["“", "”", "\""]),
    quote("‘", &["’", "'"]),
    quote("’", &["’", "'"]),
    quote("«", &["»"]),
];

const fn quote(open: &'static str, close: &'static [&'static str]) -> Quote {
    Quote { open, close }
}

/// More of the text must come before it can be told.
pub(super) struct Later;

impl Quote {
    /// The quote that the text begins with.
    pub(super) fn at(text: &str, is_strict: bool, last: bool) -> Option<Result<Self, Later>> {
        let byte = *text.as_bytes().first()?;
        let is_json = byte == b'"' && text.as_bytes().get(1).is_some_and(|next| *next != b'"');
        if is_strict || is_json {
            return (byte == b'"').then_some(Ok(DOUBLE));
        }
        if !matches!(byte, b'"' | b'\'' | b'`' | 0xC2 | 0xE2) {
            return None;
        }
        // An empty text, or the start of three quotes.
        let is_start = |quote: &Self| text.len() < quote.open.len() && quote.open.starts_with(text);
        let is_fence_start = text.len() < 3 && "```".starts_with(text);
        if !last && (is_fence_start || OTHERS.iter().any(is_start)) {
            return Some(Err(Later));
        }
        if text.starts_with("```") {
            return None;
        }
        let mut all = OTHERS.iter().chain([&DOUBLE]);
        all.find(|quote| text.starts_with(quote.open))
            .copied()
            .map(Ok)
    }

    pub(super) fn is_json(self) -> bool {
        self == DOUBLE
    }

    pub(super) fn is_triple(self) -> bool {
        self.open.len() == 3 && self.open.is_ascii()
    }

    /// The bytes that the closing marks begin with.
    pub(super) fn closing_bytes(self) -> [u8; 2] {
        let first = |mark: &str| mark.as_bytes()[0];
        let (one, other) = (self.close.first(), self.close.last());
        [one, other].map(|mark| mark.map_or(b'"', |mark| first(mark)))
    }

    /// The mark that closes the text, when one stands at `at`.
    pub(super) fn closing(self, text: &str, at: usize) -> Option<&'static str> {
        let rest = &text.as_bytes()[at..];
        let mut marks = self.close.iter();
        marks
            .find(|mark| rest.starts_with(mark.as_bytes()))
            .copied()
    }
}

/// Whether a text may begin with it.
pub(super) fn is_quote(c: char) -> bool {
    matches!(c, '"' | '\'' | '`' | '“' | '”' | '„' | '‘' | '’' | '«')
}
