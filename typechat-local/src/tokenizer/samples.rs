//! Small vocabularies for tests.

use crate::gguf::{Metadata, Value};

/// A character for each byte, in the order of the bytes.
fn alphabet() -> Vec<String> {
    let mut next = 0xFF;
    let mut character = |byte: u32| match byte {
        0x21..=0x7E | 0xA1..=0xAC | 0xAE..=0xFF => byte,
        _ => {
            next += 1;
            next
        }
    };
    let characters = (0..256).map(|byte| char::from_u32(character(byte)).unwrap());
    characters.map(String::from).collect()
}

/// A byte-level vocabulary: the bytes, what these merges make, and a few special tokens.
pub(crate) fn byte_level(words: &str, merges: &[&str]) -> Metadata {
    let mut tokens = alphabet();
    let made = merges.iter().map(|merge| merge.replace(' ', ""));
    tokens.extend(made);
    let mut kinds = vec![1; tokens.len()];
    let specials = [
        ("<|endoftext|>", 3),
        ("<|im_start|>", 3),
        ("<|im_end|>", 3),
        ("<tool>", 4),
        ("[PAD]", 5),
    ];
    for (token, kind) in specials {
        tokens.push(token.to_owned());
        kinds.push(kind);
    }
    let id = |name: &str| tokens.iter().position(|token| token == name).unwrap() as u64;
    let mut metadata = Metadata::default();
    let text = |text: &str| Value::Text(text.to_owned());
    metadata.insert("general.architecture", text("qwen2"));
    metadata.insert("tokenizer.ggml.model", text("gpt2"));
    metadata.insert("tokenizer.ggml.pre", text(words));
    let end = Value::Unsigned(id("<|im_end|>"));
    metadata.insert("tokenizer.ggml.eos_token_id", end);
    let start = Value::Unsigned(id("<|endoftext|>"));
    metadata.insert("tokenizer.ggml.bos_token_id", start);
    metadata.insert("tokenizer.ggml.tokens", Value::Texts(tokens));
    metadata.insert("tokenizer.ggml.token_type", Value::Signeds(kinds));
    let merges = merges.iter().map(|merge| (*merge).to_owned()).collect();
    metadata.insert("tokenizer.ggml.merges", Value::Texts(merges));
    metadata
}

/// A vocabulary of `SentencePiece`: three special tokens, the bytes, and these pieces.
pub(crate) fn sentence_piece(pieces: &[(&str, f32)]) -> Metadata {
    let mut tokens: Vec<String> = ["<unk>", "<s>", "</s>"].map(String::from).into();
    tokens.extend((0..256).map(|byte| format!("<0x{byte:02X}>")));
    tokens.extend(pieces.iter().map(|(piece, _)| (*piece).to_owned()));
    let mut kinds = vec![2, 3, 3];
    kinds.resize(3 + 256, 6);
    kinds.resize(tokens.len(), 1);
    let mut scores = vec![0.0; 3 + 256];
    scores.extend(pieces.iter().map(|(_, score)| *score));
    let mut metadata = Metadata::default();
    let text = |text: &str| Value::Text(text.to_owned());
    metadata.insert("general.architecture", text("llama"));
    metadata.insert("tokenizer.ggml.model", text("llama"));
    metadata.insert("tokenizer.ggml.bos_token_id", Value::Unsigned(1));
    metadata.insert("tokenizer.ggml.eos_token_id", Value::Unsigned(2));
    metadata.insert("tokenizer.ggml.unknown_token_id", Value::Unsigned(0));
    metadata.insert("tokenizer.ggml.tokens", Value::Texts(tokens));
    metadata.insert("tokenizer.ggml.token_type", Value::Signeds(kinds));
    metadata.insert("tokenizer.ggml.scores", Value::Floats(scores));
    metadata
}
