//! `typechat translate`: a request to a model, and the value that it means.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use serde_json::Value;
use typechat::{
    Model, Translator,
    model::{ChatReply, ModelError, Script},
    translate::{Attempt, Cost, TranslatorBuilder},
};

use crate::{Verdict, files, output, output::Stop};

#[cfg(feature = "local")]
pub(crate) const HELP: &str = "Example: typechat translate --schema order.schema.json \"two flat \
    whites, please\"\n\nThe model is the one that the environment names: OPENAI_API_KEY and \
    OPENAI_MODEL, OPENAI_BASE_URL and OPENAI_MODEL, or AZURE_OPENAI_API_KEY and \
    AZURE_OPENAI_ENDPOINT. Where none is named, an embedded one answers: see `typechat model`.";

#[cfg(not(feature = "local"))]
pub(crate) const HELP: &str = "Example: typechat translate --schema order.schema.json \"two flat \
    whites, please\"\n\nThe model is the one that the environment names: OPENAI_API_KEY and \
    OPENAI_MODEL, OPENAI_BASE_URL and OPENAI_MODEL, or AZURE_OPENAI_API_KEY and \
    AZURE_OPENAI_ENDPOINT.";

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The JSON Schema that the value must fit.
    #[arg(long, value_name = "FILE.json")]
    schema: PathBuf,
    /// The request; several words are joined.
    #[arg(required = true)]
    request: Vec<String>,
    /// Prints exactly what would be sent, and sends nothing.
    #[arg(long)]
    show_prompt: bool,
    /// Appends a line of JSON for each attempt to this file.
    #[arg(long, value_name = "FILE.jsonl")]
    trace: Option<PathBuf>,
}

/// What came of the request.
pub(crate) async fn run(args: Args) -> Result<Verdict, Stop> {
    let request = args.request.join(" ");
    if request.trim().is_empty() {
        return Err(Stop::usage("the request is empty; say what to translate"));
    }
    if args.show_prompt {
        return show_prompt(&args, &request);
    }
    let schema = files::schema(&args.schema)?;
    let model = model().map_err(|error| Stop::usage(output::chain(&error)))?;
    let mut builder = Translator::builder_from_schema(model, &schema);
    if let Some(path) = &args.trace {
        builder = builder.trace(trace(path)?);
    }
    let translator = built(&args, builder)?;
    let outcome = translator.translate_full(request).await;
    let attempts = match &outcome {
        Ok(translation) => translation.attempts(),
        Err(error) => error.attempts(),
    };
    attempts.iter().for_each(show_findings);
    let verdict = match &outcome {
        Ok(translation) => {
            output::value(translation.value())?;
            Verdict::Valid
        }
        Err(error) => {
            output::note(&format!("error: {}", output::chain(error)));
            if error.is_config() {
                Verdict::Misused
            } else {
                Verdict::Invalid
            }
        }
    };
    output::note(&cost(attempts));
    Ok(verdict)
}

pub(crate) fn model() -> Result<Model, ModelError> {
    #[cfg(feature = "local")]
    return typechat_local::from_env_or_local();
    #[cfg(not(feature = "local"))]
    Model::from_env()
}

/// A sink that appends lines to a file.
fn trace(path: &Path) -> Result<impl Fn(&str) + Send + Sync + 'static, Stop> {
    let file = files::appended(path)?;
    let name = files::name(path);
    Ok(move |line: &str| {
        if let Err(error) = (&file).write_all(format!("{line}\n").as_bytes()) {
            output::note(&format!("error: {name} cannot be written: {error}"));
        }
    })
}

fn built(args: &Args, builder: TranslatorBuilder<Value>) -> Result<Translator<Value>, Stop> {
    builder.build().map_err(|error| {
        Stop::usage(format!(
            "{}: {}",
            files::name(&args.schema),
            output::chain(&error)
        ))
    })
}

fn show_prompt(args: &Args, request: &str) -> Result<Verdict, Stop> {
    let schema = files::schema(&args.schema)?;
    let nobody = Script::replies(Vec::<ChatReply>::new());
    let translator = built(args, Translator::builder_from_schema(nobody, &schema))?;
    for message in translator.prompt(request).messages {
        output::text(&format!(
            "--- {:?} ---\n{}\n\n",
            message.role,
            message.text()
        ))?;
    }
    Ok(Verdict::Valid)
}

fn show_findings(attempt: &Attempt) {
    let reply = attempt
        .reply
        .as_ref()
        .map_or("", |reply| reply.text.as_str());
    let name = format!("reply {}", attempt.number);
    output::findings(reply, &name, &attempt.problems, &attempt.notes);
}

fn cost(attempts: &[Attempt]) -> String {
    let model = attempts.last().map_or("", |attempt| attempt.model.as_str());
    format!("# {}, {model}", Cost::of(attempts))
}
