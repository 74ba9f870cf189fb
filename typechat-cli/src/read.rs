//! `typechat read`: a reply that is already there.

use std::path::{Path, PathBuf};

use serde_json::Value;
use typechat::reply::{Limits, Reader};

use crate::{Verdict, files, output, output::Stop};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The JSON Schema that the value must fit.
    #[arg(long, value_name = "FILE.json")]
    schema: PathBuf,
    /// The reply; the standard input when it is left out or `-`.
    #[arg(
        value_name = "REPLY.txt",
        default_value = "-",
        hide_default_value = true
    )]
    reply: PathBuf,
}

/// Whether the reply holds a valid value.
pub(crate) fn run(args: &Args) -> Result<Verdict, Stop> {
    let stdin = Path::new("-");
    if args.schema == stdin && args.reply == stdin {
        return Err(Stop::usage(
            "schema and reply cannot both come from stdin; name a file for one of them",
        ));
    }
    let schema = files::schema(&args.schema)?;
    let reader = Reader::<Value>::from_schema(&schema).map_err(|error| {
        Stop::usage(format!(
            "{}: {}",
            files::name(&args.schema),
            output::chain(&error)
        ))
    })?;
    let reply = files::reply(&args.reply, Limits::default().bytes)?;
    let reading = reader.read(&reply);
    output::findings(
        &reply,
        &files::name(&args.reply),
        reading.problems(),
        reading.notes(),
    );
    let Some(value) = reading.value() else {
        return Ok(Verdict::Invalid);
    };
    output::value(value)?;
    Ok(Verdict::Valid)
}
