//! The graph as JSON Schema 2020-12: what the validator enforces.

use serde_json::{Map, Value, json};

use super::{
    ArrayType, Length, MapType, Member, NumberRange, ObjectType, Presence, StringRules, TupleType,
    Type, TypeGraph, integer_keys,
};

pub(super) const DIALECT: &str = "https://json-schema.org/draft/2020-12/schema";

impl TypeGraph {
    /// The graph as a JSON Schema, draft 2020-12. Every named type stands once under `$defs`.
    /// What was imported and is more than a graph can hold is given as it was.
    ///
    /// Three annotations carry what JSON Schema has no words for: `x-aliases` (other spellings
    /// of members and constants), `x-enum-descriptions` (what each constant means) and
    /// `x-vocabulary` (the name of a list of words that is bound at run time).
    ///
    /// ```
    /// use typechat::schema::TypeGraph;
    /// let schema = TypeGraph::of::<Vec<bool>>().to_json_schema();
    /// assert_eq!(schema["items"]["type"], "boolean");
    /// ```
    pub fn to_json_schema(&self) -> Value {
        if let Type::Guarded(guarded) = &self.root
            && let Some(schema) = &guarded.schema
        {
            return schema.clone();
        }
        let mut root = Map::new();
        root.insert("$schema".into(), DIALECT.into());
        if let Value::Object(members) = self.schema_of(&self.root) {
            root.extend(members);
        }
        let defs: Map<String, Value> = self
            .defs
            .iter()
            .map(|def| {
                let schema = described(self.schema_of(&def.ty), &def.docs);
                (def.name.clone(), schema)
            })
            .collect();
        if !defs.is_empty() {
            root.insert("$defs".into(), Value::Object(defs));
        }
        Value::Object(root)
    }

    /// The JSON Schema of one type of the graph; references lead to `#/$defs/`, by name.
    ///
    /// ```
    /// use typechat::schema::TypeGraph;
    /// let graph = TypeGraph::of::<Vec<bool>>();
    /// assert_eq!(graph.schema_of(graph.root())["items"]["type"], "boolean");
    /// ```
    pub fn schema_of(&self, ty: &Type) -> Value {
        match ty {
            Type::Any => json!({}),
            Type::Null => json!({"type": "null"}),
            Type::Boolean => json!({"type": "boolean"}),
            Type::String(rules) => string(rules),
            Type::Integer(range) => number("integer", range),
            Type::Number(range) => number("number", range),
            Type::Enum(members) if members.is_empty() => json!({"not": {}}),
            Type::Enum(members) => constants(members),
            Type::Vocabulary(name) => match self.vocabularies.get(name) {
                Some(words) if !words.is_empty() => json!({"enum": words, "x-vocabulary": name}),
                _ => json!({"type": "string", "x-vocabulary": name}),
            },
            Type::Array(array) => self.array(array),
            Type::Tuple(tuple) => self.tuple(tuple),
            Type::Map(map) => self.map(map),
            Type::Object(object) => self.object(object),
            Type::Union(branches) => {
                let branch = |b: &super::Branch| described(self.schema_of(&b.ty), &b.docs);
                json!({"anyOf": branches.iter().map(branch).collect::<Vec<_>>()})
            }
            Type::Nullable(inner) => json!({"anyOf": [self.schema_of(inner), {"type": "null"}]}),
            Type::Guarded(guarded) => match &guarded.schema {
                Some(schema) => schema.clone(),
                None => self.schema_of(&guarded.ty),
            },
            Type::Ref(id) => {
                let name = self.def(*id).name.replace('~', "~0").replace('/', "~1");
                json!({"$ref": format!("#/$defs/{name}")})
            }
        }
    }

    fn array(&self, array: &ArrayType) -> Value {
        let mut schema = Map::new();
        schema.insert("type".into(), "array".into());
        if *array.items != Type::Any {
            schema.insert("items".into(), self.schema_of(&array.items));
        }
        length(&mut schema, "Items", array.length);
        if array.unique {
            schema.insert("uniqueItems".into(), true.into());
        }
        Value::Object(schema)
    }

    fn tuple(&self, tuple: &TupleType) -> Value {
        let items: Vec<Value> = tuple
            .items
            .iter()
            .map(|item| self.schema_of(item))
            .collect();
        let mut schema = Map::new();
        schema.insert("type".into(), "array".into());
        if items.is_empty() {
            schema.insert("items".into(), false.into());
            schema.insert("maxItems".into(), 0.into());
            return Value::Object(schema);
        }
        schema.insert("prefixItems".into(), items.into());
        let rest = match &tuple.rest {
            None => Value::Bool(false),
            Some(rest) => self.schema_of(rest),
        };
        schema.insert("items".into(), rest);
        if tuple.required > 0 {
            schema.insert("minItems".into(), tuple.required.into());
        }
        Value::Object(schema)
    }

