//! The machine behind the parser: one token after the other, on a stack of its own.

use std::{collections::HashMap, sync::Arc};

use serde_json::{Map, Number, Value};

use super::{
    super::{
        Note, NoteKind, Path, Problem, ProblemCode, ProblemKind, Segment, Span,
        capped::Capped,
        number::{is_exact, is_number},
        places::{Place, Places, unescape},
        words::{quoted, shorten},
    },
    Limits, Parsed,
    state::{Frame, Want, word_end},
};

#[derive(Debug)]
pub(super) struct Machine {
    limits: Limits,
    pos: usize,
    /// How far the token at `pos` is known to reach.
    scan: usize,
    want: Want,
    stack: Vec<Frame>,
    key: Option<Span>,
    places: Vec<Place>,
    notes: Capped<Note>,
    root: Option<Value>,
}

impl Default for Machine {
    fn default() -> Self {
        Self::new(Limits::default())
    }
}

pub(super) type Step<T> = Result<T, Box<Problem>>;

// Steps fail with the box itself, so the hot path returns one pointer.
#[allow(clippy::unnecessary_box_returns)]
impl Machine {
    pub(super) fn new(limits: Limits) -> Self {
        Self {
            limits,
            pos: 0,
            scan: 0,
            want: Want::Value,
            stack: Vec::new(),
            key: None,
            places: Vec::new(),
            notes: Capped::default(),
            root: None,
        }
    }

    pub(super) fn finish(mut self, text: &str) -> Step<Parsed> {
        self.advance(text, true)?;
        if let Some(value) = self.root {
            return Ok(Parsed {
                value,
                notes: self.notes.finish(),
                places: Places {
                    list: self.places,
                    names: HashMap::new(),
                },
            });
        }
        let words = if self.scan > self.pos && self.pos < text.len() {
            "the text ends inside a string".to_owned()
        } else {
            format!("the text ends where {} is expected", self.want.words())
        };
        let (kind, code) = (ProblemKind::Truncated, ProblemCode::Truncated);
        Err(self.problem(kind, code, words, text.len(), text.len()))
    }

    pub(super) fn advance(&mut self, text: &str, last: bool) -> Step<()> {
        if text.len() > self.limits.bytes {
            let words = format!(
                "the reply is larger than the limit of {} bytes",
                self.limits.bytes
            );
            return Err(self.problem(ProblemKind::Limit, ProblemCode::TooLarge, words, 0, 0));
        }
        let bytes = text.as_bytes();
        loop {
            while bytes
                .get(self.pos)
                .is_some_and(|b| matches!(b, b' ' | b'\t' | b'\n' | b'\r'))
            {
                self.pos += 1;
            }
            let Some(&byte) = bytes.get(self.pos) else {
                return Ok(());
            };
            if !self.step(text, byte, last)? {
                return Ok(());
            }
        }
    }

    /// Takes one token; `false` when it is not complete yet.
    fn step(&mut self, text: &str, byte: u8, last: bool) -> Step<bool> {
        match (self.want, byte) {
            (Want::KeyOrEnd | Want::Key, b'"') => {
                let Some(end) = self.string_end(text)? else {
                    return Ok(false);
                };
                let key = self.string(text, end)?;
                self.key = Some(Span::new(self.pos, end));
                if let Some(Frame::Object {
                    key: current, told, ..
                }) = self.stack.last_mut()
                {
                    (*current, *told) = (key, None);
                }
                self.pos = end;
                self.want = Want::Colon;
            }
            (Want::Colon, b':') => {
                self.pos += 1;
                self.want = Want::Value;
            }
            (Want::CommaOrEnd, b',') => {
                self.pos += 1;
                let in_object = matches!(self.stack.last(), Some(Frame::Object { .. }));
                self.want = if in_object { Want::Key } else { Want::Value };
            }
            (Want::CommaOrEnd | Want::KeyOrEnd, b'}') if self.in_object() => self.close(text)?,
            (Want::CommaOrEnd | Want::ItemOrEnd, b']') if !self.in_object() => self.close(text)?,
            (Want::Value | Want::ItemOrEnd, b'{' | b'[') => self.open(byte)?,
            (Want::Value | Want::ItemOrEnd, _) => return self.scalar(text, byte, last),
            _ => {
                // What stands here is told whole, so its end must be there.
                self.scan = word_end(text, self.pos.max(self.scan));
                if !last && self.scan == text.len() {
                    return Ok(false);
                }
                return Err(self.unexpected(text));
            }
        }
        Ok(true)
    }

