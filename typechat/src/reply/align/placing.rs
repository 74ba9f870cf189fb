//! Where the parts stand in the text: as they were read, and as they are now.

use serde_json::Value;

use crate::reply::{
    Span,
    places::{Place, Places},
};

/// Where a part stood.
#[derive(Clone, Copy)]
pub(super) enum Origin {
    /// In the reply, by its place.
    Reply(usize),
    /// In a text of the reply.
    Text(Span),
}

/// The key of a member: where it stands, and its name when the text there is another.
#[derive(Default)]
pub(super) struct Key {
    pub(super) span: Option<Span>,
    pub(super) name: Option<String>,
}

/// The places of a value before and after its change.
pub(super) struct Placing<'a> {
    pub(super) text: &'a str,
    pub(super) before: Places,
    pub(super) after: Places,
}

impl Placing<'_> {
    pub(super) fn span(&self, origin: Origin) -> Span {
        match origin {
            Origin::Reply(place) => {
                let place = self.before.list.get(place);
                place.map_or(Span::new(0, self.text.len()), |place| place.span)
            }
            Origin::Text(span) => span,
        }
    }

    /// The key of a member as it stood.
    pub(super) fn key(&self, origin: Origin, name: &str) -> Key {
        match origin {
            Origin::Reply(place) => Key {
                span: self.before.list.get(place).and_then(|place| place.key),
                name: self.before.names.get(&place).cloned(),
            },
            Origin::Text(span) => Key {
                span: Some(span),
                name: Some(name.to_owned()),
            },
        }
    }

    /// Where the next part beside this one stood.
    pub(super) fn next(&self, origin: Origin) -> Origin {
        match origin {
            Origin::Reply(at) => {
                Origin::Reply(self.before.list.get(at).map_or(at, |place| place.next))
            }
            text @ Origin::Text(_) => text,
        }
    }

    /// Writes the place of a value; its parts come next, and then it is closed.
    pub(super) fn open(&mut self, span: Span, key: Key, is_object: bool) -> usize {
        let place = self.after.list.len();
        self.after.list.push(Place {
            span,
            key: key.span,
            next: place + 1,
            is_object,
        });
        if let Some(name) = key.name {
            self.after.names.insert(place, name);
        }
        place
    }

    pub(super) fn close(&mut self, place: usize) {
        self.after.list[place].next = self.after.list.len();
    }

    /// The part as it is, with the places of all that is in it.
    pub(super) fn keep(&mut self, value: &Value, origin: Origin, key: Key) {
        match origin {
            Origin::Reply(place) => self.copy(place, key),
            Origin::Text(span) => self.spread(value, span, key),
        }
    }

    fn copy(&mut self, from: usize, key: Key) {
        let Some(first) = self.before.list.get(from).copied() else {
            return;
        };
        let to = self.open(first.span, key, first.is_object);
        for at in from + 1..first.next {
            let place = self.before.list[at];
            let next = place.next - from + to;
            if let Some(name) = self.before.names.get(&at) {
                self.after.names.insert(at - from + to, name.clone());
            }
            self.after.list.push(Place { next, ..place });
        }
        self.close(to);
    }

    /// Places for all parts of a value that stands in a text.
    fn spread(&mut self, value: &Value, span: Span, key: Key) {
        let place = self.open(span, key, value.is_object());
        match value {
            Value::Array(items) => {
                for item in items {
                    self.spread(item, span, Key::default());
                }
            }
            Value::Object(members) => {
                for (name, member) in members {
                    let key = self.key(Origin::Text(span), name);
                    self.spread(member, span, key);
                }
            }
            _ => {}
        }
        self.close(place);
    }
}

impl Origin {
    /// Where the first part of this one stood.
    pub(super) fn within(self) -> Self {
        match self {
            Self::Reply(place) => Self::Reply(place + 1),
            text @ Self::Text(_) => text,
        }
    }
}
