//! The nodes of a graph: what JSON each stands for.

use serde_json::Value;

use super::{DefId, Length, NumberRange, StringRules};

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
    /// A string within rules.
    String(StringRules),
    /// A whole number within bounds.
    Integer(NumberRange),
    /// Any number within bounds.
    Number(NumberRange),
    /// One of a list of constants.
    Enum(Vec<Member>),
    /// A list whose items are of one type.
    Array(ArrayType),
    /// A list whose items each have a type of their own.
    Tuple(TupleType),
    /// An object with known members.
    Object(ObjectType),
    /// An object whose keys are data.
    Map(MapType),
    /// One of several types; the first branch that fits is meant.
    Union(Vec<Branch>),
    /// The type or `null`.
    Nullable(Box<Type>),
    /// A named type.
    Ref(DefId),
    /// A word of a list that is bound at run time, by the list's name.
    Vocabulary(String),
    /// A type with rules that no node can hold.
    Guarded(Box<Guarded>),
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
    /// Other spellings that mean the same.
    pub aliases: Vec<String>,
}

impl Member {
    /// A constant and its documentation.
    pub fn new(value: impl Into<Literal>, docs: &str) -> Self {
        Self {
            value: value.into(),
            docs: docs.to_owned(),
            aliases: Vec::new(),
        }
    }

    /// Adds other spellings that mean the same.
    #[must_use]
    pub fn aliases(mut self, aliases: &[&str]) -> Self {
        self.aliases
            .extend(aliases.iter().map(|&alias| alias.to_owned()));
        self
    }
}

/// A list whose items are of one type.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ArrayType {
    /// The type of the items.
    pub items: Box<Type>,
    /// How many there may be.
    pub length: Length,
    /// Whether no two may be equal.
    pub unique: bool,
}

/// A list whose items each have a type of their own.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct TupleType {
    /// The types of the first items.
    pub items: Vec<Type>,
    /// How many of them must be there.
    pub required: usize,
    /// The type of further items; `None` refuses them.
    pub rest: Option<Box<Type>>,
}

/// An object's members, in order.
#[derive(Debug, Clone, Default, PartialEq)]
#[non_exhaustive]
pub struct ObjectType {
    /// The known members.
    pub fields: Vec<Field>,
    /// The type of further members; `None` refuses them.
    pub rest: Option<Box<Type>>,
    /// Whether further members are allowed only because nothing was said of them: then a model
    /// is not told, since none are meant.
    pub untold: bool,
    /// Types whose members will stand among these, and before which of `fields`: the graph
    /// is finished without them.
    pub(crate) flattened: Vec<(usize, Type)>,
}

impl ObjectType {
    /// A closed object with these members.
    pub fn new(fields: Vec<Field>) -> Self {
        Self {
            fields,
            ..Self::default()
        }
    }

    /// Adds a member.
    #[must_use]
    pub fn field(mut self, field: Field) -> Self {
        self.fields.push(field);
        self
    }

    /// Puts the members of another object type among these, as serde's `flatten` does.
    #[must_use]
    pub fn flatten(mut self, ty: Type) -> Self {
        self.flattened.push((self.fields.len(), ty));
        self
    }
}

/// An object whose keys are data.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct MapType {
    /// The type of the keys: a string, an integer (written as a string), or string constants.
    pub keys: Box<Type>,
    /// The type of the values.
    pub values: Box<Type>,
    /// How many there may be.
    pub length: Length,
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
    /// Other names that mean the same.
    pub aliases: Vec<String>,
    /// Values that show what is meant.
    pub examples: Vec<Value>,
}

impl Field {
    /// A member by name, type and presence.
    pub fn new(name: &str, docs: &str, ty: Type, presence: Presence) -> Self {
        Self {
            name: name.to_owned(),
            docs: docs.to_owned(),
            ty,
            presence,
            aliases: Vec::new(),
            examples: Vec::new(),
        }
    }

    /// A required member that can only hold `value`: an enum's tag.
    pub fn tag(name: &str, value: &str, aliases: &[&str]) -> Self {
        let ty = Type::Enum(vec![Member::new(value, "").aliases(aliases)]);
        Self::new(name, "", ty, Presence::Required)
    }

    /// Adds other names that mean the same.
    #[must_use]
    pub fn aliases(mut self, aliases: &[&str]) -> Self {
        self.aliases
            .extend(aliases.iter().map(|&alias| alias.to_owned()));
        self
    }

    /// Adds a value that shows what is meant.
    #[must_use]
    pub fn example(mut self, value: impl Into<Value>) -> Self {
        self.examples.push(value.into());
        self
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

/// A type with rules that no node can hold: the type is what a model is shown, with the rules
/// as a comment; the schema is what is enforced.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Guarded {
    /// The type, as far as a graph can hold it.
    pub ty: Type,
    /// The rules that it leaves out, in words.
    pub rules: Vec<String>,
    /// The JSON Schema that has them all, whole in itself; `None` when one further out has.
    pub schema: Option<Value>,
}

impl Type {
    /// A string without rules.
    pub fn string() -> Self {
        Self::String(StringRules::default())
    }

    /// A string of a named format, such as `date-time`.
    pub fn format(name: &str) -> Self {
        Self::String(StringRules {
            format: Some(name.to_owned()),
            ..StringRules::default()
        })
    }

    /// A list of any length.
    pub fn array(items: Self) -> Self {
        Self::Array(ArrayType {
            items: Box::new(items),
            length: Length::default(),
            unique: false,
        })
    }

    /// A list with exactly these items.
    pub fn tuple(items: Vec<Self>) -> Self {
        Self::Tuple(TupleType {
            required: items.len(),
            items,
            rest: None,
        })
    }

    /// An object whose keys are data.
    pub fn map(keys: Self, values: Self) -> Self {
        Self::Map(MapType {
            keys: Box::new(keys),
            values: Box::new(values),
            length: Length::default(),
        })
    }

    /// The type without guards; references are not followed.
    pub(crate) fn unguarded(&self) -> &Self {
        let mut ty = self;
        while let Self::Guarded(guarded) = ty {
            ty = &guarded.ty;
        }
        ty
    }

    /// The type or `null`, said once.
    #[must_use]
    pub fn nullable(self) -> Self {
        match self {
            Self::Any | Self::Null | Self::Nullable(_) => self,
            other => Self::Nullable(Box::new(other)),
        }
    }

    /// One of several types. One branch without words is the type itself, `null` becomes
    /// [`Type::Nullable`], and branches that are single constants are one list of constants.
    pub fn union(branches: Vec<Branch>) -> Self {
        let (null, mut branches): (Vec<_>, Vec<_>) = branches
            .into_iter()
            .partition(|branch| branch.ty == Self::Null && branch.docs.is_empty());
        let constant = |branch: &Branch| match &branch.ty {
            Self::Enum(members) if members.len() == 1 => Some(Member {
                docs: [&*branch.docs, &*members[0].docs]
                    .into_iter()
                    .find(|docs| !docs.is_empty())
                    .unwrap_or_default()
                    .to_owned(),
                ..members[0].clone()
            }),
            _ => None,
        };
        let constants = branches.iter().map(constant).collect::<Option<Vec<_>>>();
        let ty = match (branches.len(), constants) {
            (0, _) if !null.is_empty() => return Self::Null,
            (1, _) if branches[0].docs.is_empty() => branches.remove(0).ty,
            (2.., Some(members)) => Self::Enum(members),
            _ => Self::Union(branches),
        };
        if null.is_empty() { ty } else { ty.nullable() }
    }

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
