//! One program: check, run, show.

use std::path::Path;

use serde_json::Value;
use typechat::reply::Limits as ReplyLimits;
use typechat_program::{Api, Limits, Plan, Program, ProgramError, RunOptions, TraceEntry};

use super::{Command, Form, Source, apis::api};
use crate::{Verdict, files, output, output::Stop};

pub(super) async fn run(command: Command) -> Result<Verdict, Stop> {
    match command {
        Command::Check(source) => Ok(match plan(&source)? {
            Some(plan) => {
                tell_deferred(&plan);
                Verdict::Valid
            }
            None => Verdict::Invalid,
        }),
        Command::Run {
            source,
            dry,
            trace,
            max_steps,
        } => {
            let Some(plan) = plan(&source)? else {
                return Ok(Verdict::Invalid);
            };
            if dry {
                for call in plan.dry_run() {
                    output::text(&format!("{call}\n"))?;
                }
                return Ok(Verdict::Valid);
            }
            let mut options = RunOptions::default();
            if let Some(most) = max_steps {
                options = options.limits(Limits::default().steps(most));
            }
            if trace {
                options = options.trace();
            }
            execute(&plan, &options).await
        }
        Command::Show {
            api: functions,
            form,
            program,
        } => {
            let Some(read) = read(&program)? else {
                return Ok(Verdict::Invalid);
            };
            if let Some(name) = functions
                && checked(&api(&name)?, &read).is_none()
            {
                return Ok(Verdict::Invalid);
            }
            output::text(&shown(&read, form))?;
            Ok(Verdict::Valid)
        }
        Command::Api { api: name } => {
            output::text(&api(&name)?.to_typescript())?;
            Ok(Verdict::Valid)
        }
    }
}

async fn execute(plan: &Plan, options: &RunOptions) -> Result<Verdict, Stop> {
    tell_cannot(plan);
    if plan.program().is_empty() {
        return Ok(Verdict::Invalid);
    }
    match plan.run_with(options).await {
        Ok(outcome) => {
            tell_trace(outcome.trace());
            output::value(&outcome.value())?;
            Ok(Verdict::Valid)
        }
        Err(error) => {
            tell_trace(error.trace());
            output::note(&format!("error: {error}"));
            for (number, result) in (1..).zip(error.results()) {
                if let Some(result) = result {
                    output::note(&format!("# step{number} = {}", brief(result)));
                }
            }
            Ok(Verdict::Invalid)
        }
    }
}

fn shown(program: &Program, form: Form) -> String {
    match form {
        Form::Code => program.to_string(),
        Form::Json => format!("{:#}\n", program.to_value()),
        Form::Mermaid => program.to_mermaid(),
        Form::Dot => program.to_dot(),
        Form::Svg => program.to_svg(),
    }
}

/// The plan; nothing, once its problems are told.
fn plan(source: &Source) -> Result<Option<Plan>, Stop> {
    let api = api(&source.api)?;
    let text = files::reply(&source.program, ReplyLimits::default().bytes)?;
    Ok(told(api.check_reply(&text)))
}

fn read(path: &Path) -> Result<Option<Program>, Stop> {
    let text = files::reply(path, ReplyLimits::default().bytes)?;
    Ok(told(Program::parse(&text)))
}

fn checked(api: &Api, program: &Program) -> Option<Plan> {
    told(api.check(program))
}

fn told<T>(result: Result<T, ProgramError>) -> Option<T> {
    match result {
        Ok(value) => Some(value),
        Err(error) => {
            for problem in error.problems() {
                output::note(&format!("error: {problem}"));
            }
            None
        }
    }
}

fn tell_deferred(plan: &Plan) {
    for deferred in plan.deferred() {
        output::note(&format!("# only a run can tell: {deferred}"));
    }
    tell_cannot(plan);
}

fn tell_cannot(plan: &Plan) {
    for part in plan.program().cannot_translate() {
        output::note(&format!("# no function can do: {part}"));
    }
}

/// The most characters of a result that is told beside an error.
const BRIEF: usize = 200;

fn brief(result: &Value) -> String {
    let text = result.to_string();
    match text.char_indices().nth(BRIEF) {
        Some((end, _)) => format!("{}… ({} bytes)", &text[..end], text.len()),
        None => text,
    }
}

fn tell_trace(trace: &[TraceEntry]) {
    for entry in trace {
        // All keys of an entry are texts.
        if let Ok(line) = serde_json::to_string(entry) {
            output::note(&line);
        }
    }
}
