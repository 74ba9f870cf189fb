//! The program round a domain: reads requests, translates them, and shows what came of it.

mod ask;
mod report;

use std::{
    fs::{self, File, OpenOptions},
    io::Write,
    path::{Path, PathBuf},
    process::ExitCode,
};

use clap::{CommandFactory, FromArgMatches, Parser};
use rustyline::{DefaultEditor, error::ReadlineError};
use serde::{Serialize, de::DeserializeOwned};
use typechat::{
    BuildError, Grounding, Model, Schema, Translator,
    model::{ChatReply, ModelError, Script, Settings},
    translate::TranslatorBuilder,
};

use typechat_program::{Api, ProgramTranslator};

use ask::{Ask, Programmer};
use report::{Tally, Verdict, say, say_error, tell};

/// What differs between the programs.
#[derive(Debug, Clone, Copy)]
pub struct App {
    name: &'static str,
    about: &'static str,
    grounding: Grounding,
    picture: bool,
}

impl App {
    /// A program by name, with what it does.
    pub fn new(name: &'static str, about: &'static str) -> Self {
        Self {
            name,
            about,
            grounding: Grounding::default(),
            picture: false,
        }
    }

    /// Shows what flows where in a program, as a Mermaid flowchart.
    #[must_use]
    pub fn picture(mut self) -> Self {
        self.picture = true;
        self
    }

    /// What is made of the constants of the type that a request names.
    #[must_use]
    pub fn grounding(mut self, grounding: Grounding) -> Self {
        self.grounding = grounding;
        self
    }
}

/// Without a request and without a file, requests are asked for one by one.
#[derive(Debug, Parser)]
#[command(
    after_help = "Without REQUEST and --file, requests are asked for one by one; \
    `quit` or Ctrl-D ends.\n\nThe model is the one that the environment names: OPENAI_API_KEY \
    and OPENAI_MODEL, OPENAI_BASE_URL and OPENAI_MODEL, or AZURE_OPENAI_API_KEY and \
    AZURE_OPENAI_ENDPOINT. Where none is named, an embedded one answers, whose weights are \
    fetched once.\n\nExit code: 0 all valid, 1 a translation failed, 2 wrong usage or \
    configuration."
)]
struct Args {
    /// The request; several words are joined.
    request: Vec<String>,
    /// Translates each line of a file; blank lines and those that begin with # are skipped.
    #[arg(long, conflicts_with = "request")]
    file: Option<PathBuf>,
    /// Prints exactly what would be sent, and sends nothing.
    #[arg(long)]
    show_prompt: bool,
    /// Appends a line of JSON for each attempt to this file.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
    /// Takes the replies from this transcript instead of from a model.
    #[arg(long, value_name = "FILE")]
    script: Option<PathBuf>,
}

/// Why the program cannot go on: one sentence, or an output that is gone.
#[derive(Debug)]
enum Stop {
    Usage(String),
    Output(std::io::Error),
}

impl From<std::io::Error> for Stop {
    fn from(error: std::io::Error) -> Self {
        Self::Output(error)
    }
}

/// Runs a domain's program to its end.
pub async fn run<T: Schema + DeserializeOwned + Serialize>(app: App) -> ExitCode {
    start(app, |model, trace| {
        let builder = Translator::<T>::builder(model).grounding(app.grounding);
        built(traced(builder, trace).build())
    })
    .await
}

/// Runs the program of a domain whose requests become programs over an API.
pub async fn run_program(app: App, api: Api) -> ExitCode {
    start(app, |model, trace| {
        let builder = ProgramTranslator::builder(model, api);
        let builder = builder.configure(|builder| traced(builder, trace));
        Ok(Programmer {
            translator: built(builder.build())?,
            picture: app.picture,
        })
    })
    .await
}

/// Takes lines of a trace.
type Sink = Box<dyn Fn(&str) + Send + Sync>;

