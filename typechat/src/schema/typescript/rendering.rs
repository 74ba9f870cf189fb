//! How a graph is written.

/// How a graph is written as TypeScript.
///
/// ```
/// use typechat::{Schema, schema::{Comments, Names, Rendering, TypeGraph}};
///
/// #[derive(serde::Deserialize, Schema)]
/// struct Order {
///     /// What to bring.
///     dish: String,
/// }
/// let rendering = Rendering::default().comments(Comments::Trailing);
/// assert_eq!(
///     TypeGraph::of::<Order>().to_typescript_as(rendering),
///     "interface Order {\n  dish: string; // What to bring.\n}\n",
/// );
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[must_use]
pub struct Rendering {
    pub(super) comments: Comments,
    pub(super) names: Names,
}

impl Rendering {
    /// Where comments stand.
    pub fn comments(mut self, comments: Comments) -> Self {
        self.comments = comments;
        self
    }

    /// Which named types are written under their names.
    pub fn names(mut self, names: Names) -> Self {
        self.names = names;
        self
    }
}

/// Where the comments of a member stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Comments {
    /// On lines before it.
    #[default]
    Leading,
    /// Behind it, where member and comment are one line each; else on lines before it.
    Trailing,
}

/// Which named types are written under their names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Names {
    /// Those that are used more than once, are recursive or have documentation; the others are
    /// written where they are used.
    #[default]
    Shared,
    /// All.
    All,
}
