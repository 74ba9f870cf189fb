//! Reading a reply, as leniently as servers differ.

use serde_json::Value;

use super::{fault, http::Answer, redact::Secrets};
use crate::model::{ChatReply, FinishReason, ModelError, ToolCall, Usage};

const BEGINNING: usize = 80;

/// The reply in a body that came with a good status.
pub(super) fn read(answer: &Answer, secrets: &Secrets) -> Result<ChatReply, ModelError> {
    let text = std::str::from_utf8(&answer.body)
        .map_err(|error| malformed(format!("invalid UTF-8 at byte {}", error.valid_up_to())))?;
    let text = text.trim_start_matches('\u{feff}').trim();
    let body: Value = serde_json::from_str(text)
        .map_err(|error| not_json(text, answer.content_type(), &error, secrets))?;
    if let Some(fault) = fault::in_good_answer(answer, &body, secrets) {
        return Err(fault);
    }
    let Some(choice) = body["choices"].get(0) else {
        let beginning = secrets.excerpt(text, BEGINNING);
        return Err(malformed(format!(
            "no choices in it; it begins with {beginning}"
        )));
    };
    let Value::Object(message) = &choice["message"] else {
        let beginning = secrets.excerpt(&choice.to_string(), BEGINNING);
        return Err(malformed(format!(
            "no message in the first choice, which is {beginning}"
        )));
    };
    let mut reply = ChatReply::default();
    let field = |name: &str| message.get(name).unwrap_or(&Value::Null);
    content(field("content"), &mut reply);
    reply.refusal = filled(field("refusal")).or(reply.refusal);
    reply.reasoning = filled(field("reasoning_content"))
        .or_else(|| filled(field("reasoning")))
        .or(reply.reasoning);
    reply.tool_calls = tool_calls(field("tool_calls"), field("function_call"));
    reply.finish = filled(&choice["finish_reason"]).map(FinishReason::from);
    reply.usage = usage(&body["usage"]);
    reply.model = filled(&body["model"]).unwrap_or_default();
    Ok(reply)
}

/// Content is a string, null, or parts: texts, refusals and, from Mistral, thoughts.
fn content(content: &Value, reply: &mut ChatReply) {
    match content {
        Value::String(text) => reply.text.push_str(text),
        Value::Array(parts) => parts.iter().for_each(|part| self::part(part, reply)),
        part @ Value::Object(_) => self::part(part, reply),
        _ => {}
    }
}

fn part(part: &Value, reply: &mut ChatReply) {
    let text_of = |value: &Value| {
        let mut inner = ChatReply::default();
        content(value, &mut inner);
        inner.text
    };
    match part["type"].as_str() {
        Some("refusal") => {
            reply
                .refusal
                .get_or_insert_default()
                .push_str(&text_of(&part["refusal"]));
        }
        Some("thinking") => {
            reply
                .reasoning
                .get_or_insert_default()
                .push_str(&text_of(&part["thinking"]));
        }
        _ => reply
            .text
            .push_str(part.as_str().or(part["text"].as_str()).unwrap_or_default()),
    }
}

fn tool_calls(calls: &Value, legacy: &Value) -> Vec<ToolCall> {
    let call = |id: &Value, function: &Value| {
        let arguments = match &function["arguments"] {
            Value::Null => String::new(),
            Value::String(text) => text.clone(),
            // Some servers send the arguments themselves, not their text.
            other => other.to_string(),
        };
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        ToolCall::new(text(id), text(&function["name"]), arguments)
    };
    match calls.as_array() {
        Some(calls) => calls
            .iter()
            .map(|each| call(&each["id"], &each["function"]))
            .collect(),
        None if legacy.is_object() => vec![call(&Value::Null, legacy)],
        None => Vec::new(),
    }
}

/// What was counted: what is left out or zero was not.
fn usage(usage: &Value) -> Option<Usage> {
    let count = |name: &str| usage[name].as_u64().unwrap_or(0);
    let input = count("prompt_tokens");
    // What a total has beyond its parts was written unseen, as a rule in reasoning.
    let rest = count("total_tokens").saturating_sub(input);
    let output = count("completion_tokens").max(rest);
    (input > 0 || output > 0).then_some(Usage { input, output })
}

fn filled(value: &Value) -> Option<String> {
    value
        .as_str()
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

fn not_json(
    text: &str,
    content_type: &str,
    error: &serde_json::Error,
    secrets: &Secrets,
) -> ModelError {
    let beginning = secrets.excerpt(text, BEGINNING);
    if text.is_empty() {
        malformed(format!("an empty body ({content_type})"))
    } else if text.starts_with('<') {
        let title = title(text).map(|title| secrets.excerpt(title, BEGINNING));
        let title = title.unwrap_or(beginning);
        malformed(format!(
            "a page ({content_type}) that says \"{title}\"; check the address"
        ))
    } else {
        malformed(format!(
            "not JSON ({content_type}), {error}; it begins with {beginning}"
        ))
    }
}

/// The title of an HTML page.
pub(super) fn title(page: &str) -> Option<&str> {
    let lower = page.to_ascii_lowercase();
    let start = lower.find("<title")?;
    let start = start + lower[start..].find('>')? + 1;
    let end = start + lower[start..].find("</title")?;
    Some(page[start..end].trim()).filter(|title| !title.is_empty())
}

fn malformed(what: String) -> ModelError {
    ModelError::Malformed { what }
}
