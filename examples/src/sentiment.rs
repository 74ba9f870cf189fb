//! The mood of a sentence: the smallest domain, one list of constants.
#![allow(
    missing_docs,
    reason = "documentation of these types is shown to the model"
)]

use serde::{Deserialize, Serialize};
use typechat::Schema;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct SentimentResponse {
    /// The sentiment of the text
    pub sentiment: Sentiment,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum Sentiment {
    Negative,
    Neutral,
    Positive,
}