    fn in_object(&self) -> bool {
        matches!(self.stack.last(), Some(Frame::Object { .. }))
    }

    fn open(&mut self, byte: u8) -> Step<()> {
        if self.stack.len() >= self.limits.depth() {
            let words = format!(
                "nested deeper than the limit of {} levels",
                self.limits.depth()
            );
            let (kind, code) = (ProblemKind::Limit, ProblemCode::TooDeep);
            return Err(self.problem(kind, code, words, self.pos, self.pos + 1));
        }
        let place = self.begin(self.pos);
        self.pos += 1;
        if byte == b'{' {
            self.places[place].is_object = true;
            self.want = Want::KeyOrEnd;
            self.stack.push(Frame::Object {
                members: Map::new(),
                key: String::new(),
                told: None,
                place,
            });
        } else {
            self.want = Want::ItemOrEnd;
            self.stack.push(Frame::Array {
                items: Vec::new(),
                place,
            });
        }
        Ok(())
    }

    fn close(&mut self, text: &str) -> Step<()> {
        self.pos += 1;
        match self.stack.pop() {
            Some(Frame::Array { items, place }) => self.value(text, Value::Array(items), place),
            Some(Frame::Object { members, place, .. }) => {
                self.value(text, Value::Object(members), place)
            }
            None => Ok(()),
        }
    }

    fn begin(&mut self, start: usize) -> usize {
        let key = self.key.take();
        self.places.push(Place {
            span: Span::new(start, start),
            key,
            next: 0,
            is_object: false,
        });
        self.places.len() - 1
    }

    /// Puts a finished value where it belongs.
    fn value(&mut self, text: &str, value: Value, place: usize) -> Step<()> {
        self.places[place].span.end = self.pos;
        self.places[place].next = self.places.len();
        self.want = Want::CommaOrEnd;
        match self.stack.last_mut() {
            None => {
                self.root = Some(value);
                self.want = Want::Nothing;
            }
            Some(Frame::Array { items, .. }) => items.push(value),
            Some(Frame::Object { members, key, .. }) => match members.get(key.as_str()) {
                None => {
                    members.insert(std::mem::take(key), value);
                }
                Some(earlier) if *earlier == value => {
                    let mut notes = std::mem::take(&mut self.notes);
                    notes.add(|| {
                        let words = "the key stands twice with equal values".to_owned();
                        let mut note = Note::new(NoteKind::MergedKey, self.path(true), words);
                        note.span = self.places[place].key;
                        note
                    });
                    self.notes = notes;
                    self.places.truncate(place);
                }
                Some(_) => return Err(self.duplicate(text, place)),
            },
        }
        Ok(())
    }

    fn scalar(&mut self, text: &str, byte: u8, last: bool) -> Step<bool> {
        let (value, end) = if byte == b'"' {
            let Some(end) = self.string_end(text)? else {
                return Ok(false);
            };
            (Value::String(self.string(text, end)?), end)
        } else {
            let end = word_end(text, self.pos.max(self.scan));
            if end == text.len() && !last {
                self.scan = end;
                return Ok(false);
            }
            (self.word(text, end)?, end)
        };
        let place = self.begin(self.pos);
        self.pos = end;
        self.value(text, value, place)?;
        Ok(true)
    }

