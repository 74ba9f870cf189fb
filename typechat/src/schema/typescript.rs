//! The graph as TypeScript: what the model reads.

use std::fmt::{self, Write};

use super::{Branch, Field, Member, NumberRange, ObjectType, Presence, Type, TypeGraph};

/// Where a type stands decides whether it needs parentheses.
#[derive(Clone, Copy, PartialEq)]
enum Place {
    Free,
    Operand,
}

impl TypeGraph {
    /// The graph as TypeScript declarations: the root first, then the named types in order of
    /// first use. A named type that is used once, is not recursive and has no documentation is
    /// written where it is used.
    pub fn to_typescript(&self) -> String {
        let mut printer = Printer::new(self, true);
        let mut out = String::new();
        if !matches!(self.root, Type::Ref(_)) {
            let _ = writeln!(
                out,
                "type {} = {};",
                self.root_name(),
                printer.free(&self.root, 0)
            );
        }
        for (index, def) in self.defs.iter().enumerate() {
            if printer.inline[index] {
                continue;
            }
            if !out.is_empty() {
                out.push('\n');
            }
            out.push_str(&comment(&def.docs, 0));
            match &def.ty {
                Type::Object(object) if !object.fields.is_empty() || object.rest.is_none() => {
                    let body = printer.block(object, 0);
                    let _ = writeln!(out, "interface {} {body}", def.name);
                }
                other => {
                    let text = printer.free(other, 0);
                    let gap = if text.starts_with('\n') { "" } else { " " };
                    let _ = writeln!(out, "type {} ={gap}{text};", def.name);
                }
            }
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
                let phrases: Vec<String> = branches
                    .iter()
                    .map(|branch| match self.resolve(&branch.ty) {
                        Type::Union(_) | Type::Array(_) => printer.free(&branch.ty, 0),
                        other => self.phrase(other),
                    })
                    .collect();
                phrases.join(" | ")
            }
            Type::Integer(range) => rule("integer", range),
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
    inline: Vec<bool>,
    comments: bool,
}

impl<'a> Printer<'a> {
    fn new(graph: &'a TypeGraph, comments: bool) -> Self {
        let mut inline = vec![false; graph.defs.len()];
        if comments {
            let mut uses = vec![0_usize; graph.defs.len()];
            count(&graph.root, &mut uses);
            for def in &graph.defs {
                count(&def.ty, &mut uses);
            }
            for (index, def) in graph.defs.iter().enumerate() {
                let is_root = matches!(&graph.root, Type::Ref(id) if id.0 == index);
                inline[index] =
                    uses[index] == 1 && def.docs.is_empty() && !is_root && !recursive(graph, index);
            }
        }
        Self {
            graph,
            inline,
            comments,
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
            Type::String => "string".into(),
            Type::Integer(_) | Type::Number(_) => "number".into(),
            Type::Enum(members) => self.constants(members, indent, place),
            Type::Array(item) => format!("{}[]", self.write(item, indent, Place::Operand)),
            Type::Object(object) => self.object(object, indent),
            Type::Union(branches) => self.union(branches, indent, place),
            Type::Nullable(inner) => {
                let inner = self.free(inner, indent);
                grouped(format!("{inner} | null"), place)
            }
            Type::Ref(id) if self.inline[id.0] => {
                let graph = self.graph;
                self.write(&graph.def(*id).ty, indent, place)
            }
            Type::Ref(id) => self.graph.def(*id).name.clone(),
        }
    }

    fn constants(&self, members: &[Member], indent: usize, place: Place) -> String {
        if members.is_empty() {
            return "never".into();
        }
        let texts = members.iter().map(|m| m.value.to_value().to_string());
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
        if branches.is_empty() {
            return "never".into();
        }
        let rows: Vec<(&str, String)> = branches
            .iter()
            .map(|b| {
                let place = self.branch_place(&b.ty);
                (b.docs.as_str(), self.write(&b.ty, indent + 1, place))
            })
            .collect();
        let plain = !self.comments || rows.iter().all(|(docs, _)| docs.is_empty());
        let width: usize = rows.iter().map(|(_, text)| text.len() + 3).sum();
        let one_line = plain && (width < 100 || rows.iter().all(|(_, t)| !t.starts_with('{')));
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
            Type::Ref(id) if self.inline[id.0] => self.branch_place(&self.graph.def(*id).ty),
            _ => Place::Operand,
        }
    }

