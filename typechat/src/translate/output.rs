//! How a model is held to the type.

/// How a model is held to the type. Whatever it is, the type stands in the prompt, and the reply
/// is read and checked.
///
/// ```
/// use typechat::{Translator, model::Script, translate::OutputMode};
/// let builder = Translator::<u8>::builder(Script::new(["2"]));
/// let translator = builder.output(OutputMode::Prompted).build()?;
/// assert!(translator.prompt("two").schema.is_none());
/// # Ok::<(), typechat::BuildError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum OutputMode {
    /// The type's JSON Schema goes along with the request
    /// ([`ChatRequest::schema`](crate::model::ChatRequest::schema)); a model that can be held to
    /// it is, as the embedded one is.
    #[default]
    Auto,
    /// By the prompt alone.
    Prompted,
}
