//! What is valid can be written: the walk and the grammar stand in nobody's way.

use serde_json::{Value, json};

use super::{Bench, Table};
use crate::constrain::Tokens as _;

/// Whether a model that wants to write a text, byte by byte or in long tokens, may.
fn may_write(bench: &Bench, schema: &Value, text: &str, step: usize) -> Result<(), String> {
    let table: &Table = &bench.table;
    let mut constraint = bench.constraint(schema, 2000);
    let mut written = String::new();
    let mut bytes = Vec::new();
    while !constraint.is_done() {
        for token in constraint.forced().unwrap() {
            bytes.extend(table.bytes(token).unwrap());
        }
        if constraint.is_done() {
            break;
        }
        written = String::from_utf8_lossy(&bytes).into_owned();
        let rest = text.as_bytes().strip_prefix(&bytes[..]);
        let rest = rest.ok_or_else(|| written.clone())?;
        let want = match rest {
            [] => table.ends()[0],
            rest => table.longest(&rest[..rest.len().min(step)])[0],
        };
        let mut logits = vec![0.0; table.count()];
        logits[want as usize] = 50.0;
        match constraint.choose(&mut logits, |_| want).unwrap() {
            Some(token) if token == want || step > 1 => bytes.extend(table.bytes(token).unwrap()),
            Some(token) => return Err(format!("{written}, then {:?}", table.text(&[token]))),
            None => break,
        }
    }
    if constraint.is_closing() || bytes != text.as_bytes() {
        return Err(format!("{written}, closed: {}", constraint.is_closing()));
    }
    Ok(())
}

#[test]
fn what_is_valid_can_be_written() {
    let tree = json!({"$ref": "#/$defs/T", "$defs": {"T": {"type": "object", "properties": {
        "v": {"type": "number"}, "c": {"type": "array", "items": {"$ref": "#/$defs/T"}}}, "required": ["v"]}}});
    let either = json!({"anyOf": [
        {"type": "object", "properties": {"type": {"const": "a"}, "x": {"type": "integer"}}, "required": ["type", "x"]},
        {"type": "object", "properties": {"type": {"const": "ab"}, "x": {"type": "string"}}, "required": ["type"]},
        {"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": "^[a-z]+$"}]}},
        {"type": "null"}]});
    let cases = [
        (
            json!({}),
            r#"{"a": [1, -2.5e-3, {"b": "c \" \\ \n é 日本 😀"}, null, true], "": {}}"#,
        ),
        (
            tree,
            r#"{"v": 1.25, "c": [{"v": -0.5}, {"v": 0, "c": []}, {"v": 6e23, "c": [{"v": 10}]}]}"#,
        ),
        (either.clone(), r#"{"type": "ab", "x": "1"}"#),
        (either.clone(), r#"{"type": "a", "x": -7}"#),
        (either.clone(), r#"["abc", 12, "x"]"#),
        (either, "null"),
        (
            json!({"type": "integer", "minimum": 0, "maximum": u64::MAX}),
            "18446744073709551615",
        ),
        (
            json!({"type": "integer", "minimum": -128, "maximum": 127}),
            "-128",
        ),
        (
            json!({"type": "number", "minimum": -1.5, "maximum": 1.5}),
            "-1.499999",
        ),
        (json!({"type": "number"}), "6.02e23"),
        (
            json!({"enum": ["latte", "latte macchiato", 1, 1.5, null, [1, "a"]]}),
            "\"latte macchiato\"",
        ),
        (
            json!({"enum": ["latte", "latte macchiato", 1, 1.5, null, [1, "a"]]}),
            r#"[1, "a"]"#,
        ),
        (
            json!({"enum": ["latte", "latte macchiato", 1, 1.5, null, [1, "a"]]}),
            "1.5",
        ),
        (
            json!({"type": "array", "uniqueItems": true, "items": {"type": "integer"}}),
            "[1, 10, 100, 11, 0]",
        ),
        (
            json!({"type": "object", "additionalProperties": {"type": "integer"}}),
            r#"{"a": 1, "b": 2, "ab": 3}"#,
        ),
        (
            json!({"type": "object", "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}, "c": {"type": "integer"}}, "minProperties": 1}),
            r#"{"a": 1, "c": 2}"#,
        ),
        (
            json!({"type": "object", "properties": {"k": {"const": 1}}, "required": ["k"], "additionalProperties": {"type": "string"}}),
            r#"{"k": 1, "kk": "x", "l": ""}"#,
        ),
        (
            json!({"type": "array", "prefixItems": [{"type": "integer"}, {"type": "string"}], "items": {"type": "boolean"}}),
            r#"[1, "a", true, false, true]"#,
        ),
        (
            json!({"type": "string", "format": "date-time"}),
            "\"2024-02-29T23:59:59.123+01:30\"",
        ),
        (
            json!({"type": "string", "format": "email"}),
            "\"jane.doe@mail.example.com\"",
        ),
        (
            json!({"type": "string", "format": "uri"}),
            "\"https://example.com:8080/a/b?c=d#e\"",
        ),
        (json!({"type": "string", "format": "ipv6"}), "\"fe80::1:2\""),
        (json!({"type": "string", "maxLength": 3}), "\"日本😀\""),
        (
            json!({"type": "string", "pattern": "^\\p{L}+$"}),
            "\"日本é\"",
        ),
    ];
    let bench = Bench::small();
    for (schema, text) in &cases {
        for step in [1, 30] {
            if let Err(written) = may_write(&bench, schema, text, step) {
                panic!("{written}\nof {text}\n{schema}");
            }
        }
    }
}
