//! Objects and their members.

use std::fmt::Write;

use super::{
    WIDTH,
    printer::Printer,
    words::{comment, key, with_rule},
};
use crate::schema::{Field, ObjectType, Presence, Type};

impl Printer<'_> {
    pub(super) fn object(&mut self, object: &ObjectType, indent: usize) -> String {
        if object.fields.is_empty() {
            return match &object.rest {
                None => "Record<string, never>".into(),
                Some(rest) => {
                    let text = self.free(rest, indent);
                    self.record("string", rest, &text)
                }
            };
        }
        // What stands on one line has no indentation, so that members are written once: each level
        // of nesting would double the work.
        let members = self.members(object, indent + 1);
        let says = |f: &Field| !self.words(f).is_empty();
        if self.comments && (object.fields.iter().any(says) || told_rest(object).is_some()) {
            return self.block(object, &members, indent);
        }
        let signature = index_signature(object);
        let all: Vec<&str> = members
            .iter()
            .map(|member| &**member)
            .chain(signature)
            .collect();
        let line = format!("{{ {} }}", all.join("; "));
        if self.comments && (line.len() > WIDTH || line.contains('\n')) {
            return self.block(object, &members, indent);
        }
        line
    }

    pub(super) fn members(&mut self, object: &ObjectType, indent: usize) -> Vec<String> {
        let fields = object.fields.iter();
        fields.map(|field| self.member(field, indent)).collect()
    }

    /// An object with a line for each member, whose texts these are.
    pub(super) fn block(&self, object: &ObjectType, members: &[String], indent: usize) -> String {
        let pad = "  ".repeat(indent + 1);
        let mut out = String::from("{\n");
        for (field, member) in object.fields.iter().zip(members) {
            out.push_str(&comment(&self.words(field), indent + 1));
            let _ = writeln!(out, "{pad}{member};");
        }
        if let Some(signature) = index_signature(object) {
            let rest = told_rest(object).map(|rest| {
                let type_of = self.graph.phrase(rest);
                match self.rule(rest).filter(|rule| !type_of.contains(rule)) {
                    Some(rule) => format!("Other members: {type_of} ({rule})"),
                    None => format!("Other members: {type_of}"),
                }
            });
            out.push_str(&comment(&rest.unwrap_or_default(), indent + 1));
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

/// TypeScript wants the named members to fit the index signature, so it is as wide as can be,
/// and a comment tells the type.
fn index_signature(object: &ObjectType) -> Option<&'static str> {
    let told = object.rest.is_some() && !object.untold;
    told.then_some("[key: string]: any")
}

/// The type of further members, when there is something to tell.
fn told_rest(object: &ObjectType) -> Option<&Type> {
    let rest = object.rest.as_deref().filter(|_| !object.untold);
    rest.filter(|rest| **rest != Type::Any)
}
