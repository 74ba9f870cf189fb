//! The template language, set up as the library that templates are written for sets it up.

use std::{error::Error as _, fmt};

use minijinja::{Environment, Error, ErrorKind, syntax::SyntaxConfig};

use super::TemplateError;

/// What errors call the template.
pub(super) const NAME: &str = "chat_template";

/// What one rendering may cost: about so many steps, and 64 bytes each of what it creates.
const FUEL: u64 = 4_000_000;

/// An engine that knows the template.
///
/// There is no clock: `strftime_now` is not defined, so that the same conversation is always the
/// same prompt. Templates ask for it before they use it, and have a date of their own.
pub(super) fn with(source: String) -> Result<Environment<'static>, Error> {
    let mut engine = Environment::new();
    let mut syntax = SyntaxConfig::builder();
    syntax.trim_blocks(true).lstrip_blocks(true);
    engine.set_syntax(syntax.build()?);
    engine.set_fuel(Some(FUEL));
    // Templates use methods of Python's strings, lists and dictionaries.
    engine.set_unknown_method_callback(minijinja_contrib::pycompat::unknown_method_callback);
    engine.add_function(
        "raise_exception",
        |words: String| -> Result<String, Error> {
            let error = Error::new(ErrorKind::InvalidOperation, words.clone());
            Err(error.with_source(Raised(words)))
        },
    );
    engine.add_template_owned(NAME, source)?;
    Ok(engine)
}

/// What a template said with `raise_exception`.
#[derive(Debug)]
struct Raised(String);

impl fmt::Display for Raised {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Raised {}

/// Tells what the template itself refuses from what fails.
pub(super) fn explain(error: Error) -> TemplateError {
    match error.source().and_then(|source| source.downcast_ref()) {
        Some(Raised(words)) => TemplateError::Refused(words.clone()),
        None => TemplateError::Render(error),
    }
}
