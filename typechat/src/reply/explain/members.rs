//! Objects and maps: what is missing, what is too much, and what the members hold.

use std::fmt::Write;

use serde_json::{Map, Value};

use super::{Explain, expected::expected, nearest};
use crate::{
    reply::{
        Path, Problem, ProblemCode, ProblemKind, scalar::is_within, trail::Trail,
        verdict::member_type, words::quoted,
    },
    schema::{MapType, ObjectType, Presence},
};

impl Explain<'_> {
    /// Wrong members come in the order of the value, then what is too much, then what is missing.
    pub(super) fn object(
        &mut self,
        object: &ObjectType,
        members: &Map<String, Value>,
        at: &Trail<'_>,
    ) {
        let graph = self.graph;
        for (name, member) in members {
            if let Some(ty) = member_type(object, name) {
                self.walk(ty, member, &at.key(name));
            }
        }
        for name in members.keys() {
            if member_type(object, name).is_none() {
                self.found
                    .add(|| unknown_member(at.key(name).path(), name, object, members));
            }
        }
        for field in &object.fields {
            if field.presence == Presence::Required && !members.contains_key(&field.name) {
                self.found
                    .add(|| missing(at.path(), &field.name, expected(graph, &field.ty)));
            }
        }
    }

    pub(super) fn map(&mut self, map: &MapType, members: &Map<String, Value>, at: &Trail<'_>) {
        let graph = self.graph;
        if !is_within(map.length, members.len()) {
            let wanted = map.length.words("member", "members").unwrap_or_default();
            self.rule(at, wanted, members.len().to_string());
        }
        for (key, member) in members {
            let at = at.key(key);
            if !self.verdict.may_have(map, key) {
                self.found.add(|| {
                    let mut problem = Problem::mismatch(
                        ProblemCode::UnknownMember,
                        at.path(),
                        expected(graph, &map.keys),
                        quoted(key),
                    );
                    let wanted = problem.expected.as_deref().unwrap_or_default();
                    problem.text = format!("expected {wanted} for the key, found {}", quoted(key));
                    problem
                });
            }
            self.walk(&map.values, member, &at);
        }
    }
}

pub(super) fn missing(path: Path, name: &str, expected: String) -> Problem {
    let text = format!(
        "the member {} is missing; expected {expected}",
        quoted(name)
    );
    let mut problem = Problem::new(ProblemKind::Type, ProblemCode::MissingMember, path, text);
    problem.expected = Some(expected);
    problem.found = Some("nothing".to_owned());
    problem
}

fn unknown_member(
    path: Path,
    name: &str,
    object: &ObjectType,
    members: &Map<String, Value>,
) -> Problem {
    let fields = object.fields.iter().map(|field| field.name.clone());
    let absent: Vec<String> = fields.filter(|name| !members.contains_key(name)).collect();
    let nearest = nearest(&Value::from(name), &absent);
    let mut text = "the type has no such member".to_owned();
    if nearest.is_empty() {
        text += "; leave it out";
        let names: Vec<&str> = object.fields.iter().map(|f| f.name.as_str()).collect();
        if !names.is_empty() && names.len() <= 12 {
            let _ = write!(text, " (the type has {})", names.join(", "));
        }
    }
    let problem = Problem::new(ProblemKind::Type, ProblemCode::UnknownMember, path, text);
    problem.hint(&nearest)
}