    fn object(&mut self, object: &ObjectType, indent: usize) -> String {
        let commented = self.comments
            && object
                .fields
                .iter()
                .any(|f| !f.docs.is_empty() || member_rule(&f.ty).is_some());
        if object.fields.is_empty() {
            return match &object.rest {
                None => "Record<string, never>".into(),
                Some(rest) => format!("Record<string, {}>", self.free(rest, indent)),
            };
        }
        if commented {
            return self.block(object, indent);
        }
        let mut members: Vec<String> = object
            .fields
            .iter()
            .map(|f| self.member(f, indent))
            .collect();
        if let Some(rest) = &object.rest {
            members.push(self.index_signature(rest, object, indent));
        }
        format!("{{ {} }}", members.join("; "))
    }

    fn block(&mut self, object: &ObjectType, indent: usize) -> String {
        let pad = "  ".repeat(indent + 1);
        let mut out = String::from("{\n");
        for field in &object.fields {
            let docs = match member_rule(&field.ty) {
                Some(rule) if field.docs.is_empty() => rule,
                Some(rule) => format!("{} ({rule})", field.docs),
                None => field.docs.clone(),
            };
            out.push_str(&comment(&docs, indent + 1));
            let _ = writeln!(out, "{pad}{};", self.member(field, indent + 1));
        }
        if let Some(rest) = &object.rest {
            let signature = self.index_signature(rest, object, indent + 1);
            let _ = writeln!(out, "{pad}{signature};");
        }
        out + &"  ".repeat(indent) + "}"
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

    /// TypeScript wants the named members to fit the index signature, so it is widened when
    /// there are any.
    fn index_signature(&mut self, rest: &Type, object: &ObjectType, indent: usize) -> String {
        let ty = if object.fields.is_empty() {
            self.free(rest, indent)
        } else {
            "any".into()
        };
        format!("[key: string]: {ty}")
    }
}

fn count(ty: &Type, uses: &mut [usize]) {
    match ty {
        Type::Ref(id) => uses[id.0] += 1,
        Type::Array(inner) | Type::Nullable(inner) => count(inner, uses),
        Type::Object(object) => {
            object.fields.iter().for_each(|f| count(&f.ty, uses));
            object.rest.iter().for_each(|rest| count(rest, uses));
        }
        Type::Union(branches) => branches.iter().for_each(|b| count(&b.ty, uses)),
        _ => {}
    }
}

fn recursive(graph: &TypeGraph, start: usize) -> bool {
    let mut seen = vec![false; graph.defs.len()];
    let mut todo = vec![start];
    while let Some(index) = todo.pop() {
        let mut uses = vec![0; graph.defs.len()];
        count(&graph.defs[index].ty, &mut uses);
        for (next, _) in uses.iter().enumerate().filter(|(_, uses)| **uses > 0) {
            if next == start {
                return true;
            }
            if !std::mem::replace(&mut seen[next], true) {
                todo.push(next);
            }
        }
    }
    false
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

/// Documentation as line comments that cannot end early and cannot close a fence.
fn comment(docs: &str, indent: usize) -> String {
    let pad = "  ".repeat(indent);
    let clean = docs
        .replace("```", "'''")
        .replace(['\r', '\u{2028}', '\u{2029}'], " ");
    clean
        .lines()
        .map(|line| format!("{pad}// {}", line.trim_end()).trim_end().to_owned() + "\n")
        .collect()
}

fn key(name: &str) -> String {
    let mut chars = name.chars();
    let plain = chars
        .next()
        .is_some_and(|c| c.is_ascii_alphabetic() || c == '_' || c == '$')
        && chars.all(|c| c.is_ascii_alphanumeric() || c == '_' || c == '$');
    if plain {
        name.to_owned()
    } else {
        serde_json::Value::from(name).to_string()
    }
}

fn member_rule(ty: &Type) -> Option<String> {
    match ty {
        Type::Integer(range) => Some(rule("integer", range)),
        Type::Number(range) => Some(rule("number", range)).filter(|rule| rule != "number"),
        Type::Nullable(inner) => member_rule(inner),
        Type::Array(item) => member_rule(item).map(|rule| format!("each: {rule}")),
        _ => None,
    }
}

/// Bounds in words; bounds past 32 bits tell a model nothing and are left out.
fn rule(kind: &str, range: &NumberRange) -> String {
    let shown = |bound: &Option<serde_json::Number>| {
        let bound = bound.as_ref()?;
        let value = bound.as_f64()?;
        (value > f64::from(i32::MIN) && value < f64::from(i32::MAX)).then(|| bound.to_string())
    };
    match (shown(&range.minimum), shown(&range.maximum)) {
        (Some(low), Some(high)) => format!("{kind} from {low} to {high}"),
        (Some(low), None) => format!("{kind} >= {low}"),
        (None, Some(high)) => format!("{kind} <= {high}"),
        (None, None) => kind.to_owned(),
    }
}
