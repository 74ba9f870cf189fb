//! The one intermediate representation: every front end makes it, every back end reads it.

use serde_json::Value;

use super::GraphBuilder;

/// A type that can be shown to a model.
///
/// Derive it: `#[derive(Schema)]` follows the type's `#[serde(...)]` attributes. The trait is
/// `'static` so that every type has an exact identity in the graph.
///
/// ```
/// use typechat::{Schema, schema::TypeGraph};
///
/// #[derive(serde::Deserialize, Schema)]
/// struct Order {
///     /// What to bring.
///     dish: String,
/// }
/// let text = TypeGraph::of::<Order>().to_typescript();
/// assert!(text.contains("dish: string;"));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no schema that a model could be shown",
    label = "`Schema` is not implemented for `{Self}`",
    note = "add `#[derive(typechat::Schema)]` to the type"
)]
pub trait Schema: 'static {
    /// The type as a node of the graph; named types register themselves through
    /// [`GraphBuilder::define`].
    fn describe(graph: &mut GraphBuilder) -> Type;
}

/// Index of a definition within its [`TypeGraph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DefId(pub(crate) usize);

/// A root type and the named types it uses, in order of first use.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeGraph {
    pub(crate) root: Type,
    pub(crate) defs: Vec<TypeDef>,
}

/// A named type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeDef {
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) ty: Type,
}

/// One node: what JSON it stands for.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Type {
    /// Any JSON value.
    Any,
    /// `null` alone.
    Null,
    /// `true` or `false`.
    Boolean,
    /// Any string.
    String,
    /// A whole number within bounds.
    Integer(NumberRange),
    /// Any number within bounds.
    Number(NumberRange),
    /// One of a list of constants.
    Enum(Vec<Member>),
    /// A list.
    Array(Box<Type>),
    /// An object with known members.
    Object(ObjectType),
    /// One of several types; the first branch that fits is meant.
    Union(Vec<Branch>),
    /// The type or `null`.
    Nullable(Box<Type>),
    /// A named type.
    Ref(DefId),
}

/// Inclusive bounds of a number.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct NumberRange {
    /// The smallest value allowed.
    pub minimum: Option<serde_json::Number>,
    /// The largest value allowed.
    pub maximum: Option<serde_json::Number>,
}

impl NumberRange {
    /// Bounds from numbers; `None` leaves a side open.
    pub fn new<N: Into<serde_json::Number>>(minimum: Option<N>, maximum: Option<N>) -> Self {
        Self {
            minimum: minimum.map(Into::into),
            maximum: maximum.map(Into::into),
        }
    }
}

/// A JSON scalar used as a constant.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Literal {
    /// A string constant.
    String(String),
    /// A number constant.
    Number(serde_json::Number),
    /// A boolean constant.
    Bool(bool),
    /// The constant `null`.
    Null,
}

impl Literal {
    /// The constant as a JSON value.
    pub fn to_value(&self) -> Value {
        match self {
            Self::String(text) => Value::String(text.clone()),
            Self::Number(number) => Value::Number(number.clone()),
            Self::Bool(value) => Value::Bool(*value),
            Self::Null => Value::Null,
        }
    }
}

impl From<&str> for Literal {
    fn from(text: &str) -> Self {
        Self::String(text.to_owned())
    }
}

/// One constant of a [`Type::Enum`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Member {
    /// The constant.
    pub value: Literal,
    /// What it means; empty when nothing was said.
    pub docs: String,
}

impl Member {
    /// A constant and its documentation.
    pub fn new(value: impl Into<Literal>, docs: &str) -> Self {
        Self {
            value: value.into(),
            docs: docs.to_owned(),
        }
    }
}

/// An object's members, in order.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ObjectType {
    /// The known members.
    pub fields: Vec<Field>,
    /// The type of further members; `None` refuses them.
    pub rest: Option<Box<Type>>,
}

impl ObjectType {
    /// A closed object with these members.
    pub fn new(fields: Vec<Field>) -> Self {
        Self { fields, rest: None }
    }
}

/// One member of an object.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Field {
    /// The name on the wire.
    pub name: String,
    /// What it means; empty when nothing was said.
    pub docs: String,
    /// Its type.
    pub ty: Type,
    /// Whether it may be left out.
    pub presence: Presence,
}

impl Field {
    /// A member by name, type and presence.
    pub fn new(name: &str, docs: &str, ty: Type, presence: Presence) -> Self {
        Self {
            name: name.to_owned(),
            docs: docs.to_owned(),
            ty,
            presence,
        }
    }

    /// A required member that can only hold `value`: an enum's tag.
    pub fn tag(name: &str, value: &str) -> Self {
        let ty = Type::Enum(vec![Member::new(value, "")]);
        Self::new(name, "", ty, Presence::Required)
    }
}

/// Whether a member may be left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Presence {
    /// It must be there.
    Required,
    /// It may be absent.
    Optional,
}

/// One alternative of a [`Type::Union`].
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Branch {
    /// Its type.
    pub ty: Type,
    /// When to choose it; empty when nothing was said.
    pub docs: String,
}

impl Branch {
    /// A type and its documentation.
    pub fn new(ty: Type, docs: &str) -> Self {
        Self {
            ty,
            docs: docs.to_owned(),
        }
    }
}

impl Type {
    /// The member form of a type: an `Option` becomes optional and not nullable.
    pub fn into_member(self, name: &str, docs: &str, has_default: bool) -> Field {
        let (ty, optional) = match self {
            Self::Nullable(inner) => (*inner, true),
            other => (other, false),
        };
        let presence = if optional || has_default {
            Presence::Optional
        } else {
            Presence::Required
        };
        Field::new(name, docs, ty, presence)
    }
}

impl TypeGraph {
    /// The graph of a Rust type.
    pub fn of<T: Schema + ?Sized>() -> Self {
        let mut builder = GraphBuilder::default();
        let root = T::describe(&mut builder);
        builder.finish(root)
    }

    /// The root type.
    pub fn root(&self) -> &Type {
        &self.root
    }

    /// The named types, in order of first use.
    pub fn defs(&self) -> &[TypeDef] {
        &self.defs
    }

    /// The definition behind a [`Type::Ref`].
    pub fn def(&self, id: DefId) -> &TypeDef {
        &self.defs[id.0]
    }

    /// The type itself, with references followed.
    pub fn resolve<'a>(&'a self, mut ty: &'a Type) -> &'a Type {
        // A chain of references longer than the list of definitions is a cycle without content.
        for _ in 0..=self.defs.len() {
            match ty {
                Type::Ref(id) => ty = &self.def(*id).ty,
                other => return other,
            }
        }
        &Type::Any
    }

    /// The name by which prompts call the root: its own, or `Reply` for a type without one.
    pub fn root_name(&self) -> &str {
        match &self.root {
            Type::Ref(id) => &self.def(*id).name,
            _ => "Reply",
        }
    }
}

impl TypeDef {
    /// The name, unique within its graph.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The documentation; empty when nothing was said.
    pub fn docs(&self) -> &str {
        &self.docs
    }

    /// The type that the name stands for.
    pub fn ty(&self) -> &Type {
        &self.ty
    }
}
