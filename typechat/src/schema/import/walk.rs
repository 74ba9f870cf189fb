//! The state of an import: definitions wait until their turn, so that depth stays bounded.

use std::collections::HashMap;

use serde_json::Value;

use super::{
    DefId, GraphBuilder, ImportError, Place, Type,
    draft::Draft,
    facts::Facts,
    index::{Index, Missing, Sub},
    node::joined,
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
    pub(super) scan: &'b Scan,
    pub(super) index: Index<'a>,
    /// The definitions, by the schemas that all of their values fit.
    known: HashMap<Vec<usize>, DefId>,
    todo: Vec<Pending<'a>>,
    deferred: Vec<Deferred<'a>>,
    /// Where each definition stands.
    pub(super) pointers: Vec<(DefId, String)>,
    /// What the document is called when it does not say so.
    root_name: String,
    root_key: usize,
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
        scan: &'b Scan,
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

    /// The schema that a reference names.
    pub(super) fn target(
        &self,
        keyword: &str,
        reference: &Value,
        base: usize,
        place: Place<'_>,
    ) -> Result<(Sub<'a>, String), ImportError> {
        let Value::String(text) = reference else {
            return Err(place.malformed(keyword, "a string"));
        };
        let pointer = || place.pointer();
        let reference = text.clone();
        match self.index.find(text, base) {
            Ok(sub) => Ok((sub, reference)),
            Err(Missing::Nowhere) => Err(ImportError::DanglingRef {
                reference,
                pointer: pointer(),
            }),
            Err(Missing::Elsewhere) => Err(ImportError::RemoteRef {
                reference,
                pointer: pointer(),
            }),
        }
    }

    /// The definition of a schema that is referred to.
    pub(super) fn definition(&mut self, sub: Sub<'a>, reference: &str) -> DefId {
        let file = |path: &str| {
            let file = path.rsplit(['/', ':']).find(|part| !part.is_empty())?;
            Some(file.split('.').next().unwrap_or(file).to_owned())
        };
        let (path, fragment) = super::uri::split(reference);
        let name = if fragment.is_empty() {
            let id = sub
                .schema
                .get(self.draft.id_keyword())
                .and_then(Value::as_str);
            let id = id.filter(|_| sub.key() != self.root_key).or(Some(path));
            title(sub.schema)
                .map(str::to_owned)
                .or_else(|| id.and_then(file))
                .unwrap_or_else(|| self.root_name.clone())
        } else {
            name_of(sub.schema, &fragment)
        };
        self.declare(vec![sub], reference, name)
    }

    /// The definition of the values that fit several schemas, some of which are references.
    pub(super) fn intersection(&mut self, subs: &[Sub<'a>], place: Place<'_>) -> DefId {
        let name = if place.hint.is_empty() {
            "Part".to_owned()
        } else {
            capitalised(place.hint)
        };
        self.declare(subs.to_vec(), &place.pointer(), name)
    }

    fn declare(&mut self, mut subs: Vec<Sub<'a>>, pointer: &str, name: String) -> DefId {
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

/// What a referenced schema is called: by its key among the definitions, else by its title, else
/// by the last name on the way to it.
fn name_of(schema: &Value, fragment: &str) -> String {
    const FIXED: [&str; 18] = [
        "properties",
        "patternProperties",
        "items",
        "prefixItems",
        "additionalItems",
        "additionalProperties",
        "allOf",
        "anyOf",
        "oneOf",
        "not",
        "if",
        "then",
        "else",
        "contains",
        "propertyNames",
        "$defs",
        "definitions",
        "dependentSchemas",
    ];
    let steps: Vec<String> = fragment
        .split('/')
        .map(|step| step.replace("~1", "/").replace("~0", "~"))
        .collect();
    let (last, before) = match steps.as_slice() {
        [.., before, last] => (last, before.as_str()),
        [last] => (last, ""),
        [] => return "Part".to_owned(),
    };
    if matches!(before, "$defs" | "definitions" | "schemas" | "") {
        return last.clone();
    }
    let is_name = |step: &&String| {
        !step.is_empty() && !FIXED.contains(&step.as_str()) && step.parse::<usize>().is_err()
    };
    let named = steps.iter().rev().find(is_name);
    title(schema)
        .map(str::to_owned)
        .or(named.map(|name| capitalised(name)))
        .unwrap_or_else(|| "Part".to_owned())
}

fn title(schema: &Value) -> Option<&str> {
    let title = schema.get("title")?.as_str()?;
    (!title.trim().is_empty()).then_some(title)
}

fn capitalised(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next().into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
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
