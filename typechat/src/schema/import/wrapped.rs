//! Documents that are no schema and have one: the definitions of tools and of response formats.

use serde_json::Value;

use super::{ImportError, scan};

/// The members under which others keep a schema.
const WRAPPERS: [&str; 4] = ["schema", "parameters", "inputSchema", "input_schema"];

/// Keywords that say something of a schema and hold none.
const OTHERS: [&str; 27] = [
    "$anchor",
    "$dynamicAnchor",
    "$dynamicRef",
    "$id",
    "$recursiveAnchor",
    "$recursiveRef",
    "$ref",
    "$schema",
    "const",
    "dependentRequired",
    "enum",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "pattern",
    "required",
    "type",
    "uniqueItems",
];

/// Refuses a document without any rule that has an object where others keep a schema: it would
/// allow any value.
pub(super) fn refuse(document: &Value) -> Result<(), ImportError> {
    let Value::Object(members) = document else {
        return Ok(());
    };
    let is_known = |keyword: &str| OTHERS.contains(&keyword) || scan::holds_schemas(keyword);
    if members.keys().any(|keyword| is_known(keyword)) {
        return Ok(());
    }
    let mut wrappers = WRAPPERS.into_iter();
    match wrappers.find(|name| members.get(*name).is_some_and(Value::is_object)) {
        Some(member) => Err(ImportError::Wrapped { member }),
        None => Ok(()),
    }
}
