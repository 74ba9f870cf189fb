//! What an evaluation tries out: how the model is asked.

use std::path::PathBuf;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use typechat::{
    Grounding,
    grounding::Again,
    schema::{Comments, Names, Rendering},
};

/// How the model is asked. What is not given is the library's default.
#[derive(Debug, Clone, clap::Args, Serialize, Deserialize, PartialEq)]
#[serde(default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is an option of the command"
)]
pub(crate) struct Levers {
    /// How the model is held to the type.
    #[arg(long, value_enum, default_value_t)]
    pub(crate) output: Output,
    /// Has a program over the functions of this API written in the place of a value, and runs
    /// it: its result is the value. A sample's name, or a file of descriptions.
    #[arg(long, value_name = "API")]
    pub(super) api: Option<String>,
    /// Where the comments of the type stand.
    #[arg(long, value_enum, default_value_t)]
    pub(super) comments: Place,
    /// Writes every named type under its name, also those that are used once.
    #[arg(long)]
    pub(super) named: bool,
    /// Lets the model restate the request before it fills the type.
    #[arg(long)]
    pub(super) restate: bool,
    /// Lists the constants of the type that the request names.
    #[arg(long)]
    pub(super) point_out: bool,
    /// Shows the type without the constants that the request does not name.
    #[arg(long)]
    pub(super) narrow: bool,
    /// Like --narrow, and what the request names is no longer optional, where the type has one
    /// place for it.
    #[arg(long)]
    pub(super) require: bool,
    /// Doubts a value that leaves out what the request names, or has what it does not name, or a
    /// number more often than the request, and how a second one is had.
    #[arg(long, value_enum, value_name = "HOW")]
    pub(super) doubt: Option<Doubt>,
    /// How the model is asked after a reply was refused.
    #[arg(long, value_enum, default_value_t)]
    pub(super) repair: Repair,
    /// Requests with their values that the prompt shows: lines of
    /// `{"domain", "request", "value"}`, or with "program" in the place of "value" for --api.
    #[arg(long, value_name = "FILE.jsonl")]
    pub(super) examples: Option<PathBuf>,
    /// Words before the instructions.
    #[arg(long, value_name = "TEXT")]
    pub(super) preamble: Option<String>,
    /// A fact for the model to use; may be given several times.
    #[arg(long, value_name = "TEXT")]
    pub(super) context: Vec<String>,
    /// How often the model is asked at most.
    #[arg(long, default_value_t = 3)]
    pub(super) attempts: usize,
    /// The most tokens of a reply.
    #[arg(long, default_value_t = 1024)]
    pub(super) max_tokens: u64,
    /// Sampling temperature.
    #[arg(long, default_value_t = 0.0, value_parser = temperature)]
    pub(super) temperature: f64,
    /// Seed for sampling.
    #[arg(long)]
    pub(super) seed: Option<u64>,
}

/// How the model is held to the type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Output {
    /// By its schema where the model can be, as the embedded one can.
    #[default]
    Auto,
    /// By the prompt alone.
    Prompted,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Place {
    #[default]
    Leading,
    Trailing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Doubt {
    /// Only tells it in notes.
    No,
    /// Shows the reply, and what is in doubt.
    Ask,
    /// Draws a second reply.
    Sample,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Repair {
    /// Shows the reply with its problems.
    #[default]
    Mend,
    /// Sends the request again with the problems, and without the reply.
    Afresh,
}

impl Default for Levers {
    fn default() -> Self {
        Self {
            output: Output::Auto,
            api: None,
            comments: Place::Leading,
            named: false,
            restate: false,
            point_out: false,
            narrow: false,
            require: false,
            doubt: None,
            repair: Repair::Mend,
            examples: None,
            preamble: None,
            context: Vec::new(),
            attempts: 3,
            max_tokens: 1024,
            temperature: 0.0,
            seed: None,
        }
    }
}

impl Levers {
    /// What differs from the default, as options of the command.
    pub(crate) fn told(&self) -> Vec<String> {
        let as_map = |levers: &Self| match serde_json::to_value(levers) {
            Ok(Value::Object(members)) => members,
            _ => serde_json::Map::new(),
        };
        let usual = as_map(&Self::default());
        let given = as_map(self).into_iter();
        let given = given.filter(|(name, value)| usual.get(name) != Some(value));
        given
            .map(|(name, value)| {
                let name = name.replace('_', "-");
                match value {
                    Value::Bool(_) => format!("--{name}"),
                    Value::String(text) => format!("--{name} {text}"),
                    other => format!("--{name} {other}"),
                }
            })
            .collect()
    }

    pub(super) fn rendering(&self) -> Rendering {
        let comments = match self.comments {
            Place::Leading => Comments::Leading,
            Place::Trailing => Comments::Trailing,
        };
        let names = if self.named {
            Names::All
        } else {
            Names::Shared
        };
        Rendering::default().comments(comments).names(names)
    }

    pub(super) fn grounding(&self) -> Grounding {
        let mut grounding = Grounding::default();
        if self.point_out {
            grounding = grounding.point_out();
        }
        if self.narrow {
            grounding = grounding.narrow();
        }
        if self.require {
            grounding = grounding.require();
        }
        match self.doubt {
            Some(Doubt::No) => grounding.doubt(Again::No),
            Some(Doubt::Ask) => grounding.doubt(Again::Ask),
            Some(Doubt::Sample) => grounding.doubt(Again::Sample),
            None => grounding,
        }
    }
}

fn temperature(text: &str) -> Result<f64, String> {
    let temperature = text.parse::<f64>().ok();
    let temperature = temperature.filter(|temperature| (0.0..=10.0).contains(temperature));
    temperature.ok_or_else(|| "a temperature is a number from 0 to 10".to_owned())
}
