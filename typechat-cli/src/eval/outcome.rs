//! What came of one request: a line of the results.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use typechat::{
    TranslateError, Translation,
    translate::{Attempt, Cost},
};

use super::{asker::Asker, dataset::Record, levers::Levers, score};

/// What came of one request. Of a line of another system, `domain`, `request`, `ok` and `value`
/// are enough.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Outcome {
    pub(crate) id: String,
    pub(crate) domain: String,
    pub(crate) request: String,
    /// Whether the first reply was valid.
    pub(crate) first: bool,
    /// Whether there is a value in the end.
    pub(crate) ok: bool,
    /// Whether the value is right; `None` where that is not known.
    pub(crate) right: Option<bool>,
    pub(crate) value: Option<Value>,
    pub(crate) gold: Option<Value>,
    pub(crate) attempts: usize,
    pub(crate) ms: u64,
    pub(crate) tokens_in: u64,
    pub(crate) tokens_out: u64,
    /// Whether a provider did not count its tokens.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) estimated: bool,
    pub(crate) model: String,
    /// The model as it is configured, and what of the prompt does not depend on the request: a
    /// run goes on only with the same.
    pub(crate) setup: String,
    pub(crate) levers: Levers,
    /// Each reply with what was found in it.
    pub(crate) tries: Vec<Try>,
}

/// One reply, and what was found in it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Try {
    pub(crate) reply: Option<String>,
    pub(crate) problems: Vec<String>,
    pub(crate) notes: Vec<String>,
    pub(crate) error: Option<String>,
}

impl Outcome {
    /// A line of results.
    pub(crate) fn of_line(line: &str) -> Result<Self, String> {
        let value: Value = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let has = |key: &str| value.get(key).is_some();
        if !has("request") || !(has("ok") || has("value")) {
            return Err("it wants a \"request\", and \"ok\" or \"value\"".to_owned());
        }
        let is_valued = value.get("value").is_some_and(|value| !value.is_null());
        let says = has("ok");
        let mut outcome: Self = serde_json::from_value(value).map_err(|error| error.to_string())?;
        if !says {
            outcome.ok = is_valued;
        }
        Ok(outcome)
    }

    pub(crate) fn new(
        record: &Record,
        asker: &Asker,
        levers: &Levers,
        result: &Result<Translation<Value>, TranslateError>,
    ) -> Self {
        let (value, attempts) = match result {
            Ok(translation) => (
                Some(asker.value(translation.value())),
                translation.attempts(),
            ),
            Err(error) => (None, error.attempts()),
        };
        let cost = Cost::of(attempts);
        let seconds: f64 = attempts
            .iter()
            .map(|attempt| attempt.elapsed.as_secs_f64())
            .sum();
        let right = match &value {
            Some(value) => score::judge(record, value),
            None => record.gold().map(|_| false),
        };
        let is_valid = |attempt: &Attempt| {
            attempt.reply.is_some() && attempt.problems.is_empty() && attempt.error.is_none()
        };
        Self {
            id: record.id().to_owned(),
            domain: record.domain().to_owned(),
            request: record.request().to_owned(),
            first: attempts.first().is_some_and(is_valid),
            ok: value.is_some(),
            right,
            value,
            gold: record.gold().cloned(),
            attempts: attempts.len(),
            // Far less than what a float holds exactly.
            #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
            ms: (seconds * 1000.0).round() as u64,
            tokens_in: cost.usage.input,
            tokens_out: cost.usage.output,
            estimated: attempts.iter().any(|attempt| attempt.charge.estimated),
            model: attempts
                .last()
                .map(|attempt| attempt.model.clone())
                .unwrap_or_default(),
            setup: asker.setup.clone(),
            levers: levers.clone(),
            tries: attempts.iter().map(Try::new).collect(),
        }
    }

    /// Judges the value again.
    pub(crate) fn judge(&mut self, record: &Record) {
        self.gold = record.gold().cloned();
        self.right = match &self.value {
            Some(value) if self.ok => score::judge(record, value),
            _ => record.gold().map(|_| false),
        };
    }

    /// The verdict in one word.
    pub(crate) fn verdict(&self) -> &'static str {
        match (self.ok, self.right) {
            (false, _) => "invalid",
            (true, Some(true)) => "right",
            (true, Some(false)) => "wrong",
            (true, None) => "valid",
        }
    }
}

impl Try {
    fn new(attempt: &Attempt) -> Self {
        Self {
            reply: attempt.reply.as_ref().map(|reply| reply.text.clone()),
            problems: attempt.problems.iter().map(ToString::to_string).collect(),
            notes: attempt.notes.iter().map(ToString::to_string).collect(),
            error: attempt.error.clone(),
        }
    }
}
