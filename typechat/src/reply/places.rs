//! Where each part of a value stands in the text.

use std::collections::{BTreeMap, HashMap};

use super::{Path, Segment, Span};

/// Where each value stands, in document order: a value, then its parts.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Places {
    pub(super) list: Vec<Place>,
    /// The names of the members whose key's text is not the name in JSON, by index in `list`.
    pub(super) names: BTreeMap<usize, String>,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) span: Span,
    pub(super) key: Option<Span>,
    /// The index after this value's last part.
    pub(super) next: usize,
    pub(super) is_object: bool,
}

/// A path whose place in the text is asked for.
pub(crate) struct Wanted<'a> {
    pub(crate) path: &'a mut Path,
    pub(crate) span: &'a mut Option<Span>,
    /// Whether the member's key is meant and not its value.
    pub(crate) key: bool,
}

/// One step of the wanted paths; those that begin alike share it.
#[derive(Default)]
struct Node {
    steps: HashMap<Segment, usize>,
    place: Option<usize>,
    /// Whether the value that stands here is an object.
    is_object: bool,
}

impl Places {
    /// Finds the spans of all paths in one walk. A path that leads nowhere gets the span of the
    /// nearest enclosing value that is there. Steps that a pointer could not tell apart become
    /// what the text says: an item's index or a member's name.
    pub(crate) fn locate(&self, text: &str, mut wanted: Vec<Wanted<'_>>) {
        let mut nodes = tree(&wanted);
        self.visit(text, &mut nodes);
        for one in &mut wanted {
            let (mut node, mut place) = (0, nodes[0].place);
            for segment in one.path.segments_mut() {
                let next = nodes[node].steps[segment];
                if let (true, Segment::Index(index)) = (nodes[node].is_object, &*segment) {
                    *segment = Segment::Key(index.to_string().into());
                }
                node = next;
                place = nodes[node].place.or(place);
            }
            let place = place.map(|place| self.list[place]);
            *one.span = place.map(|place| match place.key {
                Some(key) if one.key => key,
                _ => place.span,
            });
        }
    }

    /// The name of the member that a value stands in.
    pub(super) fn name(&self, text: &str, at: usize) -> Option<String> {
        let key = self.list[at].key?;
        let name = self.names.get(&at).cloned();
        Some(name.unwrap_or_else(|| unescape(&text[key.start..key.end]).unwrap_or_default()))
    }

    fn visit(&self, text: &str, nodes: &mut [Node]) {
        let mut todo = vec![(0, 0)];
        while let Some((at, node)) = todo.pop() {
            let Some(place) = self.list.get(at) else {
                continue;
            };
            nodes[node].place = Some(at);
            nodes[node].is_object = place.is_object;
            if nodes[node].steps.is_empty() {
                continue;
            }
            let (mut child, mut index) = (at + 1, 0);
            while child < place.next {
                for step in steps(self.name(text, child), index) {
                    if let Some(next) = nodes[node].steps.get(&step) {
                        todo.push((child, *next));
                    }
                }
                child = self.list[child].next;
                index += 1;
            }
        }
    }
}

/// The steps that lead to a value: a member whose name has the form of an index has two.
fn steps(name: Option<String>, index: usize) -> impl Iterator<Item = Segment> {
    let Some(name) = name else {
        return [Some(Segment::Index(index)), None].into_iter().flatten();
    };
    let as_index = name.parse().ok().filter(|i: &usize| i.to_string() == name);
    [
        as_index.map(Segment::Index),
        Some(Segment::Key(name.into())),
    ]
    .into_iter()
    .flatten()
}

fn tree(wanted: &[Wanted<'_>]) -> Vec<Node> {
    let mut nodes = vec![Node::default()];
    for one in wanted {
        let mut at = 0;
        for segment in one.path.segments() {
            let new = nodes.len();
            at = *nodes[at].steps.entry(segment.clone()).or_insert(new);
            if at == new {
                nodes.push(Node::default());
            }
        }
    }
    nodes
}

/// The text that a string in JSON stands for; `None` for a bad escape.
pub(super) fn unescape(raw: &str) -> Option<String> {
    if raw.contains('\\') {
        serde_json::from_str(raw).ok()
    } else {
        Some(raw.trim_matches('"').to_owned())
    }
}
