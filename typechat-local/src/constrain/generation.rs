//! One reply, held to its schema.

use std::{collections::VecDeque, fmt, sync::Arc};

use llguidance::{
    Matcher,
    toktrie::{SimpleVob, TokenizerEnv as _},
};

use super::{
    ConstrainError,
    heal::{heal, strike},
    shape::{Relaxed, Shapes},
    vocabulary::Vocabulary,
    walk::Walk,
};

/// Tokens that are tried at one place before the reply is closed.
const MAX_TRIES: usize = 256;

/// Holds one reply to its schema, token by token, and closes it before its tokens run out.
///
/// ```text
/// while !constraint.is_done() {
///     let forced = constraint.forced()?;        // append these: there is nothing to choose
///     if forced.is_empty() {
///         let mut logits = forward(...);
///         match constraint.choose(&mut logits, |logits| sample(logits))? {
///             Some(token) => append(token),
///             None => break,                    // the model says that it is done
///         }
///     } else { append(forced) }
/// }
/// ```
pub(crate) struct Constraint {
    vocabulary: Arc<Vocabulary>,
    shapes: Arc<Shapes>,
    matcher: Matcher,
    /// What may come next, once that is asked.
    mask: Option<SimpleVob>,
    walk: Walk,
    /// Tokens that may still be appended.
    left: usize,
    /// What would make the reply whole.
    ending: Vec<u8>,
    /// The rest of a reply that is being closed.
    closing: Option<VecDeque<u32>>,
    done: bool,
}

/// So many tokens are looked at whether they are the beginnings of one.
const LONGEST_CHAIN: usize = 16;

/// Why a token is not taken.
enum Refused {
    /// It leads nowhere.
    Dead,
    /// What would come after it does not fit.
    TooLong,
}

impl Constraint {
    pub(super) fn new(
        vocabulary: Arc<Vocabulary>,
        shapes: Arc<Shapes>,
        matcher: Matcher,
        limit: usize,
    ) -> Result<Self, ConstrainError> {
        let walk = Walk::new(Arc::clone(&shapes));
        let ending = walk.finish().ok_or(ConstrainError::Unsatisfiable)?;
        let mut constraint = Self {
            vocabulary,
            shapes,
            matcher,
            mask: None,
            walk,
            left: limit,
            ending,
            closing: None,
            done: false,
        };
        if !constraint.fits(&constraint.ending, limit) {
            constraint.close();
        }
        Ok(constraint)
    }

    /// Whether the reply is whole: nothing is to be appended.
    pub(crate) fn is_done(&self) -> bool {
        self.done || self.closing.as_ref().is_some_and(VecDeque::is_empty)
    }

    /// Whether the reply is, or was, closed by the shortest completion because its tokens ran
    /// low. The reply is valid all the same.
    pub(crate) fn is_closing(&self) -> bool {
        self.closing.is_some()
    }

    /// Rules of the schema that are not held here.
    pub(crate) fn relaxed(&self) -> &[Relaxed] {
        &self.shapes.relaxed
    }

    /// Tokens that come next whatever the model wants: they are taken, and to be appended. When
    /// there are none, the model chooses.
    ///
    /// # Errors
    /// When the grammar's own limits are exceeded.
    pub(crate) fn forced(&mut self) -> Result<Vec<u32>, ConstrainError> {
        if let Some(closing) = &mut self.closing {
            return Ok(closing.drain(..).collect());
        }
        if self.done {
            return Ok(Vec::new());
        }
        let mut taken = Vec::new();
        while !self.done {
            let mut forced = self.matcher.compute_ff_tokens();
            self.check()?;
            if forced.is_empty() {
                forced.extend(self.only()?);
            }
            if forced.is_empty() {
                break;
            }
            for token in forced {
                if self.take(token)?.is_err() {
                    self.close();
                    taken.extend(
                        self.closing
                            .iter_mut()
                            .flat_map(|closing| closing.drain(..)),
                    );
                    return Ok(taken);
                }
                taken.push(token);
            }
        }
        Ok(taken)
    }

