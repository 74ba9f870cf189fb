//! A translator as the levers set it up.

use serde_json::{Value, json};
use typechat::{
    Budget, Model, TranslateError, Translation, Translator,
    model::{ChatRequest, Settings},
    reply::{Leniency, Reader},
    translate::{OutputMode, TranslatorBuilder},
};
use typechat_program::{Api, ProgramTranslator};

use super::{
    dataset,
    levers::{Levers, Output, Repair},
    wording::Afresh,
};
use crate::{
    output::{Stop, chain},
    program::api as api_of,
};

/// A translator as the levers set it up, and the way from its value to that of the schema.
pub(crate) struct Asker {
    way: Way,
    pub(crate) setup: String,
    restates: bool,
}

/// How the value comes about.
enum Way {
    /// The model writes it.
    Value(Translator<Value>),
    /// The model writes a program, which is run.
    Program(ProgramTranslator),
}

impl Asker {
    /// What comes of a request. The value of a program that fails is `null`.
    pub(crate) async fn ask(&self, request: &str) -> Result<Translation<Value>, TranslateError> {
        match &self.way {
            Way::Value(translator) => translator.translate_full(request).await,
            Way::Program(translator) => {
                let translation = translator.translate_full(request).await?;
                let value = match translation.value().plan() {
                    Some(plan) => plan.run().await.map(|outcome| outcome.value()).ok(),
                    None => None,
                };
                // A bare result has the name that values of such domains give it.
                let value = match value {
                    Some(value) if !value.is_object() => json!({ "value": value }),
                    other => other.unwrap_or_default(),
                };
                Ok(translation.map(|_| value))
            }
        }
    }

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
    /// A translator for one domain's schema.
    pub(crate) fn asker(&self, model: Model, schema: &Value, domain: &str) -> Result<Asker, Stop> {
        let name = model.profile().name;
        if let Some(api) = &self.api {
            return self.programmer(model, &api_of(api)?, domain);
        }
        let settings = self.settings();
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
            .output(self.mode());
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
            setup: format!(
                "{name}, prompt {:016x}",
                fingerprint(&translator.prompt(""))
            ),
            way: Way::Value(translator),
            restates: self.restate,
        })
    }

    /// A translator to programs over an API.
    fn programmer(&self, model: Model, api: &Api, domain: &str) -> Result<Asker, Stop> {
        let name = model.profile().name;
        let mut builder = ProgramTranslator::builder(model, api.clone());
        for (place, request, program) in self.shown(domain, "program")? {
            let plan = api
                .check_value(&program)
                .map_err(|error| Stop::usage(format!("{place}: {}", chain(&error))))?;
            builder = builder.example(request, plan.program());
        }
        let translator = builder
            .output(self.mode())
            .configure(|mut builder| {
                builder = builder
                    .settings(self.settings())
                    .budget(Budget::default().attempts(self.attempts));
                if let Some(text) = &self.preamble {
                    builder = builder.preamble(text);
                }
                self.context
                    .iter()
                    .fold(builder, TranslatorBuilder::context)
            })
            .build()
            .map_err(|error| Stop::usage(chain(&error)))?;
        Ok(Asker {
            setup: format!(
                "{name}, prompt {:016x}",
                fingerprint(&translator.prompt(""))
            ),
            way: Way::Program(translator),
            restates: false,
        })
    }

    fn mode(&self) -> OutputMode {
        match self.output {
            Output::Auto => OutputMode::Auto,
            Output::Prompted => OutputMode::Prompted,
        }
    }

    fn settings(&self) -> Settings {
        let mut settings = Settings::default();
        settings.temperature = Some(self.temperature);
        settings.max_tokens = Some(self.max_tokens);
        settings.seed = self.seed;
        settings
    }

    fn examples(&self, domain: &str, schema: &Value) -> Result<Vec<(String, Value)>, Stop> {
        let shown = self.shown(domain, "value")?;
        if shown.is_empty() {
            return Ok(Vec::new());
        }
        let reader = Reader::from_schema(schema)
            .map_err(|error| Stop::usage(format!("the schema of {domain}: {}", chain(&error))))?;
        let reader = reader.leniency(Leniency::Strict);
        for (place, _, value) in &shown {
            let reading = reader.read(&value.to_string());
            if let Some(problem) = reading.problems().first() {
                return Err(Stop::usage(format!(
                    "{place}: the value does not fit the schema: {problem}"
                )));
            }
        }
        let shown = shown.into_iter();
        Ok(shown.map(|(_, request, value)| (request, value)).collect())
    }

    /// The examples of a domain that have such a member: their place, request and that member.
    fn shown(&self, domain: &str, member: &str) -> Result<Vec<(String, String, Value)>, Stop> {
        let Some(path) = &self.examples else {
            return Ok(Vec::new());
        };
        let mut out = Vec::new();
        for (number, mut object) in dataset::objects(path)? {
            let of = object.get("domain").and_then(Value::as_str);
            if of.is_some_and(|of| of != domain) {
                continue;
            }
            let place = format!("{}, line {number}", path.display());
            let request = object.get("request").and_then(Value::as_str);
            let request = request.map(str::to_owned);
            match (request, object.remove(member)) {
                (Some(request), Some(value)) => out.push((place, request, value)),
                // One of the same domain for the other way.
                (Some(_), None) if member == "program" || object.contains_key("program") => {}
                _ => {
                    return Err(Stop::usage(format!(
                        "{place}: an example has a \"request\" and a \"value\", or a \"program\""
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
    // A `$schema` further in would make it a document of its own, which cannot be narrowed.
    if let Some(members) = inner.as_object_mut() {
        members.shift_remove("$schema");
    }
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
fn fingerprint(prompt: &ChatRequest) -> u64 {
    let texts = prompt.messages.iter().map(typechat::model::Message::text);
    let schema = prompt.schema.iter().map(ToString::to_string);
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in texts.chain(schema).flat_map(String::into_bytes) {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash
}
