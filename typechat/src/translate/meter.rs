//! What one translation has spent, and what that leaves it.

use tokio::time::Instant;

use super::{Budget, BudgetExceeded, ledger::Charge};
use crate::model::{ChatReply, ChatRequest, ModelError, estimate};

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

    /// Bounds the reply by what is left once the prompt is paid, or says that nothing is.
    pub(crate) fn cap(&self, request: &mut ChatRequest) -> Result<(), BudgetExceeded> {
        let prompt = estimate::prompt_at_least(request);
        if let Some(limit) = self.budget.tokens {
            let left = limit.saturating_sub(self.tokens).saturating_sub(prompt);
            if left < request.settings.candidates() {
                return Err(BudgetExceeded::PromptTokens {
                    limit,
                    spent: self.tokens,
                    prompt,
                });
            }
            request.settings.cap(left);
        }
        if let (Some(limit), Some(price)) = (self.budget.money, self.budget.price) {
            let prompt = price.of_input(prompt);
            let left = price.output_for(limit - self.money - prompt);
            if left < request.settings.candidates() {
                return Err(BudgetExceeded::PromptMoney {
                    limit,
                    spent: self.money,
                    prompt,
                });
            }
            if left < u64::MAX {
                request.settings.cap(left);
            }
        }
        Ok(())
    }

    /// The moment at which the time is over, and the bound itself. A moment that no clock can
    /// name never comes.
    pub(crate) fn deadline(&self) -> Option<(Instant, BudgetExceeded)> {
        let limit = self.budget.time?;
        let moment = self.started.checked_add(limit)?;
        Some((moment, BudgetExceeded::Time { limit }))
    }

    /// Charges an attempt by its reply, or by the error that came instead; `Err(None)` stands for
    /// a reply that was no longer waited for.
    pub(crate) fn charge(
        &mut self,
        request: &ChatRequest,
        outcome: Result<&ChatReply, Option<&ModelError>>,
    ) -> Charge {
        let mut charge = Charge::of(request, outcome);
        self.attempts += 1;
        self.tokens = self.tokens.saturating_add(charge.usage.total());
        if let Some(price) = self.budget.price {
            let money = price.of(charge.usage);
            charge.money = Some(money);
            self.money += money;
        }
        charge
    }
}
