//! `typechat schema`: what a model would be shown, and what would be enforced.

use std::path::PathBuf;

use typechat::{grounding::Lexicon, schema::TypeGraph};

use crate::{Verdict, files, output, output::Stop};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The JSON Schema, of any draft from 4 to 2020-12; `-` for the standard input.
    #[arg(value_name = "FILE.json")]
    schema: PathBuf,
    /// The language to write it in.
    #[arg(long, value_name = "LANGUAGE", default_value = "typescript")]
    to: Language,
    /// Shows what is left of it for a request, when the type is narrowed to what that names.
    #[arg(long, value_name = "TEXT")]
    request: Option<String>,
    /// Prints how many tokens the text has (`o200k_base`, as recent OpenAI models count), last.
    #[arg(long)]
    tokens: bool,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Language {
    /// What the model reads.
    Typescript,
    /// What the validator enforces: JSON Schema, draft 2020-12.
    JsonSchema,
}

pub(crate) fn run(args: &Args) -> Result<Verdict, Stop> {
    let schema = files::schema(&args.schema)?;
    let graph = TypeGraph::from_json_schema(&schema).map_err(|error| {
        let name = files::name(&args.schema);
        Stop::usage(format!("{name}: {}", output::chain(&error)))
    })?;
    let graph = match &args.request {
        Some(request) => Lexicon::of(&graph)
            .mentions(request)
            .narrow(&graph)
            .shown()
            .clone(),
        None => graph,
    };
    let text = match args.to {
        Language::Typescript => graph.to_typescript(),
        Language::JsonSchema => format!("{:#}\n", graph.to_json_schema()),
    };
    output::text(&text)?;
    if args.tokens {
        let counter = tiktoken_rs::o200k_base()
            .map_err(|error| Stop::usage(format!("tokens cannot be counted: {error}")))?;
        output::text(&format!("{}\n", counter.encode_ordinary(&text).len()))?;
    }
    Ok(Verdict::Valid)
}
