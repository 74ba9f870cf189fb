//! The body of a request.

use serde_json::{Map, Value, json};

use super::endpoint::Kind;
use crate::model::{ChatRequest, Message, Part, REPLY_LIMITS, Role, Settings};

/// The request as JSON; only what is set is in it.
pub(super) fn body(model: &str, request: &ChatRequest, kind: Kind) -> Value {
    let messages: Vec<Value> = request.messages.iter().map(message).collect();
    let mut body = Map::new();
    body.insert("model".to_owned(), json!(model));
    body.insert("messages".to_owned(), Value::Array(messages));
    settings(&mut body, &request.settings, kind);
    Value::Object(body)
}

fn settings(body: &mut Map<String, Value>, settings: &Settings, kind: Kind) {
    let Settings {
        temperature,
        top_p,
        max_tokens,
        seed,
        stop,
        extra,
    } = settings;
    // OpenAI's newer models refuse the old name; most other servers know only the old one.
    let max_tokens_name = match kind {
        Kind::OpenAi | Kind::Azure => "max_completion_tokens",
        Kind::Compatible => "max_tokens",
    };
    // Whoever names the limit by hand knows which name the server takes; it may refuse both.
    let by_hand = REPLY_LIMITS.iter().any(|name| extra.contains_key(*name));
    let max_tokens = max_tokens.filter(|_| !by_hand);
    let fields = [
        ("temperature", temperature.map(|value| json!(value))),
        ("top_p", top_p.map(|value| json!(value))),
        (max_tokens_name, max_tokens.map(|value| json!(value))),
        ("seed", seed.map(|value| json!(value))),
        ("stop", (!stop.is_empty()).then(|| json!(stop))),
    ];
    for (name, value) in fields {
        if let Some(value) = value {
            body.insert(name.to_owned(), value);
        }
    }
    for (name, value) in extra {
        body.insert(name.clone(), value.clone());
    }
}

fn message(message: &Message) -> Value {
    let role = match message.role {
        Role::System => "system",
        Role::User => "user",
        Role::Assistant => "assistant",
    };
    // Many servers take only a string, so parts are sent only where they are needed.
    let content = match message.parts.as_slice() {
        [] => json!(""),
        [Part::Text(text)] => json!(text),
        parts => parts.iter().map(part).collect(),
    };
    json!({ "role": role, "content": content })
}

fn part(part: &Part) -> Value {
    match part {
        Part::Text(text) => json!({ "type": "text", "text": text }),
        Part::ImageUrl(url) => json!({ "type": "image_url", "image_url": { "url": url } }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_make_parts_and_the_limit_is_named_by_kind() {
        let image = Part::ImageUrl("data:image/png;base64,AA==".into());
        let mut request = ChatRequest::new([Message::user("what is it?").part(image)]);
        request.settings.max_tokens = Some(5);
        assert_eq!(
            body("m", &request, Kind::OpenAi),
            json!({
                "model": "m",
                "messages": [{ "role": "user", "content": [
                    { "type": "text", "text": "what is it?" },
                    { "type": "image_url", "image_url": { "url": "data:image/png;base64,AA==" } },
                ] }],
                "max_completion_tokens": 5,
            })
        );
    }
}
