//! What attempts came to, in one line.

use std::{fmt, iter::Sum, ops::AddAssign};

use super::Attempt;
use crate::model::Usage;

/// What some attempts cost together. Shown as `2 attempts, sent 3 times, at most 20 + 4 tokens`.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
#[non_exhaustive]
pub struct Cost {
    /// The attempts.
    pub attempts: usize,
    /// How often a layer sent one of them again.
    pub resends: usize,
    /// Tokens read and written.
    pub usage: Usage,
    /// Whether some of the tokens are an over-estimate.
    pub estimated: bool,
    /// Money, when a budget knew a price.
    pub money: Option<f64>,
}

impl Cost {
    /// The cost of these attempts.
    pub fn of(attempts: &[Attempt]) -> Self {
        let each = attempts.iter().map(|attempt| Self {
            attempts: 1,
            resends: attempt.charge.resends,
            usage: attempt.charge.usage,
            estimated: attempt.charge.estimated,
            money: attempt.charge.money,
        });
        each.sum()
    }
}

impl AddAssign for Cost {
    fn add_assign(&mut self, more: Self) {
        self.attempts += more.attempts;
        self.resends += more.resends;
        self.usage += more.usage;
        self.estimated |= more.estimated;
        self.money = match (self.money, more.money) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(other),
        };
    }
}

impl Sum for Cost {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |mut sum, one| {
            sum += one;
            sum
        })
    }
}

impl fmt::Display for Cost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plural = if self.attempts == 1 { "" } else { "s" };
        write!(f, "{} attempt{plural}, ", self.attempts)?;
        if self.resends > 0 {
            write!(f, "sent {} times, ", self.attempts + self.resends)?;
        }
        if self.estimated {
            f.write_str("at most ")?;
        }
        let Usage { input, output } = self.usage;
        write!(f, "{input} + {output} tokens")
    }
}
