//! The command `typechat`: translate and read by a JSON Schema in a file, and show the schema.

mod eval;
mod files;
mod lines;
#[cfg(feature = "local")]
mod model;
mod output;
mod program;
mod read;
mod schema;
mod translate;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use output::Stop;

/// Turns words into checked JSON, by a JSON Schema in a file.
#[derive(Debug, Parser)]
#[command(
    name = "typechat",
    version,
    after_help = "Example: typechat read --schema \
    order.schema.json reply.txt\n\nExit code: 0 valid, 1 not valid, 2 wrong usage or configuration."
)]
struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Reads a model's reply: the value on the output, notes and problems on the error output.
    #[command(after_help = read::HELP)]
    Read(read::Args),
    /// Asks a model: the value on the output, what it cost on the error output.
    #[command(
        after_help = translate::HELP
    )]
    Translate(translate::Args),
    /// Shows a JSON Schema as a model would read it, or as it would be enforced.
    #[command(after_help = "Example: typechat schema order.schema.json --to typescript --tokens")]
    Schema(schema::Args),
    /// Checks, runs and shows programs over functions.
    #[command(after_help = program::HELP)]
    Program(program::Args),
    /// Evaluates a model on requests with known answers, and compares such runs.
    #[command(subcommand, after_help = eval::HELP)]
    Eval(Box<eval::Command>),
    /// Fetches the weights of the embedded model, and tells which there are and where.
    #[cfg(feature = "local")]
    #[command(subcommand, after_help = model::HELP)]
    Model(model::Command),
}

/// How a command ended, when it came to its end.
#[derive(Debug, Clone, Copy)]
enum Verdict {
    Valid,
    Invalid,
    /// What the model or the server refuses is a matter of configuration.
    Misused,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    let outcome = match Args::parse().command {
        Command::Read(args) => read::run(&args),
        Command::Translate(args) => translate::run(args).await,
        Command::Schema(args) => schema::run(&args),
        Command::Program(args) => program::run(args).await,
        Command::Eval(command) => eval::run(*command).await,
        #[cfg(feature = "local")]
        Command::Model(command) => model::run(command).await,
    };
    match outcome {
        Ok(Verdict::Valid) => ExitCode::SUCCESS,
        Ok(Verdict::Invalid) => ExitCode::from(1),
        Ok(Verdict::Misused) => ExitCode::from(2),
        // Whoever read our output has seen enough.
        Err(Stop::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(stop) => {
            output::note(&format!("error: {stop}"));
            ExitCode::from(2)
        }
    }
}
