//! Which of several domains a request belongs to: the type behind the `multiSchema` domain.
#![allow(
    missing_docs,
    reason = "documentation of these types is shown to the model"
)]

use serde::{Deserialize, Serialize};
use typechat::Schema;

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub struct Routed {
    /// What the request is about
    pub route: Route,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum Route {
    /// Orders for coffee drinks and bakery goods
    CoffeeShop,
    /// Adding, changing and finding calendar events
    Calendar,
    /// Orders for pizza, beer and salad
    Restaurant,
    /// Calculations with basic operations
    Math,
    /// Remarks that express a feeling or an impression
    Sentiment,
    /// Shell work: files, folders and facts about the machine
    Plugins,
    /// Medicines taken and health conditions
    HealthData,
    /// Anything that fits no other route
    #[serde(rename = "No Match")]
    NoMatch,
}
