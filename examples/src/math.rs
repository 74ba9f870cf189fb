//! A calculation in words and its result: the type behind the `math` domain.
//!
//! The model calculates by itself, and so is often wrong; it is right more often when it writes
//! the steps down first.
#![allow(
    missing_docs,
    reason = "documentation of these types is shown to the model"
)]

use serde::{Deserialize, Serialize};
use typechat::Schema;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Calculation {
    /// Every operation with its result, in the order in which they are done: products before sums
    pub working: String,
    /// The result of the last step
    pub value: f64,
}