    /// The one token to choose, where the text is forced but could be cut into tokens in
    /// several ways: all that are allowed are the beginnings of one.
    fn only(&mut self) -> Result<Option<u32>, ConstrainError> {
        let mask = self
            .matcher
            .compute_mask()
            .map_err(ConstrainError::grammar)?;
        let few = mask.num_set() <= LONGEST_CHAIN;
        let tokens: Vec<u32> = if few {
            mask.iter().collect()
        } else {
            Vec::new()
        };
        self.mask = Some(mask);
        let Some(longest) = tokens
            .iter()
            .copied()
            .max_by_key(|token| self.bytes(*token).len())
        else {
            return Ok(None);
        };
        let forced = self.matcher.compute_ff_bytes();
        self.check()?;
        let is_forced = forced.starts_with(self.bytes(longest));
        let begins = |token: &u32| self.bytes(longest).starts_with(self.bytes(*token));
        Ok((is_forced && tokens.iter().all(begins)).then_some(longest))
    }

    fn bytes(&self, token: u32) -> &[u8] {
        self.vocabulary.tok_trie().token(token)
    }

    /// Masks what may not come next and lets `pick` choose; the token is taken, and to be
    /// appended. It may be another than the one picked when that would lead too far. `None`
    /// when the reply is done.
    ///
    /// # Errors
    /// When the grammar's own limits are exceeded.
    pub(crate) fn choose(
        &mut self,
        logits: &mut [f32],
        mut pick: impl FnMut(&[f32]) -> u32,
    ) -> Result<Option<u32>, ConstrainError> {
        if let Some(closing) = &mut self.closing {
            return Ok(closing.pop_front());
        }
        if self.done {
            return Ok(None);
        }
        let mask = match self.mask.take() {
            Some(mask) => mask,
            None => self
                .matcher
                .compute_mask()
                .map_err(ConstrainError::grammar)?,
        };
        let vocabulary = Arc::clone(&self.vocabulary);
        let trie = vocabulary.tok_trie();
        heal(logits, &mask, &vocabulary);
        for _ in 0..MAX_TRIES {
            let token = pick(logits);
            let allowed = (token as usize) < mask.len() && mask.is_allowed(token);
            if !allowed || logits[token as usize] == f32::NEG_INFINITY {
                break;
            }
            if trie.eos_tokens().contains(&token) {
                if self.ending.is_empty() {
                    self.done = true;
                    return Ok(None);
                }
                logits[token as usize] = f32::NEG_INFINITY;
                continue;
            }
            match self.take(token)? {
                Ok(()) => return Ok(Some(token)),
                Err(Refused::TooLong) => break,
                // What begins like a text that leads nowhere leads nowhere.
                Err(Refused::Dead) => strike(logits, trie.token(token), trie),
            }
            if logits.iter().all(|logit| *logit == f32::NEG_INFINITY) {
                break;
            }
        }
        self.close();
        Ok(self.closing.as_mut().and_then(VecDeque::pop_front))
    }

    /// Goes on by a token, when what then is needed fits into the tokens that are left.
    fn take(&mut self, token: u32) -> Result<Result<(), Refused>, ConstrainError> {
        let mut walk = self.walk.clone();
        if !walk.take(self.vocabulary.tok_trie().token(token)) {
            return Ok(Err(Refused::Dead));
        }
        let Some(ending) = walk.finish() else {
            return Ok(Err(Refused::Dead));
        };
        if self.left == 0 || !self.fits(&ending, self.left - 1) {
            return Ok(Err(Refused::TooLong));
        }
        self.mask = None;
        self.walk = walk;
        self.ending = ending;
        self.left -= 1;
        self.done = self.walk.is_done();
        if !self.done {
            self.matcher
                .consume_token(token)
                .map_err(ConstrainError::grammar)?;
            // A number of as many digits as there may be.
            self.done = self.matcher.is_stopped() && self.ending.is_empty();
        }
        Ok(Ok(()))
    }

    /// A token is a byte at least, so most texts need not be encoded.
    fn fits(&self, text: &[u8], tokens: usize) -> bool {
        text.len() <= tokens || self.vocabulary.tokenize_bytes(text).len() <= tokens
    }

    /// Ends the reply by the shortest completion.
    pub(crate) fn close(&mut self) {
        if self.done || self.closing.is_some() {
            return;
        }
        tracing::debug!(
            left = self.left,
            "a reply is closed by its shortest completion"
        );
        self.closing = Some(self.vocabulary.tokenize_bytes(&self.ending).into());
    }

    fn check(&self) -> Result<(), ConstrainError> {
        let error = self.matcher.get_error();
        error.map_or(Ok(()), |error| Err(ConstrainError::Grammar(error)))
    }
}

impl fmt::Debug for Constraint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Constraint")
            .field("left", &self.left)
            .field("ending_bytes", &self.ending.len())
            .field("closing", &self.closing.is_some())
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}
