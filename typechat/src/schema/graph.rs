//! The one intermediate representation: every front end makes it, every back end reads it.

use std::collections::BTreeMap;

use super::{GraphBuilder, SchemaError, Type};
use crate::reply::Checks;

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
    note = "add `#[derive(typechat::Schema)]` to the type; for a type of another crate, say what \
            it looks like with `#[typechat(as = \"...\")]`, or use its `schemars::JsonSchema` with \
            `#[typechat(schemars)]`",
    note = "`std::time::SystemTime`, `OsString` and their like have none, because serde writes \
            them in a form that no model should guess: use a type of `chrono` or `jiff`, `String` \
            or `PathBuf`"
)]
pub trait Schema: 'static {
    /// The type as a node of the graph; named types register themselves through
    /// [`GraphBuilder::define`].
    fn describe(graph: &mut GraphBuilder) -> Type;

    /// Runs the checks of the type's `#[typechat(check = ...)]` attributes, and those of the
    /// values within.
    fn check(&self, checks: &mut Checks<'_>) {
        let _ = checks;
    }
}

/// A type that serde can use as the key of a JSON object: a string, an integer, or an enum of
/// unit variants.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the key of a JSON object",
    label = "not a string, an integer or an enum of unit variants",
    note = "a newtype of one of these may say so: `impl typechat::schema::MapKey for {Self} {{}}`"
)]
pub trait MapKey: Schema {}

/// How a root without a name is called.
pub(super) const NAMELESS: &str = "Reply";

/// Index of a definition within its [`TypeGraph`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct DefId(pub(crate) usize);

/// A root type and the named types it uses, in order of first use.
///
/// Displayed as TypeScript. Two graphs are equal when they show and enforce the same.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeGraph {
    pub(crate) root: Type,
    pub(crate) defs: Vec<TypeDef>,
    /// The lists of words that are bound at run time; empty while they are not.
    pub(crate) vocabularies: BTreeMap<String, Vec<String>>,
}

/// A named type.
#[derive(Debug, Clone, PartialEq)]
pub struct TypeDef {
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) ty: Type,
}

impl DefId {
    /// The place in [`TypeGraph::defs`].
    ///
    /// ```
    /// use typechat::{Schema, schema::{Type, TypeGraph}};
    ///
    /// #[derive(serde::Deserialize, Schema)]
    /// struct Order { dish: String }
    /// let graph = TypeGraph::of::<Order>();
    /// let Type::Ref(id) = graph.root() else { panic!("an order has a name") };
    /// assert_eq!(graph.defs()[id.index()].name(), "Order");
    /// ```
    pub fn index(self) -> usize {
        self.0
    }
}

impl TypeGraph {
    /// The graph of a Rust type.
    ///
    /// # Panics
    /// When the type has no schema, see [`try_of`](Self::try_of).
    pub fn of<T: Schema + ?Sized>() -> Self {
        match Self::try_of::<T>() {
            Ok(graph) => graph,
            Err(error) => panic!("{} has no schema: {error}", std::any::type_name::<T>()),
        }
    }

    /// The graph of a Rust type.
    ///
    /// # Errors
    /// [`SchemaError`] for what only shows when types come together, such as an integer that is
    /// flattened.
    pub fn try_of<T: Schema + ?Sized>() -> Result<Self, SchemaError> {
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

    /// The definition of that name.
    pub fn find(&self, name: &str) -> Option<&TypeDef> {
        self.defs.iter().find(|def| def.name == name)
    }

    /// The type itself, with references followed and guards taken off.
    pub fn resolve<'a>(&'a self, mut ty: &'a Type) -> &'a Type {
        // A chain of references longer than the list of definitions is a cycle without content.
        for _ in 0..=2 * self.defs.len() + 1 {
            match ty {
                Type::Ref(id) => ty = &self.def(*id).ty,
                Type::Guarded(guarded) => ty = &guarded.ty,
                other => return other,
            }
        }
        &Type::Any
    }

    /// The lists of words that the types name, each with its words; without words until they
    /// are bound.
    pub fn vocabularies(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.vocabularies
            .iter()
            .map(|(name, words)| (name.as_str(), words.as_slice()))
    }

    /// Binds the words of a vocabulary; `false` when no type names it.
    ///
    /// ```
    /// # use typechat::{Schema, schema::TypeGraph};
    /// #[derive(serde::Deserialize, Schema)]
    /// struct Order {
    ///     #[typechat(vocab = "dishes")]
    ///     dish: String,
    /// }
    /// let mut graph = TypeGraph::of::<Order>();
    /// assert!(graph.bind("dishes", ["soup", "salad"]));
    /// assert!(graph.to_typescript().ends_with("type Dishes = \"soup\" | \"salad\";\n"));
    /// ```
    pub fn bind(&mut self, name: &str, words: impl IntoIterator<Item = impl Into<String>>) -> bool {
        let Some(bound) = self.vocabularies.get_mut(name) else {
            return false;
        };
        *bound = words.into_iter().map(Into::into).collect();
        true
    }

    /// The name by which prompts call the root: its own, or `Reply` for a type without one.
    pub fn root_name(&self) -> &str {
        match self.root.unguarded() {
            Type::Ref(id) => &self.def(*id).name,
            _ => NAMELESS,
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
