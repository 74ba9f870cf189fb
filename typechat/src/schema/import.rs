//! A JSON Schema as a graph. What the graph holds becomes nodes; what it does not is told in
//! words, and the document itself is what is enforced.

mod choices;
mod constants;
mod discriminator;
mod disjoint;
mod draft;
mod error;
mod facts;
mod gather;
mod index;
mod lists;
mod maps;
mod modern;
mod never;
mod node;
mod normal;
mod nullable;
mod objects;
mod parts;
mod patterns;
mod place;
mod reference;
mod scalars;
mod scan;
mod structures;
mod tag;
#[cfg(test)]
mod tests;
mod uri;
mod walk;
mod words;
mod wrapped;

use serde_json::Value;

use super::{
    DefId, GraphBuilder, Guarded, Type, TypeGraph, json_schema::DIALECT, names::identifier,
};
use draft::Draft;
pub use error::ImportError;
use place::Place;
use scan::Scan;
#[cfg(feature = "schemars")]
pub(super) use scan::each_schema_mut;
use walk::Import;

/// Schemas nested deeper than this are refused.
const MAX_DEPTH: usize = 128;

/// What came of a document.
struct Imported {
    ty: Type,
    /// The document that is enforced, when the type does not say it all.
    document: Option<Value>,
}

impl TypeGraph {
    /// The graph of any JSON Schema, of drafts 4, 6, 7, 2019-09 and 2020-12; a document that does
    /// not state its draft is read as the newest, old spellings included.
    ///
    /// Values that the graph's [JSON Schema](Self::to_json_schema) accepts are those that the
    /// document accepts. What a graph can hold becomes types; what it cannot (`not`, `if`,
    /// `patternProperties` among other members, …) is told to the model as a comment, and then
    /// the graph's JSON Schema is the document itself. `nullable: true` of `OpenAPI` allows
    /// `null`, its `discriminator` makes the tag of each branch a required constant, and formats
    /// are enforced.
    ///
    /// ```
    /// use typechat::schema::TypeGraph;
    /// let schema = serde_json::json!({
    ///     "title": "Order",
    ///     "type": "object",
    ///     "properties": {
    ///         "dish": { "type": "string" },
    ///         "table": { "type": "integer", "not": { "const": 13 } },
    ///     },
    ///     "required": ["dish"],
    ///     "additionalProperties": false,
    /// });
    /// let graph = TypeGraph::from_json_schema(&schema)?;
    /// assert_eq!(
    ///     graph.to_typescript(),
    ///     "interface Order {\n  dish: string;\n  \
    ///      // integer; must not match {\"const\":13}\n  table?: number;\n}\n",
    /// );
    /// assert_eq!(graph.to_json_schema(), schema);
    /// # Ok::<(), typechat::schema::ImportError>(())
    /// ```
    ///
    /// # Errors
    /// [`ImportError`] for what is no JSON Schema or only holds one, references out of the document and to
    /// nothing, definitions without content, schemas that no value fits, and schemas that nest
    /// too deep; each with its place.
    pub fn from_json_schema(schema: &Value) -> Result<Self, ImportError> {
        let mut builder = GraphBuilder::default();
        let Imported { ty, document } = import_into(&mut builder, schema, "Reply")?;
        let root = match document {
            Some(document) => enforced(ty, document),
            None => ty,
        };
        // Types that are imported flatten nothing and are buffered nowhere, and those without
        // content have been refused: nothing else could fail.
        builder.finish(root).map_err(|error| ImportError::Circular {
            pointer: format!("# ({error})"),
        })
    }
}

impl GraphBuilder {
    /// The type of a JSON Schema, among the types that are there already: for the parameters of
    /// functions that are known by description. A document without a title is called `name`,
    /// when it needs a name.
    ///
    /// ```
    /// use typechat::schema::GraphBuilder;
    /// let mut builder = GraphBuilder::default();
    /// let ty = builder.import(&serde_json::json!({ "type": "boolean" }), "Flag")?;
    /// # Ok::<(), typechat::schema::ImportError>(())
    /// ```
    ///
    /// # Errors
    /// [`ImportError`], as [`TypeGraph::from_json_schema`] does.
    pub fn import(&mut self, document: &Value, name: &str) -> Result<Type, ImportError> {
        let Imported { ty, document } = import_into(self, document, name)?;
        let Some(mut document) = document else {
            return Ok(ty);
        };
        // By an address of its own, its references stay within it wherever it is put.
        self.documents += 1;
        let id = match self.documents {
            1 => format!("urn:typechat:{}", identifier(name)),
            count => format!("urn:typechat:{}-{count}", identifier(name)),
        };
        if let Value::Object(members) = &mut document {
            members.entry("$id").or_insert_with(|| id.into());
        }
        let id = match ty {
            Type::Ref(id) => id,
            ty => {
                let id = self.declare(name);
                self.fill(id, "", ty);
                id
            }
        };
        let def = &mut self.defs[id.0];
        def.ty = enforced(std::mem::replace(&mut def.ty, Type::Any), document);
        Ok(Type::Ref(id))
    }
}

/// A type, and the document that is enforced in its place.
fn enforced(ty: Type, document: Value) -> Type {
    let mut guarded = match ty {
        Type::Guarded(guarded) => guarded,
        ty => Box::new(Guarded {
            ty,
            rules: Vec::new(),
            schema: None,
        }),
    };
    guarded.schema = Some(document);
    Type::Guarded(guarded)
}

/// Imports a document among the types that a builder knows already. A root without a title is
/// called `name`, when it needs a name.
fn import_into(
    builder: &mut GraphBuilder,
    document: &Value,
    name: &str,
) -> Result<Imported, ImportError> {
    wrapped::refuse(document)?;
    let scan = Scan::of(document);
    patterns::check(document, &scan)?;
    let stated = Draft::stated(document);
    let mut document = normal::normalised(document, &scan, stated.is_some())?;
    let draft = stated.unwrap_or(Draft::D2020);
    if stated.is_none()
        && document.get("$schema").is_some()
        && let Value::Object(members) = document.to_mut()
    {
        // The validator goes by what is stated.
        members.insert("$schema".into(), DIALECT.into());
    }
    let mut import = Import::new(builder, &document, draft, &scan, name);
    let root = import.index.child(&document, 0);
    let ty = import.root(root)?;
    import.refuse_empty(&ty)?;
    let exact = import.exact;
    Ok(Imported {
        ty,
        document: (!exact).then(|| document.into_owned()),
    })
}
