//! The figures of some outcomes.

use std::collections::BTreeMap;

use super::outcome::Outcome;

/// What some outcomes come to.
#[derive(Debug, Clone, Default)]
pub(super) struct Summary {
    pub(super) name: String,
    pub(super) requests: usize,
    /// Valid at the first try.
    pub(super) first: usize,
    /// Valid in the end.
    pub(super) valid: usize,
    /// Right, of those with gold.
    pub(super) right: usize,
    pub(super) with_gold: usize,
    pub(super) attempts: usize,
    pub(super) tokens_in: u64,
    pub(super) tokens_out: u64,
    pub(super) ms: Vec<u64>,
    pub(super) estimated: bool,
}

impl Summary {
    pub(super) fn of<'a>(name: &str, outcomes: impl IntoIterator<Item = &'a Outcome>) -> Self {
        let mut summary = Self {
            name: if name.is_empty() { "requests" } else { name }.to_owned(),
            ..Self::default()
        };
        for outcome in outcomes {
            summary.requests += 1;
            summary.first += usize::from(outcome.first);
            summary.valid += usize::from(outcome.ok);
            summary.right += usize::from(outcome.right == Some(true));
            summary.with_gold += usize::from(outcome.right.is_some());
            summary.attempts += outcome.attempts;
            summary.tokens_in += outcome.tokens_in;
            summary.tokens_out += outcome.tokens_out;
            summary.ms.push(outcome.ms);
            summary.estimated |= outcome.estimated;
        }
        summary.ms.sort_unstable();
        summary
    }

    /// One for each domain, in the order of the results, then one for all of them.
    pub(super) fn by_domain(outcomes: &[Outcome]) -> Vec<Self> {
        let mut domains: Vec<&str> = Vec::new();
        let mut of: BTreeMap<&str, Vec<&Outcome>> = BTreeMap::new();
        for outcome in outcomes {
            if !domains.contains(&outcome.domain.as_str()) {
                domains.push(&outcome.domain);
            }
            of.entry(&outcome.domain).or_default().push(outcome);
        }
        let each = domains
            .iter()
            .map(|domain| Self::of(domain, of[domain].iter().copied()));
        let mut summaries: Vec<Self> = each.collect();
        if summaries.len() != 1 {
            summaries.push(Self::of("all", outcomes));
        }
        summaries
    }

    /// The middle of the times, in milliseconds; of two, the longer.
    pub(super) fn median(&self) -> u64 {
        self.ms.get(self.ms.len() / 2).copied().unwrap_or_default()
    }
}
