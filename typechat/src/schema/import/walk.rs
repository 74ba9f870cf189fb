//! From schema to schema: each becomes one node of the graph.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::{
    Branch, DefId, Field, GraphBuilder, ImportError, MAX_DEPTH, ObjectType, Place, Presence, Type,
    names::percent_decoded,
    scalars::{constants, kinds, range},
    unions::{nullable, united},
};

/// Keywords that stand beside any others: they change nothing, or are read elsewhere.
const ANNOTATIONS: [&str; 14] = [
    "$comment",
    "$defs",
    "$id",
    "$schema",
    "default",
    "definitions",
    "deprecated",
    "description",
    "examples",
    "format",
    "nullable",
    "readOnly",
    "title",
    "writeOnly",
];
const UNION: [&str; 2] = ["anyOf", "oneOf"];
const CONSTANTS: [&str; 3] = ["enum", "const", "type"];
const PLAIN: [&str; 7] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minimum",
    "maximum",
];

/// Reads schemas; definitions wait in `todo` until their turn, so that depth stays bounded.
pub(super) struct Import<'a> {
    pub(super) document: &'a Value,
    pub(super) builder: GraphBuilder,
    /// The definitions met so far, by pointer; those in `todo` are not read yet.
    pub(super) known: HashMap<String, DefId>,
    pub(super) pointers: Vec<String>,
    pub(super) todo: Vec<(DefId, &'a Value)>,
    /// References outside any list and object: from the definition to what it names.
    pub(super) bare: Vec<(usize, usize)>,
    pub(super) uses_root: bool,
}

impl<'a> Import<'a> {
    pub(super) fn declare(&mut self, pointer: String, name: &str, schema: &'a Value) -> DefId {
        let id = self.builder.declare(name);
        self.known.insert(pointer.clone(), id);
        self.pointers.push(pointer);
        self.todo.push((id, schema));
        id
    }

    pub(super) fn schema(
        &mut self,
        schema: &'a Value,
        place: Place<'_>,
    ) -> Result<Type, ImportError> {
        if place.depth > MAX_DEPTH {
            return Err(ImportError::TooDeep {
                pointer: place.pointer(),
            });
        }
        let members = match schema {
            Value::Object(members) => members,
            Value::Bool(true) => return Ok(Type::Any),
            Value::Bool(false) => return Err(place.unsupported("false")),
            _ => {
                return Err(ImportError::NotAnObject {
                    pointer: place.pointer(),
                });
            }
        };
        let has = |keyword: &&&str| members.contains_key(**keyword);
        let ty = if let Some(reference) = members.get("$ref") {
            only(members, &["$ref"], place)?;
            self.reference(reference, place)?
        } else if let Some(keyword) = UNION.iter().find(has) {
            only(members, &[*keyword], place)?;
            self.union(keyword, &members[*keyword], place)?
        } else if CONSTANTS[..2].iter().any(|keyword| has(&keyword)) {
            only(members, &CONSTANTS, place)?;
            constants(members, place)?
        } else {
            only(members, &PLAIN, place)?;
            self.plain(members, place)?
        };
        let null_too = members
            .get("nullable")
            .and_then(Value::as_bool)
            .unwrap_or_default();
        Ok(if null_too { nullable(ty) } else { ty })
    }

    fn reference(&mut self, reference: &Value, place: Place<'_>) -> Result<Type, ImportError> {
        let Value::String(text) = reference else {
            return Err(place.malformed("$ref", "a string"));
        };
        let (reference, pointer) = (text.clone(), place.pointer());
        let Some(path) = text.strip_prefix('#') else {
            return Err(ImportError::RemoteRef { reference, pointer });
        };
        let path = percent_decoded(path);
        let id = if let Some(&id) = self.known.get(&path) {
            self.uses_root |= path.is_empty();
            id
        } else {
            let Some(schema) = self.document.pointer(&path) else {
                return Err(ImportError::DanglingRef { reference, pointer });
            };
            let name = ["/definitions/", "/$defs/"]
                .iter()
                .find_map(|at| path.strip_prefix(at));
            let Some(name) = name.filter(|name| !name.contains('/')) else {
                return Err(place.unsupported("$ref"));
            };
            let name = name.replace("~1", "/").replace("~0", "~");
            self.declare(path, &name, schema)
        };
        if place.bare {
            self.bare.push((place.owner.0, id.0));
        }
        Ok(Type::Ref(id))
    }

