//! What a translation may cost.

use std::{fmt, time::Duration};

use serde::Serialize;

use crate::{BuildError, model::Usage};

/// Bounds over all attempts of one translation: three attempts unless set, the rest unbounded.
///
/// Where tokens or money are bounded, what the prompt of an attempt costs at least (a token a word)
/// is set aside before it is sent. The reply is bounded by what is left then, whatever else the
/// settings say, and by 16,384 tokens where they say nothing; when nothing is left, nothing is
/// sent. So one attempt can pass the bounds only by
/// - what its prompt has beyond a token a word, and its images;
/// - what [`layer::Retry`](crate::model::layer::Retry) sends again within it;
/// - a provider that does not keep to the bound on the reply.
///
/// What a provider does not count is charged as an over-estimate; see [`Charge`](super::Charge).
///
/// ```
/// use typechat::{Budget, translate::Price};
/// let budget = Budget::default()
///     .attempts(5)
///     .tokens(20_000)
///     .money(0.05)
///     .price(Price::per_million(0.25, 2.0));
/// # let _ = budget;
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Budget {
    pub(super) attempts: usize,
    pub(super) tokens: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) money: Option<f64>,
    pub(super) price: Option<Price>,
}

impl Default for Budget {
    fn default() -> Self {
        Self {
            attempts: 3,
            tokens: None,
            time: None,
            money: None,
            price: None,
        }
    }
}

/// What a million tokens cost, in any one currency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    input: f64,
    output: f64,
}

impl Price {
    /// The price of a million tokens read and written.
    pub fn per_million(input: f64, output: f64) -> Self {
        Self { input, output }
    }

    pub(super) fn of(self, usage: Usage) -> f64 {
        self.of_input(usage.input) + self.output * millions(usage.output)
    }

    pub(super) fn of_input(self, tokens: u64) -> f64 {
        self.input * millions(tokens)
    }

    /// The tokens that can be written for so much money.
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // The cast saturates.
    pub(super) fn output_for(self, money: f64) -> u64 {
        if money < 0.0 {
            0
        } else if self.output > 0.0 {
            (money / self.output * 1e6) as u64
        } else {
            u64::MAX
        }
    }
}

#[allow(clippy::cast_precision_loss)] // A count beyond 2^53 is no count of tokens.
fn millions(tokens: u64) -> f64 {
    tokens as f64 / 1e6
}

impl Budget {
    /// The most attempts, the first one included.
    #[must_use]
    pub fn attempts(mut self, most: usize) -> Self {
        self.attempts = most;
        self
    }

    /// The most tokens, read and written.
    #[must_use]
    pub fn tokens(mut self, most: u64) -> Self {
        self.tokens = Some(most);
        self
    }

    /// The longest time, that of hooks included; an attempt that would pass it is dropped.
    #[must_use]
    pub fn time(mut self, most: Duration) -> Self {
        self.time = Some(most);
        self
    }

    /// The most money, in the currency of [`price`](Self::price).
    #[must_use]
    pub fn money(mut self, most: f64) -> Self {
        self.money = Some(most);
        self
    }

    /// What tokens cost.
    #[must_use]
    pub fn price(mut self, price: Price) -> Self {
        self.price = Some(price);
        self
    }

    pub(crate) fn validate(&self) -> Result<(), BuildError> {
        let whole = |amount: f64| amount.is_finite() && amount >= 0.0;
        if self.attempts == 0 {
            return Err(BuildError::NoAttempts);
        }
        if let Some(money) = self.money.filter(|money| !whole(*money)) {
            return Err(BuildError::Money(money));
        }
        match self.price {
            None if self.money.is_some() => Err(BuildError::MoneyWithoutPrice),
            Some(Price { input, output }) if !whole(input) || !whole(output) => {
                Err(BuildError::Price { input, output })
            }
            _ => Ok(()),
        }
    }
}

/// The bound that ended a translation.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum BudgetExceeded {
    /// All attempts were made.
    Attempts {
        /// The bound.
        limit: usize,
    },
    /// The tokens are spent.
    Tokens {
        /// The bound.
        limit: u64,
        /// What was spent.
        spent: u64,
    },
    /// The money is spent.
    Money {
        /// The bound.
        limit: f64,
        /// What was spent.
        spent: f64,
    },
    /// The tokens that are left do not pay the prompt and a reply; it was not sent.
    PromptTokens {
        /// The bound.
        limit: u64,
        /// What was spent before.
        spent: u64,
        /// What the prompt needs at least.
        prompt: u64,
    },
    /// The money that is left does not pay the prompt and a reply; it was not sent.
    PromptMoney {
        /// The bound.
        limit: f64,
        /// What was spent before.
        spent: f64,
        /// What the prompt costs at least.
        prompt: f64,
    },
    /// The time is over.
    Time {
        /// The bound.
        limit: Duration,
    },
}

impl fmt::Display for BudgetExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Attempts { limit: 1 } => f.write_str("the one attempt allowed was made"),
            Self::Attempts { limit } => write!(f, "all {limit} attempts were made"),
            Self::Tokens { limit, spent } => {
                write!(f, "the budget of {limit} tokens is spent ({spent} used)")
            }
            Self::Money { limit, spent } => {
                write!(
                    f,
                    "the budget of {limit} in money is spent ({spent:.6} used)"
                )
            }
            Self::PromptTokens {
                limit,
                spent,
                prompt,
            } => write!(
                f,
                "the budget of {limit} tokens ({spent} used) does not pay a prompt of at least \
                 {prompt} tokens and a reply; allow more, or ask for less"
            ),
            Self::PromptMoney {
                limit,
                spent,
                prompt,
            } => write!(
                f,
                "the budget of {limit} in money ({spent:.6} used) does not pay a prompt for at \
                 least {prompt:.6} and a reply; allow more, or ask for less"
            ),
            Self::Time { limit } => write!(f, "the budget of {} s is over", limit.as_secs_f64()),
        }
    }
}
