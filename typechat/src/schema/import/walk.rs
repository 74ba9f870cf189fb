//! The state of an import: definitions wait until their turn, so that depth stays bounded.

use std::collections::HashMap;

use serde_json::Value;

use super::{
    DefId, GraphBuilder, ImportError, Place, Type,
    draft::Draft,
    facts::Facts,
    index::{Index, Sub},
    node::joined,
    reference::title,
    scan::Scan,
    words,
};

/// A definition that is declared and not read yet.
struct Pending<'a> {
    id: DefId,
    subs: Vec<Sub<'a>>,
    pointer: String,
    name: String,
}

/// A type that is left for later, since it stands deep within another.
struct Deferred<'a> {
    id: DefId,
    facts: Box<Facts<'a>>,
    pointer: String,
    depth: usize,
    open: Vec<Vec<usize>>,
    copying: bool,
}

pub(super) struct Import<'a, 'b> {
    pub(super) builder: &'b mut GraphBuilder,
    pub(super) draft: Draft,
    pub(super) scan: &'b Scan<'b>,
    pub(super) index: Index<'a>,
    /// The definitions, by the schemas that all of their values fit.
    known: HashMap<Vec<usize>, DefId>,
    todo: Vec<Pending<'a>>,
    deferred: Vec<Deferred<'a>>,
    /// Where each definition stands.
    pub(super) pointers: Vec<(DefId, String)>,
    /// What the document is called when it does not say so.
    pub(super) root_name: String,
    pub(super) root_key: usize,
    /// Whether the graph says everything so far.
    pub(super) exact: bool,
    /// Whether what is read is read once more, since it stands in several branches.
    pub(super) copying: bool,
    /// The schemas that are being read, the innermost last.
    pub(super) open: Vec<Vec<usize>>,
    /// How much more may be copied: schemas that multiply must not multiply the work.
    budget: usize,
}

impl<'a, 'b> Import<'a, 'b> {
    pub(super) fn new(
        builder: &'b mut GraphBuilder,
        document: &'a Value,
        draft: Draft,
        scan: &'b Scan<'b>,
        name: &str,
    ) -> Self {
        Self {
            builder,
            draft,
            scan,
            index: Index::of(document, draft),
            known: HashMap::new(),
            todo: Vec::new(),
            deferred: Vec::new(),
            pointers: Vec::new(),
            root_name: name.to_owned(),
            root_key: std::ptr::from_ref(document).addr(),
            // A dialect of their own is not followed by the parts of a document.
            exact: !scan.inner_dialect,
            copying: false,
            open: Vec::new(),
            budget: 2_000 + 4 * scan.schemas,
        }
    }

    /// Whether there is work left for copies; what is left out makes the import inexact.
    pub(super) fn afford(&mut self, cost: usize) -> bool {
        let left = self.budget.checked_sub(cost);
        self.exact &= left.is_some();
        self.budget = left.unwrap_or_default();
        left.is_some()
    }

    /// The type and docs of the document itself.
    pub(super) fn root(&mut self, root: Sub<'a>) -> Result<Type, ImportError> {
        let title = title(root.schema);
        let hint = title.unwrap_or_default();
        if self.index.leads_to_root {
            // What refers to it while it is read must find it.
            self.definition(root, "#");
        }
        let node = self.node(&[root], Place::of("", hint))?;
        let docs = node.docs_with_examples();
        let declared = self.known.get(&vec![root.key()]).copied();
        let ty = if let Some(id) = declared {
            self.todo.retain(|pending| pending.id != id);
            self.builder.fill(id, &docs, node.ty);
            Type::Ref(id)
        } else if docs.is_empty() && (title.is_none() || matches!(node.ty, Type::Ref(_))) {
            node.ty
        } else {
            let id = self.builder.declare(title.unwrap_or(&self.root_name));
            self.pointers.push((id, String::new()));
            self.builder.fill(id, &docs, node.ty);
            Type::Ref(id)
        };
        loop {
            if let Some(deferred) = self.deferred.pop() {
                self.resume(deferred)?;
                continue;
            }
            let Some(pending) = self.todo.pop() else {
                break;
            };
            let place = Place::of(&pending.pointer, &pending.name);
            self.copying = pending.subs.len() > 1;
            let node = self.node(&pending.subs, place);
            self.fill(pending.id, node)?;
        }
        Ok(ty)
    }

    /// Leaves a type for later; in the end it stands where it is used.
    pub(super) fn defer(&mut self, mut facts: Box<Facts<'a>>, place: Place<'_>) -> Node {
        let id = self.builder.declare_alias(place.hint);
        let pointer = place.pointer();
        self.pointers.push((id, pointer.clone()));
        let node = Node {
            ty: Type::Ref(id),
            docs: joined(std::mem::take(&mut facts.docs)),
            examples: std::mem::take(&mut facts.examples)
                .into_iter()
                .cloned()
                .collect(),
        };
        self.deferred.push(Deferred {
            id,
            facts,
            pointer,
            depth: place.depth,
            open: self.open.clone(),
            copying: self.copying,
        });
        node
    }

    fn resume(&mut self, deferred: Deferred<'a>) -> Result<(), ImportError> {
        let mut place = Place::of(&deferred.pointer, "");
        place.depth = deferred.depth;
        self.open = deferred.open;
        self.copying = deferred.copying;
        let node = self.settle(deferred.facts, place);
        self.open.clear();
        self.fill(deferred.id, node)
    }

    fn fill(&mut self, id: DefId, node: Result<Node, ImportError>) -> Result<(), ImportError> {
        let (docs, ty) = match node {
            Ok(node) => (node.docs_with_examples(), node.ty),
            // Who refers to it may do without: that is seen when all are read.
            Err(ImportError::Unsatisfiable { reason, .. }) => (reason, Type::Enum(Vec::new())),
            Err(error) => return Err(error),
        };
        self.builder.fill(id, &docs, ty);
        Ok(())
    }

    /// The definition of the values that fit all of these schemas.
    pub(super) fn declare(&mut self, mut subs: Vec<Sub<'a>>, pointer: &str, name: String) -> DefId {
        subs.sort_by_key(|sub| sub.key());
        subs.dedup_by_key(|sub| sub.key());
        let key: Vec<usize> = subs.iter().map(|sub| sub.key()).collect();
        if let Some(&id) = self.known.get(&key) {
            return id;
        }
        let id = self.builder.declare(&name);
        self.known.insert(key, id);
        self.pointers.push((id, pointer.to_owned()));
        self.todo.push(Pending {
            id,
            subs,
            pointer: pointer.to_owned(),
            name,
        });
        id
    }
}

/// What came of a schema: its type, and what was said that only its user has a place for.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) ty: Type,
    pub(super) docs: String,
    pub(super) examples: Vec<Value>,
}

impl Node {
    pub(super) fn of(ty: Type) -> Self {
        Self {
            ty,
            docs: String::new(),
            examples: Vec::new(),
        }
    }

    pub(super) fn docs_with_examples(&self) -> String {
        let examples = self.examples.iter();
        let lines = examples.map(|value| format!("Example: {}", words::brief(value)));
        let docs = (!self.docs.is_empty()).then(|| self.docs.clone());
        docs.into_iter().chain(lines).collect::<Vec<_>>().join("\n")
    }
}
