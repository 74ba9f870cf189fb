//! Templates against what the Jinja of Python makes of them, as `scripts/local-reference` wrote.

use serde_json::Value;
use typechat::model::{Message, Role};

use super::*;
use crate::{gguf::Gguf, tokenizer::Tokenizer};

const REFERENCE: &str = include_str!("../../tests/data/templates.json");

const SOURCES: &[(&str, &str)] = &[
    (
        "brackets",
        include_str!("../../tests/data/templates/brackets.jinja"),
    ),
    (
        "chat_ml",
        include_str!("../../tests/data/templates/chat_ml.jinja"),
    ),
    (
        "headers",
        include_str!("../../tests/data/templates/headers.jinja"),
    ),
    (
        "lines",
        include_str!("../../tests/data/templates/lines.jinja"),
    ),
    (
        "thoughts",
        include_str!("../../tests/data/templates/thoughts.jinja"),
    ),
    (
        "turns",
        include_str!("../../tests/data/templates/turns.jinja"),
    ),
];

fn conversations(reference: &Value) -> Vec<Vec<Message>> {
    let all = reference["conversations"].as_array().unwrap();
    all.iter().map(conversation).collect()
}

/// Messages as they stand in the reference data.
pub(crate) fn conversation(messages: &Value) -> Vec<Message> {
    let message = |message: &Value| {
        let role = match message["role"].as_str().unwrap() {
            "system" => Role::System,
            "user" => Role::User,
            "assistant" => Role::Assistant,
            other => panic!("{other}"),
        };
        Message::new(role, message["content"].as_str().unwrap())
    };
    messages.as_array().unwrap().iter().map(message).collect()
}

/// Whether the template makes of all conversations what the reference says.
fn compare(reference: &Value, name: &str, template: &ChatTemplate) {
    let expected = reference[name].as_array().unwrap();
    let conversations = conversations(reference);
    assert!(conversations.len() >= 25 && conversations.len() == expected.len());
    for (number, (messages, expected)) in conversations.iter().zip(expected).enumerate() {
        match (template.render(messages), expected.as_str()) {
            (Ok(rendered), Some(expected)) => assert_eq!(rendered, expected, "{name} {number}"),
            (Err(TemplateError::Refused(words)), None) => {
                assert_eq!(expected["refused"], words, "{name} {number}");
            }
            (Err(TemplateError::Render(_)), None) => {
                assert_eq!(expected["fails"], true, "{name} {number}");
            }
            (found, _) => panic!("{name} {number}: {found:?}, expected {expected}"),
        }
    }
}

#[test]
fn templates_say_byte_for_byte_what_the_reference_says() {
    let reference: Value = serde_json::from_str(REFERENCE).unwrap();
    for (name, source) in SOURCES {
        let (bos, eos) = ("<s>".to_owned(), "</s>".to_owned());
        let template = ChatTemplate::new(source, Some(bos), eos).unwrap();
        compare(&reference, name, &template);
    }
    assert_eq!(reference.as_object().unwrap().len(), SOURCES.len() + 2);
}

#[test]
fn the_template_of_the_weights_says_what_the_reference_says() {
    let Some(path) = crate::testing::weights("the template of the weights") else {
        return;
    };
    let gguf = Gguf::open(&path).unwrap();
    let tokenizer = Tokenizer::from_metadata(&gguf.metadata).unwrap();
    let template = ChatTemplate::from_metadata(&gguf.metadata, &tokenizer).unwrap();
    let reference: Value = serde_json::from_str(REFERENCE).unwrap();
    compare(&reference, "qwen", &template);
    // What the template wrote is read as it is elsewhere, whatever stands in the messages.
    for messages in conversations(&reference) {
        let Ok(rendered) = template.render(&messages) else {
            continue;
        };
        let prompt = template.prompt(&tokenizer, &messages).unwrap();
        assert_eq!(prompt.tokens, tokenizer.encode(&rendered, true));
    }
    let greedy = include_str!("../../tests/data/greedy.json");
    let greedy: Vec<Value> = serde_json::from_str(greedy).unwrap();
    let mut stable = Vec::new();
    for row in greedy {
        let messages = conversation(&row["messages"]);
        let prompt = template.prompt(&tokenizer, &messages).unwrap();
        assert_eq!(serde_json::json!(prompt.tokens), row["prompt"]);
        if prompt.tokens.len() > 1000 {
            stable.push(prompt.tokens[..prompt.stable].to_vec());
        }
    }
    // Two orders of one coffee shop.
    assert_eq!(stable.len(), 2);
    assert!(stable[0] == stable[1] && stable[0].len() > 900);
}
