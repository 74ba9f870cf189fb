//! A JSON Schema as a graph: what the graph can hold is taken over, anything else is refused by name.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::{
    Branch, DefId, Field, GraphBuilder, Literal, Member, NumberRange, ObjectType, Presence, Type,
    TypeGraph,
};

/// Schemas nested deeper than this are refused.
const MAX_DEPTH: usize = 128;

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
const OBJECT: [&str; 3] = ["properties", "required", "additionalProperties"];
const PLAIN: [&str; 7] = [
    "type",
    "properties",
    "required",
    "additionalProperties",
    "items",
    "minimum",
    "maximum",
];

/// Names that TypeScript keeps for itself, or that the text uses.
const RESERVED: &str = " any unknown never number bigint boolean string symbol object void \
     undefined null true false break case catch class const continue debugger default delete do \
     else enum export extends finally for function if import in instanceof new return super \
     switch this throw try typeof var while with implements interface let package private \
     protected public static yield await Record Array ";

/// Why a JSON Schema cannot be imported. Places are JSON Pointers into it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ImportError {
    /// A keyword that the graph cannot hold, or cannot hold beside its neighbours.
    #[error("the keyword `{keyword}` at {pointer} is not supported yet")]
    Unsupported {
        /// The keyword.
        keyword: String,
        /// The schema that has it.
        pointer: String,
    },
    /// A keyword with a value that JSON Schema does not allow.
    #[error("the keyword `{keyword}` at {pointer} must be {expected}")]
    Malformed {
        /// The keyword.
        keyword: String,
        /// The schema that has it.
        pointer: String,
        /// What it should be.
        expected: &'static str,
    },
    /// A schema that is neither an object nor a boolean.
    #[error("{pointer} is not a schema; a schema is an object, or `true` for any value")]
    NotAnObject {
        /// The place.
        pointer: String,
    },
    /// A reference to nothing.
    #[error("the reference `{reference}` at {pointer} leads nowhere; add the definition")]
    DanglingRef {
        /// The reference as it is written.
        reference: String,
        /// The schema that has it.
        pointer: String,
    },
    /// A reference to another document.
    #[error(
        "the reference `{reference}` at {pointer} leads out of the document; copy what it names \
         into `$defs`, and refer to it as `#/$defs/NAME`"
    )]
    RemoteRef {
        /// The reference as it is written.
        reference: String,
        /// The schema that has it.
        pointer: String,
    },
    /// A definition that is defined as itself.
    #[error("the schema at {pointer} refers to itself without a list or an object in between")]
    Circular {
        /// The place.
        pointer: String,
    },
    /// Too many schemas within schemas.
    #[error("the schemas at {pointer} nest deeper than {MAX_DEPTH} levels; use definitions")]
    TooDeep {
        /// The place.
        pointer: String,
    },
}

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
        Ok(import.builder.finish(inline.unwrap_or(Type::Ref(root))))
    }
}

struct Import<'a> {
    document: &'a Value,
    builder: GraphBuilder,
    /// The definitions met so far, by pointer; those in `todo` are not read yet.
    known: HashMap<String, DefId>,
    pointers: Vec<String>,
    todo: Vec<(DefId, &'a Value)>,
    /// References outside any list and object: from the definition to what it names.
    bare: Vec<(usize, usize)>,
    uses_root: bool,
}

impl<'a> Import<'a> {
    fn declare(&mut self, pointer: String, name: &str, schema: &'a Value) -> DefId {
        let id = self.builder.declare(&identifier(name));
        self.known.insert(pointer.clone(), id);
        self.pointers.push(pointer);
        self.todo.push((id, schema));
        id
    }

    fn schema(&mut self, schema: &'a Value, place: Place<'_>) -> Result<Type, ImportError> {
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
                "string" => Type::String,
                "boolean" => Type::Boolean,
                "integer" => Type::Integer(range(members, place)?),
                "number" => Type::Number(range(members, place)?),
                "array" => Type::Array(Box::new(match members.get("items") {
                    None => Type::Any,
                    Some(Value::Array(_)) => return Err(place.unsupported("items")),
                    Some(items) => self.schema(items, place.within("items", ""))?,
                })),
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

/// Where a schema stands. The pointer is written only when there is an error to tell.
#[derive(Clone, Copy)]
struct Place<'p> {
    /// The definition that is being read, and its pointer.
    owner: DefId,
    base: &'p str,
    parent: Option<&'p Place<'p>>,
    /// A keyword, and a name or index within it when that is not empty.
    step: (&'p str, &'p str),
    depth: usize,
    /// Whether no list and no object stands between the definition and this schema.
    bare: bool,
}

impl<'p> Place<'p> {
    fn of(owner: DefId, base: &'p str) -> Self {
        Self {
            owner,
            base,
            parent: None,
            step: ("", ""),
            depth: 1,
            bare: true,
        }
    }

    fn branch(&'p self, keyword: &'p str, key: &'p str) -> Self {
        Self {
            parent: Some(self),
            step: (keyword, key),
            depth: self.depth + 1,
            ..*self
        }
    }

    fn within(&'p self, keyword: &'p str, key: &'p str) -> Self {
        Self {
            bare: false,
            ..self.branch(keyword, key)
        }
    }

    fn pointer(&self) -> String {
        let mut steps = Vec::new();
        let mut place = self;
        while let Some(parent) = place.parent {
            let (keyword, key) = place.step;
            let key = key.replace('~', "~0").replace('/', "~1");
            let by_keyword_alone = matches!(keyword, "items" | "additionalProperties");
            steps.push(if by_keyword_alone {
                format!("/{keyword}")
            } else {
                format!("/{keyword}/{key}")
            });
            place = parent;
        }
        steps.reverse();
        format!("#{}{}", self.base, steps.concat())
    }

