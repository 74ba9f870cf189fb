//! The one intermediate representation: every front end makes it, every back end reads it.

use std::{any::TypeId, collections::HashMap};

use serde_json::Value;

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

/// Collects definitions while types describe themselves.
#[derive(Debug, Default)]
pub struct GraphBuilder {
    defs: Vec<TypeDef>,
    known: HashMap<(TypeId, Option<(String, String)>), DefId>,
    modules: Vec<String>,
    tags: Vec<PendingTag>,
}

/// A definition that will be another one with a tag in it.
#[derive(Debug)]
struct PendingTag {
    target: DefId,
    payload: DefId,
    tag: String,
    value: String,
}

impl GraphBuilder {
    /// Registers the named type `T` once, and returns the reference to it. `module` is its
    /// `module_path!()`, used when another type has the same name.
    pub fn define<T: Schema + ?Sized>(
        &mut self,
        name: &str,
        module: &str,
        docs: &str,
        content: impl FnOnce(&mut Self) -> Type,
    ) -> Type {
        self.enter((TypeId::of::<T>(), None), name, module, docs, content)
    }

    /// The object type `T` with the tag that an internally tagged enum puts into it. The same
    /// type under the same tag is one definition, whichever enum uses it.
    ///
    /// # Panics
    /// When `T` is not an object, since serde cannot put a tag into it either.
    pub fn tagged<T: Schema + ?Sized>(&mut self, tag: &str, value: &str) -> Type {
        let plain = T::describe(self);
        let Type::Ref(payload) = plain else {
            return with_tag(plain, &self.defs, tag, value);
        };
        let key = (TypeId::of::<T>(), Some((tag.to_owned(), value.to_owned())));
        if let Some(&id) = self.known.get(&key) {
            return Type::Ref(id);
        }
        let TypeDef { name, docs, .. } = self.defs[payload.0].clone();
        let module = self.modules[payload.0].clone();
        let ty = self.enter(key, &name, &module, &docs, |_| Type::Any);
        if let Type::Ref(target) = ty {
            // The payload may still be describing itself, so the tag is put in at the end.
            self.tags.push(PendingTag {
                target,
                payload,
                tag: tag.to_owned(),
                value: value.to_owned(),
            });
        }
        ty
    }

    fn enter(
        &mut self,
        key: (TypeId, Option<(String, String)>),
        name: &str,
        module: &str,
        docs: &str,
        content: impl FnOnce(&mut Self) -> Type,
    ) -> Type {
        if let Some(&id) = self.known.get(&key) {
            return Type::Ref(id);
        }
        let id = DefId(self.defs.len());
        self.known.insert(key, id);
        self.defs.push(TypeDef {
            name: name.to_owned(),
            docs: docs.to_owned(),
            ty: Type::Any,
        });
        self.modules.push(module.to_owned());
        let ty = content(self);
        self.defs[id.0].ty = ty;
        Type::Ref(id)
    }

    /// Adds a definition by name alone: for types that have no Rust identity.
    pub(crate) fn declare(&mut self, name: &str) -> DefId {
        let id = DefId(self.defs.len());
        self.defs.push(TypeDef {
            name: name.to_owned(),
            docs: String::new(),
            ty: Type::Any,
        });
        self.modules.push(String::new());
        id
    }

    /// Fills what [`declare`](Self::declare) promised.
    pub(crate) fn fill(&mut self, id: DefId, docs: &str, ty: Type) {
        let def = &mut self.defs[id.0];
        docs.clone_into(&mut def.docs);
        def.ty = ty;
    }

    /// Drops what the root does not reach, orders by first use and makes the names unique.
    pub(crate) fn finish(mut self, mut root: Type) -> TypeGraph {
        for pending in std::mem::take(&mut self.tags) {
            let PendingTag {
                target,
                payload,
                tag,
                value,
            } = pending;
            let ty = self.defs[payload.0].ty.clone();
            self.defs[target.0].ty = with_tag(ty, &self.defs, &tag, &value);
        }
        let mut order = Vec::new();
        let mut place = vec![None; self.defs.len()];
        reach(&root, &self.defs, &mut place, &mut order);
        let rename = |ty: &mut Type| {
            visit(ty, &mut |id| {
                // Every reachable reference was placed by `reach`.
                id.0 = place[id.0].unwrap_or(id.0);
            });
        };
        rename(&mut root);
        let mut defs = Vec::with_capacity(order.len());
        let mut taken: Vec<String> = Vec::new();
        for old in order {
            let mut def = self.defs[old].clone();
            rename(&mut def.ty);
            def.name = unique(&def.name, &self.modules[old], &taken);
            taken.push(def.name.clone());
            defs.push(def);
        }
        TypeGraph { root, defs }
    }
}

fn with_tag(ty: Type, defs: &[TypeDef], tag: &str, value: &str) -> Type {
    let tag_field = Field::tag(tag, value);
    match ty {
        Type::Object(mut object) => {
            object.fields.insert(0, tag_field);
            Type::Object(object)
        }
        // Serde merges the tag into whatever the payload's enum writes.
        Type::Union(branches) => {
            let tagged = |branch: Branch| Branch {
                ty: with_tag(branch.ty, defs, tag, value),
                docs: branch.docs,
            };
            Type::Union(branches.into_iter().map(tagged).collect())
        }
        Type::Ref(id) => with_tag(defs[id.0].ty.clone(), defs, tag, value),
        Type::Any => Type::Object(ObjectType {
            fields: vec![tag_field],
            rest: Some(Box::new(Type::Any)),
        }),
        other => panic!(
            "the variant `{value}` holds {other:?}, which is not an object: serde cannot put the \
             tag `{tag}` into it; use a struct variant"
        ),
    }
}

fn reach(ty: &Type, defs: &[TypeDef], place: &mut [Option<usize>], order: &mut Vec<usize>) {
    let mut found = Vec::new();
    let mut copy = ty.clone();
    visit(&mut copy, &mut |id| found.push(id.0));
    for id in found {
        if place[id].is_none() {
            place[id] = Some(order.len());
            order.push(id);
            reach(&defs[id].ty, defs, place, order);
        }
    }
}

fn visit(ty: &mut Type, each: &mut dyn FnMut(&mut DefId)) {
    match ty {
        Type::Ref(id) => each(id),
        Type::Array(inner) | Type::Nullable(inner) => visit(inner, each),
        Type::Object(object) => {
            for field in &mut object.fields {
                visit(&mut field.ty, each);
            }
            if let Some(rest) = &mut object.rest {
                visit(rest, each);
            }
        }
        Type::Union(branches) => {
            for branch in branches {
                visit(&mut branch.ty, each);
            }
        }
        _ => {}
    }
}

fn unique(name: &str, module: &str, taken: &[String]) -> String {
    let free = |candidate: &String| !taken.contains(candidate);
    let plain = name.to_owned();
    if free(&plain) {
        return plain;
    }
    let parent = module.rsplit("::").next().unwrap_or_default();
    let qualified: String = parent
        .split('_')
        .filter_map(|word| {
            let mut chars = word.chars();
            chars
                .next()
                .map(|first| first.to_uppercase().chain(chars).collect::<String>())
        })
        .chain([name.to_owned()])
        .collect();
    if free(&qualified) {
        return qualified;
    }
    let mut digit = 2;
    loop {
        let candidate = format!("{name}{digit}");
        if free(&candidate) {
            return candidate;
        }
        digit += 1;
    }
}
