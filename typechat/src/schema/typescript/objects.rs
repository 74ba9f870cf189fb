//! Objects and their members.

use std::fmt::Write;

use super::{
    Comments, WIDTH,
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
        // Each member is written once: what is one line is the same at any indentation.
        let rows = self.rows(object, indent + 1);
        let texts = || rows.iter().map(|(_, text)| text.as_str());
        let width: usize = texts().map(|text| text.len() + 2).sum();
        let says = rows.iter().any(|(words, _)| !words.is_empty());
        let is_short = width < WIDTH && !texts().any(|text| text.contains('\n'));
        if !self.comments || (!says && is_short) {
            let line = texts().collect::<Vec<_>>().join("; ");
            return format!("{{ {line} }}");
        }
        self.lines(&rows, indent)
    }

    /// An object with a line for each member.
    pub(super) fn block(&mut self, object: &ObjectType, indent: usize) -> String {
        let rows = self.rows(object, indent + 1);
        self.lines(&rows, indent)
    }

    fn lines(&self, rows: &[(String, String)], indent: usize) -> String {
        let pad = "  ".repeat(indent + 1);
        let mut out = String::from("{\n");
        for (words, text) in rows {
            let words = comment(words, indent + 1);
            let trails = self.rendering.comments == Comments::Trailing
                && words.matches('\n').count() == 1
                && !text.contains('\n');
            if trails {
                let _ = writeln!(out, "{pad}{text}; {}", words.trim());
            } else {
                let _ = writeln!(out, "{words}{pad}{text};");
            }
        }
        out + &"  ".repeat(indent) + "}"
    }

    /// The members, each with what is said about it.
    fn rows(&mut self, object: &ObjectType, indent: usize) -> Vec<(String, String)> {
        let mut rows = Vec::new();
        for field in &object.fields {
            let words = if self.comments {
                self.words(field)
            } else {
                String::new()
            };
            rows.push((words, self.member(field, indent)));
        }
        if let Some(signature) = index_signature(object) {
            // A phrase has no comments; one within a comment would lead back to itself.
            let rest = told_rest(object).filter(|_| self.comments).map(|rest| {
                let type_of = self.graph.phrase(rest);
                match self.rule(rest).filter(|rule| !type_of.contains(rule)) {
                    Some(rule) => format!("Other members: {type_of} ({rule})"),
                    None => format!("Other members: {type_of}"),
                }
            });
            rows.push((rest.unwrap_or_default(), signature.to_owned()));
        }
        rows
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
