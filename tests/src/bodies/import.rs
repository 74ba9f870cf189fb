//! A JSON Schema that nobody wrote, and a reply that is read by it.

use jsonschema::Validator;
use serde_json::{Value, json};
use typechat::{reply::Reader, schema::TypeGraph};

use super::{head, read};

/// Compiles as replies are validated: formats count, nothing is looked up elsewhere.
pub fn compile(schema: &Value) -> Option<Validator> {
    jsonschema::options()
        .should_validate_formats(true)
        .build(schema)
        .ok()
}

/// Imports the JSON of the first line as a schema, and reads the rest by it.
///
/// # Panics
/// When what must hold for any reading does not.
pub fn import_read(data: &[u8]) {
    let end = data.iter().position(|byte| *byte == b'\n');
    let Ok(schema) = serde_json::from_slice(&data[..end.unwrap_or(data.len())]) else {
        return;
    };
    if let Ok(reader) = Reader::from_schema(&schema) {
        let _ = reader.graph().to_typescript();
        read::json(&reader, None, &head(data).1);
    }
}

/// Imports JSON that claims to be a schema.
///
/// # Panics
/// When the import changes the verdict on any of a few small values.
pub fn import(schema: &Value) {
    let Ok(graph) = TypeGraph::from_json_schema(schema) else {
        return;
    };
    let _ = graph.to_typescript();
    let after = graph.to_json_schema();
    let (Some(source), Some(imported)) = (compile(schema), compile(&after)) else {
        return;
    };
    let instances = [
        json!(null),
        json!(true),
        json!(0),
        json!(1),
        json!(1.0),
        json!(2.5),
        json!(-3),
        json!("a"),
        json!("bb"),
        json!("abc"),
        json!(""),
        json!([]),
        json!([1]),
        json!([1, "a"]),
        json!([1, 1, null]),
        json!([{}, [], "bb", 7]),
        json!({}),
        json!({"a": 1}),
        json!({"a": "a", "b": "bb"}),
        json!({"a": {"b": null}, "b": []}),
        json!({"a": null, "b": 2, "c": true}),
        json!({"b": {"a": {"a": 1}, "b": [1]}, "d": 0, "5": 1}),
    ];
    // The validator knows no `nullable`, and by old spellings the draft is another.
    if schema.to_string().contains("nullable") {
        return;
    }
    for instance in instances {
        let verdict = source.is_valid(&instance);
        assert_eq!(
            imported.is_valid(&instance),
            verdict,
            "{instance} by {schema} as {after}"
        );
    }
}
