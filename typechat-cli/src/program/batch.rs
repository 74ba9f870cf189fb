//! `typechat program --batch`: a line for each program, answered by a line.

use std::{collections::HashMap, path::Path};

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use typechat_program::{Api, RunError};

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
    /// What no function can do, in the program's own words.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    cannot: Vec<String>,
}

/// Answers every line of the file.
pub(super) async fn run(usual: Option<&str>, path: &Path) -> Result<Verdict, Stop> {
    let mut apis: HashMap<String, Api> = HashMap::new();
    if let Some(name) = usual {
        apis.insert(name.to_owned(), api(name)?);
    }
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
    let mut answer = Answer {
        id: &question.id,
        ok: false,
        result: None,
        problems: Vec::new(),
        cannot: Vec::new(),
    };
    let plan = match api.check_value(&question.program) {
        Ok(plan) => plan,
        Err(error) => {
            let problems = error.problems().iter();
            answer.problems = problems.map(|problem| json!(problem)).collect();
            return answer;
        }
    };
    answer.cannot = plan.program().cannot_translate().to_vec();
    if plan.program().is_empty() {
        return answer;
    }
    match plan.run().await {
        Ok(outcome) => {
            answer.ok = true;
            answer.result = Some(outcome.value());
        }
        Err(error) => answer.problems.push(problem(&error)),
    }
    answer
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
