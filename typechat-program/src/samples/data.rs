//! Data of any kind.

use serde_json::{Map, Value};

use crate::api;

/// Lists, records and values of any kind.
#[api(crate = crate)]
#[allow(
    clippy::missing_errors_doc,
    reason = "documentation of functions is shown to the model"
)]
pub trait DataApi {
    /// fields, unchanged.
    #[typechat(pure)]
    fn record(&self, fields: Map<String, Value>) -> Map<String, Value>;
    /// items, unchanged.
    #[typechat(pure)]
    fn list(&self, items: Vec<Value>) -> Vec<Value>;
    /// The value of record under key; fails when key is absent.
    #[typechat(pure)]
    fn get(&self, record: &Map<String, Value>, key: &str) -> Result<Value, String>;
    /// The element of items at the zero-based index; fails when out of range.
    #[typechat(pure)]
    fn at(&self, items: &[Value], index: i64) -> Result<Value, String>;
    /// Number of elements of items.
    #[typechat(pure)]
    fn count(&self, items: &[Value]) -> usize;
    /// true when a and b are deeply equal JSON values.
    #[typechat(pure)]
    fn same(&self, a: &Value, b: &Value) -> bool;
    /// yes when flag is true, otherwise no.
    #[typechat(pure)]
    fn pick(&self, flag: bool, yes: Value, no: Value) -> Value;
    /// null.
    #[typechat(pure)]
    fn nothing(&self);
}

/// Does it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Data;

impl DataApi for Data {
    fn record(&self, fields: Map<String, Value>) -> Map<String, Value> {
        fields
    }

    fn list(&self, items: Vec<Value>) -> Vec<Value> {
        items
    }

    fn get(&self, record: &Map<String, Value>, key: &str) -> Result<Value, String> {
        let found = record.get(key).cloned();
        found.ok_or_else(|| format!("there is no {key:?}"))
    }

    fn at(&self, items: &[Value], index: i64) -> Result<Value, String> {
        let found = usize::try_from(index)
            .ok()
            .and_then(|index| items.get(index));
        found
            .cloned()
            .ok_or_else(|| format!("there is no item {index}, only {}", items.len()))
    }

    fn count(&self, items: &[Value]) -> usize {
        items.len()
    }

    fn same(&self, a: &Value, b: &Value) -> bool {
        is_same(a, b)
    }

    fn pick(&self, flag: bool, yes: Value, no: Value) -> Value {
        if flag { yes } else { no }
    }

    fn nothing(&self) {}
}

/// Numbers are equal by value, however they are written.
fn is_same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => a == b || a.as_f64() == b.as_f64(),
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| is_same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            let same = |(key, a): (&String, &Value)| b.get(key).is_some_and(|b| is_same(a, b));
            a.len() == b.len() && a.iter().all(same)
        }
        (a, b) => a == b,
    }
}
