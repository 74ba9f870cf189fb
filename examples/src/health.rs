//! What a person says of medicines and conditions: the types behind the `health` domain.
//!
//! The wire shape is that of the TypeChat health data agent.
#![allow(
    missing_docs,
    reason = "documentation of these types is shown to the model"
)]

use serde::{Deserialize, Serialize};
use typechat::Schema;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct HealthDataResponse {
    /// Only when all of its required members are known
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<HealthData>,
    /// A question for what is missing, or an answer to the person
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// What was said and has no place in the data
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not_translated: Option<String>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct HealthData {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub medication: Option<Vec<Medication>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Vec<Condition>>,
    /// What is neither a medicine nor a condition
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub other: Option<Vec<OtherHealthData>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Medication {
    /// With its spelling put right
    pub name: String,
    /// How much is taken at a time
    pub dose: ApproxQuantity,
    /// How often it is taken
    pub frequency: ApproxQuantity,
    /// How much of the substance is in it
    pub strength: ApproxQuantity,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct Condition {
    pub name: String,
    pub start_date: ApproxDatetime,
    pub status: ConditionStatus,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_date: Option<ApproxDatetime>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "lowercase")]
pub enum ConditionStatus {
    Active,
    Recurrence,
    Relapse,
    Inactive,
    Remission,
    Resolved,
    Unknown,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct OtherHealthData {
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub when: Option<ApproxDatetime>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct ApproxQuantity {
    /// In the words of the person; "unknown" when they do not know
    pub display_text: String,
    /// Only when it is known exactly
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub quantity: Option<Quantity>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct Quantity {
    pub value: f64,
    pub units: String,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct ApproxDatetime {
    /// In the words of the person
    pub display_text: String,
    /// In ISO 8601, only when it is known exactly
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timestamp: Option<String>,
}
