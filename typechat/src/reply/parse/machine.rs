//! The machine behind the parser: one token after the other, on a stack of its own.

use std::collections::BTreeMap;

use serde_json::{Map, Value, map::Entry};

use super::{
    super::{
        Leniency, Note, NoteKind, Problem, ProblemCode, ProblemKind, Span,
        capped::Capped,
        places::{Place, unescape},
        words::quoted,
    },
    Limits,
    quoted::Quoted,
    quotes::Quote,
    state::{Frame, Want, is_bare_start, word_end},
};

#[derive(Debug)]
pub(super) struct Machine {
    pub(super) limits: Limits,
    pub(super) is_strict: bool,
    /// Whether what follows the first value is left alone.
    pub(super) is_prefix: bool,
    pub(super) pos: usize,
    /// How far the token at `pos` is known to reach.
    pub(super) scan: usize,
    /// The text in quotes at `pos`, when its end has not come yet.
    pub(super) open_text: Option<Quoted>,
    /// Blanks that were looked over beyond `pos`: from and to.
    pub(super) looked: [(usize, usize); 3],
    pub(super) want: Want,
    pub(super) stack: Vec<Frame>,
    pub(super) key: Option<Key>,
    /// A bracket that was missing: what goes wrong after it may go wrong because of it.
    pub(super) missing: Option<Box<Problem>>,
    /// The last comma.
    pub(super) comma: usize,
    /// Where the marks of a fence ended the text.
    pub(super) fence: Option<usize>,
    pub(super) places: Vec<Place>,
    pub(super) names: BTreeMap<usize, String>,
    pub(super) notes: Capped<Note>,
    pub(super) roots: Vec<Value>,
}

/// The key of the member that is being read.
#[derive(Debug)]
pub(super) struct Key {
    pub(super) span: Span,
    /// The name, when the text is not its JSON.
    pub(super) name: Option<String>,
}

impl Default for Machine {
    fn default() -> Self {
        Self::new(Limits::default(), Leniency::default())
    }
}

pub(super) type Step<T> = Result<T, Box<Problem>>;

// Steps fail with the box itself, so the hot path returns one pointer.
#[allow(clippy::unnecessary_box_returns)]
impl Machine {
    pub(super) fn new(limits: Limits, leniency: Leniency) -> Self {
        Self {
            limits,
            is_strict: leniency == Leniency::Strict,
            is_prefix: false,
            pos: 0,
            scan: 0,
            open_text: None,
            looked: [(0, 0); 3],
            want: Want::Root,
            stack: Vec::new(),
            key: None,
            missing: None,
            comma: 0,
            fence: None,
            places: Vec::new(),
            names: BTreeMap::new(),
            notes: Capped::default(),
            roots: Vec::new(),
        }
    }

    pub(super) fn advance(&mut self, text: &str, last: bool) -> Step<()> {
        self.run(text, last).map_err(|problem| self.cause(problem))
    }

    fn run(&mut self, text: &str, last: bool) -> Step<()> {
        if text.len() > self.limits.bytes {
            let words = format!(
                "the reply is larger than the limit of {} bytes; write less",
                self.limits.bytes
            );
            return Err(self.problem(ProblemKind::Limit, ProblemCode::TooLarge, words, 0, 0));
        }
        while !(self.is_prefix && self.want == Want::Nothing) && self.gap(text, last)? {
            if !self.step(text, text.as_bytes()[self.pos], last)? {
                break;
            }
        }
        Ok(())
    }

    /// Takes one token; `false` when it is not complete yet.
    fn step(&mut self, text: &str, byte: u8, last: bool) -> Step<bool> {
        match (self.want, byte) {
            (Want::Colon, b':') => {
                self.pos += 1;
                self.want = Want::Value;
            }
            (Want::CommaOrEnd, b',') => {
                self.comma = self.pos;
                self.pos += 1;
                self.want = self.next_part();
            }
            (_, b'}' | b']') if self.may_close(byte) => self.close(text, byte)?,
            (want, b'{' | b'[') if want.is_value() => self.open(byte)?,
            (want, _) if want.is_value() || want.is_key() => return self.token(text, last),
            _ => return self.aside(text, byte, last),
        }
        Ok(true)
    }

    /// What a comma is followed by.
    fn next_part(&self) -> Want {
        if self.in_object() {
            Want::Key
        } else {
            Want::Item
        }
    }

