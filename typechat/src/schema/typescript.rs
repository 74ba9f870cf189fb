//! The graph as TypeScript: what the model reads.

mod inline;
mod words;

use std::fmt::{self, Write};

use inline::inlined;
use words::{comment, key, literal, rule};

use super::{
    ArrayType, Branch, Field, MapType, Member, ObjectType, Presence, TupleType, Type, TypeGraph,
    cycles::on_cycle,
    integer_keys::are_integers,
    names::{Names, identifier},
};

/// Lines of members are broken before they are longer than this.
const WIDTH: usize = 100;

/// Where a type stands decides whether it needs parentheses.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Free,
    Operand,
}

impl TypeGraph {
    /// The graph as TypeScript declarations: the root first, then the named types in order of
    /// first use, then the vocabularies that are bound at run time. A named type that is used
    /// once, is not recursive and has no documentation is written where it is used.
    pub fn to_typescript(&self) -> String {
        let mut printer = Printer::new(self, true);
        let mut out = String::new();
        if !matches!(self.root.unguarded(), Type::Ref(_)) {
            printer.declare(self.root_name(), "", &self.root, &mut out);
        }
        for (def, inline) in self.defs.iter().zip(printer.inline.clone()) {
            if !inline {
                printer.declare(&def.name, &def.docs, &def.ty, &mut out);
            }
        }
        for (name, words) in &self.vocabularies {
            let members: Vec<Member> = words
                .iter()
                .map(|word| Member::new(word.as_str(), ""))
                .collect();
            let ty = if words.is_empty() {
                Type::string()
            } else {
                Type::Enum(members)
            };
            let name = printer.vocabulary(name);
            printer.declare(&name, "", &ty, &mut out);
        }
        out
    }

    /// One type in TypeScript terms on one line, for messages: names stand for named types.
    pub(crate) fn phrase(&self, ty: &Type) -> String {
        let mut printer = Printer::new(self, false);
        match self.resolve(ty) {
            // Constants and scalars say more than the name of their type.
            constants @ Type::Enum(_) => printer.free(constants, 0),
            Type::Union(branches)
                if !branches
                    .iter()
                    .any(|b| matches!(self.resolve(&b.ty), Type::Object(_))) =>
            {
                // A union that leads back to itself without an object would not be JSON's.
                let mut phrases: Vec<String> = Vec::new();
                for branch in branches {
                    let phrase = match self.resolve(&branch.ty) {
                        Type::Union(_) | Type::Array(_) => printer.free(&branch.ty, 0),
                        other => self.phrase(other),
                    };
                    if !phrases.contains(&phrase) {
                        phrases.push(phrase);
                    }
                }
                phrases.join(" | ")
            }
            Type::Integer(range) => range.words("integer"),
            Type::String(rules) => match rules.words() {
                Some(words) => format!("string ({words})"),
                None => "string".into(),
            },
            Type::Vocabulary(name) => match self.vocabularies.get(name) {
                Some(words) if !words.is_empty() => words
                    .iter()
                    .map(|word| literal(&word.as_str().into()))
                    .collect::<Vec<_>>()
                    .join(" | "),
                _ => "string".into(),
            },
            _ => printer.free(ty, 0),
        }
    }
}

impl fmt::Display for TypeGraph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_typescript())
    }
}

struct Printer<'a> {
    graph: &'a TypeGraph,
    /// Which definitions are written where they are used.
    inline: Vec<bool>,
    /// Which definitions lead back to themselves.
    recursive: Vec<bool>,
    comments: bool,
}

impl<'a> Printer<'a> {
    fn new(graph: &'a TypeGraph, comments: bool) -> Self {
        let (mut inline, mut recursive) = (vec![false; graph.defs.len()], Vec::new());
        if comments {
            let edges: Vec<Vec<usize>> = graph.defs.iter().map(|def| def.ty.refs()).collect();
            recursive = on_cycle(&edges);
            inline = inlined(graph, &edges, &recursive);
        }
        Self {
            graph,
            inline,
            recursive,
            comments,
        }
    }

