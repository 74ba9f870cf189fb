//! Token after token, until the reply is whole or long enough.

use typechat::model::{Delta, FinishReason, ModelError, Settings, Usage};

use super::{Listener, repetition::is_stuck, sample::Sampler, tell_relaxed, text::Text};
use crate::{
    constrain::{ConstrainError, Constraint},
    tokenizer::Tokenizer,
    transformer::{KeyValues, Transformer},
};

/// A reply in the making.
pub(super) struct Generation<'a> {
    pub(super) network: &'a Transformer,
    pub(super) tokenizer: &'a Tokenizer,
    pub(super) settings: &'a Settings,
    /// How many tokens the prompt has.
    pub(super) prompt: usize,
    /// How many tokens the reply may have.
    pub(super) limit: usize,
}

/// How a reply ends that says the same for ever.
const REPETITION: &str = "repetition";

/// What comes next.
enum Next {
    Tokens(Vec<u32>),
    End(FinishReason),
}

impl Generation<'_> {
    /// Generates from the prompt's last vector on. Gives the last piece, or none when nobody
    /// listens any more.
    pub(super) fn run(
        self,
        mut vector: Vec<f32>,
        memory: &mut KeyValues,
        mut constraint: Option<Constraint>,
        listener: &dyn Listener,
    ) -> Result<Option<Delta>, ModelError> {
        constraint
            .as_ref()
            .inspect(|constraint| tell_relaxed(constraint));
        let mut sampler = Sampler::new(self.settings);
        // A stop within a value would cut it.
        let stops = if constraint.is_some() {
            &[][..]
        } else {
            &self.settings.stop
        };
        let mut text = Text::new(stops);
        let mut said = Vec::new();
        let mut read = 0;
        let reason = loop {
            if listener.is_gone() {
                return Ok(None);
            }
            // The network is asked only when there is something to choose.
            let forced = match &mut constraint {
                Some(constraint) => constraint.forced().map_err(failed)?,
                None => Vec::new(),
            };
            let next = if forced.is_empty() {
                if read < said.len() {
                    let gone = || listener.is_gone();
                    let Some(last) = self.network.go_on(&said[read..], memory, &gone) else {
                        return Ok(None);
                    };
                    vector = last;
                    read = said.len();
                }
                self.choose(&vector, &said, constraint.as_mut(), &mut sampler)?
            } else {
                Next::Tokens(forced)
            };
            let tokens = match next {
                Next::Tokens(tokens) => tokens,
                Next::End(reason) => break reason,
            };
            let mut piece = Delta::default();
            for token in &tokens {
                piece
                    .text
                    .push_str(&text.push(self.tokenizer.bytes(*token)));
            }
            said.extend(tokens);
            if !piece.text.is_empty() {
                listener.hear(piece);
            }
            if text.is_stopped() {
                break FinishReason::Stop;
            }
        };
        let mut ending = Delta::default();
        ending.text = text.finish();
        ending.finish = Some(reason);
        ending.usage = Some(Usage {
            input: self.prompt as u64,
            output: said.len() as u64,
        });
        Ok(Some(ending))
    }

    fn choose(
        &self,
        vector: &[f32],
        said: &[u32],
        constraint: Option<&mut Constraint>,
        sampler: &mut Sampler,
    ) -> Result<Next, ModelError> {
        let Some(constraint) = constraint else {
            if said.len() >= self.limit {
                return Ok(Next::End(FinishReason::Length));
            }
            if is_stuck(said) {
                return Ok(Next::End(FinishReason::Other(REPETITION.to_owned())));
            }
            let token = sampler.pick(&self.scores(vector)?);
            if self.tokenizer.is_end(token) {
                return Ok(Next::End(FinishReason::Stop));
            }
            return Ok(Next::Tokens(vec![token]));
        };
        if is_stuck(said) {
            constraint.close();
        }
        if constraint.is_done() {
            return Ok(Next::End(ended(constraint)));
        }
        let mut scores = self.scores(vector)?;
        let token = constraint
            .choose(&mut scores, |scores| sampler.pick(scores))
            .map_err(failed)?;
        Ok(match token {
            Some(token) => Next::Tokens(vec![token]),
            None => Next::End(ended(constraint)),
        })
    }

    /// The scores of what may come next.
    fn scores(&self, vector: &[f32]) -> Result<Vec<f32>, ModelError> {
        let scores = self.network.scores(vector);
        if scores.iter().all(|score| score.is_finite()) {
            return Ok(scores);
        }
        Err(ModelError::other(
            "the network gives scores that are no numbers: its weights are damaged; fetch them \
             again, or use another file",
        ))
    }
}

/// Why a reply ended that was held to its schema. One that was closed by its shortest completion
/// is valid, but may not say all that the model wanted to.
fn ended(constraint: &Constraint) -> FinishReason {
    if constraint.is_closing() {
        FinishReason::Length
    } else {
        FinishReason::Stop
    }
}

#[allow(clippy::needless_pass_by_value, reason = "made for `map_err`")]
fn failed(error: ConstrainError) -> ModelError {
    ModelError::other(format!(
        "the reply cannot be held to its schema any further: {error}"
    ))
}
