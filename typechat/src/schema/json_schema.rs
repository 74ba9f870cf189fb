//! The graph as JSON Schema 2020-12: what the validator enforces.

use serde_json::{Map, Value, json};

use super::{NumberRange, Presence, Type, TypeGraph};

impl TypeGraph {
    /// The graph as a JSON Schema, draft 2020-12. Every named type stands once under `$defs`.
    ///
    /// ```
    /// use typechat::schema::TypeGraph;
    /// let schema = TypeGraph::of::<Vec<bool>>().to_json_schema();
    /// assert_eq!(schema["items"]["type"], "boolean");
    /// ```
    pub fn to_json_schema(&self) -> Value {
        let mut root = Map::new();
        root.insert(
            "$schema".into(),
            "https://json-schema.org/draft/2020-12/schema".into(),
        );
        if let Value::Object(members) = self.schema_of(&self.root) {
            root.extend(members);
        }
        let defs: Map<String, Value> = self
            .defs
            .iter()
            .map(|def| {
                (
                    def.name.clone(),
                    described(self.schema_of(&def.ty), &def.docs),
                )
            })
            .collect();
        if !defs.is_empty() {
            root.insert("$defs".into(), Value::Object(defs));
        }
        Value::Object(root)
    }

    fn schema_of(&self, ty: &Type) -> Value {
        match ty {
            Type::Any => json!({}),
            Type::Null => json!({"type": "null"}),
            Type::Boolean => json!({"type": "boolean"}),
            Type::String => json!({"type": "string"}),
            Type::Integer(range) => number("integer", range),
            Type::Number(range) => number("number", range),
            Type::Enum(members) => {
                let mut values: Vec<Value> = members.iter().map(|m| m.value.to_value()).collect();
                if values.len() == 1 {
                    json!({"const": values.remove(0)})
                } else {
                    json!({"enum": values})
                }
            }
            Type::Array(item) => json!({"type": "array", "items": self.schema_of(item)}),
            Type::Object(object) => {
                let properties: Map<String, Value> = object
                    .fields
                    .iter()
                    .map(|f| (f.name.clone(), described(self.schema_of(&f.ty), &f.docs)))
                    .collect();
                let required: Vec<&str> = object
                    .fields
                    .iter()
                    .filter(|f| f.presence == Presence::Required)
                    .map(|f| f.name.as_str())
                    .collect();
                let rest = match &object.rest {
                    None => Value::Bool(false),
                    Some(ty) => self.schema_of(ty),
                };
                json!({
                    "type": "object",
                    "properties": properties,
                    "required": required,
                    "additionalProperties": rest,
                })
            }
            Type::Union(branches) => {
                let branches: Vec<Value> = branches
                    .iter()
                    .map(|b| described(self.schema_of(&b.ty), &b.docs))
                    .collect();
                json!({"anyOf": branches})
            }
            Type::Nullable(inner) => json!({"anyOf": [self.schema_of(inner), {"type": "null"}]}),
            Type::Ref(id) => {
                let name = self.def(*id).name.replace('~', "~0").replace('/', "~1");
                json!({"$ref": format!("#/$defs/{name}")})
            }
        }
    }
}

fn number(kind: &str, range: &NumberRange) -> Value {
    let mut schema = Map::new();
    schema.insert("type".into(), kind.into());
    if let Some(minimum) = &range.minimum {
        schema.insert("minimum".into(), Value::Number(minimum.clone()));
    }
    if let Some(maximum) = &range.maximum {
        schema.insert("maximum".into(), Value::Number(maximum.clone()));
    }
    Value::Object(schema)
}

fn described(mut schema: Value, docs: &str) -> Value {
    if let Value::Object(members) = &mut schema
        && !docs.is_empty()
    {
        members.insert("description".into(), docs.into());
    }
    schema
}
