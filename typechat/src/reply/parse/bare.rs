//! Keys, words, numbers and texts without quotes.

use serde_json::{Number, Value};

use super::{
    super::{
        NoteKind, Problem, ProblemCode, ProblemKind, Span,
        number::{is_exact, is_number},
        steps::took,
        words::shorten,
    },
    bare_words::{foreign, is_text, is_value, plain},
    machine::{Key, Machine, Step},
    quotes::is_quote,
    state::{Want, word_end},
};

/// What ends a word or text without quotes.
enum Stop {
    /// What may follow a value.
    Delimiter,
    /// What cannot stand in it.
    Foreign,
    /// The end of the text.
    End,
}

impl Machine {
    /// Reads the key at `pos`; `false` when its end is still to come.
    pub(super) fn bare_key(&mut self, text: &str, last: bool) -> Step<bool> {
        let in_key = |c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '-' | '.');
        let (start, from) = (self.pos, self.scan.max(self.pos));
        let end = text[from..]
            .find(|c| !in_key(c))
            .map_or(text.len(), |l| from + l);
        took(end - from);
        if end == text.len() {
            self.scan = end;
            if last {
                return Err(self.truncated(
                    "the reply is cut inside a key; write the whole value",
                    end,
                    end,
                ));
            }
            return Ok(false);
        }
        let name = text[start..end].to_owned();
        let span = Span::new(start, end);
        let words = format!("the key {} stands without quotes", shorten(&name, 60));
        self.begin_member(
            name.clone(),
            Key {
                span,
                name: Some(name),
            },
        );
        self.note(NoteKind::Unquoted, start, end, || words);
        self.pos = end;
        Ok(true)
    }

    /// Reads the value at `pos`; `false` when its end is still to come.
    pub(super) fn bare(&mut self, text: &str, last: bool) -> Step<bool> {
        let from = self.scan.max(self.pos);
        let word = word_end(text, from);
        took(word - from + 1);
        self.scan = word;
        let next = text.as_bytes().get(word).copied();
        let stop = match next {
            None => Stop::End,
            Some(b',' | b'}' | b']' | b'\n' | b'\r') => Stop::Delimiter,
            Some(_) if self.is_strict || self.stack.is_empty() => Stop::Delimiter,
            Some(_) => self.text_stop(text, word),
        };
        let end = self.pos + text[self.pos..self.scan].trim_end().len();
        if matches!(stop, Stop::End) && !last {
            return Ok(false);
        }
        let is_cut = matches!(stop, Stop::End) || self.is_fence(text);
        let raw = &text[self.pos..end];
        // Whether a comma goes on with a number is told by what follows it.
        let is_comma = next == Some(b',') || text[self.scan..].starts_with(',');
        if is_comma && !(last || self.is_strict || is_number(raw)) && self.scan + 1 == text.len() {
            return Ok(false);
        }
        let is_next = matches!(stop, Stop::Foreign) && text[self.scan..].starts_with(is_quote);
        if end == self.pos || matches!(stop, Stop::Foreign) && !(is_next && is_value(raw)) {
            return Err(self.not_bare(text, end));
        }
        let value = self.word(text, end)?;
        let is_complete = match value {
            Value::Null | Value::Bool(_) => true,
            Value::Number(_) => self.scan > end,
            _ => false,
        };
        if is_cut && !is_complete && !self.stack.is_empty() {
            let words = "the reply is cut inside a number or a text; write the whole value";
            return Err(self.truncated(words, self.pos, end));
        }
        let place = self.begin(self.pos);
        (self.pos, self.scan) = (end, 0);
        self.value(text, value, place)?;
        Ok(true)
    }

    fn is_fence(&self, text: &str) -> bool {
        self.is_prefix && text[self.scan..].starts_with("```")
    }

    /// Goes on to what ends a text without quotes.
    fn text_stop(&mut self, text: &str, from: usize) -> Stop {
        let mut before = text[..from].chars().next_back().unwrap_or(' ');
        let mut stop = Stop::End;
        self.scan = text.len();
        for (at, c) in text[from..].char_indices().map(|(at, c)| (from + at, c)) {
            let rest = &text[at + c.len_utf8()..];
            let found = match c {
                ',' | '}' | ']' | '\n' | '\r' => Some(Stop::Delimiter),
                '#' if before.is_whitespace() => Some(Stop::Delimiter),
                '/' if before.is_whitespace() && rest.starts_with(['/', '*']) => {
                    Some(Stop::Delimiter)
                }
                '`' if self.is_prefix && rest.starts_with("``") => Some(Stop::Delimiter),
                // Whether it is a comment or a key is told by what follows.
                '/' | ':' if rest.is_empty() => {
                    self.scan = at;
                    None
                }
                ':' if rest.starts_with(char::is_whitespace) => Some(Stop::Foreign),
                // `u'x'` is a text with a mark of its kind.
                '\'' | '’' if before.is_alphanumeric() && at > self.pos + 1 => None,
                '{' | '[' | ';' => Some(Stop::Foreign),
                c if is_quote(c) => Some(Stop::Foreign),
                _ => None,
            };
            if let Some(found) = found {
                (self.scan, stop) = (at, found);
                break;
            }
            before = c;
        }
        took(self.scan - from);
        stop
    }

    fn word(&mut self, text: &str, end: usize) -> Step<Value> {
        let raw = &text[self.pos..end];
        match raw {
            "true" => return Ok(Value::Bool(true)),
            "false" => return Ok(Value::Bool(false)),
            "null" => return Ok(Value::Null),
            _ => {}
        }
        if raw.starts_with(|c: char| c == '-' || c.is_ascii_digit()) && is_number(raw) {
            return self.number(raw, raw, end);
        }
        if self.is_strict {
            return Err(self.unexpected(text));
        }
        if let Some(value) = foreign(raw) {
            let words = || format!("`{raw}` was read as {value}");
            self.note(NoteKind::Word, self.pos, end, words);
            return Ok(value);
        }
        if matches!(raw.trim_start_matches(['+', '-']), "NaN" | "Infinity") {
            let words =
                format!("`{raw}` is no number of JSON; write a number, or null where it may be");
            let (kind, code) = (ProblemKind::Syntax, ProblemCode::InexactNumber);
            return Err(self.problem(kind, code, words, self.pos, end));
        }
        if let Some(plain) = plain(raw) {
            let value = self.number(&plain, raw, end)?;
            let words = || format!("`{}` was read as {value}", shorten(raw, 40));
            self.note(NoteKind::Number, self.pos, end, words);
            return Ok(value);
        }
        if self.is_left_out(text) {
            return Err(self.left_out(text));
        }
        if self.stack.is_empty() || !is_text(raw) || self.is_group(text, raw) {
            return Err(self.not_bare(text, end));
        }
        let words = || format!("the text {} stands without quotes", shorten(raw, 60));
        self.note(NoteKind::Unquoted, self.pos, end, words);
        Ok(Value::from(raw))
    }

    /// Whether it is a part of a number such as `1,000` or `$1,234`.
    fn is_group(&self, text: &str, raw: &str) -> bool {
        let is_digit = |b: Option<u8>| b.is_some_and(|b| b.is_ascii_digit());
        let mut before = text[..self.pos].bytes().rev();
        let mut after = text[self.pos + raw.len()..].bytes();
        let is_second = before.next() == Some(b',') && is_digit(before.next());
        let is_first = after.next() == Some(b',') && is_digit(after.next());
        (is_second && is_digit(raw.bytes().next())) || (is_first && is_digit(raw.bytes().last()))
    }

    fn number(&mut self, plain: &str, raw: &str, end: usize) -> Step<Value> {
        match plain.parse::<Number>() {
            Ok(number) if is_exact(plain, &number) => Ok(Value::Number(number)),
            _ => {
                let words = format!(
                    "the number {} cannot be held exactly; write one with fewer digits, or one \
                     that is not so large or small",
                    shorten(raw, 40)
                );
                let (kind, code) = (ProblemKind::Syntax, ProblemCode::InexactNumber);
                Err(self.problem(kind, code, words, self.pos, end))
            }
        }
    }

    #[allow(clippy::unnecessary_box_returns)]
    fn not_bare(&mut self, text: &str, end: usize) -> Box<Problem> {
        if end == self.pos || self.want == Want::Root || self.stack.is_empty() {
            return self.unexpected(text);
        }
        if is_value(&text[self.pos..end]) {
            let next = text[end..].trim_start().chars().next().unwrap_or_default();
            let (raw, closing) = (shorten(&text[self.pos..end], 40), self.closing());
            let words = format!("expected `,` or `{closing}` after {raw}, found `{next}`");
            return self.syntax(words, self.pos, end);
        }
        let raw = shorten(&text[self.pos..end], 40);
        if self.is_group(text, &text[self.pos..end]) {
            let words = format!(
                "`{raw}` seems to be a part of a number with separators; write numbers without them"
            );
            return self.syntax(words, self.pos, end);
        }
        let words = format!("where `{raw}` ends cannot be told; write texts in double quotes");
        self.syntax(words, self.pos, end)
    }
}
