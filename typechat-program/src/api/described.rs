//! Functions that are known by description: names and JSON Schemas.

use std::sync::Arc;

use serde_json::{Map, Value, json};
use typechat::schema::{Field, GraphBuilder, Presence, Type};

use super::{Api, ApiBuilder, ApiError, Function, Signature, signature::Promise};

/// Functions as one JSON document describes them.
pub(super) struct Document {
    functions: Vec<Description>,
    /// What the schemas refer to.
    shared: Value,
}

/// A function as JSON describes it.
pub(super) struct Description {
    pub(super) name: String,
    docs: String,
    params: Vec<Param>,
    returns: Value,
}

struct Param {
    name: String,
    docs: String,
    schema: Value,
    presence: Presence,
}

/// The members of a document whose schemas others refer to.
const SHARED: [&str; 3] = ["types", "$defs", "definitions"];

impl Api {
    /// Functions as a document describes them: `{"functions": […]}`, each as for
    /// [`Function::described`]; their schemas may refer to others under `types`, `$defs` or
    /// `definitions` of the document. Programs are checked against it, and cannot run unless
    /// handlers carry the functions out.
    ///
    /// ```
    /// use serde_json::json;
    /// use typechat_program::Api;
    ///
    /// let api = Api::from_descriptions(&json!({
    ///     "types": { "Name": { "type": "object", "properties": { "first": { "type": "string" } } } },
    ///     "functions": [{
    ///         "name": "greet",
    ///         "params": [{ "name": "name", "schema": { "$ref": "#/types/Name" } }],
    ///         "returns": { "type": "string" },
    ///     }],
    /// }))?;
    /// assert!(api.to_typescript().contains("greet(name: { first?: string }): string;"));
    /// # Ok::<(), typechat_program::ApiError>(())
    /// ```
    ///
    /// # Errors
    /// [`ApiError`] when the document lacks something, or a schema cannot be used.
    pub fn from_descriptions(document: &Value) -> Result<Self, ApiError> {
        let name = document.get("api").and_then(Value::as_str);
        let mut builder =
            name.map_or_else(ApiBuilder::default, |name| ApiBuilder::default().name(name));
        for function in Function::all_described(document)? {
            builder = builder.function(function);
        }
        builder.build()
    }
}

impl Function {
    /// The functions of a document as [`Api::from_descriptions`] takes it, to be given handlers.
    ///
    /// # Errors
    /// [`ApiError`] when the document lacks something.
    pub fn all_described(document: &Value) -> Result<Vec<Self>, ApiError> {
        let document = Arc::new(Document::read(document)?);
        let functions = 0..document.functions.len();
        let function = |index| Self::of_description(&document, index);
        Ok(functions.map(function).collect())
    }
}

impl Document {
    fn read(document: &Value) -> Result<Self, ApiError> {
        let functions = document.get("functions").and_then(Value::as_array);
        let functions = functions.ok_or_else(|| lacks("functions", "a list of functions"))?;
        let shared = SHARED
            .iter()
            .filter_map(|&name| Some((name.to_owned(), document.get(name)?.clone())))
            .collect();
        let read = |(at, function): (usize, &Value)| {
            let read = Description::read(function);
            read.map_err(|error| within(error, &format!("functions[{at}]")))
        };
        let functions = functions.iter().enumerate().map(read);
        Ok(Self {
            functions: functions.collect::<Result<_, _>>()?,
            shared: Value::Object(shared),
        })
    }

    /// A document of one function.
    pub(super) fn of_one(function: &Value) -> Result<Self, ApiError> {
        Ok(Self {
            functions: vec![Description::read(function)?],
            shared: Value::Object(Map::new()),
        })
    }

    pub(super) fn name(&self, index: usize) -> &str {
        &self.functions[index].name
    }

    /// The signatures of all functions: types that they share are one.
    pub(super) fn signatures(&self, graph: &mut GraphBuilder) -> Result<Vec<Signature>, ApiError> {
        let parts: Vec<(&str, &Value)> =
            self.functions.iter().flat_map(Description::parts).collect();
        let mut types = graph.import_parts(&self.shared, &parts)?.into_iter();
        let mut next = || types.next().unwrap_or(Type::Any);
        let functions = self.functions.iter();
        Ok(functions
            .map(|function| function.signature(&mut next))
            .collect())
    }
}

