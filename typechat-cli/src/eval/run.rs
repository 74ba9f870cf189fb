//! `typechat eval run`: sends the requests, and keeps what comes of them.

use std::{
    collections::{BTreeMap, BTreeSet, HashSet},
    fs,
    io::Write,
    path::{Path, PathBuf},
};

use serde_json::Value;
use typechat::{Model, model::Script, translate::TranslateErrorKind};

use super::{
    asker::Asker,
    dataset::{self, Record},
    levers::Levers,
    outcome::Outcome,
    report,
    summary::Summary,
};
use crate::{
    Verdict, files,
    output::{self, Stop},
    translate::model,
};

#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// Requests, a line of JSON for each; may be given several times.
    #[arg(long, value_name = "FILE.jsonl", required = true)]
    data: Vec<PathBuf>,
    /// The JSON Schema of all values.
    #[arg(long, value_name = "FILE.json", conflicts_with = "schemas")]
    schema: Option<PathBuf>,
    /// A folder with a `DOMAIN.schema.json` for each domain; may be given several times, and the
    /// first that has it counts.
    #[arg(long, value_name = "FOLDER", required_unless_present_any = ["schema", "api"])]
    schemas: Vec<PathBuf>,
    /// Only these domains.
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    domain: Vec<String>,
    /// Where the results go, a line for each; what is there already is not asked again.
    #[arg(long, value_name = "FILE.jsonl")]
    out: PathBuf,
    /// At most so many requests of each domain.
    #[arg(long, value_name = "COUNT")]
    limit: Option<usize>,
    /// Takes the replies from this transcript instead of from a model.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
    #[command(flatten)]
    levers: Levers,
}

/// Sends what has no result yet.
pub(super) async fn run(args: Args) -> Result<Verdict, Stop> {
    if args.data.contains(&args.out) {
        return Err(Stop::usage(
            "--out is the data itself; give the results a file of their own",
        ));
    }
    let mut records = dataset::records(&args.data)?;
    if !args.domain.is_empty() {
        records.retain(|record| args.domain.iter().any(|domain| domain == record.domain()));
    }
    if let Some(limit) = args.limit {
        let mut taken: BTreeMap<String, usize> = BTreeMap::new();
        records.retain(|record| {
            let taken = taken.entry(record.domain().to_owned()).or_default();
            *taken += 1;
            *taken <= limit
        });
    }
    if records.is_empty() {
        return Err(Stop::usage("there is no such request in the data"));
    }
    let (schemas, without) = schemas(&args, &records)?;
    let without = without.into_iter().map(|domain| match domain.as_str() {
        "" => "requests without a domain".to_owned(),
        _ => domain,
    });
    let without = without.collect::<Vec<_>>().join(", ");
    if schemas.is_empty() {
        return Err(Stop::usage(format!(
            "no folder has a schema for {without}; give --schema, or a DOMAIN.schema.json"
        )));
    }
    let model = model_of(&args)?;
    let askers = askers(&args, &schemas, &model)?;
    let earlier = earlier(&args, &askers)?;
    let done: HashSet<(String, String)> = earlier
        .iter()
        .map(|outcome| (outcome.domain.clone(), outcome.id.clone()))
        .collect();
    let mut sink = files::appended(&args.out)?;
    let mut outcomes = earlier;
    let left: Vec<&Record> = records
        .iter()
        .filter(|record| !done.contains(&(record.domain().to_owned(), record.id().to_owned())))
        .filter(|record| askers.contains_key(record.domain()))
        .collect();
    for (number, record) in (1..).zip(&left) {
        let asker = &askers[record.domain()];
        let result = asker.ask(record.request()).await;
        // What the model did not answer at all says nothing of its answers.
        if let Err(error) = &result
            && matches!(
                error.kind(),
                TranslateErrorKind::Model(_) | TranslateErrorKind::Build(_)
            )
        {
            return Err(Stop::usage(format!(
                "{}: {}; the results so far are in {}, and the same command goes on from there",
                record.id(),
                output::chain(error),
                files::name(&args.out)
            )));
        }
        let outcome = Outcome::new(record, asker, &args.levers, &result);
        output::note(&format!(
            "# {number}/{}  {:24} {:8} {:6.1} s",
            left.len(),
            outcome.id,
            outcome.verdict(),
            seconds(outcome.ms)
        ));
        append(&mut sink, &args.out, &outcome)?;
        outcomes.push(outcome);
    }
    if !without.is_empty() {
        output::note(&format!("# without a schema, and so left out: {without}"));
    }
    output::text(&report::table(&Summary::by_domain(&outcomes)))?;
    Ok(Verdict::Valid)
}

