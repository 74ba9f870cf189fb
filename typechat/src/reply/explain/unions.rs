//! Unions: only the branch that is meant is told of.

use serde_json::Value;

use super::{Explain, members::missing, names, nearest};
use crate::{
    reply::{Problem, ProblemCode, trail::Trail, verdict::member_type, words::brief},
    schema::{Branch, Field, Literal, Presence, Type, TypeGraph},
};

impl Explain<'_> {
    pub(super) fn union(
        &mut self,
        shown: &Type,
        union: &Type,
        branches: &[Branch],
        value: &Value,
        at: &Trail<'_>,
    ) {
        if self.verdict.fits(union, value) {
            return;
        }
        let graph = self.graph;
        if let (Value::Object(members), Some((tag, names))) = (value, common_tag(graph, branches)) {
            let expected = || {
                let quoted = names.iter().map(|n| Value::from(n.as_str()).to_string());
                quoted.collect::<Vec<_>>().join(" | ")
            };
            match members.get(&tag) {
                None => return self.found.add(|| missing(at.path(), &tag, expected())),
                Some(found) if !names.iter().any(|name| found == name) => {
                    let nearest = nearest(found, &names);
                    return self.found.add(|| {
                        let (code, path) = (ProblemCode::UnknownTag, at.key(&tag).path());
                        let problem =
                            Problem::mismatch(code, path, expected(), brief(found)).hint(&nearest);
                        match place_of(graph, branches, &tag, found) {
                            Some((outer, member)) => problem.belongs(&tag, outer, member),
                            None => problem,
                        }
                    });
                }
                Some(_) => {}
            }
        }
        if value.is_object() || value.is_array() {
            let meant = branches.iter().filter(|b| is_meant(graph, &b.ty, value));
            let meant: Vec<&Branch> = meant.collect();
            let named = || meant.iter().filter(|b| has_names(graph, &b.ty, value));
            let only = match meant.as_slice() {
                [only] => Some(*only),
                _ => named().next().filter(|_| named().count() == 1).copied(),
            };
            if let Some(only) = only {
                return self.walk(&only.ty, value, at);
            }
        }
        let texts = || {
            let constants = branches
                .iter()
                .filter_map(|branch| match graph.resolve(&branch.ty) {
                    Type::Enum(members) => Some(names(members)),
                    _ => None,
                });
            constants.flatten().collect()
        };
        self.mismatch(ProblemCode::NoBranch, shown, value, texts, at);
    }
}

/// The tag and its values, when every branch is an object with a constant under one name.
pub(super) fn common_tag(graph: &TypeGraph, branches: &[Branch]) -> Option<(String, Vec<String>)> {
    let constants: Vec<Vec<(&str, &str)>> = branches
        .iter()
        .map(|branch| match graph.resolve(&branch.ty) {
            Type::Object(object) => {
                let constants = object.fields.iter().filter_map(|f| constant(graph, f));
                constants.collect()
            }
            _ => Vec::new(),
        })
        .collect();
    constants.first()?.iter().find_map(|(tag, _)| {
        let value = |branch: &Vec<(&str, &str)>| {
            let found = branch.iter().find(|(name, _)| name == tag)?;
            Some(found.1.to_owned())
        };
        let values: Option<Vec<String>> = constants.iter().map(value).collect();
        Some(((*tag).to_owned(), values?))
    })
}

/// The branch and its member that take an object with this tag, when the object was put in the
/// place of what should be round it.
fn place_of<'a>(
    graph: &'a TypeGraph,
    branches: &'a [Branch],
    tag: &str,
    value: &Value,
) -> Option<(&'a str, &'a str)> {
    let takes = |ty: &Type| {
        let ty = match graph.resolve(ty) {
            Type::Nullable(inner) => graph.resolve(inner),
            Type::Array(array) => graph.resolve(&array.items),
            other => other,
        };
        let inner = match ty {
            Type::Union(inner) => inner.iter().map(|branch| &branch.ty).collect(),
            other => vec![other],
        };
        inner.iter().any(|ty| match graph.resolve(ty) {
            Type::Object(object) => object
                .fields
                .iter()
                .filter_map(|field| constant(graph, field))
                .any(|(name, text)| name == tag && value == text),
            _ => false,
        })
    };
    branches.iter().find_map(|branch| {
        let Type::Object(object) = graph.resolve(&branch.ty) else {
            return None;
        };
        let member = object.fields.iter().find(|field| takes(&field.ty))?;
        let constants = object.fields.iter().filter_map(|f| constant(graph, f));
        let (_, own) = constants.into_iter().find(|(name, _)| *name == tag)?;
        Some((own, member.name.as_str()))
    })
}

/// The one text that a member can hold.
pub(super) fn constant<'a>(graph: &'a TypeGraph, field: &'a Field) -> Option<(&'a str, &'a str)> {
    match graph.resolve(&field.ty) {
        Type::Enum(members) if field.presence == Presence::Required => match members.as_slice() {
            [only] => match &only.value {
                Literal::String(text) => Some((field.name.as_str(), text.as_str())),
                _ => None,
            },
            _ => None,
        },
        _ => None,
    }
}

/// Whether an object or a list may be meant as the type: its kind and its constants agree.
fn is_meant(graph: &TypeGraph, ty: &Type, value: &Value) -> bool {
    match (graph.resolve(ty), value) {
        (Type::Object(object), Value::Object(members)) => {
            let constants = object.fields.iter().filter_map(|f| constant(graph, f));
            constants
                .into_iter()
                .all(|(name, text)| members.get(name).is_some_and(|found| found == text))
        }
        (Type::Map(_), Value::Object(_)) | (Type::Array(_) | Type::Tuple(_), Value::Array(_)) => {
            true
        }
        (Type::Nullable(inner), _) => is_meant(graph, inner, value),
        (Type::Union(branches), _) => branches.iter().any(|b| is_meant(graph, &b.ty, value)),
        _ => false,
    }
}

/// Whether an object has the members that the type wants, and no others.
fn has_names(graph: &TypeGraph, ty: &Type, value: &Value) -> bool {
    match (graph.resolve(ty), value) {
        (Type::Object(object), Value::Object(members)) => {
            members
                .keys()
                .all(|name| member_type(object, name).is_some())
                && object.fields.iter().all(|field| {
                    field.presence == Presence::Optional || members.contains_key(&field.name)
                })
        }
        _ => false,
    }
}
