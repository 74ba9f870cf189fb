//! What an exchange costs at most, where its provider does not say; and what it costs at least.

use serde_json::Value;

use super::{ChatReply, ChatRequest, ConnectFault, ModelError, Part, TimeoutPhase, Usage};

/// What a reply that never came is charged when nothing bounds it, and the bound on a reply where
/// a budget asks for one and leaves more: providers refuse bounds beyond what their models write.
pub(crate) const UNBOUNDED_REPLY: u64 = 16_384;

/// No provider is known that counts more tokens for an image.
const IMAGE: u64 = 50_000;

/// Chat templates add a few tokens round each message.
const MESSAGE: u64 = 8;

/// No fewer tokens than the prompt has: one for each byte of text, which holds for every
/// tokenizer that falls back to bytes.
pub(crate) fn prompt_at_most(request: &ChatRequest) -> u64 {
    let part = |part: &Part| match part {
        Part::Text(text) => count(text.len()),
        Part::ImageUrl(_) => IMAGE,
    };
    let messages = request.messages.iter().fold(0, |sum: u64, message| {
        let parts: u64 = message
            .parts
            .iter()
            .map(part)
            .fold(MESSAGE, u64::saturating_add);
        sum.saturating_add(parts)
    });
    // Extra fields can carry schemas and tools, which are read too.
    let extra = request.settings.extra.iter();
    let extra = extra.map(|(name, value)| name.len() + json_bytes(value));
    messages.saturating_add(count(extra.sum()))
}

/// No more tokens than the prompt has: one for each word, since no tokenizer joins words.
pub(crate) fn prompt_at_least(request: &ChatRequest) -> u64 {
    let texts = request
        .messages
        .iter()
        .flat_map(|message| &message.parts)
        .filter_map(|part| match part {
            Part::Text(text) => Some(text),
            Part::ImageUrl(_) => None,
        });
    count(texts.map(|text| text.split_whitespace().count()).sum())
}

/// No fewer tokens than what can be seen of the reply: one for each byte.
pub(crate) fn reply_at_most(request: &ChatRequest, reply: &ChatReply) -> u64 {
    let optional = |text: &Option<String>| text.as_ref().map_or(0, String::len);
    let calls = reply.tool_calls.iter();
    let calls: usize = calls
        .map(|call| call.id.len() + call.name.len() + call.arguments.len())
        .sum();
    let seen = reply.text.len() + optional(&reply.refusal) + optional(&reply.reasoning) + calls;
    match request.settings.candidates() {
        1 => count(seen),
        // Only the first of several candidates is read.
        many => {
            let unseen = request.settings.reply_limit().unwrap_or(0);
            count(seen).saturating_mul(many).max(unseen)
        }
    }
}

/// What a request costs at most that brought no reply. `None` stands for a reply that was no
/// longer waited for.
pub(crate) fn unanswered(request: &ChatRequest, error: Option<&ModelError>) -> Usage {
    let input = prompt_at_most(request);
    match error {
        Some(
            ModelError::Config(_)
            | ModelError::Unconfigured(_)
            | ModelError::ContextExceeded { .. }
            | ModelError::Connect {
                fault: ConnectFault::Refused | ConnectFault::Lasting,
                ..
            }
            | ModelError::Timeout {
                phase: TimeoutPhase::Connect,
                ..
            },
        ) => Usage::default(),
        // What is refused is not answered: only what was sent can have been counted.
        Some(ModelError::Status {
            status: 400..=407 | 409..=499,
            ..
        }) => Usage { input, output: 0 },
        _ => Usage {
            input,
            output: request.settings.reply_limit().unwrap_or(UNBOUNDED_REPLY),
        },
    }
}

fn json_bytes(value: &Value) -> usize {
    value.to_string().len()
}

fn count(bytes: usize) -> u64 {
    u64::try_from(bytes).unwrap_or(u64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::{Message, ToolCall};

    #[test]
    fn everything_that_is_read_or_written_counts() {
        let image = Part::ImageUrl("data:image/png;base64,AA==".into());
        let mut request = ChatRequest::new([Message::user("two soups").part(image)]);
        assert_eq!(prompt_at_most(&request), 9 + 8 + 50_000);
        assert_eq!(prompt_at_least(&request), 2);
        request.settings.extra.insert("tools".into(), Value::Null);
        assert_eq!(prompt_at_most(&request), 9 + 8 + 50_000 + 9);
        let mut reply = ChatReply::new("abc");
        reply.refusal = Some("no".into());
        reply.reasoning = Some("hm".into());
        reply.tool_calls = vec![ToolCall::new("1", "f", "{}")];
        assert_eq!(reply_at_most(&request, &reply), 3 + 2 + 2 + 4);
        request.settings.extra.insert("n".into(), 3.into());
        assert_eq!(reply_at_most(&request, &reply), 33);
    }

    #[test]
    fn what_brought_no_reply_costs_what_it_may_have_cost() {
        let mut request = ChatRequest::new([Message::user("hi")]);
        let status = |status| ModelError::Status {
            status,
            message: String::new(),
            code: None,
            remedy: None,
            retry_after: None,
        };
        let output = |request: &_, error: Option<&_>| unanswered(request, error);
        let (nothing, sent) = (
            Usage::default(),
            Usage {
                input: 10,
                output: 0,
            },
        );
        assert_eq!(
            output(&request, Some(&ModelError::Config(String::new()))),
            nothing
        );
        assert_eq!(output(&request, Some(&status(429))), sent);
        assert_eq!(output(&request, Some(&status(408))).output, UNBOUNDED_REPLY);
        request.settings.max_tokens = Some(100);
        assert_eq!(output(&request, Some(&status(500))).output, 100);
        assert_eq!(output(&request, None).output, 100);
    }
}
