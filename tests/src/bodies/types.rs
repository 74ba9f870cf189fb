//! The types that replies are read by: few, small, and of every kind that reading treats apart.

use serde_json::{Value, json};
use typechat::reply::Reader;
use typechat_examples::coffee_shop::Cart;

use super::{head, import::compile, read};

/// Readers of a fixed set of types, built once.
#[derive(Debug)]
pub struct Types {
    cart: Reader<Cart>,
    imported: Vec<(Reader<Value>, jsonschema::Validator)>,
}

impl Types {
    /// Builds the readers.
    ///
    /// # Panics
    /// When one of the schemas is none.
    pub fn new() -> Self {
        let build = |schema: Value| {
            let reader = Reader::from_schema(&schema).expect("a schema of ours is one");
            let validator = compile(&reader.graph().to_json_schema());
            (reader, validator.expect("and so is its graph's"))
        };
        Self {
            cart: Reader::new(),
            imported: schemas().into_iter().map(build).collect(),
        }
    }

    /// Reads the text after the first line by the type that its first letter names: `a` is the
    /// cart of the coffee shop, the others follow in the order of their schemas.
    ///
    /// # Panics
    /// When what must hold for any reading does not.
    pub fn read(&self, data: &[u8]) {
        let (kind, reply) = head(data);
        let kind = kind.first().map_or(0, |byte| byte.wrapping_sub(b'a'));
        match usize::from(kind) % (self.imported.len() + 1) {
            0 => read::typed(&self.cart, &reply),
            at => {
                let (reader, validator) = &self.imported[at - 1];
                read::json(reader, Some(validator), &reply);
            }
        }
    }
}

impl Default for Types {
    fn default() -> Self {
        Self::new()
    }
}

/// None of them is a union within itself: there the validator may take exponential time.
fn schemas() -> [Value; 15] {
    let closed = |properties: Value, required: Value| {
        json!({"type": "object", "properties": properties, "required": required,
            "additionalProperties": false})
    };
    let size = json!({"enum": ["tall", "extra hot", "no-milk"],
        "x-aliases": {"tall": ["large", "big one"]}});
    [
        json!(true),
        json!({"type": "string"}),
        json!({"type": "integer"}),
        json!({"type": "number", "minimum": 0.5, "maximum": 1e6}),
        json!({"type": "boolean"}),
        size.clone(),
        json!({"type": "array", "items": {"type": "integer"}}),
        json!({"type": "array", "items": {"type": "string", "minLength": 1}, "maxItems": 3}),
        json!({"type": ["string", "integer", "null"]}),
        json!({"type": "object", "additionalProperties": {"type": "number"}}),
        json!({"type": "array", "prefixItems": [{"type": "string"}, {"type": "boolean"}],
            "items": false, "minItems": 2}),
        closed(
            json!({"dish": {"type": "string"}, "count": {"type": "integer"}, "size": size,
                "to go": {"type": "boolean"}, "notes": {"type": "array", "items": {"type": "string"}},
                "price": {"type": ["number", "null"]}}),
            json!(["dish", "count"]),
        ),
        json!({"anyOf": [
            closed(json!({"type": {"const": "circle"}, "r": {"type": "number"}}), json!(["type", "r"])),
            closed(json!({"type": {"const": "box"}, "w": {"type": "number"}, "h": {"type": "number"}}),
                json!(["type", "w", "h"])),
        ]}),
        json!({"anyOf": [
            closed(json!({"a": {"type": "string"}}), json!(["a"])),
            closed(json!({"a": {"type": "integer"}, "b": {"type": "integer"}}), json!(["a", "b"])),
            {"type": "array", "items": {"type": "string"}},
            {"type": "number"},
        ]}),
        json!({"$ref": "#/$defs/Tree", "$defs": {"Tree": closed(
            json!({"name": {"type": "string"},
                "children": {"type": "array", "items": {"$ref": "#/$defs/Tree"}}}),
            json!(["name"]),
        )}}),
    ]
}
