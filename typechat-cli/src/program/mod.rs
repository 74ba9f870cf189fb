//! `typechat program`: programs over functions, checked, shown and run.

mod apis;
mod batch;
mod one;

use std::path::PathBuf;

pub(crate) use apis::api;
use clap::ValueEnum;

use crate::{Verdict, output::Stop};

/// What `--help` says last.
pub(crate) const HELP: &str = r#"Examples:
  typechat program api --api math
  typechat program check --api math program.json
  typechat program run --api math program.json
  typechat program show --as mermaid program.json
  typechat program --batch --api math lines.jsonl

An API is one of the samples math (or calculator), string, object and data, or a JSON file that
describes functions: {"functions": [{"name", "description", "params": [{"name", "schema"}],
"returns"}]}, or with "parameters", a JSON Schema of an object, as for tool calling. Programs over
functions that are only described are checked and shown, and cannot run.

With --batch each line is {"id": …, "program": {…}}; further members are passed over, but for "api",
the name of a sample for this line, and so are blank lines. Each is answered by one line, in order:
{"id", "ok", "result", "problems": [P]}. P is {"code", "path", "signature", "expected", "found",
"text"}; the codes are those of typechat_program::ProblemCode, and for a run "arg_type", "limit" and
"runtime". What "@cannot_translate" says is told in a member "cannot"; without steps, ok is false.

Exit code: 0 valid, 1 not valid, 2 wrong usage. With --batch: 0 when every line was answered,
whatever the answers are; 2 at a line that is no JSON or lacks a field, after those before it."#;

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct Args {
    #[command(subcommand)]
    command: Option<Command>,
    /// Checks and runs many programs: lines of JSON.
    #[arg(long)]
    batch: bool,
    /// The functions: a sample's name, or a file of descriptions.
    #[arg(long, value_name = "API")]
    api: Option<String>,
    /// The lines of the batch; the standard input when it is left out or `-`.
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    input: PathBuf,
}

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Checks a program: what is wrong on the error output, and what only a run can tell.
    Check(Source),
    /// Checks a program and runs it: its result on the output.
    Run {
        #[command(flatten)]
        source: Source,
        /// Calls no function but those without effects, and tells what would be called.
        #[arg(long)]
        dry: bool,
        /// Tells every call on the error output, a line of JSON for each.
        #[arg(long)]
        trace: bool,
        /// The most steps.
        #[arg(long, value_name = "COUNT")]
        max_steps: Option<usize>,
    },
    /// Shows a program: as code, as JSON, or as a picture of what flows where.
    Show {
        /// The functions, to check it first: a sample's name, or a file of descriptions.
        #[arg(long, value_name = "API")]
        api: Option<String>,
        /// How.
        #[arg(long = "as", value_enum, value_name = "FORM", default_value_t)]
        form: Form,
        /// The program; the standard input when it is left out or `-`.
        #[arg(
            value_name = "PROGRAM.json",
            default_value = "-",
            hide_default_value = true
        )]
        program: PathBuf,
    },
    /// Shows the functions of an API as a model reads them.
    Api {
        /// A sample's name, or a file of descriptions.
        #[arg(long, value_name = "API")]
        api: String,
    },
}

/// A program and the functions that it may call.
#[derive(Debug, clap::Args)]
pub(crate) struct Source {
    /// The functions: a sample's name, or a file of descriptions.
    #[arg(long, value_name = "API")]
    api: String,
    /// The program; the standard input when it is left out or `-`.
    #[arg(
        value_name = "PROGRAM.json",
        default_value = "-",
        hide_default_value = true
    )]
    program: PathBuf,
}

/// How a program is shown.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Form {
    /// A line of code for each step.
    #[default]
    Code,
    /// The program's own JSON.
    Json,
    /// A Mermaid flowchart.
    Mermaid,
    /// A graph in the language of Graphviz.
    Dot,
    /// An SVG picture.
    Svg,
}

/// What came of it.
pub(crate) async fn run(args: Args) -> Result<Verdict, Stop> {
    match args.command {
        Some(command) => one::run(command).await,
        None if args.batch => batch::run(args.api.as_deref(), &args.input).await,
        None => Err(Stop::usage(
            "nothing says what to do; give check, run, show or api, or --batch for lines of JSON",
        )),
    }
}
