//! Several schemas of one document, so that the types they share are one.

use serde_json::{Map, Value, json};

use super::{ImportError, Imported, import_into};
use crate::schema::{GraphBuilder, Type};

impl GraphBuilder {
    /// The types of several JSON Schemas that refer to the same definitions. `document` holds
    /// these, under `$defs` or wherever the references lead; each schema has a name, which a type
    /// that needs one is called by.
    ///
    /// ```
    /// use serde_json::json;
    /// use typechat::schema::{GraphBuilder, Type};
    ///
    /// let mut builder = GraphBuilder::default();
    /// let document = json!({ "$defs": { "Point": { "type": "object" } } });
    /// let point = json!({ "$ref": "#/$defs/Point" });
    /// let types = builder.import_parts(&document, &[("from", &point), ("to", &point)])?;
    /// assert_eq!(types[0], types[1]);
    /// # Ok::<(), typechat::schema::ImportError>(())
    /// ```
    ///
    /// # Errors
    /// [`ImportError`], as [`TypeGraph::from_json_schema`](crate::schema::TypeGraph::from_json_schema)
    /// does.
    pub fn import_parts(
        &mut self,
        document: &Value,
        parts: &[(&str, &Value)],
    ) -> Result<Vec<Type>, ImportError> {
        let none = Map::new();
        let shared = document.as_object().unwrap_or(&none);
        // Two parts may have one name, and names may have any form.
        let mut properties = Map::new();
        for (number, (name, schema)) in parts.iter().enumerate() {
            let key = if properties.contains_key(*name) {
                format!("{name} {number}")
            } else {
                (*name).to_owned()
            };
            properties.insert(key, Value::clone(schema));
        }
        let required: Vec<&String> = properties.keys().collect();
        let mut whole = shared.clone();
        whole.insert("required".into(), json!(required));
        whole.insert("type".into(), "object".into());
        whole.insert("properties".into(), Value::Object(properties));
        let Imported { ty, document } = import_into(self, &Value::Object(whole), "Parts")?;
        let ty = match ty {
            Type::Ref(id) => self.defs[id.0].ty.clone(),
            other => other,
        };
        if let (None, Type::Object(object)) = (document, ty)
            && object.fields.len() == parts.len()
        {
            return Ok(object.fields.into_iter().map(|field| field.ty).collect());
        }
        // Documents that are enforced as they are are enforced one by one.
        let alone = |(name, schema): &(&str, &Value)| match schema {
            Value::Object(members) => {
                let mut document = members.clone();
                for (key, value) in shared {
                    document.entry(key).or_insert_with(|| value.clone());
                }
                self.import(&Value::Object(document), name)
            }
            other => self.import(other, name),
        };
        parts.iter().map(alone).collect()
    }
}
