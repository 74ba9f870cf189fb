//! What a translator is set up with, apart from the type.

use std::sync::Arc;

use serde_json::Value;

use super::{Budget, DefaultPrompts, OutputMode, Prompts, hook::DynHook};
use crate::{
    Grounding,
    model::{Model, Settings},
    schema::Rendering,
};

pub(crate) type TraceSink = Arc<dyn Fn(&str) + Send + Sync>;

pub(crate) struct Setup {
    pub(crate) model: Model,
    pub(crate) escalation: Option<Model>,
    pub(crate) preamble: String,
    pub(crate) context: Vec<String>,
    pub(crate) examples: Vec<(String, String)>,
    pub(crate) budget: Budget,
    pub(crate) settings: Settings,
    pub(crate) prompts: Arc<dyn Prompts>,
    pub(crate) rendering: Rendering,
    pub(crate) output: OutputMode,
    /// What a model is held to in the place of the type's JSON Schema.
    pub(crate) held_to: Option<Arc<Value>>,
    pub(crate) grounding: Grounding,
    pub(crate) hooks: Vec<Arc<dyn DynHook>>,
    pub(crate) trace: Option<TraceSink>,
}

impl Setup {
    pub(crate) fn new(model: Model) -> Self {
        Self {
            model,
            escalation: None,
            preamble: String::new(),
            context: Vec::new(),
            examples: Vec::new(),
            budget: Budget::default(),
            settings: Settings::default(),
            prompts: Arc::new(DefaultPrompts),
            rendering: Rendering::default(),
            output: OutputMode::default(),
            held_to: None,
            grounding: Grounding::default(),
            hooks: Vec::new(),
            trace: None,
        }
    }
}