    /// A key or a scalar.
    fn token(&mut self, text: &str, last: bool) -> Step<bool> {
        match Quote::at(&text[self.pos..], self.is_strict, last) {
            Some(Ok(quote)) => return self.quoted(text, quote, last),
            Some(Err(_)) => return Ok(false),
            None => {}
        }
        if self.want.is_value() {
            return self.bare(text, last);
        }
        if !self.is_strict {
            if text.as_bytes()[self.pos] == b',' {
                self.note_comma();
                self.pos += 1;
                return Ok(true);
            }
            if self.is_left_out(text) {
                return Err(self.left_out(text));
            }
            if text[self.pos..].starts_with(is_bare_start) {
                return self.bare_key(text, last);
            }
        }
        self.refuse(text, last)
    }

    /// What stands where a comma, a colon or nothing should.
    fn aside(&mut self, text: &str, byte: u8, last: bool) -> Step<bool> {
        let rest = &text[self.pos..];
        if !self.is_strict && self.want == Want::CommaOrEnd {
            let begins = match Quote::at(rest, false, last) {
                Some(Ok(_)) => true,
                Some(Err(_)) => return Ok(false),
                None if self.in_object() => rest.starts_with(is_bare_start),
                None => matches!(byte, b'{' | b'['),
            };
            if begins {
                let (kind, words) = (NoteKind::Comma, "a comma is missing before this");
                let end = self.pos + rest.chars().next().map_or(0, char::len_utf8);
                self.note(kind, self.pos, end, || words.to_owned());
                self.want = self.next_part();
                return Ok(true);
            }
        }
        if !self.is_strict && self.want == Want::Nothing && self.follow(byte) {
            return Ok(true);
        }
        self.refuse(text, last)
    }

    /// Refuses what stands here. It is told whole, so its end must be there.
    fn refuse(&mut self, text: &str, last: bool) -> Step<bool> {
        self.scan = word_end(text, self.pos.max(self.scan));
        if !last && self.scan == text.len() {
            return Ok(false);
        }
        Err(self.unexpected(text))
    }

    pub(super) fn in_object(&self) -> bool {
        matches!(self.stack.last(), Some(Frame::Object { .. }))
    }

    pub(super) fn open(&mut self, byte: u8) -> Step<()> {
        if self.stack.len() >= self.limits.depth() {
            let words = format!(
                "nested deeper than the limit of {} levels; nest less",
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

    pub(super) fn begin_member(&mut self, name: String, key: Key) {
        self.key = Some(key);
        self.want = Want::Colon;
        if let Some(Frame::Object { key, told, .. }) = self.stack.last_mut() {
            (*key, *told) = (name, None);
        }
    }

    pub(super) fn begin(&mut self, start: usize) -> usize {
        let key = self.key.take();
        let place = self.places.len();
        let span = key.as_ref().map(|key| key.span);
        if let Some(name) = key.and_then(|key| key.name) {
            self.names.insert(place, name);
        }
        self.places.push(Place {
            span: Span::new(start, start),
            key: span,
            next: 0,
            is_object: false,
        });
        place
    }

    /// Puts a finished value where it belongs.
    pub(super) fn value(&mut self, text: &str, value: Value, place: usize) -> Step<()> {
        self.places[place].span.end = self.pos;
        self.places[place].next = self.places.len();
        self.want = Want::CommaOrEnd;
        match self.stack.last_mut() {
            None => {
                self.roots.push(value);
                (self.want, self.comma) = (Want::Nothing, 0);
            }
            Some(Frame::Array { items, .. }) => items.push(value),
            Some(Frame::Object { members, key, .. }) => {
                let earlier = match members.entry(std::mem::take(key)) {
                    Entry::Vacant(entry) => {
                        entry.insert(value);
                        return Ok(());
                    }
                    Entry::Occupied(entry) => entry,
                };
                key.clone_from(earlier.key());
                if *earlier.get() != value {
                    return Err(self.duplicate(text, place));
                }
                let span = self.places[place].key.unwrap_or(self.places[place].span);
                self.places.truncate(place);
                self.names.split_off(&place);
                let words = || "the key stands twice with equal values".to_owned();
                self.note_at(NoteKind::MergedKey, true, span.start, span.end, words);
            }
        }
        Ok(())
    }

    fn duplicate(&mut self, text: &str, place: usize) -> Box<Problem> {
        let span = self.places[place].key.unwrap_or(self.places[place].span);
        let name = self.names.get(&place).cloned();
        let name = name.or_else(|| unescape(&text[span.start..span.end]));
        let words = format!(
            "the key {} stands twice with different values; keep one",
            quoted(&name.unwrap_or_default())
        );
        let (kind, code) = (ProblemKind::Syntax, ProblemCode::DuplicateKey);
        let mut problem = self.problem(kind, code, words, span.start, span.end);
        problem.path = self.path(true);
        problem
    }
}
