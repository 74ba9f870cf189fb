//! Texts in quotes: where they end, when quotes within are not escaped.

use serde_json::Value;

use super::{
    super::{NoteKind, Problem, Span, places::unescape, steps::took, words::shorten},
    decode::decode,
    inner::Inner,
    machine::{Key, Machine, Step},
    quotes::{Quote, is_quote},
    state::blank_end,
};

/// A text whose end is looked for.
#[derive(Debug)]
pub(super) struct Quoted {
    quote: Quote,
    /// How far it is known to reach.
    at: usize,
    is_escaped: bool,
    /// The first control character.
    control: Option<usize>,
    inner: Inner,
}

/// What a quote is that may end the text.
enum End {
    Close,
    Inner,
    Later,
}

impl Machine {
    /// Reads the text or key at `pos`; `false` when its end is still to come.
    pub(super) fn quoted(&mut self, text: &str, quote: Quote, last: bool) -> Step<bool> {
        let mut quoted = self.open_text.take().unwrap_or(Quoted {
            quote,
            at: self.pos + quote.open.len(),
            is_escaped: false,
            control: None,
            inner: Inner::default(),
        });
        let from = quoted.at;
        let end = self.text_end(text, &mut quoted, last);
        took(quoted.at - from + 1);
        let Some((close, end)) = end? else {
            self.open_text = Some(quoted);
            return Ok(false);
        };
        self.take_text(text, &quoted, close, end)?;
        Ok(true)
    }

    /// Where the closing mark begins and ends.
    fn text_end(
        &mut self,
        text: &str,
        quoted: &mut Quoted,
        last: bool,
    ) -> Step<Option<(usize, usize)>> {
        let bytes = text.as_bytes();
        let quote = quoted.quote;
        let [one, other] = quote.closing_bytes();
        let is_plain = |b: &u8| *b != b'\\' && *b != one && *b != other && *b >= 0x20;
        loop {
            let plain = bytes[quoted.at..].iter().take_while(|b| is_plain(b));
            quoted.at += plain.count();
            let at = quoted.at;
            let Some(&byte) = bytes.get(at) else {
                return Ok(None);
            };
            if byte == b'\\' {
                if at + 1 == bytes.len() {
                    return Ok(None);
                }
                quoted.is_escaped = true;
                quoted.at += 2;
            } else if byte == one || byte == other {
                if !last && bytes.len() - at < 3 && !quote.close.iter().all(|m| m.len() == 1) {
                    return Ok(None);
                }
                let Some(mark) = quote.closing(text, at) else {
                    quoted.at += 1;
                    continue;
                };
                let after = at + mark.len();
                match self.end_of(text, quoted, after, last) {
                    End::Close => return Ok(Some((at, after))),
                    End::Later => return Ok(None),
                    End::Inner => {
                        quoted
                            .inner
                            .add(text, self.pos + quote.open.len(), at, after);
                        quoted.at = after;
                    }
                }
            } else {
                if self.is_strict {
                    let words = format!(
                        "a raw control character (U+{byte:04X}) in a string; write it as an escape"
                    );
                    return Err(self.syntax(words, at, at + 1));
                }
                quoted.control.get_or_insert(at);
                quoted.at += 1;
            }
        }
    }

