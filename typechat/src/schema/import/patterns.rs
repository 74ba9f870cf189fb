//! Patterns must be regular expressions: else the validator would refuse the document later, and
//! not say where.

use serde_json::{Map, Value, json};

use super::{ImportError, scan::Scan, words::brief};

/// Tries each pattern once.
pub(super) fn check(document: &Value, scan: &Scan<'_>) -> Result<(), ImportError> {
    let is_wrong = |pattern: &&&str| {
        jsonschema::options()
            .build(&json!({"pattern": **pattern}))
            .is_err()
    };
    // Which of several is told does not depend on the order in which they were found.
    let Some(wrong) = scan.patterns.iter().filter(is_wrong).min() else {
        return Ok(());
    };
    let (keyword, pointer) = place_of(document, wrong).unwrap_or(("pattern", "#".to_owned()));
    Err(ImportError::Malformed {
        keyword: keyword.to_owned(),
        pointer,
        expected: "a regular expression",
        found: brief(&Value::from(*wrong)),
    })
}

/// The keyword that has the pattern, and the schema that has the keyword.
fn place_of(document: &Value, pattern: &str) -> Option<(&'static str, String)> {
    let has = |members: &Map<String, Value>| {
        if members.get("pattern").and_then(Value::as_str) == Some(pattern) {
            return Some("pattern");
        }
        let named = members.get("patternProperties")?.as_object()?;
        named.contains_key(pattern).then_some("patternProperties")
    };
    let mut todo = vec![(document, "#".to_owned())];
    while let Some((value, pointer)) = todo.pop() {
        let mut push = |step: &str, inner| {
            let step = step.replace('~', "~0").replace('/', "~1");
            todo.push((inner, format!("{pointer}/{step}")));
        };
        match value {
            Value::Object(members) => {
                if let Some(keyword) = has(members) {
                    return Some((keyword, pointer));
                }
                members.iter().for_each(|(name, inner)| push(name, inner));
            }
            Value::Array(list) => {
                let mut list = list.iter().enumerate();
                list.by_ref()
                    .for_each(|(at, inner)| push(&at.to_string(), inner));
            }
            _ => {}
        }
    }
    None
}
