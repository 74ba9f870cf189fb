//! How a graph comes about: types describe themselves.

use std::{any::TypeId, collections::HashMap};

use super::{DefId, Field, ObjectType, Schema, SchemaError, Type, names};

/// Collects definitions while types describe themselves: what an implementation of [`Schema`] by
/// hand works with.
///
/// ```
/// use typechat::schema::{Field, GraphBuilder, ObjectType, Presence, Schema, Type, TypeGraph};
///
/// struct Point { x: f64, label: String }
///
/// impl Schema for Point {
///     fn describe(graph: &mut GraphBuilder) -> Type {
///         graph.define::<Self>("Point", module_path!(), "A place on the map.", |graph| {
///             let x = f64::describe(graph);
///             let label = graph.pattern(Type::string(), "^[a-z]+$");
///             let object = ObjectType::default()
///                 .field(Field::new("x", "Meters east.", x, Presence::Required))
///                 .field(Field::new("label", "", label, Presence::Optional));
///             Type::Object(object)
///         })
///     }
/// }
/// assert_eq!(
///     TypeGraph::of::<Point>().to_typescript(),
///     "// A place on the map.\ninterface Point {\n  // Meters east.\n  x: number;\n  \
///      // matches ^[a-z]+$\n  label?: string;\n}\n",
/// );
/// ```
#[derive(Debug, Default)]
pub struct GraphBuilder {
    pub(super) defs: Vec<NewDef>,
    known: HashMap<(TypeId, Option<(String, String)>), DefId>,
    /// The definitions that are being described, the innermost last.
    owners: Vec<DefId>,
    /// The member whose type is being given rules.
    pub(super) member: Option<String>,
    /// What serde reads through its buffer, and within which definition.
    pub(super) buffered: Vec<(String, Type)>,
    /// The first mistake; the types go on describing themselves, for want of a way to stop.
    pub(super) error: Option<SchemaError>,
    /// How many imported documents are enforced as they are.
    pub(super) documents: usize,
    /// What was imported by `schemars`.
    #[cfg(feature = "schemars")]
    pub(super) foreign: HashMap<TypeId, Type>,
    /// The words of vocabularies that came with an imported schema.
    pub(super) vocabularies: HashMap<String, Vec<String>>,
}