    /// Whether the text ends before `after`: only what may follow a text follows it.
    fn end_of(&mut self, text: &str, quoted: &Quoted, after: usize, last: bool) -> End {
        if self.is_strict || quoted.quote.is_triple() || self.want.is_key() || self.stack.is_empty()
        {
            return End::Close;
        }
        let is_first = quoted.inner.first.is_none();
        let next = self.skip(text, after, 0);
        let close_if = |yes| if yes { End::Close } else { End::Inner };
        let rest = &text[next..];
        match rest.chars().next() {
            None if last => End::Close,
            None => End::Later,
            Some(',') => self.after_comma(text, next + 1, last),
            Some('}') => close_if(is_first || self.in_object()),
            Some(']') => close_if(is_first || !self.in_object()),
            Some('/' | '#') if rest.len() == 1 && !last => End::Later,
            Some('/') => close_if(rest.starts_with("//") || rest.starts_with("/*")),
            Some('#') => close_if(is_first && !rest[1..].starts_with(char::is_alphanumeric)),
            Some('`') if self.is_prefix && rest.starts_with("```") => End::Close,
            // A comma may be missing here, but `""` in a list may be a quote within a text.
            Some(c) if is_quote(c) => close_if(is_first && (next > after || self.in_object())),
            Some(c) if is_first && self.in_object() && text[after..next].contains('\n') => {
                self.before_colon(text, next, c, last)
            }
            Some(_) => End::Inner,
        }
    }

    /// The same, when a comma follows: a part of the list or object must follow that.
    fn after_comma(&mut self, text: &str, comma: usize, last: bool) -> End {
        let next = self.skip(text, comma, 1);
        let rest = &text[next..];
        match rest.chars().next() {
            None if last => End::Close,
            None => End::Later,
            Some(c) if is_quote(c) || matches!(c, ',' | '}' | ']' | '/' | '#') => End::Close,
            Some(c) if self.in_object() => self.before_colon(text, next, c, last),
            Some('{' | '[' | '-' | '+' | '.' | '…' | '0'..='9') => End::Close,
            Some(c) => self.before(text, next, c, [',', ']'], last),
        }
    }

    fn before_colon(&mut self, text: &str, at: usize, first: char, last: bool) -> End {
        match first {
            '.' | '…' => End::Close,
            _ => self.before(text, at, first, [':', ':'], last),
        }
    }

