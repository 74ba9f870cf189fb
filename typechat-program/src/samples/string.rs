//! Texts.

use serde_json::Value;

use crate::api;

/// Texts, joined and in other letters.
#[api(crate = crate)]
pub trait StringApi {
    /// Joins all elements of args without separator: arrays are flattened, numbers take their
    /// shortest decimal form, an object gives "(key, value)" for each of its properties in order.
    #[typechat(pure)]
    fn concat(&self, args: &[Value]) -> String;
    /// text in upper case.
    #[typechat(pure)]
    fn uppercase(&self, text: &str) -> String;
    /// text in lower case.
    #[typechat(pure)]
    fn lowercase(&self, text: &str) -> String;
}

/// Does it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Strings;

impl StringApi for Strings {
    fn concat(&self, args: &[Value]) -> String {
        let mut out = String::new();
        for arg in args {
            append(arg, &mut out);
        }
        out
    }

    fn uppercase(&self, text: &str) -> String {
        text.to_uppercase()
    }

    fn lowercase(&self, text: &str) -> String {
        text.to_lowercase()
    }
}

fn append(value: &Value, out: &mut String) {
    match value {
        Value::String(text) => out.push_str(text),
        Value::Array(items) => items.iter().for_each(|item| append(item, out)),
        Value::Object(members) => {
            for (key, member) in members {
                out.push('(');
                out.push_str(key);
                out.push_str(", ");
                append(member, out);
                out.push(')');
            }
        }
        Value::Number(number) => match number.as_f64().filter(|_| number.is_f64()) {
            // 2.0 is written as 2.
            Some(float) => out.push_str(&float.to_string()),
            None => out.push_str(&number.to_string()),
        },
        other => out.push_str(&other.to_string()),
    }
}
