//! `typechat eval`: how often a model gives a valid value, and how often the right one.

mod asker;
mod compare;
mod dataset;
mod levers;
mod outcome;
mod page;
mod report;
mod run;
mod score;
mod summary;
mod wording;

use clap::Subcommand;

use crate::{Verdict, output::Stop};

pub(crate) const HELP: &str = "Example:\n  typechat eval run --data requests.jsonl --schema \
    order.schema.json --out results.jsonl\n  typechat eval report results.jsonl --html \
    results.html\n  typechat eval compare before.jsonl after.jsonl\n\nA line of the data is \
    {\"request\": \"…\", \"gold\": …}; \"gold\", \"accept\" (a list of other right values), \"id\" \
    and \"domain\" may be left out. Values are compared with gold as JSON, where null is as good as \
    nothing; those of the domains coffee, restaurant, calendar, sentiment, math and multiSchema by \
    the rules of these, where the gold has their form.\n\nA line of results that another system \
    gave is {\"request\": \"…\", \"value\": …}, with \"domain\" where the data has it, and \"ok\": false \
    where there is no valid value; `report --data` judges it.";

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Sends every request of the data that has no result yet, and appends what comes of it.
    #[command(after_help = HELP)]
    Run(Box<run::Args>),
    #[command(after_help = HELP)]
    /// Tells how many values are valid and how many are right, and what they cost.
    Report(report::Args),
    /// Tells which requests two runs differ in, and whether that may be chance.
    Compare(compare::Args),
}

/// What came of it.
pub(crate) async fn run(command: Command) -> Result<Verdict, Stop> {
    match command {
        Command::Run(args) => run::run(*args).await,
        Command::Report(args) => report::run(&args),
        Command::Compare(args) => compare::run(&args),
    }
}
