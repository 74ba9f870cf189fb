//! What the inside of a text stands for.

/// A text without its quotes and escapes.
pub(super) struct Decoded {
    pub(super) text: String,
    /// The first backslash before what JSON has no escape for; it was kept as it stands.
    pub(super) bad: Option<usize>,
    /// Whether other backslashes, that JSON has escapes for, may have been meant as they stand,
    /// too: `C:\Users\new`.
    pub(super) is_doubtful: bool,
}

/// Resolves the escapes of JSON (RFC 8259, section 7). `None` for half of a surrogate pair: no
/// text can hold it.
pub(super) fn decode(raw: &str) -> Option<Decoded> {
    let mut text = String::with_capacity(raw.len());
    let mut bad = None;
    let (mut is_control, mut is_plain) = (false, false);
    let mut rest = raw;
    while let Some(at) = rest.find('\\') {
        text.push_str(&rest[..at]);
        let escape = &rest[at..];
        let (length, char) = match escape.as_bytes().get(1) {
            Some(b'u') => match unicode(escape)? {
                Some((length, c)) => (length, Some(c)),
                None => (1, None),
            },
            Some(byte) => (2, simple(*byte)),
            None => (1, None),
        };
        if let Some(c) = char {
            text.push(c);
            rest = &escape[length..];
            is_control |= c.is_control() && length == 2 && rest.starts_with(char::is_alphabetic);
            continue;
        }
        let start = raw.len() - escape.len();
        bad = bad.or(Some(start));
        if let Some(c) = hex(escape) {
            text.push(c);
            rest = &escape[4..];
            continue;
        }
        // The quotes of other languages are escaped there; whatever else it is stays.
        if !matches!(escape.as_bytes().get(1), Some(b'\'' | b'`')) {
            text.push('\\');
            is_plain |= escape[1..].starts_with(char::is_alphanumeric);
        }
        rest = &escape[1..];
    }
    text.push_str(rest);
    let is_doubtful = is_control && is_plain;
    Some(Decoded {
        text,
        bad,
        is_doubtful,
    })
}

fn simple(byte: u8) -> Option<char> {
    Some(match byte {
        b'"' | b'\\' | b'/' => byte.into(),
        b'b' => '\u{8}',
        b'f' => '\u{c}',
        b'n' => '\n',
        b'r' => '\r',
        b't' => '\t',
        _ => return None,
    })
}

/// The character of `\x` and two digits, which other languages have.
fn hex(escape: &str) -> Option<char> {
    let digits = escape.strip_prefix("\\x")?.get(..2)?;
    let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    is_hex.then(|| u8::from_str_radix(digits, 16).ok().map(char::from))?
}

/// The length of the escape and its character; `Some(None)` when it is none.
#[allow(clippy::option_option, reason = "half a pair is worse than no escape")]
fn unicode(escape: &str) -> Option<Option<(usize, char)>> {
    let Some(first) = unit(escape) else {
        return Some(None);
    };
    let second = || unit(&escape[6..]).unwrap_or_default();
    if let Some(c) = char::from_u32(first) {
        return Some(Some((6, c)));
    }
    let pair = [first, second()].map(|unit| u16::try_from(unit).unwrap_or_default());
    Some(Some((12, char::decode_utf16(pair).next()?.ok()?)))
}

/// The number that the four digits after `\u` are.
fn unit(escape: &str) -> Option<u32> {
    let digits = escape.strip_prefix("\\u")?.get(..4)?;
    let is_hex = digits.bytes().all(|b| b.is_ascii_hexdigit());
    is_hex.then(|| u32::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::decode;

    #[test]
    fn as_serde_json_does() {
        for raw in [r"a\n\t\/\\\u00e4\ud83d\ude00ä", r"\u0000", ""] {
            let expected: String = serde_json::from_str(&format!("\"{raw}\"")).unwrap();
            let decoded = decode(raw).unwrap();
            assert_eq!((decoded.text, decoded.bad), (expected, None));
        }
        for raw in [r"\ud83d", r"\ud83dx", r"\ude00", r"\ud83d\n"] {
            assert!(decode(raw).is_none(), "{raw}");
        }
    }

    #[test]
    fn what_is_no_escape_stays() {
        let read = |raw| decode(raw).map(|d| (d.text, d.bad)).unwrap();
        assert_eq!(read(r"C:\dir"), (r"C:\dir".to_owned(), Some(2)));
        assert_eq!(read(r"it\'s"), ("it's".to_owned(), Some(2)));
        assert_eq!(read(r"\u12G4"), (r"\u12G4".to_owned(), Some(0)));
        assert!(decode(r"C:\Users\new").unwrap().is_doubtful);
        assert!(!decode(r"it\'s\nnew").unwrap().is_doubtful);
        assert_eq!(read(r"\x41\"), (r"A\".to_owned(), Some(0)));
        assert_eq!(read(r"\xg\d"), (r"\xg\d".to_owned(), Some(0)));
    }
}
