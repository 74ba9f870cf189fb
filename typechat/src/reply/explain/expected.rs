//! What a place wants: TypeScript terms in few words, whatever the size of the type.

use serde_json::Value;

use super::unions::{common_tag, constant};
use crate::{
    reply::words::quoted,
    schema::{ArrayType, Branch, ObjectType, Presence, Type, TypeGraph},
};

/// The most constants and branches that are written out; more are counted.
pub(super) const MOST: usize = 24;
/// The most members of an object that are named.
const MEMBERS: usize = 8;
/// How deeply types are written out; further in stand their names.
const DEPTH: usize = 3;

/// What a part of the type should be. Objects are told by their members, since a type that is
/// used once has no name in the prompt.
pub(super) fn expected(graph: &TypeGraph, ty: &Type) -> String {
    write(graph, ty, 0)
}

fn write(graph: &TypeGraph, ty: &Type, depth: usize) -> String {
    if depth > DEPTH {
        return graph.phrase(ty);
    }
    match graph.resolve(ty) {
        Type::Enum(members) if members.len() > MOST => counted(members.len()),
        Type::Vocabulary(name) => match words(graph, name) {
            list if list.len() > MOST => counted(list.len()),
            _ => graph.phrase(ty),
        },
        Type::Object(object) => members(graph, object),
        Type::Nullable(inner) => format!("{} | null", write(graph, inner, depth + 1)),
        Type::Array(list) => array(graph, ty, list, depth),
        Type::Union(branches) => union(graph, branches, depth),
        _ => graph.phrase(ty),
    }
}

fn counted(count: usize) -> String {
    format!("one of the {count} words of the type")
}

/// The words of a vocabulary that is bound at run time.
pub(super) fn words<'a>(graph: &'a TypeGraph, name: &str) -> &'a [String] {
    let mut all = graph.vocabularies();
    all.find(|(known, _)| *known == name)
        .map_or(&[], |(_, words)| words)
}

fn array(graph: &TypeGraph, ty: &Type, list: &ArrayType, depth: usize) -> String {
    let item = write(graph, &list.items, depth + 1);
    match graph.resolve(&list.items) {
        Type::Object(_) | Type::Array(_) => format!("{item}[]"),
        Type::Union(_) if item.starts_with('{') && !item.contains("} | ") => format!("{item}[]"),
        Type::Union(_) | Type::Nullable(_) => format!("({item})[]"),
        _ => graph.phrase(ty),
    }
}

fn union(graph: &TypeGraph, branches: &[Branch], depth: usize) -> String {
    if let Some((tag, names)) = common_tag(graph, branches) {
        let names: Vec<String> = names
            .iter()
            .map(|n| Value::from(n.as_str()).to_string())
            .collect();
        let values = match names.len() {
            count if count > MOST => counted(count),
            _ => names.join(" | "),
        };
        return format!("{{ {}: {values}, … }}", key(&tag));
    }
    let mut texts: Vec<String> = Vec::new();
    for branch in branches {
        let text = write(graph, &branch.ty, depth + 1);
        if texts.len() == MOST {
            texts.push("…".to_owned());
            break;
        }
        if !texts.contains(&text) {
            texts.push(text);
        }
    }
    texts.join(" | ")
}

/// `{ kind: "circle", radius, note? }`
fn members(graph: &TypeGraph, object: &ObjectType) -> String {
    let mut texts: Vec<String> = Vec::new();
    for field in object.fields.iter().take(MEMBERS) {
        let name = key(&field.name);
        texts.push(match (constant(graph, field), field.presence) {
            (Some((_, only)), _) => format!("{name}: {}", quoted(only)),
            (None, Presence::Optional) => name + "?",
            (None, Presence::Required) => name,
        });
    }
    if object.fields.len() > MEMBERS || object.rest.is_some() && !object.untold {
        texts.push("…".to_owned());
    }
    if texts.is_empty() {
        return "{}".to_owned();
    }
    format!("{{ {} }}", texts.join(", "))
}

/// A member's name, in quotes where TypeScript wants them.
fn key(name: &str) -> String {
    let is_plain = !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$'));
    if is_plain && name.len() <= 60 {
        name.to_owned()
    } else {
        quoted(name)
    }
}