async fn start<A: Ask>(
    app: App,
    make: impl FnOnce(Model, Option<Sink>) -> Result<A, Stop>,
) -> ExitCode {
    let matches = Args::command()
        .name(app.name)
        .about(app.about)
        .get_matches();
    let outcome = match Args::from_arg_matches(&matches) {
        Ok(args) => serve(app, &args, make).await,
        Err(error) => error.exit(),
    };
    match outcome {
        Ok(verdict) => verdict.into(),
        // Whoever read our output has seen enough.
        Err(Stop::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => {
            ExitCode::SUCCESS
        }
        Err(Stop::Output(error)) => {
            say_error(&format!("the output cannot be written: {error}"));
            Verdict::Misused.into()
        }
        Err(Stop::Usage(sentence)) => {
            say_error(&sentence);
            Verdict::Misused.into()
        }
    }
}

async fn serve<A: Ask>(
    app: App,
    args: &Args,
    make: impl FnOnce(Model, Option<Sink>) -> Result<A, Stop>,
) -> Result<Verdict, Stop> {
    let requests = requests(args)?;
    if args.show_prompt {
        let nobody = Script::replies(Vec::<ChatReply>::new());
        return show_prompts(&make(nobody.into(), None)?, &requests);
    }
    let asker = make(model(args)?, sink(args)?)?;
    if requests.is_empty() && args.file.is_none() {
        return converse(app, &asker).await;
    }
    let mut tally = Tally::default();
    for request in &requests {
        if args.file.is_some() {
            say(&format!("# {request}"))?;
        }
        tell(&asker.ask(request).await, &mut tally)?;
    }
    if args.file.is_some() {
        say(&tally.to_string())?;
    }
    Ok(tally.verdict())
}

fn requests(args: &Args) -> Result<Vec<String>, Stop> {
    let Some(file) = &args.file else {
        if args.request.is_empty() {
            return Ok(Vec::new());
        }
        let request = args.request.join(" ");
        if request.trim().is_empty() {
            return Err(Stop::Usage(
                "the request is empty; say what to translate, or leave it out to be asked"
                    .to_owned(),
            ));
        }
        return Ok(vec![request]);
    };
    let lines = read(file)?;
    let lines = lines.lines().map(str::trim);
    let requests: Vec<String> = lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(str::to_owned)
        .collect();
    if requests.is_empty() {
        let file = file.display();
        return Err(Stop::Usage(format!(
            "{file} holds no request; write one on each line"
        )));
    }
    Ok(requests)
}

/// What appends lines to the file of the trace.
fn sink(args: &Args) -> Result<Option<Sink>, Stop> {
    let Some(path) = &args.trace else {
        return Ok(None);
    };
    let file = appended(path)?;
    let name = path.display().to_string();
    Ok(Some(Box::new(move |line| {
        if let Err(error) = (&file).write_all(format!("{line}\n").as_bytes()) {
            say_error(&format!("the trace {name} cannot be written: {error}"));
        }
    })))
}

fn traced<T>(builder: TranslatorBuilder<T>, trace: Option<Sink>) -> TranslatorBuilder<T> {
    let builder = builder.settings(settings());
    match trace {
        Some(sink) => builder.trace(sink),
        None => builder,
    }
}

fn built<T>(translator: Result<T, BuildError>) -> Result<T, Stop> {
    translator.map_err(|error| Stop::Usage(report::chain(&error)))
}

/// Small models may not find an end by themselves; no reply of these domains needs more.
fn settings() -> Settings {
    let mut settings = Settings::default();
    settings.max_tokens = Some(1024);
    settings
}

fn model(args: &Args) -> Result<Model, Stop> {
    let Some(path) = &args.script else {
        return of_environment().map_err(|error| {
            Stop::Usage(format!(
                "{error}; or replay a transcript with --script FILE"
            ))
        });
    };
    let script = Script::from_json_lines(&read(path)?);
    script
        .map(Model::from)
        .map_err(|error| Stop::Usage(format!("{}: {error}", path.display())))
}

fn of_environment() -> Result<Model, ModelError> {
    #[cfg(feature = "local")]
    return typechat_local::from_env_or_local();
    #[cfg(not(feature = "local"))]
    Model::from_env()
}

fn read(path: &Path) -> Result<String, Stop> {
    fs::read_to_string(path)
        .map_err(|error| Stop::Usage(format!("{} cannot be read: {error}", path.display())))
}

fn appended(path: &Path) -> Result<File, Stop> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.map_err(|error| {
        Stop::Usage(format!(
            "the trace {} cannot be opened: {error}",
            path.display()
        ))
    })
}

fn show_prompts(asker: &impl Ask, requests: &[String]) -> Result<Verdict, Stop> {
    if requests.is_empty() {
        return Err(Stop::Usage(
            "--show-prompt needs a request; add one, or --file".to_owned(),
        ));
    }
    for request in requests {
        for message in asker.prompt(request).messages {
            say(&format!("--- {:?} ---\n{}\n", message.role, message.text()))?;
        }
    }
    Ok(Verdict::Valid)
}

async fn converse(app: App, asker: &impl Ask) -> Result<Verdict, Stop> {
    let unusable = |error: ReadlineError| {
        Stop::Usage(format!(
            "the terminal cannot be read: {error}; give a request or --file"
        ))
    };
    let mut editor = DefaultEditor::new().map_err(unusable)?;
    let mut tally = Tally::default();
    loop {
        let line = match editor.readline(&format!("{}> ", app.name)) {
            Ok(line) => line,
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => break,
            Err(error) => return Err(unusable(error)),
        };
        match line.trim() {
            "" => {}
            "quit" => break,
            request => {
                // A line that the history refuses can still be translated.
                let _ = editor.add_history_entry(request);
                tell(&asker.ask(request).await, &mut tally)?;
            }
        }
    }
    Ok(tally.verdict())
}
