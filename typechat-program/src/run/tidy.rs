//! `None` in a struct is written as `null`, where its type says that the member is left out.

use serde_json::Value;
use typechat::schema::{Presence, Type, TypeGraph};

/// Leaves out members that are `null` where the type has an optional member without `null`.
pub(super) fn tidy(graph: &TypeGraph, ty: &Type, value: &mut Value) {
    match (graph.resolve(ty), value) {
        (Type::Nullable(inner), value) => tidy(graph, inner, value),
        (Type::Union(branches), value) => {
            for branch in branches {
                // A branch that leads back to its union has no content of its own.
                if !matches!(graph.resolve(&branch.ty), Type::Union(_)) {
                    tidy(graph, &branch.ty, value);
                }
            }
        }
        (Type::Array(array), Value::Array(items)) => {
            for item in items {
                tidy(graph, &array.items, item);
            }
        }
        (Type::Tuple(tuple), Value::Array(items)) => {
            let types = tuple
                .items
                .iter()
                .chain(tuple.rest.iter().map(|rest| &**rest).cycle());
            items
                .iter_mut()
                .zip(types)
                .for_each(|(item, ty)| tidy(graph, ty, item));
        }
        (Type::Map(map), Value::Object(members)) => {
            members
                .values_mut()
                .for_each(|member| tidy(graph, &map.values, member));
        }
        (Type::Object(object), Value::Object(members)) => {
            for field in &object.fields {
                let is_left_out = field.presence == Presence::Optional
                    && members.get(&field.name).is_some_and(Value::is_null)
                    && !takes_null(graph, &field.ty);
                if is_left_out {
                    members.shift_remove(&field.name);
                } else if let Some(member) = members.get_mut(&field.name) {
                    tidy(graph, &field.ty, member);
                }
            }
        }
        _ => {}
    }
}

fn takes_null(graph: &TypeGraph, ty: &Type) -> bool {
    matches!(
        graph.resolve(ty),
        Type::Any | Type::Null | Type::Nullable(_)
    )
}
