//! A string, a number or a word that is being written.

use crate::constrain::shape::{Fed, Id, Quoted, Shape, Shapes, Text};

#[derive(Debug, Clone)]
pub(super) struct Scalar {
    pub(super) shapes: Vec<Id>,
    /// All bytes so far.
    raw: Vec<u8>,
    kind: Kind,
}

#[derive(Debug, Clone)]
enum Kind {
    String(Quoted),
    Number,
    Word,
}

impl Scalar {
    /// `None` when no scalar begins like this.
    pub(super) fn begin(byte: u8, shapes: Vec<Id>, all: &Shapes) -> Option<Self> {
        let kind = match byte {
            b'"' => {
                let mut quoted = Quoted::default();
                for id in &shapes {
                    if let Some(text) = text_of(all, *id) {
                        quoted.follow(*id, text);
                    }
                }
                Kind::String(quoted)
            }
            b'-' | b'0'..=b'9' => Kind::Number,
            b't' | b'f' | b'n' => Kind::Word,
            _ => return None,
        };
        Some(Self {
            shapes,
            raw: vec![byte],
            kind,
        })
    }

    /// Whether the value ended before this byte: only numbers do not say where they end.
    pub(super) fn ends_before(&self, byte: u8) -> bool {
        let within = matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
        matches!(self.kind, Kind::Number) && !within
    }

    pub(super) fn feed(&mut self, byte: u8, all: &Shapes) -> Fed {
        self.raw.push(byte);
        match &mut self.kind {
            Kind::String(quoted) => quoted.feed(byte, |id| text_of(all, id)),
            Kind::Number => Fed::More,
            Kind::Word => match &self.raw[..] {
                b"true" | b"false" | b"null" => Fed::End,
                raw if [&b"true"[..], b"false", b"null"]
                    .iter()
                    .any(|w| w.starts_with(raw)) =>
                {
                    Fed::More
                }
                _ => Fed::Refused,
            },
        }
    }

    /// The shapes that allow the value as it is.
    pub(super) fn allowed(&self, all: &Shapes) -> Vec<Id> {
        let holds = |id: &Id| match (all.get(*id), &self.kind) {
            (Shape::Literals(texts), _) => texts.iter().any(|text| text.as_bytes() == self.raw),
            (Shape::Number(number), Kind::Number) => number.accepts(&self.number()),
            (Shape::Text(text), Kind::String(quoted)) => text.is_whole(*id, quoted),
            _ => false,
        };
        self.shapes.iter().copied().filter(holds).collect()
    }

    /// Up to so many ways to end the value as this shape.
    pub(super) fn endings(&self, id: Id, all: &Shapes, wanted: usize) -> Vec<Vec<u8>> {
        match (all.get(id), &self.kind) {
            (Shape::Literals(texts), _) => {
                let rest =
                    |text: &String| Some(text.as_bytes().strip_prefix(&self.raw[..])?.to_vec());
                let mut endings: Vec<_> = texts.iter().filter_map(rest).collect();
                endings.sort_by_key(Vec::len);
                endings.truncate(wanted);
                endings
            }
            (Shape::Number(number), Kind::Number) => {
                let endings = number.endings(&self.number(), wanted);
                endings.into_iter().map(String::into_bytes).collect()
            }
            (Shape::Text(text), Kind::String(quoted)) => text.endings(id, quoted, wanted),
            _ => Vec::new(),
        }
    }

    pub(super) fn raw(&self) -> &[u8] {
        &self.raw
    }

    /// Only digits, signs and points are taken.
    fn number(&self) -> String {
        String::from_utf8_lossy(&self.raw).into_owned()
    }
}

fn text_of(shapes: &Shapes, id: Id) -> Option<&Text> {
    match shapes.get(id) {
        Shape::Text(text) => Some(text),
        _ => None,
    }
}
