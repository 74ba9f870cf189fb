//! Values of domains without rules of their own: as JSON.

use serde_json::Value;

/// Whether two values say the same: members in any order, one that is null as good as none,
/// numbers by what they are worth.
pub(super) fn is_same(gold: &Value, got: &Value) -> bool {
    match (gold, got) {
        (Value::Object(gold), Value::Object(got)) => {
            let wanted = gold.iter().all(|(key, value)| match got.get(key) {
                Some(other) => is_same(value, other),
                None => value.is_null(),
            });
            let mut more = got.iter().filter(|(key, _)| !gold.contains_key(*key));
            wanted && more.all(|(_, value)| value.is_null())
        }
        (Value::Array(gold), Value::Array(got)) => {
            gold.len() == got.len() && gold.iter().zip(got).all(|(gold, got)| is_same(gold, got))
        }
        (Value::Number(gold), Value::Number(got)) => gold == got || gold.as_f64() == got.as_f64(),
        (gold, got) => gold == got,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::is_same;

    #[test]
    fn what_is_the_same() {
        let same = |gold: Value, got: Value| is_same(&gold, &got) && is_same(&got, &gold);
        assert!(same(json!({"a": 1, "b": null}), json!({"a": 1.0})));
        assert!(same(json!({"a": [1], "b": 2}), json!({"b": 2, "a": [1]})));
        assert!(!same(json!({"a": 1}), json!({"a": 1, "b": false})));
        assert!(!same(json!([1, 2]), json!([2, 1])));
        let deep = (0..100).fold(json!(1), |inner, _| json!({"a": inner}));
        assert!(same(deep.clone(), deep));
    }
}
