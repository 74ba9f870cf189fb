//! The parts of a value, each with the type that it has.

use serde_json::Value;
use typechat::{
    reply::Path,
    schema::{Field, Presence, Type, TypeGraph},
};

/// A part of the value and the type that it has.
#[derive(Debug)]
pub(super) struct Place<'a> {
    pub(super) path: Path,
    pub(super) ty: &'a Type,
    pub(super) value: &'a Value,
}

/// Each part with its type; nothing below what may be any JSON.
pub(super) fn walk<'a>(
    graph: &'a TypeGraph,
    ty: &'a Type,
    value: &'a Value,
    path: Path,
    out: &mut Vec<Place<'a>>,
) {
    let mut ty = graph.resolve(ty);
    loop {
        ty = graph.resolve(match ty {
            Type::Nullable(inner) if !value.is_null() => inner,
            Type::Union(branches) => match branches.iter().find(|b| fits(graph, &b.ty, value)) {
                Some(branch) => &branch.ty,
                None => break,
            },
            _ => break,
        });
    }
    let at = path.clone();
    out.push(Place { path, ty, value });
    match (ty, value) {
        (Type::Array(array), Value::Array(items)) => {
            for (index, item) in items.iter().enumerate() {
                walk(graph, &array.items, item, at.clone().index(index), out);
            }
        }
        (Type::Tuple(tuple), Value::Array(items)) => {
            for (index, (item, ty)) in items.iter().zip(&tuple.items).enumerate() {
                walk(graph, ty, item, at.clone().index(index), out);
            }
        }
        (Type::Map(map), Value::Object(members)) => {
            for (key, member) in members {
                walk(
                    graph,
                    &map.values,
                    member,
                    at.clone().key(key.as_str()),
                    out,
                );
            }
        }
        (Type::Object(object), Value::Object(members)) => {
            let known = |field: &'a Field| Some((field, members.get(&field.name)?));
            for (field, member) in object.fields.iter().filter_map(known) {
                walk(
                    graph,
                    &field.ty,
                    member,
                    at.clone().key(field.name.as_str()),
                    out,
                );
            }
        }
        _ => {}
    }
}

/// Whether a value has the shape of a type; of the rules, only constants are asked.
fn fits(graph: &TypeGraph, ty: &Type, value: &Value) -> bool {
    match (graph.resolve(ty), value) {
        (Type::Any, _)
        | (Type::Null | Type::Nullable(_), Value::Null)
        | (Type::Boolean, Value::Bool(_))
        | (Type::String(_) | Type::Vocabulary(_), Value::String(_))
        | (Type::Integer(_) | Type::Number(_), Value::Number(_))
        | (Type::Tuple(_), Value::Array(_))
        | (Type::Map(_), Value::Object(_)) => true,
        (Type::Enum(members), _) => members.iter().any(|m| m.value.to_value() == *value),
        (Type::Array(array), Value::Array(items)) => {
            items.iter().all(|item| fits(graph, &array.items, item))
        }
        (Type::Object(object), Value::Object(members)) => {
            let is_known = |name: &String| object.fields.iter().any(|field| field.name == *name);
            members.keys().all(is_known)
                && object
                    .fields
                    .iter()
                    .all(|field| match members.get(&field.name) {
                        Some(member) => fits(graph, &field.ty, member),
                        None => field.presence == Presence::Optional,
                    })
        }
        (Type::Nullable(inner), _) => fits(graph, inner, value),
        (Type::Union(branches), _) => branches.iter().any(|b| fits(graph, &b.ty, value)),
        _ => false,
    }
}
