//! What grammars know of tokens.

use super::*;
use crate::constrain::{Caps, Grammars, Tokens as _};

#[test]
fn grammars_know_the_tokens_that_are_text() {
    let qwen = tokenizer("qwen2");
    let hello = qwen.encode("hello", false)[0];
    let [end, tool, unused] = [qwen.eos(), qwen.eos() + 1, qwen.eos() + 2];
    let strange = (0..256).find(|id| qwen.bytes(*id) == b"\xFF").unwrap();
    let words = Words(qwen.into());
    let bytes = [hello, end, tool, unused, strange].map(|id| words.bytes(id));
    assert_eq!(
        bytes,
        [Some(&b"hello"[..]), None, Some(b"<tool>"), None, None]
    );
    let mut metadata = byte_level("qwen2", MERGES);
    let long = Value::Texts(vec!["x".repeat(1001), "<|im_end|>".to_owned()]);
    metadata.insert("tokenizer.ggml.tokens", long);
    metadata.insert("tokenizer.ggml.token_type", Value::Signeds(vec![1, 3]));
    metadata.insert("tokenizer.ggml.eos_token_id", Value::Unsigned(1));
    metadata.insert("tokenizer.ggml.bos_token_id", Value::Unsigned(1));
    let words = Words(Tokenizer::from_metadata(&metadata).unwrap().into());
    assert_eq!(words.bytes(0), None);
}

#[test]
fn a_reply_goes_on_without_the_space_that_a_text_begins_with() {
    let words = std::sync::Arc::new(Words(pieces().into()));
    let on: Vec<u8> = words
        .encode("hello")
        .iter()
        .flat_map(|id| words.0.bytes(*id).to_vec())
        .collect();
    assert_eq!(on, b"hello");
    let schema = serde_json::json!({"enum": ["hello", "hell no", ["lo"]]});
    let valid = jsonschema::validator_for(&schema).unwrap();
    let grammars = Grammars::new(words.clone(), Caps::default()).unwrap();
    for limit in 1..12 {
        let mut constraint = grammars.constraint(&schema, limit).unwrap();
        let mut reply = Vec::new();
        while !constraint.is_done() {
            let mut tokens = constraint.forced().unwrap();
            if tokens.is_empty() {
                let mut scores = vec![0.0; words.count()];
                let best = |scores: &[f32]| {
                    let likely = scores.iter().rposition(|score| score.is_finite());
                    u32::try_from(likely.unwrap_or(0)).unwrap()
                };
                match constraint.choose(&mut scores, best).unwrap() {
                    Some(token) => tokens.push(token),
                    None => break,
                }
            }
            reply.extend(tokens.iter().flat_map(|token| words.0.bytes(*token)));
        }
        let text = String::from_utf8(reply).unwrap();
        let value = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{text}: {error}"));
        assert!(valid.is_valid(&value), "{text}");
    }
}
