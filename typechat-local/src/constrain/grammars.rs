//! Schemas as grammars over a model's tokens, kept for the next request.

use std::{
    fmt,
    sync::{Arc, Mutex, PoisonError},
};

use llguidance::{
    Matcher, ParserFactory,
    toktrie::{InferenceCapabilities, TokEnv},
};
use serde_json::Value;

use super::{
    Caps, ConstrainError, Constraint, grammar,
    shape::Shapes,
    vocabulary::{Tokens, Vocabulary},
};

/// Schemas that are kept.
const KEPT: usize = 16;

/// Kinds of tokens that are allowed together within strings: found once, not for each mask.
const SLICES: [&str; 2] = [r#"[^"\\\x00-\x1F\x7F]{1,30}"#, r#"[^"\\\x00-\x1F\x7F]+"#];

/// Makes constraints from schemas, for the tokens of one model.
pub(crate) struct Grammars {
    vocabulary: Arc<Vocabulary>,
    factory: ParserFactory,
    caps: Caps,
    /// The most recent last.
    kept: Mutex<Vec<(String, Arc<Compiled>)>>,
}

/// A schema that was read and compiled once.
struct Compiled {
    shapes: Arc<Shapes>,
    start: Mutex<Matcher>,
}

impl Grammars {
    /// Takes a model's tokens: a second's work, done once for each model.
    ///
    /// # Errors
    /// When there are more tokens than can be held.
    pub(crate) fn new(tokens: Arc<dyn Tokens>, caps: Caps) -> Result<Self, ConstrainError> {
        let vocabulary = Arc::new(Vocabulary::new(tokens));
        let env: TokEnv = vocabulary.clone();
        let able = InferenceCapabilities {
            ff_tokens: true,
            ..InferenceCapabilities::default()
        };
        let slices = SLICES.map(str::to_owned);
        let mut factory =
            ParserFactory::new(&env, able, &slices).map_err(ConstrainError::grammar)?;
        factory.quiet();
        factory.limits_mut().verbose_errors = false;
        Ok(Self {
            vocabulary,
            factory,
            caps,
            kept: Mutex::default(),
        })
    }

    /// Holds a reply of so many tokens to a schema.
    ///
    /// A limit that is too low even for the shortest value is passed by that value.
    ///
    /// # Errors
    /// When no value satisfies the schema, or it is too large. A rule that cannot be held is no
    /// error: see [`Constraint::relaxed`].
    pub(crate) fn constraint(
        &self,
        schema: &Value,
        tokens: usize,
    ) -> Result<Constraint, ConstrainError> {
        let compiled = self.compiled(schema)?;
        let start = compiled
            .start
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let matcher = start.clone();
        drop(start);
        let shapes = Arc::clone(&compiled.shapes);
        Constraint::new(Arc::clone(&self.vocabulary), shapes, matcher, tokens)
    }

    fn compiled(&self, schema: &Value) -> Result<Arc<Compiled>, ConstrainError> {
        let key = schema.to_string();
        if let Some(known) = self.kept(&key) {
            return Ok(known);
        }
        let shapes = Arc::new(Shapes::read(schema, &self.caps)?);
        let init =
            grammar::write(&shapes).map_err(|error| ConstrainError::Grammar(error.to_string()))?;
        let parser = self.factory.create_parser_from_init_default(init);
        let matcher = Matcher::new(parser);
        if let Some(error) = matcher.get_error() {
            return Err(ConstrainError::Grammar(error));
        }
        let compiled = Arc::new(Compiled {
            shapes,
            start: Mutex::new(matcher),
        });
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.len() >= KEPT {
            kept.remove(0);
        }
        kept.push((key, Arc::clone(&compiled)));
        Ok(compiled)
    }

    fn kept(&self, key: &str) -> Option<Arc<Compiled>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == key)?;
        let found = kept.remove(at);
        let compiled = Arc::clone(&found.1);
        kept.push(found);
        Some(compiled)
    }
}

impl fmt::Debug for Grammars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Grammars")
            .field("caps", &self.caps)
            .finish_non_exhaustive()
    }
}