    fn declare(&mut self, name: &str, docs: &str, ty: &Type, out: &mut String) {
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

    fn free(&mut self, ty: &Type, indent: usize) -> String {
        self.write(ty, indent, Place::Free)
    }

    fn write(&mut self, ty: &Type, indent: usize, place: Place) -> String {
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

    /// The name of a vocabulary, kept apart from those of the definitions.
    fn vocabulary(&self, name: &str) -> String {
        let mut names = Names::default();
        for def in &self.graph.defs {
            names.take(&def.name, &[]);
        }
        let mut chars = identifier(name).chars().collect::<Vec<_>>().into_iter();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        names.take(&first.chain(chars).collect::<String>(), &[])
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
    fn record(&self, key: &str, ty: &Type, text: &str) -> String {
        let recursive = |&index: &usize| self.recursive.get(index).copied().unwrap_or_default();
        if ty.refs().iter().any(recursive) {
            format!("{{ [key: {key}]: {text} }}")
        } else {
            format!("Record<{key}, {text}>")
        }
    }

    fn constants(&self, members: &[Member], indent: usize, place: Place) -> String {
        if members.is_empty() {
            return "never".into();
        }
        let texts = members.iter().map(|m| literal(&m.value.to_value()));
        if !self.comments || members.iter().all(|m| m.docs.is_empty()) {
            let text = texts.collect::<Vec<_>>().join(" | ");
            return if members.len() > 1 {
                grouped(text, place)
            } else {
                text
            };
        }
        let rows = members
            .iter()
            .zip(texts)
            .map(|(m, text)| (m.docs.as_str(), text));
        grouped(listed(rows, indent), place)
    }

    fn union(&mut self, branches: &[Branch], indent: usize, place: Place) -> String {
        let mut rows: Vec<(&str, String)> = Vec::new();
        for branch in branches {
            let place = self.branch_place(&branch.ty);
            let row = (&*branch.docs, self.write(&branch.ty, indent + 1, place));
            // Two ranges of numbers are both a number.
            let is_scalar = !row.1.contains(['{', '[']);
            if !(is_scalar && rows.contains(&row)) {
                rows.push(row);
            }
        }
        if rows.is_empty() {
            return "never".into();
        }
        let plain = !self.comments || rows.iter().all(|(docs, _)| docs.is_empty());
        let width: usize = rows.iter().map(|(_, text)| text.len() + 3).sum();
        let one_line = plain && (width < WIDTH || rows.iter().all(|(_, t)| !t.starts_with('{')));
        if one_line || !self.comments {
            let texts: Vec<String> = rows.into_iter().map(|(_, text)| text).collect();
            return if texts.len() > 1 {
                grouped(texts.join(" | "), place)
            } else {
                texts.concat()
            };
        }
        grouped(listed(rows.into_iter(), indent), place)
    }

    /// Constants on one line need no parentheses within a union.
    fn branch_place(&self, ty: &Type) -> Place {
        match ty {
            Type::Enum(members) if members.iter().all(|m| m.docs.is_empty()) => Place::Free,
            Type::Guarded(guarded) => self.branch_place(&guarded.ty),
            Type::Ref(id) if self.inline[id.0] => self.branch_place(&self.graph.def(*id).ty),
            _ => Place::Operand,
        }
    }

    fn object(&mut self, object: &ObjectType, indent: usize) -> String {
        if object.fields.is_empty() {
            return match &object.rest {
                None => "Record<string, never>".into(),
                Some(rest) => {
                    let text = self.free(rest, indent);
                    self.record("string", rest, &text)
                }
            };
        }
        let says = |f: &Field| !self.words(f).is_empty();
        if self.comments && object.fields.iter().any(says) {
            return self.block(object, indent);
        }
        let mut members: Vec<String> = object
            .fields
            .iter()
            .map(|f| self.member(f, indent))
            .collect();
        members.extend(index_signature(object));
        let line = format!("{{ {} }}", members.join("; "));
        if self.comments && line.len() > WIDTH && !line.contains('\n') {
            return self.block(object, indent);
        }
        line
    }

    fn block(&mut self, object: &ObjectType, indent: usize) -> String {
        let pad = "  ".repeat(indent + 1);
        let mut out = String::from("{\n");
        for field in &object.fields {
            out.push_str(&comment(&self.words(field), indent + 1));
            let _ = writeln!(out, "{pad}{};", self.member(field, indent + 1));
        }
        if let Some(signature) = index_signature(object) {
            let _ = writeln!(out, "{pad}{signature};");
        }
        out + &"  ".repeat(indent) + "}"
    }

    /// What is said about a member: its documentation, its rule, its examples.
    fn words(&self, field: &Field) -> String {
        let mut words = with_rule(&field.docs, self.rule(&field.ty));
        for example in &field.examples {
            let gap = if words.is_empty() { "" } else { "\n" };
            let _ = write!(words, "{gap}Example: {example}");
        }
        words
    }

    fn rule(&self, ty: &Type) -> Option<String> {
        rule(ty, &|id| self.inline[id.0].then(|| &self.graph.def(id).ty))
    }

    fn member(&mut self, field: &Field, indent: usize) -> String {
        let mark = if field.presence == Presence::Optional {
            "?"
        } else {
            ""
        };
        let ty = self.free(&field.ty, indent);
        let gap = if ty.starts_with('\n') { "" } else { " " };
        format!("{}{mark}:{gap}{ty}", key(&field.name))
    }
}

/// TypeScript wants the named members to fit the index signature, so it is as wide as can be.
fn index_signature(object: &ObjectType) -> Option<String> {
    let told = object.rest.as_ref().filter(|_| !object.untold);
    told.map(|_| "[key: string]: any".into())
}

fn with_rule(docs: &str, rule: Option<String>) -> String {
    match rule {
        Some(rule) if docs.is_empty() => rule,
        Some(rule) => format!("{docs} ({rule})"),
        None => docs.to_owned(),
    }
}

fn grouped(text: String, place: Place) -> String {
    if place == Place::Operand {
        format!("({text})")
    } else {
        text
    }
}

fn listed<'a>(rows: impl Iterator<Item = (&'a str, String)>, indent: usize) -> String {
    let pad = "  ".repeat(indent + 1);
    let mut out = String::new();
    for (docs, text) in rows {
        out.push('\n');
        out.push_str(&comment(docs, indent + 1));
        let _ = write!(out, "{pad}| {text}");
    }
    out
}
