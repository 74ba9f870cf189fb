//! The verdict on parts: values judged by single types of a graph.

use std::{fmt, sync::Arc};

use serde_json::Value;

use super::{
    Path, Problem, ProblemCode, ProblemKind, compile::compile_own, explain::Explain,
    leaves::Leaves, trail::Trail, verdict::Verdict,
};
use crate::schema::{Type, TypeGraph};

/// Judges values by single types of one graph, such as those of a function's parameters. Rules
/// that need a validator of their own get it at the first value that asks for it.
///
/// ```
/// use std::sync::Arc;
/// use typechat::{reply::TypeJudge, schema::TypeGraph};
///
/// let judge = TypeJudge::new(Arc::new(TypeGraph::of::<(u8, String)>()));
/// let graph = Arc::clone(judge.graph());
/// let first = graph.at("/0").ok_or("no such place")?;
/// assert!(judge.fits(first, &7.into()));
/// assert_eq!(
///     judge.problems(first, &300.into())[0].to_string(),
///     "the value: 300 is greater than the maximum of 255",
/// );
/// # Ok::<(), &str>(())
/// ```
pub struct TypeJudge {
    graph: Arc<TypeGraph>,
    leaves: Leaves,
}

impl TypeJudge {
    /// A judge by the types of a graph.
    pub fn new(graph: Arc<TypeGraph>) -> Self {
        let leaves = Leaves::new(compile_own);
        Self { graph, leaves }
    }

    /// The graph.
    pub fn graph(&self) -> &Arc<TypeGraph> {
        &self.graph
    }

    /// Whether the value is one of the type, which belongs to the graph.
    pub fn fits(&self, ty: &Type, value: &Value) -> bool {
        Verdict::new(&self.graph, &self.leaves).fits(ty, value)
    }

    /// What keeps the value from being one of the type; nothing when it is one.
    pub fn problems(&self, ty: &Type, value: &Value) -> Vec<Problem> {
        let mut verdict = Verdict::new(&self.graph, &self.leaves);
        if verdict.fits(ty, value) {
            return Vec::new();
        }
        let mut explain = Explain::new(&self.graph, verdict);
        explain.walk(ty, value, &Trail::root());
        let found = explain.found.finish();
        if !found.is_empty() {
            return found;
        }
        // Only a rule that no node holds is left.
        let text = "the value does not fit the schema".to_owned();
        let (kind, code) = (ProblemKind::Type, ProblemCode::Rule);
        vec![Problem::new(kind, code, Path::root(), text)]
    }
}

impl fmt::Debug for TypeJudge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TypeJudge")
            .field("types", &self.graph.defs().len())
            .finish_non_exhaustive()
    }
}