#[allow(clippy::cast_precision_loss, reason = "a figure for people")]
pub(super) fn seconds(ms: u64) -> f64 {
    ms as f64 / 1000.0
}

fn append(sink: &mut fs::File, path: &Path, outcome: &Outcome) -> Result<(), Stop> {
    let line = serde_json::to_string(outcome)
        .map_err(|error| Stop::usage(format!("a result cannot be written: {error}")))?;
    sink.write_all(format!("{line}\n").as_bytes())
        .map_err(|error| Stop::usage(format!("{} cannot be written: {error}", files::name(path))))
}

/// The results that are there already; they have to be of the same setup.
fn earlier(args: &Args, askers: &BTreeMap<String, Asker>) -> Result<Vec<Outcome>, Stop> {
    if !args.out.exists() {
        return Ok(Vec::new());
    }
    let text = report::text(&args.out)?;
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    if whole < text.len() {
        // A line that was being written when the run was stopped.
        let file = fs::OpenOptions::new().write(true).open(&args.out);
        file.and_then(|file| file.set_len(whole as u64))
            .map_err(|error| {
                Stop::usage(format!(
                    "{} cannot be written: {error}",
                    files::name(&args.out)
                ))
            })?;
    }
    let earlier = report::outcomes(&args.out, &text[..whole])?;
    for outcome in &earlier {
        let other = match askers.get(&outcome.domain) {
            _ if outcome.levers != args.levers => "other options",
            Some(asker) if outcome.setup != asker.setup => "another model, schema or examples",
            _ => continue,
        };
        return Err(Stop::usage(format!(
            "{} has the result of {} with {other}; give another file, or remove this one",
            files::name(&args.out),
            outcome.id
        )));
    }
    Ok(earlier)
}

fn model_of(args: &Args) -> Result<Model, Stop> {
    let Some(path) = &args.script else {
        return model().map_err(|error| Stop::usage(output::chain(&error)));
    };
    let text = fs::read_to_string(path)
        .map_err(|error| Stop::usage(format!("{} cannot be read: {error}", files::name(path))))?;
    let script = Script::from_json_lines(&text);
    script
        .map(Model::from)
        .map_err(|error| Stop::usage(format!("{}: {error}", files::name(path))))
}

/// The schema of each domain, and the domains without one.
fn schemas(
    args: &Args,
    records: &[Record],
) -> Result<(BTreeMap<String, Value>, BTreeSet<String>), Stop> {
    let mut schemas = BTreeMap::new();
    let mut without = BTreeSet::new();
    let domains: BTreeSet<&str> = records.iter().map(Record::domain).collect();
    for domain in domains {
        match schema(args, domain)? {
            Some(schema) => drop(schemas.insert(domain.to_owned(), schema)),
            None => drop(without.insert(domain.to_owned())),
        }
    }
    Ok((schemas, without))
}

/// What asks for the values of each domain.
fn askers(
    args: &Args,
    schemas: &BTreeMap<String, Value>,
    model: &Model,
) -> Result<BTreeMap<String, Asker>, Stop> {
    let askers = schemas.iter().map(|(domain, schema)| {
        let asker = args.levers.asker(model.clone(), schema, domain)?;
        Ok((domain.clone(), asker))
    });
    askers.collect()
}

fn schema(args: &Args, domain: &str) -> Result<Option<Value>, Stop> {
    if args.levers.api.is_some() {
        // What a program gives is not held to a schema.
        return Ok(Some(Value::Bool(true)));
    }
    if let Some(path) = &args.schema {
        return files::schema(path).map(Some);
    }
    let mut paths = args
        .schemas
        .iter()
        .map(|folder| folder.join(format!("{domain}.schema.json")));
    match paths.find(|path| path.exists()) {
        Some(path) => files::schema(&path).map(Some),
        None => Ok(None),
    }
}
