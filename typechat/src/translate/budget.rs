//! What a translation may cost.

use std::{fmt, time::Duration};

use serde::Serialize;
use tokio::time::Instant;

use super::ledger::Charge;
use crate::{
    BuildError,
    model::{ChatReply, ChatRequest},
};

/// Bounds over all attempts of one translation: three attempts unless set, the rest unbounded.
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
    attempts: usize,
    tokens: Option<u64>,
    time: Option<Duration>,
    money: Option<f64>,
    price: Option<Price>,
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

/// What tokens cost, in any one currency.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Price {
    input: f64,
    output: f64,
}

impl Price {
    /// The price of a million tokens read and written.
    pub fn per_million(input: f64, output: f64) -> Self {
        Self {
            input: input / 1e6,
            output: output / 1e6,
        }
    }

    #[allow(clippy::cast_precision_loss)] // Token counts are far below 2^53.
    fn of(self, charge: &Charge) -> f64 {
        self.input * charge.usage.input as f64 + self.output * charge.usage.output as f64
    }
}

impl Budget {
    /// The most attempts, the first one included.
    #[must_use]
    pub fn attempts(mut self, most: usize) -> Self {
        self.attempts = most;
        self
    }

    /// The most tokens, read and written. A further attempt needs tokens that are left, and may
    /// write no more than those. A reply without usage is charged a token for each byte.
    #[must_use]
    pub fn tokens(mut self, most: u64) -> Self {
        self.tokens = Some(most);
        self
    }

    /// The longest time; an attempt that would pass it is dropped.
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
        match self {
            Self {
                money: Some(_),
                price: None,
                ..
            } => Err(BuildError::MoneyWithoutPrice),
            Self { attempts: 0, .. } => Err(BuildError::NoAttempts),
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
            Self::Time { limit } => write!(f, "the budget of {} s is over", limit.as_secs_f64()),
        }
    }
}

/// What one translation has spent so far.
#[derive(Debug)]
pub(crate) struct Meter<'a> {
    budget: &'a Budget,
    started: Instant,
    attempts: usize,
    tokens: u64,
    money: f64,
}

impl<'a> Meter<'a> {
    pub(crate) fn start(budget: &'a Budget) -> Self {
        Self {
            budget,
            started: Instant::now(),
            attempts: 0,
            tokens: 0,
            money: 0.0,
        }
    }

    /// Whether one more attempt may begin.
    pub(crate) fn allow(&self) -> Result<(), BudgetExceeded> {
        let Budget {
            attempts,
            tokens,
            time,
            money,
            ..
        } = *self.budget;
        if self.attempts >= attempts {
            return Err(BudgetExceeded::Attempts { limit: attempts });
        }
        if let Some(limit) = tokens.filter(|limit| self.tokens >= *limit) {
            return Err(BudgetExceeded::Tokens {
                limit,
                spent: self.tokens,
            });
        }
        if let Some(limit) = money.filter(|limit| self.money >= *limit) {
            return Err(BudgetExceeded::Money {
                limit,
                spent: self.money,
            });
        }
        match time.filter(|limit| self.started.elapsed() >= *limit) {
            Some(limit) => Err(BudgetExceeded::Time { limit }),
            None => Ok(()),
        }
    }

    pub(crate) fn tokens_left(&self) -> Option<u64> {
        Some(self.budget.tokens?.saturating_sub(self.tokens))
    }

    /// The moment at which the time is over, and the bound itself.
    pub(crate) fn deadline(&self) -> Option<(Instant, BudgetExceeded)> {
        let limit = self.budget.time?;
        Some((self.started + limit, BudgetExceeded::Time { limit }))
    }

    /// Charges an attempt; without usage it is over-estimated, so that the budget fails closed.
    pub(crate) fn charge(&mut self, request: &ChatRequest, reply: Option<&ChatReply>) -> Charge {
        let mut charge = Charge::of(request, reply);
        self.attempts += 1;
        self.tokens = self.tokens.saturating_add(charge.usage.total());
        if let Some(price) = self.budget.price {
            let money = price.of(&charge);
            charge.money = Some(money);
            self.money += money;
        }
        charge
    }
}
