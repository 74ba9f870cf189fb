//! The loop: ask, read, repair, within a budget.

mod answer;
mod budget;
mod builder;
mod cost;
mod error;
mod hook;
mod ledger;
mod meter;
mod output;
mod prompt;
mod request;
mod run;
mod setup;
mod translator;

pub use answer::Answer;
pub use budget::{Budget, BudgetExceeded, Price};
pub use builder::TranslatorBuilder;
pub use cost::Cost;
pub use error::{TranslateError, TranslateErrorKind};
pub use hook::{Hook, Veto};
pub use ledger::{Attempt, Charge, Translation};
pub use output::OutputMode;
pub use prompt::{DefaultPrompts, Failure, PromptContext, Prompts};
pub use request::Request;
pub use translator::Translator;
