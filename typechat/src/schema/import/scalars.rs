//! Types by name, constants and bounds.

use serde_json::{Map, Value};

use super::{ImportError, Literal, Member, NumberRange, Place, Type};

const OBJECT: [&str; 3] = ["properties", "required", "additionalProperties"];

/// The types that a schema names, each once; without `type`, those that its keywords are about.
pub(super) fn kinds<'a>(
    members: &'a Map<String, Value>,
    place: Place<'_>,
) -> Result<Vec<&'a str>, ImportError> {
    let has = |keyword: &&str| members.contains_key(*keyword);
    let list = match members.get("type") {
        None if OBJECT.iter().any(has) => return Ok(vec!["object"]),
        None if members.contains_key("items") => return Ok(vec!["array"]),
        None if ["minimum", "maximum"].iter().any(has) => return Ok(vec!["number"]),
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) if !list.is_empty() => list.as_slice(),
        Some(one) => std::slice::from_ref(one),
    };
    let mut kinds = Vec::new();
    for kind in list {
        let Some(kind) = kind.as_str() else {
            return Err(place.malformed("type", "the name of a type, or a list of names"));
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Ok(kinds)
}

/// The bounds of a number.
pub(super) fn range(
    members: &Map<String, Value>,
    place: Place<'_>,
) -> Result<NumberRange, ImportError> {
    let bound = |keyword| match members.get(keyword) {
        None => Ok(None),
        Some(Value::Number(number)) => Ok(Some(number.clone())),
        Some(_) => Err(place.malformed(keyword, "a number")),
    };
    Ok(NumberRange {
        minimum: bound("minimum")?,
        maximum: bound("maximum")?,
        ..NumberRange::default()
    })
}

/// `enum` or `const`; `type` beside it leaves those of that type.
pub(super) fn constants(
    members: &Map<String, Value>,
    place: Place<'_>,
) -> Result<Type, ImportError> {
    let (keyword, values) = match (members.get("enum"), members.get("const")) {
        (Some(_), Some(_)) => return Err(place.unsupported("const")),
        (Some(Value::Array(list)), None) => ("enum", list.as_slice()),
        (_, Some(value)) => ("const", std::slice::from_ref(value)),
        _ => return Err(place.malformed("enum", "a list of constants")),
    };
    let kinds = kinds(members, place)?;
    let mut list = Vec::new();
    for value in values {
        let (literal, kind) = match value {
            Value::String(text) => (Literal::String(text.clone()), "string"),
            Value::Bool(value) => (Literal::Bool(*value), "boolean"),
            Value::Null => (Literal::Null, "null"),
            Value::Number(number) => (Literal::Number(number.clone()), "number"),
            _ => return Err(place.unsupported(keyword)),
        };
        let whole = value.is_i64()
            || value.is_u64()
            || value.as_f64().is_some_and(|number| number.fract() == 0.0);
        let fits = kinds.is_empty() || kinds.contains(&kind) || kinds.contains(&"integer") && whole;
        if fits {
            list.push(Member::new(literal, ""));
        }
    }
    if list.is_empty() {
        return Err(place.malformed(keyword, "a constant of the type beside it"));
    }
    Ok(Type::Enum(list))
}