    fn unsupported(&self, keyword: &str) -> ImportError {
        ImportError::Unsupported {
            keyword: keyword.to_owned(),
            pointer: self.pointer(),
        }
    }

    fn malformed(&self, keyword: &str, expected: &'static str) -> ImportError {
        ImportError::Malformed {
            keyword: keyword.to_owned(),
            pointer: self.pointer(),
            expected,
        }
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

/// The types that a schema names, each once; without `type`, those that its keywords are about.
fn kinds<'a>(
    members: &'a Map<String, Value>,
    place: Place<'_>,
) -> Result<Vec<&'a str>, ImportError> {
    let has = |keyword: &&str| members.contains_key(*keyword);
    let list = match members.get("type") {
        None if OBJECT.iter().any(has) => return Ok(vec!["object"]),
        None if members.contains_key("items") => return Ok(vec!["array"]),
        None if ["minimum", "maximum"].iter().any(has) => return Ok(vec!["number"]),
        None => return Ok(Vec::new()),
        Some(Value::Array(list)) if !list.is_empty() => list.as_slice(),
        Some(one) => std::slice::from_ref(one),
    };
    let mut kinds = Vec::new();
    for kind in list {
        let Some(kind) = kind.as_str() else {
            return Err(place.malformed("type", "the name of a type, or a list of names"));
        };
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    Ok(kinds)
}

fn range(members: &Map<String, Value>, place: Place<'_>) -> Result<NumberRange, ImportError> {
    let bound = |keyword| match members.get(keyword) {
        None => Ok(None),
        Some(Value::Number(number)) => Ok(Some(number.clone())),
        Some(_) => Err(place.malformed(keyword, "a number")),
    };
    Ok(NumberRange {
        minimum: bound("minimum")?,
        maximum: bound("maximum")?,
    })
}

/// `enum` or `const`; `type` beside it leaves those of that type.
fn constants(members: &Map<String, Value>, place: Place<'_>) -> Result<Type, ImportError> {
    let (keyword, values) = match (members.get("enum"), members.get("const")) {
        (Some(_), Some(_)) => return Err(place.unsupported("const")),
        (Some(Value::Array(list)), None) => ("enum", list.as_slice()),
        (_, Some(value)) => ("const", std::slice::from_ref(value)),
        _ => return Err(place.malformed("enum", "a list of constants")),
    };
    let kinds = kinds(members, place)?;
    let mut list = Vec::new();
    for value in values {
        let (literal, kind) = match value {
            Value::String(text) => (Literal::String(text.clone()), "string"),
            Value::Bool(value) => (Literal::Bool(*value), "boolean"),
            Value::Null => (Literal::Null, "null"),
            Value::Number(number) => (Literal::Number(number.clone()), "number"),
            _ => return Err(place.unsupported(keyword)),
        };
        let whole = value.is_i64()
            || value.is_u64()
            || value.as_f64().is_some_and(|number| number.fract() == 0.0);
        let fits = kinds.is_empty() || kinds.contains(&kind) || kinds.contains(&"integer") && whole;
        if fits {
            list.push(Member::new(literal, ""));
        }
    }
    if list.is_empty() {
        return Err(place.malformed(keyword, "a constant of the type beside it"));
    }
    Ok(Type::Enum(list))
}

/// One branch is the type itself, and branches that are constants are one list of constants.
fn united(mut branches: Vec<Branch>) -> Type {
    match branches.as_mut_slice() {
        [] => return Type::Null,
        [one] if one.docs.is_empty() => return std::mem::replace(&mut one.ty, Type::Any),
        _ => {}
    }
    let constant = |branch: &Branch| match &branch.ty {
        Type::Enum(members) if members.len() == 1 => Some(Member {
            docs: branch.docs.clone(),
            ..members[0].clone()
        }),
        _ => None,
    };
    match branches.iter().map(constant).collect() {
        Some(members) => Type::Enum(members),
        None => Type::Union(branches),
    }
}

fn nullable(ty: Type) -> Type {
    match ty {
        Type::Any | Type::Null | Type::Nullable(_) => ty,
        other => Type::Nullable(Box::new(other)),
    }
}

/// The description; a list also tells that of its items, which have no place of their own.
fn docs(schema: &Value) -> String {
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

fn identifier(name: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || c == '$' {
            c
        } else {
            '_'
        }
    };
    let mut out: String = name.chars().map(plain).collect();
    if !out.starts_with(|c: char| c.is_alphabetic() || c == '_' || c == '$') {
        out.insert(0, '_');
    }
    if RESERVED.split_whitespace().any(|word| word == out) {
        out.push('_');
    }
    out
}

fn percent_decoded(text: &str) -> String {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let [first, tail @ ..] = rest {
        let code = tail.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        let code = code.and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let (byte, skipped) = code
            .filter(|_| *first == b'%')
            .map_or((*first, 0), |byte| (byte, 2));
        bytes.push(byte);
        rest = &tail[skipped..];
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}

/// A definition on, or before, a circle of references: what is left when those that refer to
/// nothing open are taken away, again and again.
fn circular(count: usize, references: &[(usize, usize)]) -> Option<usize> {
    let mut open = vec![0_usize; count];
    let mut users = vec![Vec::new(); count];
    for &(from, to) in references {
        open[from] += 1;
        users[to].push(from);
    }
    let mut done: Vec<usize> = (0..count).filter(|&index| open[index] == 0).collect();
    while let Some(index) = done.pop() {
        for &user in &users[index] {
            open[user] -= 1;
            if open[user] == 0 {
                done.push(user);
            }
        }
    }
    // The last one is furthest from the root, and so most likely on the circle itself.
    open.iter().rposition(|&left| left > 0)
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
