//! A JSON Schema as the validator's rules, or words for what is wrong with it.

use jsonschema::{ValidationOptions, Validator};
use serde_json::Value;

use super::words::{brief, foreign, shorten};
use crate::schema::formats;

/// Compiles a JSON Schema, without looking anything up outside it. Formats are enforced.
pub(crate) fn compile(schema: &Value) -> Result<Validator, String> {
    build(jsonschema::options(), schema)
}

/// Compiles the schema of a Rust type, whose formats are those that the type parses.
pub(crate) fn compile_own(schema: &Value) -> Result<Validator, String> {
    build(formats::add(jsonschema::options()), schema)
}

fn build(options: ValidationOptions<'_>, schema: &Value) -> Result<Validator, String> {
    let options = options.should_validate_formats(true);
    options.build(schema).map_err(|error| {
        let at = error.instance_path().to_string();
        if at.is_empty() && !schema.is_object() {
            return format!("it is {}, and not an object{REMEDY}", brief(schema));
        }
        let place = shorten(&at, 80);
        match (schema.pointer(&at), wanted(&at)) {
            (Some(found), Some(wanted)) => {
                let found = brief(found);
                format!("{found} at #{place} cannot be; it wants {wanted}{REMEDY}")
            }
            _ => format!("{} (at #{place}){REMEDY}", foreign(&error.to_string())),
        }
    })
}

const REMEDY: &str = "; a JSON Schema looks like {\"type\": \"object\", \"properties\": \
     {\"name\": {\"type\": \"string\"}}, \"required\": [\"name\"]}";

/// What stands at a place of a schema.
fn wanted(at: &str) -> Option<&'static str> {
    let mut steps = at.rsplit('/');
    let (last, within) = (steps.next()?, steps.next().unwrap_or_default());
    match within {
        "properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas"
        | "anyOf" | "oneOf" | "allOf" | "prefixItems" => wanted("/not"),
        "required" => Some("a name"),
        "type" => wanted("/type"),
        _ => behind(last),
    }
}

fn behind(keyword: &str) -> Option<&'static str> {
    Some(match keyword {
        "type" => {
            "\"object\", \"array\", \"string\", \"number\", \"integer\", \"boolean\" or \"null\", \
             or a list of these"
        }
        "properties" | "$defs" | "definitions" | "patternProperties" | "dependentSchemas" => {
            "an object with a schema for each name"
        }
        "required" => "a list of names, each once",
        "enum" => "a list of values",
        "anyOf" | "oneOf" | "allOf" | "prefixItems" => "a list of schemas, at least one",
        "items"
        | "additionalProperties"
        | "not"
        | "if"
        | "then"
        | "else"
        | "contains"
        | "propertyNames"
        | "unevaluatedProperties"
        | "unevaluatedItems" => "a schema: an object, `true` or `false`",
        "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => "a number",
        "multipleOf" => "a number above 0",
        "minLength" | "maxLength" | "minItems" | "maxItems" | "minProperties" | "maxProperties"
        | "minContains" | "maxContains" => "a whole number from 0 on",
        "uniqueItems" | "deprecated" | "readOnly" | "writeOnly" => "`true` or `false`",
        "pattern" => "a regular expression",
        "title" | "description" | "format" | "$ref" | "$id" | "$schema" | "$comment" => "a text",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::compile;

    #[test]
    fn a_bad_schema_is_told_in_words() {
        let said = |schema: Value| {
            let words = compile(&schema).unwrap_err();
            let (fault, remedy) = words.split_once("; a JSON Schema looks like").unwrap();
            assert!(remedy.contains("\"properties\""), "{remedy}");
            fault.to_owned()
        };
        assert_eq!(
            said(json!({ "type": 12 })),
            "12 at #/type cannot be; it wants \"object\", \"array\", \"string\", \"number\", \
             \"integer\", \"boolean\" or \"null\", or a list of these"
        );
        assert_eq!(
            said(json!({ "properties": { "x": 3 } })),
            "3 at #/properties/x cannot be; it wants a schema: an object, `true` or `false`"
        );
        assert_eq!(said(json!("text")), "it is \"text\", and not an object");
        assert_eq!(
            said(json!({ "minLength": -1 })),
            "-1 at #/minLength cannot be; it wants a whole number from 0 on"
        );
        assert!(said(json!({ "pattern": "[" })).contains("#/pattern"));
    }
}