/// A definition before the graph is finished.
#[derive(Debug)]
pub(super) struct NewDef {
    pub(super) name: String,
    /// Words to put before the name when it is taken, the best first.
    pub(super) qualifiers: Vec<String>,
    pub(super) docs: String,
    pub(super) ty: Type,
    /// Whether the name says nothing: such a type is written where it is used.
    pub(super) is_alias: bool,
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
        let new = NewDef::new(name, &[module_word(module)], docs);
        self.enter((TypeId::of::<T>(), None), new, content)
    }

    /// Like [`define`](Self::define), for a newtype: without documentation it is written as its
    /// content, unless it contains itself.
    pub fn alias<T: Schema + ?Sized>(
        &mut self,
        name: &str,
        module: &str,
        docs: &str,
        content: impl FnOnce(&mut Self) -> Type,
    ) -> Type {
        let mut new = NewDef::new(name, &[module_word(module)], docs);
        new.is_alias = docs.is_empty();
        self.enter((TypeId::of::<T>(), None), new, content)
    }

    /// The type `T` with the tag that an internally tagged enum puts into it. The same type
    /// under the same tag is one definition, whichever enum uses it.
    pub fn tagged<T: Schema + ?Sized>(&mut self, tag: &str, value: &str, aliases: &[&str]) -> Type {
        let payload = T::describe(self);
        self.buffered(&payload);
        let tag_field = Field::tag(tag, value, aliases);
        let Type::Ref(id) = payload else {
            return Type::Object(ObjectType::new(vec![tag_field]).flatten(payload));
        };
        let plain = &self.defs[id.0];
        let mut qualifiers = plain.qualifiers.clone();
        if let Some(owner) = self.owners.last() {
            qualifiers.insert(0, self.defs[owner.0].name.clone());
        }
        let new = NewDef {
            name: plain.name.clone(),
            qualifiers,
            docs: plain.docs.clone(),
            ty: Type::Any,
            is_alias: plain.is_alias,
        };
        let key = (TypeId::of::<T>(), Some((tag.to_owned(), value.to_owned())));
        self.enter(key, new, |_| {
            Type::Object(ObjectType::new(vec![tag_field]).flatten(payload))
        })
    }

    fn enter(
        &mut self,
        key: (TypeId, Option<(String, String)>),
        new: NewDef,
        content: impl FnOnce(&mut Self) -> Type,
    ) -> Type {
        if let Some(&id) = self.known.get(&key) {
            return Type::Ref(id);
        }
        let id = DefId(self.defs.len());
        self.known.insert(key, id);
        self.defs.push(new);
        self.owners.push(id);
        let ty = content(self);
        self.owners.pop();
        self.defs[id.0].ty = ty;
        Type::Ref(id)
    }

    /// The name of a generic type with these arguments: `PageOfOrder`.
    pub fn generic_name(&self, name: &str, arguments: &[Type]) -> String {
        let arguments: Vec<String> = arguments.iter().map(|ty| self.word(ty)).collect();
        format!("{name}Of{}", arguments.join("And"))
    }

    fn word(&self, ty: &Type) -> String {
        match ty {
            Type::Ref(id) => self.defs[id.0].name.clone(),
            Type::Any => "Any".into(),
            Type::Null => "Null".into(),
            Type::Boolean => "Boolean".into(),
            Type::String(_) | Type::Vocabulary(_) => "String".into(),
            Type::Integer(_) => "Integer".into(),
            Type::Number(_) => "Number".into(),
            Type::Enum(_) => "Constant".into(),
            Type::Object(_) => "Object".into(),
            Type::Tuple(tuple) => {
                let words: Vec<String> = tuple.items.iter().map(|item| self.word(item)).collect();
                format!("{}Tuple", words.concat())
            }
            Type::Array(array) => format!("{}List", self.word(&array.items)),
            Type::Map(map) => format!("{}Map", self.word(&map.values)),
            Type::Nullable(inner) => format!("Optional{}", self.word(inner)),
            Type::Guarded(guarded) => self.word(&guarded.ty),
            Type::Union(branches) => {
                let words: Vec<String> = branches.iter().map(|b| self.word(&b.ty)).collect();
                words.join("Or")
            }
        }
    }

    /// Says that serde reads this type through its buffer, as it does behind a tag, in an
    /// untagged enum and where it flattens: integer keys of maps cannot be read there.
    pub fn buffered(&mut self, ty: &Type) {
        self.buffered.push((self.owner(), ty.clone()));
    }

    /// The innermost definition that is being described, by name.
    pub(super) fn owner(&self) -> String {
        let owner = self.owners.last().map(|id| self.defs[id.0].name.clone());
        owner.unwrap_or_else(|| "the type".into())
    }

    /// Records why the graph cannot be finished; the first reason counts.
    pub(crate) fn fail(&mut self, error: SchemaError) {
        self.error.get_or_insert(error);
    }

    /// Takes over the words of an imported vocabulary; `false` when others have its name.
    pub(crate) fn bind_imported(&mut self, name: &str, words: &[&str]) -> bool {
        let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
        let bound = self.vocabularies.entry(name.to_owned());
        *bound.or_insert_with(|| words.clone()) == words
    }

    /// Adds a definition by name alone: for types that have no Rust identity.
    pub(crate) fn declare(&mut self, name: &str) -> DefId {
        let id = DefId(self.defs.len());
        self.defs.push(NewDef::new(name, &[], ""));
        id
    }

    /// Like [`declare`](Self::declare), for what is written where it is used, if it has no docs.
    pub(crate) fn declare_alias(&mut self, name: &str) -> DefId {
        let id = self.declare(name);
        self.defs[id.0].is_alias = true;
        id
    }

    /// Fills what [`declare`](Self::declare) promised.
    pub(crate) fn fill(&mut self, id: DefId, docs: &str, ty: Type) {
        let def = &mut self.defs[id.0];
        docs.clone_into(&mut def.docs);
        def.is_alias &= docs.is_empty();
        def.ty = ty;
    }
}

impl NewDef {
    fn new(name: &str, qualifiers: &[String], docs: &str) -> Self {
        Self {
            name: names::identifier(name),
            qualifiers: qualifiers.to_vec(),
            docs: docs.to_owned(),
            ty: Type::Any,
            is_alias: false,
        }
    }
}

/// The last module of a path in the case of a type's name.
fn module_word(module: &str) -> String {
    let parent = module.rsplit("::").next().unwrap_or_default();
    let capital = |word: &str| {
        let mut chars = word.chars();
        let first = chars.next().into_iter().flat_map(char::to_uppercase);
        first.chain(chars.clone()).collect::<String>()
    };
    parent.split('_').map(capital).collect()
}
