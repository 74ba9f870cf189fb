//! `typechat read`: replies that are already there.

mod batch;

use std::path::{Path, PathBuf};

use serde_json::Value;
use typechat::reply::{Leniency, Limits, Reader};

use crate::{Verdict, files, output, output::Stop};

/// What `--help` says last.
pub(crate) const HELP: &str = r#"Examples:
  typechat read --schema order.schema.json reply.txt
  typechat read --batch lines.jsonl

With --batch each line is {"id": …, "schema": …, "reply": "…"}, where a schema of true takes any
JSON; further members are passed over, and so are blank lines. Each is answered by one line, in
order: {"id", "ok", "value", "notes": [F], "problems": [F]}. The value is null unless ok. F is
{"kind", "path", "span": {"start", "end"}, "text"}, a problem also has "code", "expected" and
"found"; a path is a JSON Pointer, a span counts bytes of the reply. A schema that cannot be used is
a problem of the kind "schema"; the other kinds and codes are those of typechat::reply::NoteKind,
ProblemKind and ProblemCode.

Exit code: 0 valid, 1 not valid, 2 wrong usage. With --batch: 0 when every line was answered,
whatever the answers are; 2 at a line that is no JSON or lacks a field, after those before it."#;

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The JSON Schema that the value must fit.
    #[arg(long, value_name = "FILE.json")]
    schema: Option<PathBuf>,
    /// Reads many replies: lines of JSON, each with a schema of its own.
    #[arg(long, conflicts_with = "schema")]
    batch: bool,
    /// How much a reply may differ from JSON of the type.
    #[arg(long, value_name = "LEVEL", default_value = "full")]
    leniency: Level,
    /// The reply, or the lines of a batch; the standard input when it is left out or `-`.
    #[arg(value_name = "FILE", default_value = "-", hide_default_value = true)]
    input: PathBuf,
}

#[derive(Debug, Clone, Copy, clap::ValueEnum)]
enum Level {
    /// Only JSON of exactly the type.
    Strict,
    /// What is nearly JSON, too.
    Syntax,
    /// Another representation of the same meaning, too.
    Full,
}

impl From<Level> for Leniency {
    fn from(level: Level) -> Self {
        match level {
            Level::Strict => Self::Strict,
            Level::Syntax => Self::Syntax,
            Level::Full => Self::Full,
        }
    }
}

/// Whether the reply holds a valid value; whether all lines of a batch were answered.
pub(crate) fn run(args: &Args) -> Result<Verdict, Stop> {
    let leniency = args.leniency.into();
    match &args.schema {
        _ if args.batch => batch::run(&args.input, leniency),
        Some(schema) => one(schema, &args.input, leniency),
        None => Err(Stop::usage(
            "nothing says what to read; give --schema FILE.json for one reply, or --batch for \
             lines of JSON that bring their schemas",
        )),
    }
}

fn one(schema_path: &Path, reply_path: &Path, leniency: Leniency) -> Result<Verdict, Stop> {
    let stdin = Path::new("-");
    if schema_path == stdin && reply_path == stdin {
        return Err(Stop::usage(
            "schema and reply cannot both come from stdin; name a file for one of them",
        ));
    }
    let schema = files::schema(schema_path)?;
    let reader = Reader::<Value>::from_schema(&schema).map_err(|error| {
        Stop::usage(format!(
            "{}: {}",
            files::name(schema_path),
            output::chain(&error)
        ))
    })?;
    let reply = files::reply(reply_path, Limits::default().bytes)?;
    let reading = reader.leniency(leniency).read(&reply);
    output::findings(
        &reply,
        &files::name(reply_path),
        reading.problems(),
        reading.notes(),
    );
    let Some(value) = reading.value() else {
        return Ok(Verdict::Invalid);
    };
    output::value(value)?;
    Ok(Verdict::Valid)
}