    fn word(&mut self, text: &str, end: usize) -> Step<Value> {
        let raw = &text[self.pos..end];
        match raw {
            "true" => Ok(Value::Bool(true)),
            "false" => Ok(Value::Bool(false)),
            "null" => Ok(Value::Null),
            _ if raw.starts_with(|c: char| c == '-' || c.is_ascii_digit()) => {
                let grammar = is_number(raw);
                match raw.parse::<Number>() {
                    Ok(number) if is_exact(raw, &number) => Ok(Value::Number(number)),
                    _ if grammar => {
                        let words =
                            format!("the number {} cannot be held exactly", shorten(raw, 40));
                        let (kind, code) = (ProblemKind::Syntax, ProblemCode::InexactNumber);
                        Err(self.problem(kind, code, words, self.pos, end))
                    }
                    _ => Err(self.unexpected(text)),
                }
            }
            _ => Err(self.unexpected(text)),
        }
    }

    /// The end of the string that starts at `pos`, when it is there.
    fn string_end(&mut self, text: &str) -> Step<Option<usize>> {
        let bytes = text.as_bytes();
        let mut at = self.scan.max(self.pos + 1);
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'"' => return Ok(Some(at + 1)),
                b'\\' if at + 1 < bytes.len() => at += 2,
                b'\\' => break,
                0..0x20 => {
                    let words = format!(
                        "a raw control character (U+{byte:04X}) in a string; write it as an escape"
                    );
                    let (kind, code) = (ProblemKind::Syntax, ProblemCode::Syntax);
                    return Err(self.problem(kind, code, words, at, at + 1));
                }
                _ => at += 1,
            }
        }
        self.scan = at;
        Ok(None)
    }

    fn string(&mut self, text: &str, end: usize) -> Step<String> {
        unescape(&text[self.pos..end]).ok_or_else(|| {
            let (kind, code) = (ProblemKind::Syntax, ProblemCode::Syntax);
            let words = format!(
                "a bad escape in the string {}",
                shorten(&text[self.pos..end], 40)
            );
            self.problem(kind, code, words, self.pos, end)
        })
    }

    fn unexpected(&mut self, text: &str) -> Box<Problem> {
        let rest = &text[self.pos..];
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let length = (word_end(text, self.pos) - self.pos).max(first);
        let found = shorten(&rest[..length], 40);
        let words = format!("expected {}, found `{found}`", self.want.words());
        let (kind, code) = (ProblemKind::Syntax, ProblemCode::Syntax);
        let mut problem = self.problem(kind, code, words, self.pos, self.pos + length);
        problem.expected = Some(self.want.words().to_owned());
        problem.found = Some(found);
        problem
    }

    fn duplicate(&mut self, text: &str, place: usize) -> Box<Problem> {
        let span = self.places[place].key.unwrap_or(self.places[place].span);
        let key = &text[span.start..span.end];
        let words = format!(
            "the key {} stands twice with different values",
            quoted(&unescape(key).unwrap_or_default())
        );
        let (kind, code) = (ProblemKind::Syntax, ProblemCode::DuplicateKey);
        let mut problem = self.problem(kind, code, words, span.start, span.end);
        problem.path = self.path(true);
        problem
    }

    fn problem(
        &mut self,
        kind: ProblemKind,
        code: ProblemCode,
        words: String,
        start: usize,
        end: usize,
    ) -> Box<Problem> {
        let in_member = matches!(self.want, Want::Colon | Want::Value);
        let path = self.path(in_member);
        Box::new(Problem::new(kind, code, path, words).at(Some(Span::new(start, end))))
    }

    /// The place of the value that is being read; of its object, when no member has begun.
    fn path(&mut self, in_member: bool) -> Path {
        let last = self.stack.len();
        let steps = self.stack.iter_mut().enumerate().filter_map(|(at, frame)| {
            Some(match frame {
                Frame::Array { items, .. } => Segment::Index(items.len()),
                Frame::Object { .. } if at + 1 == last && !in_member => return None,
                Frame::Object { key, told, .. } => {
                    Segment::Key(Arc::clone(told.get_or_insert_with(|| key.as_str().into())))
                }
            })
        });
        steps.collect()
    }
}