impl Description {
    fn read(value: &Value) -> Result<Self, ApiError> {
        let text = |name: &str| value.get(name).and_then(Value::as_str);
        let name = text("name").filter(|name| !name.is_empty());
        let name = name.ok_or_else(|| lacks("name", "the function's name"))?;
        let params = match (value.get("params"), value.get("parameters")) {
            (Some(list), _) => listed(list)?,
            (None, Some(schema)) => of_object(schema)?,
            (None, None) => Vec::new(),
        };
        Ok(Self {
            name: name.to_owned(),
            docs: text("description").unwrap_or_default().to_owned(),
            params,
            returns: value.get("returns").cloned().unwrap_or(json!({})),
        })
    }

    /// The schemas of the parameters and of the result.
    fn parts(&self) -> impl Iterator<Item = (&str, &Value)> {
        let params = self
            .params
            .iter()
            .map(|param| (&*param.name, &param.schema));
        params.chain([("Result", &self.returns)])
    }

    /// `next` gives the types of the parts, one after the other.
    fn signature(&self, next: &mut dyn FnMut() -> Type) -> Signature {
        let mut signature = Signature::new(&self.name, &self.docs).asynchronous();
        for param in &self.params {
            let field = Field::new(&param.name, &param.docs, next(), param.presence);
            signature = signature.json_param(field);
        }
        signature = signature.returns(next());
        signature.promise = Promise::Described;
        signature
    }
}

fn listed(list: &Value) -> Result<Vec<Param>, ApiError> {
    let list = list
        .as_array()
        .ok_or_else(|| lacks("params", "a list of parameters"))?;
    let param = |(at, param): (usize, &Value)| {
        let name = param.get("name").and_then(Value::as_str);
        let name = name.ok_or_else(|| lacks(&format!("params[{at}].name"), "a name"))?;
        let is_optional = param.get("optional") == Some(&json!(true))
            || param.get("required") == Some(&json!(false));
        let schema = param.get("schema").cloned().unwrap_or_else(|| json!({}));
        Ok(Param {
            name: name.to_owned(),
            docs: docs(param).or_else(|| docs(&schema)).unwrap_or_default(),
            schema,
            presence: presence(!is_optional),
        })
    };
    list.iter().enumerate().map(param).collect()
}

fn of_object(schema: &Value) -> Result<Vec<Param>, ApiError> {
    let none = Map::new();
    let expected = "a JSON Schema of an object";
    let properties = match schema.get("properties") {
        Some(Value::Object(properties)) => properties,
        Some(_) => return Err(lacks("parameters.properties", "an object")),
        None if schema.is_object() => &none,
        None => return Err(lacks("parameters", expected)),
    };
    let required = schema.get("required").and_then(Value::as_array);
    let is_required =
        |name: &str| required.is_some_and(|names| names.iter().any(|required| required == name));
    let param = |(name, schema): (&String, &Value)| Param {
        name: name.clone(),
        docs: docs(schema).unwrap_or_default(),
        presence: presence(is_required(name)),
        schema: schema.clone(),
    };
    // A call may leave out what comes last.
    let mut params: Vec<Param> = properties.iter().map(param).collect();
    params.sort_by_key(|param| param.presence == Presence::Optional);
    Ok(params)
}

fn docs(value: &Value) -> Option<String> {
    let docs = value.get("description").and_then(Value::as_str);
    docs.map(str::to_owned)
}

fn presence(required: bool) -> Presence {
    if required {
        Presence::Required
    } else {
        Presence::Optional
    }
}

fn lacks(place: &str, expected: &'static str) -> ApiError {
    let place = place.to_owned();
    ApiError::Description { place, expected }
}

fn within(error: ApiError, outer: &str) -> ApiError {
    match error {
        ApiError::Description { place, expected } => ApiError::Description {
            place: format!("{outer}.{place}"),
            expected,
        },
        other => other,
    }
}
