//! How a model is to sample, and how long its reply may be.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::estimate::UNBOUNDED_REPLY;

/// The fields of a provider's request that bound its reply.
pub(crate) const REPLY_LIMITS: [&str; 2] = ["max_tokens", "max_completion_tokens"];

/// Sampling settings. What is `None` is left to the provider.
///
/// `Debug` tells the names in `extra` but not their values: keys of gateways live there.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Settings {
    /// Sampling temperature.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Nucleus sampling.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// The most tokens that the reply may have.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u64>,
    /// Seed for sampling, where the provider has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// Texts that end the reply.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub stop: Vec<String>,
    /// Further fields of the provider's request, sent as they are; they win over ours. Only a
    /// budget's bound on the reply wins over them.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

impl Settings {
    /// These settings, and where one is not set, that of `base`. Extra fields are joined.
    #[must_use]
    pub(crate) fn over(&self, base: &Self) -> Self {
        let mut extra = base.extra.clone();
        extra.extend(self.extra.clone());
        Self {
            temperature: self.temperature.or(base.temperature),
            top_p: self.top_p.or(base.top_p),
            max_tokens: self.max_tokens.or(base.max_tokens),
            seed: self.seed.or(base.seed),
            stop: if self.stop.is_empty() {
                base.stop.clone()
            } else {
                self.stop.clone()
            },
            extra,
        }
    }

    /// The most tokens that the reply may have, wherever that is set, over all its candidates.
    pub(crate) fn reply_limit(&self) -> Option<u64> {
        let extra = REPLY_LIMITS
            .iter()
            .filter_map(|name| self.extra.get(*name)?.as_u64());
        let each = extra.max().or(self.max_tokens)?;
        Some(each.saturating_mul(self.candidates()))
    }

    /// Bounds the reply, whatever else was set.
    pub(crate) fn cap(&mut self, most: u64) {
        let most = most / self.candidates();
        let capped = |set: Option<u64>| set.unwrap_or(UNBOUNDED_REPLY).min(most);
        self.max_tokens = Some(capped(self.max_tokens));
        for name in REPLY_LIMITS {
            if let Some(set) = self.extra.get_mut(name) {
                *set = json!(capped(set.as_u64()));
            }
        }
    }

    /// How many replies are asked for at once: `n` of the chat completions.
    pub(crate) fn candidates(&self) -> u64 {
        let n = self.extra.get("n").and_then(Value::as_u64);
        n.unwrap_or(1).max(1)
    }
}

impl fmt::Debug for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Settings")
            .field("temperature", &self.temperature)
            .field("top_p", &self.top_p)
            .field("max_tokens", &self.max_tokens)
            .field("seed", &self.seed)
            .field("stop", &self.stop.len())
            .field("extra", &self.extra.keys().collect::<Vec<_>>())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(value: Value) -> Settings {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn a_cap_holds_whatever_extra_says() {
        for (set, capped) in [
            (json!({}), json!({"max_tokens": 90})),
            (json!({"max_tokens": 50}), json!({"max_tokens": 50})),
            (
                json!({"extra": {"max_tokens": 500, "max_completion_tokens": null}}),
                json!({"max_tokens": 90, "extra": {"max_tokens": 90, "max_completion_tokens": 90}}),
            ),
            (
                json!({"extra": {"max_completion_tokens": 20}}),
                json!({"max_tokens": 90, "extra": {"max_completion_tokens": 20}}),
            ),
            (
                json!({"extra": {"n": 3}}),
                json!({"max_tokens": 30, "extra": {"n": 3}}),
            ),
        ] {
            let mut found = settings(set);
            found.cap(90);
            assert_eq!(found, settings(capped));
            assert!(found.reply_limit().unwrap() <= 90);
        }
        let mut found = Settings::default();
        found.cap(1_000_000);
        assert_eq!(found.max_tokens, Some(UNBOUNDED_REPLY));
        found = settings(json!({"max_tokens": 50_000}));
        found.cap(1_000_000);
        assert_eq!(found.max_tokens, Some(50_000), "what was asked for is kept");
    }

    #[test]
    fn what_is_set_wins_over_the_base() {
        let base = json!({"temperature": 1.0, "seed": 1, "stop": ["a"], "extra": {"a": 1, "b": 1}});
        let over = json!({"temperature": 0.0, "top_p": 0.5, "extra": {"b": 2}});
        let both = json!({"temperature": 0.0, "top_p": 0.5, "seed": 1, "stop": ["a"],
            "extra": {"a": 1, "b": 2}});
        assert_eq!(settings(over).over(&settings(base)), settings(both));
    }
}
