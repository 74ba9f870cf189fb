//! What an evaluation tries out: how the model is asked.

use std::path::PathBuf;

use clap::ValueEnum;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use typechat::{
    Budget, Grounding, Model, Translator,
    grounding::Again,
    model::Settings,
    reply::{Leniency, Reader},
    schema::{Comments, Names, Rendering},
    translate::OutputMode,
};

use super::{dataset, wording::Afresh};
use crate::output::{Stop, chain};

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
    /// Where the comments of the type stand.
    #[arg(long, value_enum, default_value_t)]
    comments: Place,
    /// Writes every named type under its name, also those that are used once.
    #[arg(long)]
    named: bool,
    /// Lets the model restate the request before it fills the type.
    #[arg(long)]
    restate: bool,
    /// Lists the constants of the type that the request names.
    #[arg(long)]
    point_out: bool,
    /// Shows the type without the constants that the request does not name.
    #[arg(long)]
    narrow: bool,
    /// Like --narrow, and what the request names is no longer optional, where the type has one
    /// place for it.
    #[arg(long)]
    require: bool,
    /// Doubts a value that leaves out what the request names, or has what it does not name, or a
    /// number more often than the request, and how a second one is had.
    #[arg(long, value_enum, value_name = "HOW")]
    doubt: Option<Doubt>,
    /// How the model is asked after a reply was refused.
    #[arg(long, value_enum, default_value_t)]
    repair: Repair,
    /// Requests with their values that the prompt shows: lines of
    /// `{"domain", "request", "value"}`.
    #[arg(long, value_name = "FILE.jsonl")]
    examples: Option<PathBuf>,
    /// Words before the instructions.
    #[arg(long, value_name = "TEXT")]
    preamble: Option<String>,
    /// A fact for the model to use; may be given several times.
    #[arg(long, value_name = "TEXT")]
    context: Vec<String>,
    /// How often the model is asked at most.
    #[arg(long, default_value_t = 3)]
    attempts: usize,
    /// The most tokens of a reply.
    #[arg(long, default_value_t = 1024)]
    max_tokens: u64,
    /// Sampling temperature.
    #[arg(long, default_value_t = 0.0, value_parser = temperature)]
    temperature: f64,
    /// Seed for sampling.
    #[arg(long)]
    seed: Option<u64>,
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
enum Place {
    #[default]
    Leading,
    Trailing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Doubt {
    /// Only tells it in notes.
    No,
    /// Shows the reply, and what is in doubt.
    Ask,
    /// Draws a second reply.
    Sample,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, ValueEnum, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Repair {
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

/// A translator as the levers set it up, and the way from its value to that of the schema.
pub(crate) struct Asker {
    pub(crate) translator: Translator<Value>,
    pub(crate) setup: String,
    restates: bool,
}

impl Asker {
    /// The value of the schema.
    pub(crate) fn value(&self, value: &Value) -> Value {
        if self.restates {
            value.get("value").cloned().unwrap_or(Value::Null)
        } else {
            value.clone()
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

    /// A translator for one domain's schema.
    pub(crate) fn asker(&self, model: Model, schema: &Value, domain: &str) -> Result<Asker, Stop> {
        let name = model.profile().name;
        let mut settings = Settings::default();
        settings.temperature = Some(self.temperature);
        settings.max_tokens = Some(self.max_tokens);
        settings.seed = self.seed;
        let restated;
        let shown = if self.restate {
            restated = restating(schema);
            &restated
        } else {
            schema
        };
        let mut builder = Translator::builder_from_schema(model, shown)
            .settings(settings)
            .budget(Budget::default().attempts(self.attempts))
            .rendering(self.rendering())
            .grounding(self.grounding())
            .output(match self.output {
                Output::Auto => OutputMode::Auto,
                Output::Prompted => OutputMode::Prompted,
            });
        if self.repair == Repair::Afresh {
            builder = builder.prompts(Afresh);
        }
        if let Some(text) = &self.preamble {
            builder = builder.preamble(text);
        }
        for fact in &self.context {
            builder = builder.context(fact);
        }
        for (request, value) in self.examples(domain, schema)? {
            builder = if self.restate {
                let value = json!({ RESTATED: request, "value": value });
                builder.example(request, &value)
            } else {
                builder.example(request, &value)
            };
        }
        let translator = builder
            .build()
            .map_err(|error| Stop::usage(format!("the schema of {domain}: {}", chain(&error))))?;
        Ok(Asker {
            setup: format!("{name}, prompt {:016x}", fingerprint(&translator)),
            translator,
            restates: self.restate,
        })
    }

    fn rendering(&self) -> Rendering {
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

    fn grounding(&self) -> Grounding {
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

    fn examples(&self, domain: &str, schema: &Value) -> Result<Vec<(String, Value)>, Stop> {
        let Some(path) = &self.examples else {
            return Ok(Vec::new());
        };
        let reader = Reader::from_schema(schema)
            .map_err(|error| Stop::usage(format!("the schema of {domain}: {}", chain(&error))))?;
        let reader = reader.leniency(Leniency::Strict);
        let mut out = Vec::new();
        for (number, mut object) in dataset::objects(path)? {
            let of = object.get("domain").and_then(Value::as_str);
            if of.is_some_and(|of| of != domain) {
                continue;
            }
            let request = object.get("request").and_then(Value::as_str);
            let request = request.map(str::to_owned);
            match (request, object.remove("value")) {
                (Some(request), Some(value)) => {
                    let reading = reader.read(&value.to_string());
                    if let Some(problem) = reading.problems().first() {
                        return Err(Stop::usage(format!(
                            "{}, line {number}: the value does not fit the schema: {problem}",
                            path.display()
                        )));
                    }
                    out.push((request, value));
                }
                _ => {
                    return Err(Stop::usage(format!(
                        "{}, line {number}: an example has a \"request\" and a \"value\"",
                        path.display()
                    )));
                }
            }
        }
        Ok(out)
    }
}

const RESTATED: &str = "restated";

/// The schema of an object that restates the request before it has the value.
fn restating(schema: &Value) -> Value {
    let mut inner = schema.clone();
    within(&mut inner);
    json!({
        "title": "Restated",
        "type": "object",
        "properties": {
            RESTATED: {
                "type": "string",
                "description": "The request in short, part by part, in the words of the type below",
            },
            "value": {"$ref": "#/$defs/value"},
        },
        "required": [RESTATED, "value"],
        "additionalProperties": false,
        "$defs": {"value": inner},
    })
}

/// References are from the root, which is further out now.
fn within(schema: &mut Value) {
    match schema {
        Value::Object(members) => {
            if let Some(Value::String(reference)) = members.get_mut("$ref")
                && let Some(rest) = reference.strip_prefix('#')
            {
                *reference = format!("#/$defs/value{rest}");
            }
            members.values_mut().for_each(within);
        }
        Value::Array(items) => items.iter_mut().for_each(within),
        _ => {}
    }
}

/// FNV-1a of what is sent for an empty request: instructions, type and examples.
fn fingerprint(translator: &Translator<Value>) -> u64 {
    let prompt = translator.prompt("");
    let texts = prompt.messages.iter().map(typechat::model::Message::text);
    let schema = prompt.schema.iter().map(ToString::to_string);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in texts.chain(schema).flat_map(String::into_bytes) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}

fn temperature(text: &str) -> Result<f64, String> {
    let temperature = text.parse::<f64>().ok();
    let temperature = temperature.filter(|temperature| (0.0..=10.0).contains(temperature));
    temperature.ok_or_else(|| "a temperature is a number from 0 to 10".to_owned())
}
