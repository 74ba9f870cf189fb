//! A good value as JSON text in pieces, so that any one of them can be broken.

use std::ops::Range;

use serde_json::Value;
use typechat::{reply::Path, schema::TypeGraph};

use super::places::{Place, walk};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Open,
    Close,
    Key,
    Colon,
    Comma,
    Scalar,
}

/// One token, the space before it, and the part of the value that it belongs to: a key and its
/// colon to their member, a comma and a bracket to the whole.
#[derive(Debug, Clone)]
pub(super) struct Piece {
    space: String,
    pub(super) text: String,
    pub(super) role: Role,
    pub(super) path: Path,
}

/// A good value in all its parts.
#[derive(Debug)]
pub(super) struct Sample<'a> {
    pub(super) graph: &'a TypeGraph,
    pub(super) value: &'a Value,
    pub(super) pieces: Vec<Piece>,
    pub(super) places: Vec<Place<'a>>,
}

/// The reply that a mistake makes of a good one, and the part of the value that it touches.
#[derive(Debug)]
pub(super) struct Broken {
    pub(super) reply: String,
    pub(super) at: Path,
}

impl<'a> Sample<'a> {
    pub(super) fn new(graph: &'a TypeGraph, value: &'a Value) -> Self {
        let (mut pieces, mut places) = (Vec::new(), Vec::new());
        print(value, &Path::root(), 0, "", &mut pieces);
        walk(graph, graph.root(), value, Path::root(), &mut places);
        Self {
            graph,
            value,
            pieces,
            places,
        }
    }

    pub(super) fn text(&self) -> String {
        joined(&self.pieces)
    }

    /// The text with other words for some pieces.
    pub(super) fn with(&self, change: impl Fn(usize, &Piece) -> Option<String>) -> String {
        let changed = self.pieces.iter().enumerate().map(|(at, piece)| {
            let text = change(at, piece).unwrap_or_else(|| piece.text.clone());
            piece.space.clone() + &text
        });
        changed.collect()
    }

    /// One reply for each piece that can be changed; the mistake is what is round it, since what
    /// stands beside it may have to tell of it.
    pub(super) fn each(&self, change: impl Fn(usize, &Piece) -> Option<String>) -> Vec<Broken> {
        let broken = self.pieces.iter().enumerate().filter_map(|(at, piece)| {
            let text = change(at, piece)?;
            let reply = self.with(|other, _| (other == at).then(|| text.clone()));
            let at = outer(&piece.path);
            Some(Broken { reply, at })
        });
        broken.collect()
    }

    /// One reply for each part that can be written otherwise.
    pub(super) fn each_place(&self, change: impl Fn(&Place<'_>) -> Option<String>) -> Vec<Broken> {
        let broken = self.places.iter().filter_map(|place| {
            let text = change(place)?;
            let reply = self.replaced(&place.path, &text);
            let at = place.path.clone();
            Some(Broken { reply, at })
        });
        broken.collect()
    }

    /// The text with other words for one part.
    pub(super) fn replaced(&self, path: &Path, text: &str) -> String {
        let part = self.part(path);
        let (before, after) = (&self.pieces[..part.start], &self.pieces[part.end..]);
        let space = &self.pieces[part.start].space;
        joined(before) + space + text + &joined(after)
    }

    /// The text of one part.
    pub(super) fn text_of(&self, path: &Path) -> String {
        let part = joined(&self.pieces[self.part(path)]);
        part.trim_start().to_owned()
    }

    /// The pieces of one part, without its key.
    fn part(&self, path: &Path) -> Range<usize> {
        let is_value = |piece: &Piece| matches!(piece.role, Role::Open | Role::Scalar);
        let start = self
            .pieces
            .iter()
            .position(|p| is_value(p) && p.path == *path);
        let start = start.unwrap();
        let end = match self.pieces[start].role {
            Role::Scalar => start,
            _ => (self.pieces.iter())
                .position(|p| p.role == Role::Close && p.path == *path)
                .unwrap(),
        };
        start..end + 1
    }
}

/// The part that is round one.
pub(super) fn outer(path: &Path) -> Path {
    let steps = path.segments();
    let count = steps.len().saturating_sub(1);
    steps[..count].iter().cloned().collect()
}

fn joined(pieces: &[Piece]) -> String {
    let texts = pieces.iter().map(|p| p.space.clone() + &p.text);
    texts.collect()
}

/// The pieces of a value, one member or item on a line.
fn print(value: &Value, path: &Path, depth: usize, space: &str, out: &mut Vec<Piece>) {
    let mut add = |role, space: &str, text: &str, path: &Path| {
        out.push(Piece {
            space: space.to_owned(),
            text: text.to_owned(),
            role,
            path: path.clone(),
        });
    };
    let line = |depth| format!("\n{}", "  ".repeat(depth));
    let (parts, open, close): (Vec<(Option<&String>, &Value)>, _, _) = match value {
        Value::Array(items) => (items.iter().map(|item| (None, item)).collect(), "[", "]"),
        Value::Object(members) => (
            members.iter().map(|(k, v)| (Some(k), v)).collect(),
            "{",
            "}",
        ),
        scalar => return add(Role::Scalar, space, &scalar.to_string(), path),
    };
    add(Role::Open, space, open, path);
    for (index, (key, part)) in parts.iter().enumerate() {
        if index > 0 {
            out.push(Piece {
                space: String::new(),
                text: ",".to_owned(),
                role: Role::Comma,
                path: path.clone(),
            });
        }
        let new_line = line(depth + 1);
        let Some(key) = key else {
            print(part, &path.clone().index(index), depth + 1, &new_line, out);
            continue;
        };
        let path = path.clone().key(key.as_str());
        for (role, space, text) in [
            (
                Role::Key,
                new_line.as_str(),
                Value::from(key.as_str()).to_string(),
            ),
            (Role::Colon, "", ":".to_owned()),
        ] {
            out.push(Piece {
                space: space.to_owned(),
                text,
                role,
                path: path.clone(),
            });
        }
        print(part, &path, depth + 1, " ", out);
    }
    let space = if parts.is_empty() {
        String::new()
    } else {
        line(depth)
    };
    out.push(Piece {
        space,
        text: close.to_owned(),
        role: Role::Close,
        path: path.clone(),
    });
}
