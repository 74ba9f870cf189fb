//! Where references lead: pointers, anchors and addresses within one document.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::{draft::Draft, scan::each_schema, uri};

/// The keywords of references.
const REFERENCES: [&str; 3] = ["$ref", "$dynamicRef", "$recursiveRef"];

/// A schema, and the address from which its references are seen.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sub<'a> {
    pub(super) schema: &'a Value,
    pub(super) base: usize,
}

impl Sub<'_> {
    /// What tells this schema from all others of its document.
    pub(super) fn key(self) -> usize {
        std::ptr::from_ref(self.schema).addr()
    }
}

/// The addresses of a document.
#[derive(Debug)]
pub(super) struct Index<'a> {
    /// Addresses with the schema that has each.
    bases: Vec<(String, &'a Value)>,
    by_uri: HashMap<String, usize>,
    anchors: HashMap<usize, HashMap<&'a str, Sub<'a>>>,
    /// The schemas that have an address of their own.
    own: HashMap<usize, usize>,
    /// Whether a reference leads to the document itself.
    pub(super) leads_to_root: bool,
}

/// Why a reference leads to no schema.
pub(super) enum Missing {
    Nowhere,
    Elsewhere,
}

impl<'a> Index<'a> {
    pub(super) fn of(document: &'a Value, draft: Draft) -> Self {
        let mut index = Self {
            bases: vec![(String::new(), document)],
            by_uri: HashMap::from([(String::new(), 0)]),
            anchors: HashMap::new(),
            own: HashMap::new(),
            leads_to_root: false,
        };
        let mut seen = HashSet::new();
        let mut references = Vec::new();
        let mut todo = vec![Sub {
            schema: document,
            base: 0,
        }];
        loop {
            while let Some(sub) = todo.pop() {
                if seen.insert(sub.key())
                    && let Value::Object(members) = sub.schema
                {
                    let base = index.enter(members, sub, draft);
                    let texts = REFERENCES
                        .iter()
                        .filter_map(|keyword| members.get(*keyword));
                    references.extend(texts.filter_map(|text| Some((text.as_str()?, base))));
                    each_schema(members, &mut |schema| todo.push(Sub { schema, base }));
                }
            }
            // What is reached by references only may stand anywhere.
            let Some((reference, base)) = references.pop() else {
                break;
            };
            if let Ok(target) = index.find(reference, base) {
                index.leads_to_root |= target.key() == std::ptr::from_ref(document).addr();
                todo.push(target);
            }
        }
        index
    }

    /// Takes down the addresses of a schema, and returns that from which its parts are seen.
    fn enter(&mut self, members: &'a Map<String, Value>, mut sub: Sub<'a>, draft: Draft) -> usize {
        let text = |keyword: &str| members.get(keyword).and_then(Value::as_str);
        let counts = !(draft.ref_stands_alone() && members.contains_key("$ref"));
        if let Some(id) = text(draft.id_keyword()).filter(|_| counts) {
            let (path, _) = id.split_once('#').unwrap_or((id, ""));
            if !path.is_empty() {
                let uri = uri::resolve(&self.bases[sub.base].0, path);
                sub.base = self.bases.len();
                self.bases.push((uri.clone(), sub.schema));
                self.by_uri.entry(uri).or_insert(sub.base);
                self.own.insert(sub.key(), sub.base);
            }
            let name = id.split_once('#').map_or("", |(_, name)| name);
            if !name.is_empty() {
                self.anchor(name, sub);
            }
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            if let Some(name) = text(keyword).filter(|_| draft.knows(keyword)) {
                self.anchor(name, sub);
            }
        }
        sub.base
    }

    fn anchor(&mut self, name: &'a str, sub: Sub<'a>) {
        let anchors = self.anchors.entry(sub.base).or_default();
        anchors.entry(name).or_insert(sub);
    }

    /// A schema within another.
    pub(super) fn child(&self, schema: &'a Value, base: usize) -> Sub<'a> {
        let key = std::ptr::from_ref(schema).addr();
        Sub {
            schema,
            base: self.own.get(&key).copied().unwrap_or(base),
        }
    }

    /// What a reference names, seen from a base.
    pub(super) fn find(&self, reference: &str, base: usize) -> Result<Sub<'a>, Missing> {
        let (path, fragment) = uri::split(reference);
        let base = if path.is_empty() {
            base
        } else {
            let whole = uri::resolve(&self.bases[base].0, path);
            *self.by_uri.get(&whole).ok_or(Missing::Elsewhere)?
        };
        let root = self.bases[base].1;
        if fragment.is_empty() {
            return Ok(self.child(root, base));
        }
        if !fragment.starts_with('/') {
            let anchors = self.anchors.get(&base).ok_or(Missing::Nowhere)?;
            let found = anchors.get(fragment.as_str()).ok_or(Missing::Nowhere)?;
            return Ok(*found);
        }
        let mut sub = Sub { schema: root, base };
        for step in fragment.split('/').skip(1) {
            let step = step.replace("~1", "/").replace("~0", "~");
            let inner = match sub.schema {
                Value::Object(members) => members.get(&step),
                Value::Array(list) => step.parse().ok().and_then(|at: usize| list.get(at)),
                _ => None,
            };
            sub = self.child(inner.ok_or(Missing::Nowhere)?, sub.base);
        }
        Ok(sub)
    }
}
