//! Tokens, and the sums of them.

use std::{iter::Sum, ops::AddAssign};

use serde::{Deserialize, Serialize};

/// Tokens of one exchange. A provider that leaves a count out, or says zero, did not count.
///
/// Sums stop at the largest number instead of overflowing: the numbers come from others.
///
/// ```
/// use typechat::model::Usage;
/// let mut sum = Usage { input: u64::MAX, output: 1 };
/// sum += Usage { input: 1, output: 1 };
/// assert_eq!(sum, Usage { input: u64::MAX, output: 2 });
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Tokens read.
    pub input: u64,
    /// Tokens written.
    pub output: u64,
}

impl Usage {
    /// Both together.
    pub fn total(self) -> u64 {
        self.input.saturating_add(self.output)
    }
}

impl AddAssign for Usage {
    fn add_assign(&mut self, more: Self) {
        self.input = self.input.saturating_add(more.input);
        self.output = self.output.saturating_add(more.output);
    }
}

impl Sum for Usage {
    fn sum<I: Iterator<Item = Self>>(all: I) -> Self {
        all.fold(Self::default(), |mut sum, one| {
            sum += one;
            sum
        })
    }
}