    /// Whether a word stands here, and one of the marks follows it.
    fn before(&mut self, text: &str, at: usize, first: char, marks: [char; 2], last: bool) -> End {
        const LONGEST: usize = 64;
        if !(first.is_alphanumeric() || matches!(first, '_' | '$')) {
            return End::Inner;
        }
        let in_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '.');
        let mut rest = text[at..].char_indices();
        let Some((length, _)) = rest.find(|(at, c)| *at > LONGEST || !in_word(*c)) else {
            took(text.len() - at);
            return if last { End::Inner } else { End::Later };
        };
        took(length);
        let end = self.skip(text, at + length, 2);
        match text[end..].chars().next() {
            Some(c) if marks.contains(&c) => End::Close,
            None if !last => End::Later,
            _ => End::Inner,
        }
    }

    /// The end of the blanks at `from`; what was looked over once is not looked over again.
    fn skip(&mut self, text: &str, from: usize, slot: usize) -> usize {
        let (known, to) = self.looked[slot];
        let start = if known == from { to.max(from) } else { from };
        let end = blank_end(text, start);
        took(end - start + 1);
        self.looked[slot] = (from, end);
        end
    }

    fn take_text(&mut self, text: &str, quoted: &Quoted, close: usize, end: usize) -> Step<()> {
        let (start, quote) = (self.pos, quoted.quote);
        let inside = start + quote.open.len();
        let raw = &text[inside..close];
        if quoted.inner.is_doubtful() {
            return Err(self.doubtful(text, end));
        }
        let (value, bad) = if !quoted.is_escaped {
            (raw.to_owned(), None)
        } else if self.is_strict {
            let value = unescape(&text[start..end]).ok_or_else(|| self.bad_escape(text, end))?;
            (value, None)
        } else {
            let decoded = decode(raw).ok_or_else(|| self.bad_escape(text, end))?;
            if decoded.is_doubtful {
                return Err(self.lone_backslash(text, end));
            }
            (decoded.text, decoded.bad)
        };
        let is_key = self.want.is_key();
        let deviates = !quote.is_json()
            || bad.is_some()
            || quoted.control.is_some()
            || quoted.inner.first.is_some();
        if is_key {
            let name = deviates.then(|| value.clone());
            let span = Span::new(start, end);
            self.begin_member(value, Key { span, name });
            if deviates {
                self.tell(text, quoted, bad, end);
            }
            self.pos = end;
            return Ok(());
        }
        if deviates {
            self.tell(text, quoted, bad, end);
        }
        let place = self.begin(start);
        self.pos = end;
        self.value(text, Value::String(value), place)
    }

    fn tell(&mut self, text: &str, quoted: &Quoted, bad: Option<usize>, end: usize) {
        let (start, quote) = (self.pos, quoted.quote);
        if !quote.is_json() {
            let words = || match quote.open {
                "`" => "the text stands in back quotes".to_owned(),
                "\"\"\"" | "'''" => format!("the text stands in {}", quote.open),
                open => format!("the text stands in `{open}` and not in double quotes"),
            };
            self.note(NoteKind::Quotes, start, end, words);
        }
        if let Some(inner) = quoted.inner.first {
            let words = || {
                let shown = shorten(&text[start..end], 60);
                format!("a quote within {shown} is not escaped")
            };
            self.note(NoteKind::InnerQuote, inner.start, inner.end, words);
        }
        if let Some(at) = quoted.control {
            let words = || {
                let byte = text.as_bytes()[at];
                let name = match byte {
                    b'\n' | b'\r' => "line break".to_owned(),
                    b'\t' => "tab".to_owned(),
                    _ => format!("control character (U+{byte:04X})"),
                };
                format!("a {name} in the text is not escaped")
            };
            self.note(NoteKind::ControlCharacter, at, at + 1, words);
        }
        if let Some(bad) = bad {
            let at = start + quote.open.len() + bad;
            let escape: String = text[at..].chars().take(2).collect();
            let words = || {
                let plain = &escape[1..];
                if matches!(plain, "'" | "`") {
                    format!("`{escape}` is no escape of JSON; it was read as `{plain}`")
                } else {
                    format!("`{escape}` is no escape of JSON; the backslash was kept")
                }
            };
            self.note(NoteKind::Escape, at, at + escape.len(), words);
        }
    }

    #[allow(clippy::unnecessary_box_returns)]
    fn doubtful(&mut self, text: &str, end: usize) -> Box<Problem> {
        let words = format!(
            "where the text {} ends cannot be told: quotes within are not escaped",
            shorten(&text[self.pos..end], 60)
        );
        self.syntax(words, self.pos, end)
    }

    #[allow(clippy::unnecessary_box_returns)]
    fn lone_backslash(&mut self, text: &str, end: usize) -> Box<Problem> {
        let raw = shorten(&text[self.pos..end], 40);
        let words = format!(
            "which backslashes in {raw} are meant as such cannot be told; write each as `\\\\`"
        );
        self.syntax(words, self.pos, end)
    }

    /// What is said of a text that does not end before `end`.
    #[allow(clippy::unnecessary_box_returns)]
    pub(super) fn unclosed(&mut self, text: &str, open: &Quoted, end: usize) -> Box<Problem> {
        let Some(inner) = open.inner.first else {
            return self.truncated(
                "the reply is cut inside a text; write the whole value",
                end,
                end,
            );
        };
        let rest = text[inner.end..end].trim_start();
        let words = format!(
            "{} is followed by `{}`; expected `,` or `{}` (quotes within a text need a backslash)",
            shorten(&text[self.pos..inner.end], 40),
            shorten(rest, 20),
            self.closing()
        );
        self.syntax(words, self.pos, inner.end)
    }

    #[allow(clippy::unnecessary_box_returns)]
    fn bad_escape(&mut self, text: &str, end: usize) -> Box<Problem> {
        let raw = shorten(&text[self.pos..end], 40);
        let words = if self.is_strict {
            format!("a bad escape in the text {raw}")
        } else {
            format!("half a character in the text {raw}; write the character itself")
        };
        self.syntax(words, self.pos, end)
    }
}
