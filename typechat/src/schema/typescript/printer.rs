//! Types, one kind after the other.

use std::{collections::BTreeMap, fmt::Write};

use super::{
    Rendering,
    inline::inlined,
    words::{comment, rule, with_rule},
};
use crate::schema::{
    ArrayType, MapType, Member, TupleType, Type, TypeGraph,
    cycles::on_cycle,
    integer_keys::are_integers,
    names::{Names, identifier},
};

/// Where a type stands decides whether it needs parentheses.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Place {
    Free,
    Operand,
}

/// Writes types, knowing which are written where they are used.
pub(super) struct Printer<'a> {
    pub(super) graph: &'a TypeGraph,
    /// Which definitions are written where they are used.
    pub(super) inline: Vec<bool>,
    /// Which definitions lead back to themselves.
    recursive: Vec<bool>,
    pub(super) comments: bool,
    pub(super) rendering: Rendering,
    /// The names of the vocabularies, kept apart from those of the definitions.
    vocabularies: BTreeMap<&'a str, String>,
}

impl<'a> Printer<'a> {
    pub(super) fn new(graph: &'a TypeGraph, comments: bool, rendering: Rendering) -> Self {
        let (mut inline, mut recursive) = (vec![false; graph.defs.len()], Vec::new());
        if comments {
            let edges: Vec<Vec<usize>> = graph.defs.iter().map(|def| def.ty.refs()).collect();
            recursive = on_cycle(&edges);
            if rendering.names == super::Names::Shared {
                inline = inlined(graph, &edges, &recursive);
            }
        }
        Self {
            graph,
            inline,
            recursive,
            comments,
            rendering,
            vocabularies: vocabulary_names(graph),
        }
    }

    pub(super) fn declare(&mut self, name: &str, docs: &str, ty: &Type, out: &mut String) {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&comment(&with_rule(docs, self.rule(ty)), 0));
        match ty.unguarded() {
            // An empty interface would take any value.
            Type::Object(object) if !object.fields.is_empty() => {
                let body = self.block(object, 0);
                let _ = writeln!(out, "interface {name} {body}");
            }
            other => {
                let text = self.free(other, 0);
                let gap = if text.starts_with('\n') { "" } else { " " };
                let _ = writeln!(out, "type {name} ={gap}{text};");
            }
        }
    }

    /// The named types that are not written where they are used, then the vocabularies.
    pub(super) fn definitions(&mut self, out: &mut String) {
        let graph = self.graph;
        for (def, inline) in graph.defs.iter().zip(self.inline.clone()) {
            if !inline {
                self.declare(&def.name, &def.docs, &def.ty, out);
            }
        }
        for (name, words) in &graph.vocabularies {
            let members: Vec<Member> = words
                .iter()
                .map(|word| Member::new(word.as_str(), ""))
                .collect();
            let ty = if words.is_empty() {
                Type::string()
            } else {
                Type::Enum(members)
            };
            let name = self.vocabulary(name);
            self.declare(&name, "", &ty, out);
        }
    }

    pub(super) fn free(&mut self, ty: &Type, indent: usize) -> String {
        self.write(ty, indent, Place::Free)
    }

    pub(super) fn write(&mut self, ty: &Type, indent: usize, place: Place) -> String {
        match ty {
            Type::Any => "any".into(),
            Type::Null => "null".into(),
            Type::Boolean => "boolean".into(),
            Type::String(_) => "string".into(),
            Type::Integer(_) | Type::Number(_) => "number".into(),
            Type::Vocabulary(name) => self.vocabulary(name),
            Type::Enum(members) => self.constants(members, indent, place),
            Type::Array(array) => self.array(array, indent),
            Type::Tuple(tuple) => self.tuple(tuple, indent),
            Type::Map(map) => self.map(map, indent),
            Type::Object(object) => self.object(object, indent),
            Type::Union(branches) => self.union(branches, indent, place),
            Type::Nullable(inner) => {
                let inner = self.free(inner, indent);
                grouped(format!("{inner} | null"), place)
            }
            Type::Guarded(guarded) => self.write(&guarded.ty, indent, place),
            Type::Ref(id) if self.inline[id.0] => {
                let graph = self.graph;
                self.write(&graph.def(*id).ty, indent, place)
            }
            Type::Ref(id) => self.graph.def(*id).name.clone(),
        }
    }

    pub(super) fn vocabulary(&self, name: &str) -> String {
        self.vocabularies.get(name).cloned().unwrap_or_default()
    }

    fn array(&mut self, array: &ArrayType, indent: usize) -> String {
        let item = self.write(&array.items, indent, Place::Operand);
        match (array.length.min, array.length.max) {
            (_, Some(0)) => "[]".into(),
            // A short list of fixed length is clearer as a tuple.
            (Some(min), Some(max)) if min == max && max <= 4 && item.len() <= 16 => {
                let count = usize::try_from(max).unwrap_or_default();
                format!("[{}]", vec![item; count].join(", "))
            }
            _ => format!("{item}[]"),
        }
    }

    fn tuple(&mut self, tuple: &TupleType, indent: usize) -> String {
        let mut items = Vec::new();
        for (index, item) in tuple.items.iter().enumerate() {
            if index < tuple.required {
                items.push(self.free(item, indent));
            } else {
                items.push(self.write(item, indent, Place::Operand) + "?");
            }
        }
        if let Some(rest) = &tuple.rest {
            items.push(format!("...{}[]", self.write(rest, indent, Place::Operand)));
        }
        format!("[{}]", items.join(", "))
    }

    fn map(&mut self, map: &MapType, indent: usize) -> String {
        let values = self.free(&map.values, indent);
        match self.graph.resolve(&map.keys) {
            Type::Enum(_) | Type::Vocabulary(_) => {
                let keys = self.free(&map.keys, indent);
                let gap = if keys.starts_with('\n') { "" } else { " " };
                format!("{{ [K in{gap}{keys}]?: {values} }}")
            }
            keys if are_integers(keys) => self.record("number", &map.values, &values),
            _ => self.record("string", &map.values, &values),
        }
    }

    /// TypeScript looks into a `Record` at once, and so finds a type that contains itself there
    /// to be without end.
    pub(super) fn record(&self, key: &str, ty: &Type, text: &str) -> String {
        let recursive = |&index: &usize| self.recursive.get(index).copied().unwrap_or_default();
        if ty.refs().iter().any(recursive) {
            format!("{{ [key: {key}]: {text} }}")
        } else {
            format!("Record<{key}, {text}>")
        }
    }

    /// What TypeScript cannot say of a type, in words.
    pub(super) fn rule(&self, ty: &Type) -> Option<String> {
        rule(ty, &|id| self.inline[id.0].then(|| &self.graph.def(id).ty))
    }
}

fn vocabulary_names(graph: &TypeGraph) -> BTreeMap<&str, String> {
    let mut names = Names::default();
    if !matches!(graph.root.unguarded(), Type::Ref(_)) {
        names.take(graph.root_name(), &[]);
    }
    for def in &graph.defs {
        names.take(&def.name, &[]);
    }
    let own = graph.vocabularies.keys().map(|name| {
        let mut chars = identifier(name).chars().collect::<Vec<_>>().into_iter();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        let word: String = first.chain(chars).collect();
        (name.as_str(), names.take(&word, &[]))
    });
    own.collect()
}

pub(super) fn grouped(text: String, place: Place) -> String {
    if place == Place::Operand {
        format!("({text})")
    } else {
        text
    }
}
