//! `typechat program --batch`: a line for each program, answered by a line.

use std::{collections::HashMap, path::Path};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use typechat_program::{Api, Outcome, RunError};

use super::apis::api;
use crate::{Verdict, lines::Lines, output, output::Stop};

#[derive(Debug, Deserialize)]
struct Question {
    id: Value,
    program: Value,
    api: Option<String>,
}

#[derive(Debug, Serialize)]
struct Answer<'a> {
    id: &'a Value,
    ok: bool,
    result: Option<Value>,
    problems: Vec<Value>,
}

/// Answers every line of the file.
pub(super) async fn run(usual: Option<&str>, path: &Path) -> Result<Verdict, Stop> {
    let mut apis: HashMap<String, Api> = HashMap::new();
    let mut lines = Lines::open(path)?;
    let shape = r#"each line must be {"id": …, "program": {…}}"#;
    while let Some((place, question)) = lines.next::<Question>(shape)? {
        let name = usual.or(question.api.as_deref()).ok_or_else(|| {
            Stop::usage(format!(
                "{place}: nothing says which functions there are; give --api"
            ))
        })?;
        if !apis.contains_key(name) {
            apis.insert(name.to_owned(), api(name)?);
        }
        let answer = answer(&question, &apis[name]).await;
        output::text(&format!("{}\n", json!(answer)))?;
    }
    Ok(Verdict::Valid)
}

async fn answer<'a>(question: &'a Question, api: &Api) -> Answer<'a> {
    let result = match api.check_value(&question.program) {
        Err(error) => Err(error
            .problems()
            .iter()
            .map(|problem| json!(problem))
            .collect()),
        Ok(plan) => plan.run().await.map_err(|error| vec![problem(&error)]),
    };
    let (result, problems) = match result {
        Ok(outcome) => (Some(Outcome::value(&outcome)), Vec::new()),
        Err(problems) => (None, problems),
    };
    Answer {
        id: &question.id,
        ok: problems.is_empty(),
        result,
        problems,
    }
}

/// A failed run in the form of a problem.
fn problem(error: &RunError) -> Value {
    let code = if error.is_type() {
        "arg_type"
    } else if error.is_limit() {
        "limit"
    } else {
        "runtime"
    };
    json!({
        "code": code,
        "path": error.path(),
        "signature": null,
        "expected": null,
        "found": null,
        "text": error.to_string(),
    })
}