    fn map(&self, map: &MapType) -> Value {
        let mut schema = Map::new();
        schema.insert("type".into(), "object".into());
        if let Some(keys) = self.schema_of_keys(&map.keys) {
            schema.insert("propertyNames".into(), keys);
        }
        schema.insert("additionalProperties".into(), self.schema_of(&map.values));
        length(&mut schema, "Properties", map.length);
        Value::Object(schema)
    }

    /// What the keys of a map must be; `None` when any will do.
    pub(crate) fn schema_of_keys(&self, keys: &Type) -> Option<Value> {
        match self.resolve(keys) {
            integer if integer_keys::are_integers(integer) => {
                Some(json!({"pattern": integer_keys::pattern(integer)}))
            }
            Type::String(rules) if *rules == StringRules::default() => None,
            _ => Some(self.schema_of(keys)),
        }
    }

    fn object(&self, object: &ObjectType) -> Value {
        let mut properties = Map::new();
        let mut required = Vec::new();
        let mut aliases = Map::new();
        for field in &object.fields {
            let mut schema = described(self.schema_of(&field.ty), &field.docs);
            if let Value::Object(members) = &mut schema
                && !field.examples.is_empty()
            {
                members.insert("examples".into(), field.examples.clone().into());
            }
            properties.insert(field.name.clone(), schema);
            if field.presence == Presence::Required {
                required.push(field.name.as_str());
            }
            if !field.aliases.is_empty() {
                aliases.insert(field.name.clone(), field.aliases.clone().into());
            }
        }
        let mut schema = json!({
            "type": "object",
            "properties": properties,
            "required": required,
        });
        if !object.untold {
            schema["additionalProperties"] = match &object.rest {
                None => Value::Bool(false),
                Some(ty) => self.schema_of(ty),
            };
        }
        if !aliases.is_empty() {
            schema["x-aliases"] = Value::Object(aliases);
        }
        schema
    }
}

fn constants(members: &[Member]) -> Value {
    let values: Vec<Value> = members.iter().map(|m| m.value.to_value()).collect();
    let mut schema = match values.as_slice() {
        [only] => json!({"const": only}),
        _ => json!({"enum": values}),
    };
    if members.iter().any(|member| !member.docs.is_empty()) {
        let docs: Vec<&str> = members.iter().map(|member| &*member.docs).collect();
        schema["x-enum-descriptions"] = docs.into();
    }
    let aliases: Map<String, Value> = members
        .iter()
        .filter(|member| !member.aliases.is_empty())
        .filter_map(|member| match member.value.to_value() {
            Value::String(name) => Some((name, member.aliases.clone().into())),
            _ => None,
        })
        .collect();
    if !aliases.is_empty() {
        schema["x-aliases"] = Value::Object(aliases);
    }
    schema
}

fn string(rules: &StringRules) -> Value {
    let mut schema = Map::new();
    schema.insert("type".into(), "string".into());
    length(&mut schema, "Length", rules.length);
    if let Some(pattern) = &rules.pattern {
        schema.insert("pattern".into(), pattern.clone().into());
    }
    if let Some(format) = &rules.format {
        schema.insert("format".into(), format.clone().into());
    }
    Value::Object(schema)
}

/// Writes `minItems`, `maxLength` and their like.
fn length(schema: &mut Map<String, Value>, of: &str, length: Length) {
    if let Some(min) = length.min {
        schema.insert(format!("min{of}"), min.into());
    }
    if let Some(max) = length.max {
        schema.insert(format!("max{of}"), max.into());
    }
}

fn number(kind: &str, range: &NumberRange) -> Value {
    let mut schema = Map::new();
    schema.insert("type".into(), kind.into());
    let rules = [
        ("minimum", &range.minimum),
        ("maximum", &range.maximum),
        ("exclusiveMinimum", &range.exclusive_minimum),
        ("exclusiveMaximum", &range.exclusive_maximum),
        ("multipleOf", &range.multiple_of),
    ];
    for (keyword, bound) in rules {
        if let Some(bound) = bound {
            schema.insert(keyword.into(), Value::Number(bound.clone()));
        }
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
