//! One change to a value, somewhere.

use serde_json::{Value, json};

use super::generate::Choices;

/// The value with one change: another kind of scalar, a member gone, added or renamed, a list
/// for an object, and so on.
pub(crate) fn once(mut value: Value, choices: &mut Choices<'_>) -> Value {
    let mut pointers = Vec::new();
    collect(&value, String::new(), &mut pointers);
    let pointer = &pointers[choices.next(pointers.len())];
    let place = value.pointer_mut(pointer).unwrap();
    let change = choices.next(10);
    match (place, change) {
        (Value::Object(members), 0 | 1) if !members.is_empty() => {
            let key = members
                .keys()
                .nth(choices.next(members.len()))
                .unwrap()
                .clone();
            members.remove(&key);
        }
        (Value::Object(members), 2) => {
            members.insert("zz_excess".into(), json!(1));
        }
        (Value::Object(members), 3) if !members.is_empty() => {
            let key = members
                .keys()
                .nth(choices.next(members.len()))
                .unwrap()
                .clone();
            let member = members.remove(&key).unwrap();
            members.insert(key.to_uppercase() + "_", member);
        }
        (Value::Array(items), 0) => items.push(json!("zz_item")),
        (Value::Array(items), 1) => {
            items.pop();
        }
        (Value::String(text), 0 | 1) => text.push_str("zz"),
        (Value::Number(number), 0) => *number = 3_000_000_000_u64.into(),
        (Value::Number(number), 1) => *number = (-1).into(),
        (Value::Number(number), 2) => *number = serde_json::Number::from_f64(0.5).unwrap(),
        (Value::Number(number), 3) => *number = serde_json::Number::from_f64(2.0).unwrap(),
        (place, 4) => *place = json!(null),
        (place, 5) => *place = json!("zz_other"),
        (place, 6) => *place = json!(7),
        (place, 7) => *place = json!({}),
        (place, 8) => *place = json!([]),
        (place, _) => *place = json!(true),
    }
    value
}

fn collect(value: &Value, at: String, found: &mut Vec<String>) {
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                collect(item, format!("{at}/{index}"), found);
            }
        }
        Value::Object(members) => {
            for (key, member) in members {
                let key = key.replace('~', "~0").replace('/', "~1");
                collect(member, format!("{at}/{key}"), found);
            }
        }
        _ => {}
    }
    found.push(at);
}
