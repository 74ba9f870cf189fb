//! Orders of pizza, beer and salad: the types behind the `restaurant` domain.
//!
//! The wire shape is that of the TypeChat restaurant; only `quantity` is narrower, a whole number.
#![allow(
    missing_docs,
    reason = "documentation of these types is shown to the model"
)]

use serde::{Deserialize, Serialize};
use typechat::Schema;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Order {
    pub items: Vec<OrderItem>,
}

/// One item for each dish that differs from the others in any way
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(tag = "itemType", rename_all_fields = "camelCase")]
pub enum OrderItem {
    #[serde(rename = "pizza")]
    Pizza {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        size: Option<PizzaSize>,
        /// Toppings that are asked for beyond those of a named pizza
        #[serde(default, skip_serializing_if = "Option::is_none")]
        added_toppings: Option<Vec<String>>,
        /// Toppings that the request says it does not want
        #[serde(default, skip_serializing_if = "Option::is_none")]
        removed_toppings: Option<Vec<String>>,
        /// How many; 1 when nothing is said
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quantity: Option<u32>,
        /// Only for a pizza that is called by one of these names
        #[serde(default, skip_serializing_if = "Option::is_none")]
        name: Option<PizzaName>,
    },
    #[serde(rename = "beer")]
    Beer {
        /// The brand or kind, in the words of the request
        kind: String,
        /// How many; 1 when nothing is said
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quantity: Option<u32>,
    },
    #[serde(rename = "salad")]
    Salad {
        /// "half" or "whole", only when the request says it
        #[serde(default, skip_serializing_if = "Option::is_none")]
        portion: Option<String>,
        /// The kind of salad, only when the request says it
        #[serde(default, skip_serializing_if = "Option::is_none")]
        style: Option<String>,
        /// Ingredients that are asked for beyond those of the style
        #[serde(default, skip_serializing_if = "Option::is_none")]
        added_ingredients: Option<Vec<String>>,
        /// Ingredients that the request says it does not want
        #[serde(default, skip_serializing_if = "Option::is_none")]
        removed_ingredients: Option<Vec<String>>,
        /// How many; 1 when nothing is said
        #[serde(default, skip_serializing_if = "Option::is_none")]
        quantity: Option<u32>,
    },
    /// Use this type for order items that match nothing else
    #[serde(rename = "unknown")]
    Unknown {
        /// The words that were not understood
        text: String,
    },
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum PizzaSize {
    Small,
    Medium,
    Large,
    #[serde(rename = "extra large")]
    ExtraLarge,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
pub enum PizzaName {
    Hawaiian,
    Yeti,
    #[serde(rename = "Pig In a Forest")]
    PigInAForest,
    #[serde(rename = "Cherry Bomb")]
    CherryBomb,
}
