//! A JSON Schema of all programs over an API: what a model can be held to while it writes. It
//! knows the functions, how many arguments they take and of which types; what it does not know,
//! such as which step a reference leads to, the check finds.

use serde_json::{Map, Value, json};
use typechat::schema::{ArrayType, Field, Length, Presence, TupleType, Type};

use super::prompt::has_parts;
use crate::{
    Api, Signature,
    check::{Assign, Fit},
};

/// The step of the largest number that a reference can have.
const LAST_STEP: usize = 63;

pub(super) fn schema(api: &Api) -> Value {
    let mut writer = Writer {
        api,
        defs: Map::new(),
        known: Vec::new(),
    };
    let calls = api
        .signatures()
        .map(|signature| writer.call(signature))
        .collect();
    writer.define("step", any_of(calls));
    writer.define("reference", reference(has_parts(api)));
    let parts = json!({
        "type": "array", "items": { "type": "string" }, "minItems": 1, "maxItems": 8
    });
    let steps = json!({
        "type": "array", "items": { "$ref": "#/$defs/step" }, "minItems": 1
    });
    let object = |properties: Value, required: &[&str]| {
        json!({
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": false,
        })
    };
    // What cannot be done comes first: small models go on with it where they should end.
    let plan = object(
        json!({ "@cannot_translate": parts, "@steps": steps }),
        &["@steps"],
    );
    let refusal = object(
        json!({ "@cannot_translate": parts }),
        &["@cannot_translate"],
    );
    json!({ "anyOf": [plan, refusal], "$defs": writer.defs })
}

fn reference(has_parts: bool) -> Value {
    let mut properties = json!({
        "@ref": { "type": "integer", "minimum": 0, "maximum": LAST_STEP }
    });
    if has_parts {
        properties["@path"] = json!({ "type": "string" });
    }
    json!({
        "type": "object",
        "properties": properties,
        "required": ["@ref"],
        "additionalProperties": false,
    })
}

struct Writer<'a> {
    api: &'a Api,
    defs: Map<String, Value>,
    /// The types whose expressions are defined, by the number in their names.
    known: Vec<&'a Type>,
}

impl<'a> Writer<'a> {
    fn define(&mut self, name: &str, schema: Value) {
        self.defs.insert(name.to_owned(), schema);
    }

    /// A call of a function.
    fn call(&mut self, signature: &'a Signature) -> Value {
        let name = format!("call_{}", signature.name());
        if self.defs.contains_key(&name) {
            return refer(&name);
        }
        // A call of itself may stand within its arguments.
        self.define(&name, Value::Null);
        let params = signature.params();
        let args: Vec<Value> = params.iter().map(|param| self.expr(&param.ty)).collect();
        let required = |field: &Field| field.presence == Presence::Required;
        let least = params.iter().rposition(required).map_or(0, |last| last + 1);
        let mut list = json!({ "type": "array", "items": false, "minItems": least });
        if args.is_empty() {
            list["maxItems"] = 0.into();
        } else {
            list["prefixItems"] = args.into();
        }
        let call = json!({
            "type": "object",
            "properties": { "@func": { "const": signature.name() }, "@args": list },
            "required": if params.is_empty() { json!(["@func"]) } else { json!(["@func", "@args"]) },
            "additionalProperties": false,
        });
        self.define(&name, call);
        refer(&name)
    }

    /// What can stand where a value of the type is wanted: data, a reference, or a call whose
    /// result may be one.
    fn expr(&mut self, ty: &'a Type) -> Value {
        let number = if let Some(number) = self.known.iter().position(|known| *known == ty) {
            number
        } else {
            self.known.push(ty);
            let number = self.known.len() - 1;
            let mut choices = vec![self.data(ty), refer("reference")];
            let api = self.api;
            for signature in api.signatures() {
                let fit = Assign::new(&api.inner.judge).fit(signature.result(), ty);
                if fit != Fit::Not && *signature.result() != Type::Null {
                    choices.push(self.call(signature));
                }
            }
            self.define(&format!("value_{number}"), any_of(choices));
            number
        };
        refer(&format!("value_{number}"))
    }

    /// Data of a type, with expressions for its parts.
    fn data(&mut self, ty: &'a Type) -> Value {
        match ty {
            Type::Ref(id) => {
                let api = self.api;
                let def = api.graph().def(*id);
                let name = format!("data_{}", def.name());
                if !self.defs.contains_key(&name) {
                    self.define(&name, Value::Null);
                    let data = self.data(def.ty());
                    self.define(&name, data);
                }
                refer(&name)
            }
            Type::Guarded(guarded) => self.data(&guarded.ty),
            Type::Nullable(inner) => any_of(vec![self.data(inner), json!({ "type": "null" })]),
            Type::Union(branches) => any_of(
                branches
                    .iter()
                    .map(|branch| self.data(&branch.ty))
                    .collect(),
            ),
            Type::Array(array) => self.array(array),
            Type::Tuple(tuple) => self.tuple(tuple),
            Type::Object(object) => {
                let properties: Map<String, Value> = object
                    .fields
                    .iter()
                    .map(|field| (field.name.clone(), self.expr(&field.ty)))
                    .collect();
                let required = object
                    .fields
                    .iter()
                    .filter(|f| f.presence == Presence::Required);
                let required: Vec<&str> = required.map(|field| field.name.as_str()).collect();
                let rest = object
                    .rest
                    .as_ref()
                    .map_or(json!(false), |rest| self.expr(rest));
                json!({
                    "type": "object",
                    "properties": properties,
                    "required": required,
                    "additionalProperties": rest,
                })
            }
            Type::Map(map) => {
                json!({ "type": "object", "additionalProperties": self.expr(&map.values) })
            }
            Type::Any => any_of(vec![
                json!({ "type": ["string", "number", "boolean", "null"] }),
                json!({ "type": "array", "items": self.expr(&Type::Any) }),
                json!({ "type": "object", "additionalProperties": self.expr(&Type::Any) }),
            ]),
            scalar => self.api.graph().schema_of(scalar),
        }
    }

    fn array(&mut self, array: &'a ArrayType) -> Value {
        let mut schema = json!({ "type": "array", "items": self.expr(&array.items) });
        let Length { min, max, .. } = array.length;
        if let Some(min) = min {
            schema["minItems"] = min.into();
        }
        if let Some(max) = max {
            schema["maxItems"] = max.into();
        }
        schema
    }

    fn tuple(&mut self, tuple: &'a TupleType) -> Value {
        let items: Vec<Value> = tuple.items.iter().map(|item| self.expr(item)).collect();
        let rest = tuple
            .rest
            .as_ref()
            .map_or(json!(false), |rest| self.expr(rest));
        let mut schema = json!({ "type": "array", "items": rest, "minItems": tuple.required });
        if items.is_empty() {
            schema["maxItems"] = 0.into();
        } else {
            schema["prefixItems"] = items.into();
        }
        schema
    }
}

fn refer(name: &str) -> Value {
    json!({ "$ref": format!("#/$defs/{name}") })
}

fn any_of(mut choices: Vec<Value>) -> Value {
    match choices.len() {
        1 => choices.remove(0),
        _ => json!({ "anyOf": choices }),
    }
}
