//! Error bodies in the shapes that servers give them.

use serde_json::Value;

use super::{http::Answer, redact::Secrets, reply::title, retry_after::retry_after};
use crate::model::ModelError;

const EXCERPT: usize = 200;

/// The error in an answer whose status is not a success.
pub(super) fn from_answer(answer: &Answer, secrets: &Secrets) -> ModelError {
    let text = String::from_utf8_lossy(&answer.body);
    let body = serde_json::from_str(&text).unwrap_or(Value::Null);
    let found = message(&body).map(|message| secrets.redact(&message));
    let message = found.unwrap_or_else(|| match title(&text) {
        Some(title) => secrets.excerpt(title, EXCERPT),
        None if text.trim().is_empty() => without_body(answer, secrets),
        None => secrets.excerpt(&text, EXCERPT),
    });
    status(answer, &body, message, secrets)
}

/// The error in a body that came with a good status: some gateways put them there.
pub(super) fn in_good_answer(
    answer: &Answer,
    body: &Value,
    secrets: &Secrets,
) -> Option<ModelError> {
    let faulty = |at: &&Value| at["error"].is_object() || filled(&at["error"]).is_some();
    let holder = [body, &body["choices"][0]].into_iter().find(faulty)?;
    let text = holder["error"].to_string();
    let message = message(holder).map(|message| secrets.redact(&message));
    let message = message.unwrap_or_else(|| secrets.excerpt(&text, EXCERPT));
    Some(status(answer, holder, message, secrets))
}

fn status(answer: &Answer, body: &Value, message: String, secrets: &Secrets) -> ModelError {
    ModelError::Status {
        status: true_status(answer, body),
        message,
        code: code(body).map(|code| secrets.redact(&code)),
        remedy: None,
        retry_after: retry_after(answer),
    }
}

/// A gateway that puts an error into a good answer gives its status as the error's code.
fn true_status(answer: &Answer, body: &Value) -> u16 {
    let outer = answer.status.as_u16();
    if !answer.status.is_success() {
        return outer;
    }
    let numbers = [
        &body["error"]["code"],
        &body["error"]["status"],
        &body["code"],
    ];
    let numbers = numbers
        .into_iter()
        .filter_map(|value| plain(value).parse().ok());
    numbers
        .into_iter()
        .find(|number| (400..=599).contains(number))
        .unwrap_or(outer)
}

fn without_body(answer: &Answer, secrets: &Secrets) -> String {
    let location = answer.header("location");
    if answer.status.is_redirection() && !location.is_empty() {
        let location = secrets.excerpt(&super::endpoint::without_credentials(location), EXCERPT);
        return format!("a redirect to {location}, which is not followed; use that address");
    }
    answer
        .status
        .canonical_reason()
        .unwrap_or("nothing further")
        .to_owned()
}

/// The provider's words, wherever they are.
fn message(body: &Value) -> Option<String> {
    // Google's compatible endpoint wraps its error in an array.
    let body = if body.is_array() { &body[0] } else { body };
    let error = &body["error"];
    let message = [&error["message"], error, &body["message"]]
        .into_iter()
        .find_map(filled);
    let message = message.or_else(|| detail(&body["detail"]));
    let raw = raw(&error["metadata"]["raw"]);
    match (message, raw) {
        (Some(message), Some(raw)) if message != raw => Some(format!("{message}: {raw}")),
        (message, raw) => message.or(raw),
    }
}

/// A gateway's copy of the error behind it, which says more than the gateway does.
fn raw(raw: &Value) -> Option<String> {
    let text = filled(raw)?;
    let inner = serde_json::from_str(&text)
        .ok()
        .and_then(|inner| message(&inner));
    inner.or(Some(text))
}

/// `FastAPI` sends a text, or a list of what is wrong and where.
fn detail(detail: &Value) -> Option<String> {
    let one = |entry: &Value| {
        let message = filled(&entry["msg"])?;
        let path: Vec<String> = entry["loc"]
            .as_array()
            .into_iter()
            .flatten()
            .map(plain)
            .collect();
        Some(if path.is_empty() {
            message
        } else {
            format!("{}: {message}", path.join("."))
        })
    };
    let entries = detail.as_array().into_iter().flatten();
    let entries: Vec<String> = entries.filter_map(one).collect();
    filled(detail).or_else(|| (!entries.is_empty()).then(|| entries.join("; ")))
}

fn code(body: &Value) -> Option<String> {
    let body = if body.is_array() { &body[0] } else { body };
    let places = [
        &body["error"]["code"],
        &body["error"]["type"],
        &body["code"],
        &body["type"],
    ];
    // A word says more than a number, which as a rule repeats the status.
    let word = places.into_iter().find_map(filled);
    word.or_else(|| {
        places
            .into_iter()
            .find(|value| value.is_number())
            .map(plain)
    })
}

fn filled(value: &Value) -> Option<String> {
    value
        .as_str()
        .filter(|text| !text.trim().is_empty())
        .map(str::to_owned)
}

fn plain(value: &Value) -> String {
    value
        .as_str()
        .map_or_else(|| value.to_string(), str::to_owned)
}
