//! Whole numbers that are written as fractions: `2.0`, `1e2`, `-0`.

use serde_json::{Number, Value};

use super::{Path, trail::Trail};
use crate::schema::{Literal, Type, TypeGraph};

/// A number that was changed, and what it is now.
pub(super) struct Changed {
    pub(super) path: Path,
    pub(super) now: Number,
}

/// Writes whole numbers as integers where the type has an integer, in any branch of a union.
/// Every part of the value is visited once, with all the types that may be meant there. `each`
/// is called with the place of each change.
pub(super) fn write_whole(
    graph: &TypeGraph,
    value: &mut Value,
    each: &mut dyn FnMut(&dyn Fn() -> Changed),
) {
    visit(graph, vec![&graph.root], value, &Trail::root(), each);
}

fn visit(
    graph: &TypeGraph,
    types: Vec<&Type>,
    value: &mut Value,
    trail: &Trail<'_>,
    each: &mut dyn FnMut(&dyn Fn() -> Changed),
) {
    let types = plain(graph, types);
    if types.is_empty() {
        return;
    }
    match value {
        Value::Number(number) => {
            if let (true, Some(now)) = (types.iter().any(|ty| is_whole(ty)), whole(number)) {
                each(&|| Changed {
                    path: trail.path(),
                    now: now.clone(),
                });
                *number = now;
            }
        }
        Value::Array(items) => {
            for (index, item) in items.iter_mut().enumerate() {
                let within = types.iter().filter_map(|ty| match ty {
                    Type::Array(array) => Some(&*array.items),
                    Type::Tuple(tuple) => tuple.items.get(index).or(tuple.rest.as_deref()),
                    _ => None,
                });
                visit(graph, within.collect(), item, &trail.index(index), each);
            }
        }
        Value::Object(members) => {
            for (key, member) in members.iter_mut() {
                let within = types.iter().filter_map(|ty| match ty {
                    Type::Object(object) => object
                        .fields
                        .iter()
                        .find(|field| field.name == *key)
                        .map(|field| &field.ty)
                        .or(object.rest.as_deref()),
                    Type::Map(map) => Some(&*map.values),
                    _ => None,
                });
                visit(graph, within.collect(), member, &trail.key(key), each);
            }
        }
        _ => {}
    }
}

/// The types behind references, unions and `null`, each once.
fn plain<'a>(graph: &'a TypeGraph, mut todo: Vec<&'a Type>) -> Vec<&'a Type> {
    let (mut seen, mut found): (Vec<&Type>, Vec<&Type>) = (Vec::new(), Vec::new());
    while let Some(ty) = todo.pop() {
        let ty = graph.resolve(ty);
        if seen.iter().any(|known| std::ptr::eq(*known, ty)) {
            continue;
        }
        seen.push(ty);
        match ty {
            Type::Union(branches) => todo.extend(branches.iter().map(|branch| &branch.ty)),
            Type::Nullable(inner) => todo.push(inner),
            other => found.push(other),
        }
    }
    found
}

fn is_whole(ty: &Type) -> bool {
    match ty {
        Type::Integer(_) => true,
        Type::Enum(members) => members
            .iter()
            .any(|member| matches!(&member.value, Literal::Number(n) if !n.is_f64())),
        _ => false,
    }
}

/// The same number as an integer, when it is written otherwise and can be.
pub(super) fn whole(number: &Number) -> Option<Number> {
    let value = number.as_f64().filter(|_| number.is_f64())?;
    // The first numbers past the types' ranges; both are powers of two, and so exact.
    let (low, high) = (-2_f64.powi(63), 2_f64.powi(64));
    if value.fract() != 0.0 || value < low || value >= high {
        return None;
    }
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "whole, and within the range of the type"
    )]
    Some(if value < 0.0 {
        Number::from(value as i64)
    } else {
        Number::from(value as u64)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::whole;

    #[test]
    fn only_what_an_integer_holds() {
        let number = |text: &str| whole(&text.parse().unwrap()).map(|n| json!(n));
        assert_eq!(number("2.0"), Some(json!(2)));
        assert_eq!(number("-0"), Some(json!(0)));
        assert_eq!(number("1e2"), Some(json!(100)));
        assert_eq!(number("-2e0"), Some(json!(-2)));
        assert_eq!(number("-9223372036854775808.0"), Some(json!(i64::MIN)));
        assert_eq!(number("1e19"), Some(json!(10_000_000_000_000_000_000_u64)));
        for text in ["2", "2.5", "1e20", "-1e19", "18446744073709551616.0"] {
            assert_eq!(number(text), None, "{text}");
        }
    }
}
