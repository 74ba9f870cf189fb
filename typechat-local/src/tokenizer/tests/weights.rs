//! The tokenizer of the real weights.

use std::time::Instant;

use super::*;
use crate::gguf::Gguf;

/// The weights named by `TYPECHAT_LOCAL_MODEL`.
fn weights() -> Option<Gguf> {
    let path = crate::testing::weights("the tokenizer of the weights")?;
    Some(Gguf::open(&path).unwrap())
}

#[test]
fn a_whole_vocabulary_is_read_in_no_time() {
    let Some(gguf) = weights() else { return };
    let begun = Instant::now();
    let tokenizer = Tokenizer::from_metadata(&gguf.metadata).unwrap();
    let read = begun.elapsed();
    let text = include_str!("../mod.rs");
    let tokens = tokenizer.encode(text, false);
    let begun = Instant::now();
    tokenizer.encode(text, false);
    let encoded = begun.elapsed();
    eprintln!(
        "read in {read:?}, {} bytes to {} tokens in {encoded:?}",
        text.len(),
        tokens.len(),
    );
    assert!(bytes(&tokenizer, &tokens) == text.as_bytes());
    let ends: Vec<_> = tokenizer
        .ends()
        .iter()
        .map(|id| tokenizer.name(*id))
        .collect();
    assert_eq!(ends, [&b"<|im_end|>"[..], b"<|endoftext|>"]);
}

#[test]
fn tokens_are_those_of_the_reference() {
    let Some(gguf) = weights() else { return };
    let tokenizer = Tokenizer::from_metadata(&gguf.metadata).unwrap();
    let reference = include_str!("../../../tests/data/tokens.json");
    let reference: Vec<serde_json::Value> = serde_json::from_str(reference).unwrap();
    assert!(reference.len() > 100);
    for row in reference {
        let text = row["text"].as_str().unwrap();
        // The reference takes `</s>` for a control token, whatever a file says: here it is text.
        let special = if text.contains("</s>") {
            "plain"
        } else {
            "special"
        };
        for (how, specials) in [("plain", false), (special, true)] {
            let tokens = serde_json::json!(tokenizer.encode(text, specials));
            assert_eq!(tokens, row[how], "{how} {text:?}");
        }
    }
}
