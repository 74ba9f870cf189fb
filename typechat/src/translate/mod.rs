//! The loop: ask, read, repair, within a budget.

mod answer;
mod budget;
mod builder;
mod error;
mod hook;
mod ledger;
mod prompt;
mod request;
mod translator;

pub use answer::Answer;
pub use budget::{Budget, BudgetExceeded, Price};
pub use builder::TranslatorBuilder;
pub use error::{TranslateError, TranslateErrorKind};
pub use hook::{Hook, Veto};
pub use ledger::{Attempt, Charge, Translation};
pub use prompt::{DefaultPrompts, Failure, PromptContext, Prompts};
pub use request::Request;
pub use translator::Translator;
