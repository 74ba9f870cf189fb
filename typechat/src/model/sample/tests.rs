use serde_json::{Value, json};

use super::Sample;
use crate::{
    Translator,
    model::{ChatRequest, LanguageModel, Message, Model},
    reply::Reader,
    translate::OutputMode,
};

fn samples(schema: &Value, seed: u64, count: usize) -> Vec<Value> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .unwrap();
    let sample = Sample::new().seed(seed);
    let mut request = ChatRequest::new(vec![Message::user("whatever")]);
    request.schema = Some(std::sync::Arc::new(schema.clone()));
    (0..count)
        .map(|_| {
            let reply = runtime.block_on(sample.complete(&request)).unwrap();
            assert!(reply.usage.is_some());
            serde_json::from_str(&reply.text).unwrap()
        })
        .collect()
}

#[test]
fn samples_fit_and_differ() {
    let schemas = [
        json!({"type": "string", "format": "date-time"}),
        json!({"type": "string", "format": "uuid"}),
        json!({"type": "string", "pattern": "^[A-Z]{3}-\\d{4}(x|y)?$"}),
        json!({"type": "string", "minLength": 30, "maxLength": 40}),
        json!({"type": "integer", "minimum": 3, "maximum": 900}),
        json!({"type": "integer", "exclusiveMinimum": -7, "maximum": -1}),
        json!({"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1}),
        json!({"type": "integer", "multipleOf": 15}),
        json!({"type": "number", "minimum": 0.9, "maximum": 0.99}),
        json!({"type": "number", "minimum": 0, "exclusiveMinimum": 5, "maximum": 5.5}),
        json!({"type": "integer", "minimum": 10_000_000_000_000_000_000_u64}),
        json!({"type": "integer", "maximum": -100}),
        json!({"type": "string", "pattern": "^[a-z]+$", "minLength": 8}),
        json!({"type": "array", "items": {"enum": ["a", "b", "c"]}, "uniqueItems": true, "minItems": 2}),
        json!({"type": "object", "additionalProperties": {"type": "boolean"}, "minProperties": 1}),
        json!({"anyOf": [{"type": "null"}, {"type": "string"}, {"const": 5}]}),
        json!({"$ref": "#/$defs/Tree", "$defs": {"Tree": {"type": "object", "properties": {
            "name": {"type": "string"},
            "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}, "maxItems": 3},
        }, "required": ["name", "children"]}}}),
    ];
    for schema in schemas {
        let reader = Reader::from_schema(&schema).unwrap();
        let values = samples(&schema, 0, 40);
        for value in &values {
            let reading = reader.read(&value.to_string());
            assert!(
                reading.value().is_some(),
                "{value} {:?}",
                reading.problems()
            );
        }
        assert!(values.iter().any(|value| *value != values[0]), "{schema}");
        assert_eq!(values, samples(&schema, 0, 40), "the same in every run");
        assert_ne!(values, samples(&schema, 1, 40), "others from another seed");
    }
}

#[test]
fn without_a_schema_and_with_rules_that_cannot_be_kept_it_says_so() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build()
        .unwrap();
    let translator = Translator::<u8>::builder(Model::new(Sample::new()))
        .output(OutputMode::Prompted)
        .build()
        .unwrap();
    let error = runtime.block_on(translator.translate("one")).unwrap_err();
    assert!(error.is_config());

    for schema in [
        json!({"type": "array", "items": {"type": "boolean"}, "minItems": 5000}),
        json!({"type": "array", "items": {"type": "boolean"}, "minItems": 3, "uniqueItems": true}),
        json!({"type": "string", "not": {"minLength": 0}}),
    ] {
        let translator = Translator::from_schema(Sample::new(), &schema).unwrap();
        let error = runtime.block_on(translator.translate("one")).unwrap_err();
        assert!(error.is_config(), "{schema}");
        let words = format!("{error}: {}", std::error::Error::source(&error).unwrap());
        assert!(words.contains("in 100 tries"), "{words}");
    }
}
