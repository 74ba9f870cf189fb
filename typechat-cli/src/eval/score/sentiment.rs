//! The mood of a text.

use serde_json::Value;

use super::{Bad, text};

pub(super) fn label(value: &Value) -> Result<String, Bad> {
    let value = text::clean(value);
    let label = match &value {
        Value::Object(members) => members.get("sentiment").or_else(|| members.get("label")),
        other => Some(other),
    };
    text::name(label)
}
