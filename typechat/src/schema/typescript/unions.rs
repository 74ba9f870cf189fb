//! Constants and unions: on one line, or with a line and words for each.

use std::{collections::HashSet, fmt::Write};

use super::{
    WIDTH,
    printer::{Place, Printer, grouped},
    words::{comment, literal},
};
use crate::schema::{Branch, Member, Type};

impl Printer<'_> {
    pub(super) fn constants(&self, members: &[Member], indent: usize, place: Place) -> String {
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

    pub(super) fn union(&mut self, branches: &[Branch], indent: usize, place: Place) -> String {
        let mut rows: Vec<(&str, String)> = Vec::new();
        let mut scalars = HashSet::new();
        for branch in branches {
            let place = self.branch_place(&branch.ty);
            let row = (&*branch.docs, self.write(&branch.ty, indent + 1, place));
            // Two ranges of numbers are both a number.
            let is_scalar = !row.1.contains(['{', '[']);
            if !is_scalar || scalars.insert(row.clone()) {
                rows.push(row);
            }
        }
        if rows.is_empty() {
            return "never".into();
        }
        let plain = !self.comments || rows.iter().all(|(docs, _)| docs.is_empty());
        let width: usize = rows.iter().map(|(_, text)| text.len() + 3).sum();
        let is_short = width < WIDTH || rows.iter().all(|(_, text)| !text.starts_with('{'));
        let one_line = plain && is_short && !rows.iter().any(|(_, text)| text.contains('\n'));
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
