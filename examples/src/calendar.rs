//! What is to be done in a calendar: the types behind the `calendar` domain.
//!
//! The wire shape is that of the TypeChat calendar.
#![allow(
    missing_docs,
    reason = "documentation of these types is shown to the model"
)]

use serde::{Deserialize, Serialize};
use typechat::Schema;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
pub struct CalendarActions {
    /// In the order of the request
    pub actions: Vec<Action>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(tag = "actionType", rename_all_fields = "camelCase")]
pub enum Action {
    #[serde(rename = "add event")]
    AddEvent { event: Event },
    #[serde(rename = "remove event")]
    RemoveEvent { event_reference: EventReference },
    /// Adds people to an event that is there already
    #[serde(rename = "add participants")]
    AddParticipants {
        /// Which event; left out for the one that was spoken of last
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event_reference: Option<EventReference>,
        participants: Vec<String>,
    },
    #[serde(rename = "change time range")]
    ChangeTimeRange {
        /// Which event; left out for the one that was spoken of last
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event_reference: Option<EventReference>,
        time_range: EventTimeRange,
    },
    #[serde(rename = "change description")]
    ChangeDescription {
        /// Which event; left out for the one that was spoken of last
        #[serde(default, skip_serializing_if = "Option::is_none")]
        event_reference: Option<EventReference>,
        description: String,
    },
    /// For questions about what is in the calendar
    #[serde(rename = "find events")]
    FindEvents { event_reference: EventReference },
    /// Use this type for what matches nothing else
    #[serde(rename = "unknown")]
    Unknown {
        /// The words that were not understood
        text: String,
    },
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// The day in the words of the request; "today" when it says none
    pub day: String,
    pub time_range: EventTimeRange,
    /// What the event is, in the words of the request
    pub description: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The people or groups that the request names
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub participants: Option<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct EventTimeRange {
    /// The start in the words of the request
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start_time: Option<String>,
    /// The end, only when the request says one
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_time: Option<String>,
    /// How long it lasts, only when the request says it
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration: Option<String>,
}

/// What the request says of an event that is there already
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, Schema)]
#[serde(rename_all = "camelCase")]
pub struct EventReference {
    /// One day, in the words of the request
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day: Option<String>,
    /// Several days, such as a week or a month, in the words of the request
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub day_range: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time_range: Option<EventTimeRange>,
    /// What the event is, in the words of the request
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<String>,
    /// The people or groups that the request names
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub participants: Option<Vec<String>>,
}