    fn union(
        &mut self,
        keyword: &str,
        list: &'a Value,
        place: Place<'_>,
    ) -> Result<Type, ImportError> {
        let Some(list) = list.as_array().filter(|list| !list.is_empty()) else {
            return Err(place.malformed(keyword, "a list of schemas"));
        };
        let mut branches = Vec::new();
        let mut null_too = false;
        for (index, schema) in list.iter().enumerate() {
            let index = index.to_string();
            match self.schema(schema, place.branch(keyword, &index))? {
                Type::Null => null_too = true,
                ty => branches.push(Branch::new(ty, &docs(schema))),
            }
        }
        let ty = united(branches);
        Ok(if null_too { nullable(ty) } else { ty })
    }

    fn plain(
        &mut self,
        members: &'a Map<String, Value>,
        place: Place<'_>,
    ) -> Result<Type, ImportError> {
        let kinds = kinds(members, place)?;
        let mut branches = Vec::new();
        for kind in &kinds {
            let ty = match *kind {
                "null" => continue,
                "string" => Type::string(),
                "boolean" => Type::Boolean,
                "integer" => Type::Integer(range(members, place)?),
                "number" => Type::Number(range(members, place)?),
                "array" => Type::array(match members.get("items") {
                    None => Type::Any,
                    Some(Value::Array(_)) => return Err(place.unsupported("items")),
                    Some(items) => self.schema(items, place.within("items", ""))?,
                }),
                "object" => self.object(members, place)?,
                _ => return Err(place.malformed("type", "the name of a type, or a list of names")),
            };
            branches.push(Branch::new(ty, ""));
        }
        let null_too = kinds.contains(&"null");
        Ok(match (branches.is_empty(), null_too) {
            (true, true) => Type::Null,
            (true, false) => Type::Any,
            (false, true) => nullable(united(branches)),
            (false, false) => united(branches),
        })
    }

    fn object(
        &mut self,
        members: &'a Map<String, Value>,
        place: Place<'_>,
    ) -> Result<Type, ImportError> {
        let mut required = Vec::new();
        if let Some(list) = members.get("required") {
            for name in list.as_array().into_iter().flatten() {
                required.extend(name.as_str());
            }
            if list
                .as_array()
                .is_none_or(|list| list.len() != required.len())
            {
                return Err(place.malformed("required", "a list of names"));
            }
        }
        let mut missing: HashSet<&str> = required.iter().copied().collect();
        let mut object = ObjectType::default();
        if let Some(properties) = members.get("properties") {
            let Value::Object(properties) = properties else {
                return Err(place.malformed("properties", "an object of schemas"));
            };
            for (name, schema) in properties {
                let ty = self.schema(schema, place.within("properties", name))?;
                let presence = if missing.remove(name.as_str()) {
                    Presence::Required
                } else {
                    Presence::Optional
                };
                object
                    .fields
                    .push(Field::new(name, &docs(schema), ty, presence));
            }
        }
        for name in required {
            if missing.remove(name) {
                object
                    .fields
                    .push(Field::new(name, "", Type::Any, Presence::Required));
            }
        }
        object.rest = match members.get("additionalProperties") {
            Some(Value::Bool(false)) => None,
            None => Some(Box::new(Type::Any)),
            Some(rest) => Some(Box::new(
                self.schema(rest, place.within("additionalProperties", ""))?,
            )),
        };
        Ok(Type::Object(object))
    }
}

/// Refuses a schema with keywords other than these and annotations.
fn only(
    members: &Map<String, Value>,
    keywords: &[&str],
    place: Place<'_>,
) -> Result<(), ImportError> {
    let fine = |k: &str| keywords.contains(&k) || ANNOTATIONS.contains(&k) || k.starts_with("x-");
    match members.keys().find(|keyword| !fine(keyword)) {
        Some(keyword) => Err(place.unsupported(keyword)),
        None => Ok(()),
    }
}

/// The description; a list also tells that of its items, which have no place of their own.
pub(super) fn docs(schema: &Value) -> String {
    let of = |schema: &Value| {
        schema
            .get("description")
            .and_then(Value::as_str)
            .map(str::to_owned)
    };
    let each = schema
        .get("items")
        .and_then(of)
        .map(|docs| format!("Each: {docs}"));
    of(schema)
        .into_iter()
        .chain(each)
        .collect::<Vec<_>>()
        .join("\n")
}
