//! Values of domains without rules of their own: as JSON.

use serde_json::Value;

/// Whether two values say the same: members in any order, one that is null as good as none,
/// numbers by what they are worth.
pub(super) fn is_same(gold: &Value, got: &Value) -> bool {
    match (gold, got) {
        (Value::Object(gold), Value::Object(got)) => {
            let of = |members: &serde_json::Map<String, Value>, key: &str| {
                members.get(key).cloned().unwrap_or(Value::Null)
            };
            gold.keys()
                .chain(got.keys())
                .all(|key| is_same(&of(gold, key), &of(got, key)))
        }
        (Value::Array(gold), Value::Array(got)) => {
            gold.len() == got.len() && gold.iter().zip(got).all(|(gold, got)| is_same(gold, got))
        }
        (Value::Number(gold), Value::Number(got)) => gold == got || gold.as_f64() == got.as_f64(),
        (gold, got) => gold == got,
    }
}
