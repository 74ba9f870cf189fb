//! A JSON Schema as a graph: what the graph cannot hold is refused by name.

mod error;
mod names;
mod place;
mod scalars;
mod unions;
mod walk;

use std::collections::HashMap;

use serde_json::Value;

use super::{
    Branch, DefId, Field, GraphBuilder, Literal, Member, NumberRange, ObjectType, Presence, Type,
    TypeGraph,
};
pub use error::ImportError;
use names::circular;
use place::Place;
use walk::{Import, docs};

/// Schemas nested deeper than this are refused.
const MAX_DEPTH: usize = 128;

impl TypeGraph {
    /// The graph of a JSON Schema: types and lists of types, objects, lists, constants, bounds
    /// of numbers, unions, `null`, and references within the document.
    ///
    /// ```
    /// use typechat::schema::TypeGraph;
    /// let schema = serde_json::json!({
    ///     "title": "Order",
    ///     "type": "object",
    ///     "properties": { "dish": { "type": "string" } },
    ///     "additionalProperties": false,
    /// });
    /// let text = TypeGraph::from_json_schema(&schema)?.to_typescript();
    /// assert_eq!(text, "interface Order {\n  dish?: string;\n}\n");
    /// # Ok::<(), typechat::schema::ImportError>(())
    /// ```
    ///
    /// # Errors
    /// [`ImportError`] for what the graph cannot hold, with its place.
    pub fn from_json_schema(schema: &Value) -> Result<Self, ImportError> {
        let title = schema.get("title").and_then(Value::as_str);
        let mut import = Import {
            document: schema,
            builder: GraphBuilder::default(),
            known: HashMap::new(),
            pointers: Vec::new(),
            todo: Vec::new(),
            bare: Vec::new(),
            uses_root: false,
        };
        let root = import.declare(String::new(), title.unwrap_or("Reply"), schema);
        let mut inline = None;
        while let Some((id, schema)) = import.todo.pop() {
            let base = import.pointers[id.0].clone();
            let ty = import.schema(schema, Place::of(id, &base))?;
            if id == root {
                let named = title.is_some() && matches!(ty, Type::Object(_));
                inline = (!named && docs(schema).is_empty()).then(|| ty.clone());
            }
            import.builder.fill(id, &docs(schema), ty);
        }
        if let Some(index) = circular(import.pointers.len(), &import.bare) {
            let pointer = format!("#{}", import.pointers[index]);
            return Err(ImportError::Circular { pointer });
        }
        let inline = inline.filter(|_| !import.uses_root);
        import
            .builder
            .finish(inline.unwrap_or(Type::Ref(root)))
            .map_err(|e| ImportError::Circular {
                pointer: e.to_string(),
            })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::schema::TypeGraph;

    fn text(schema: &Value) -> String {
        TypeGraph::from_json_schema(schema).unwrap().to_typescript()
    }

    fn error(schema: &Value) -> String {
        TypeGraph::from_json_schema(schema).unwrap_err().to_string()
    }

    #[test]
    fn definitions_may_refer_to_each_other() {
        let tree = json!({
            "$ref": "#/$defs/a%20tree",
            "$defs": { "a tree": { "properties": { "more": { "items": { "$ref": "#/$defs/a tree" } } } } },
        });
        assert!(
            text(&tree).starts_with("interface a_tree {\n  more?: a_tree[];"),
            "{}",
            text(&tree)
        );
        let list = json!({ "items": { "$ref": "#" }, "type": "array" });
        assert_eq!(text(&list), "type Reply = Reply[];\n");
    }

    #[test]
    fn null_is_one_thing_however_it_is_written() {
        let forms = [
            json!({ "type": ["string", "null"] }),
            json!({ "type": "string", "nullable": true }),
            json!({ "anyOf": [{ "type": "null" }, { "type": "string" }] }),
        ];
        for form in forms {
            assert_eq!(text(&form), "type Reply = string | null;\n");
        }
        let constants = json!({ "oneOf": [{ "const": 1 }, { "const": "x" }] });
        assert_eq!(text(&constants), "type Reply = 1 | \"x\";\n");
    }

    #[test]
    fn what_is_refused_is_named_with_its_place() {
        let not = json!({ "properties": { "x": { "not": {} } } });
        assert_eq!(
            error(&not),
            "the keyword `not` at #/properties/x is not supported yet"
        );
        assert!(error(&json!({ "items": 3 })).starts_with("#/items is not a schema"));
        let dangling = json!({ "anyOf": [{ "$ref": "#/$defs/A" }] });
        assert!(error(&dangling).contains("`#/$defs/A` at #/anyOf/0 leads nowhere"));
        assert!(error(&json!({ "$ref": "other.json" })).contains("leads out of the document"));
        let circle = json!({ "$ref": "#/$defs/A", "$defs": { "A": { "anyOf": [{ "$ref": "#/$defs/A" }] } } });
        assert!(error(&circle).starts_with("the schema at #/$defs/A refers to itself"));
        let deep = (0..128).fold(json!({}), |inner, _| json!({ "items": inner }));
        assert!(error(&deep).contains("nest deeper than 128 levels"));
    }
}
