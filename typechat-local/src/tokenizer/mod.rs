//! Texts to tokens and back, as the file of weights describes it.

mod alphabet;
mod bpe;
mod error;
mod merge;
mod sentence_piece;
mod specials;
mod split;
mod vocabulary;
mod words;

use crate::gguf::{Metadata, Value};
use bpe::Bpe;
pub use error::TokenizerError;
use sentence_piece::SentencePiece;
use specials::{Fragment, Specials};
use vocabulary::{Kind, Vocabulary};
pub(crate) use words::Words;

/// The tokenizer of a file of weights.
pub(crate) struct Tokenizer {
    vocabulary: Vocabulary,
    method: Method,
    specials: Specials,
    bos: Option<u32>,
    add_bos: bool,
    /// The tokens that end a reply, the file's own first.
    ends: Vec<u32>,
}

enum Method {
    Bpe(Bpe),
    SentencePiece(SentencePiece),
}

/// What ends a turn in one model or another, whether the file says so or not.
const ENDS: &[&str] = &[
    "<|im_end|>",
    "<|eot_id|>",
    "<|eom_id|>",
    "<|end_of_text|>",
    "<|endoftext|>",
    "<|end|>",
    "<end_of_turn>",
];

impl Tokenizer {
    /// Reads `tokenizer.ggml.*`.
    pub(crate) fn from_metadata(metadata: &Metadata) -> Result<Self, TokenizerError> {
        let model = metadata.text("tokenizer.ggml.model")?;
        let byte_level = match model {
            "gpt2" => true,
            "llama" => false,
            other => return Err(TokenizerError::Model(other.to_owned())),
        };
        let texts = metadata.texts("tokenizer.ggml.tokens")?;
        let kinds = kinds(metadata, texts)?;
        let alphabet = alphabet::Alphabet::new();
        let tokens = texts.iter().zip(&kinds).map(|(text, kind)| {
            let bytes = match kind {
                Kind::Normal if byte_level => {
                    let mut bytes = Vec::with_capacity(text.len());
                    alphabet.read(text, &mut bytes);
                    bytes
                }
                Kind::Normal => text.replace('\u{2581}', " ").into_bytes(),
                Kind::Byte => byte(text).map_or_else(Vec::new, |byte| vec![byte]),
                _ => text.clone().into_bytes(),
            };
            (bytes, *kind)
        });
        let vocabulary = Vocabulary::new(tokens)?;
        let id = |key: &str| id(metadata, key, texts.len());
        let flag = |key: &str, otherwise: bool| {
            let value = metadata.get(&format!("tokenizer.ggml.{key}"));
            value.and_then(Value::as_bool).unwrap_or(otherwise)
        };
        let unknown = id("unknown")?;
        let words = metadata.text("tokenizer.ggml.pre").unwrap_or("default");
        let method = if byte_level {
            let merges = metadata.texts("tokenizer.ggml.merges")?;
            Method::Bpe(Bpe::new(&vocabulary, words, merges, unknown)?)
        } else {
            let scores = metadata.floats("tokenizer.ggml.scores")?;
            same_length("scores", scores.len(), texts.len())?;
            let prefix = flag("add_space_prefix", true);
            Method::SentencePiece(SentencePiece::new(&vocabulary, scores, unknown, prefix))
        };
        let mut ends: Vec<u32> = [id("eos")?, id("eot")?].into_iter().flatten().collect();
        let known = (0..).zip(texts).filter(|(_, text)| is_end(text));
        ends.extend(known.map(|(id, _)| id));
        let mut seen = std::collections::HashSet::new();
        ends.retain(|end| seen.insert(*end));
        if ends.is_empty() {
            // Says which key is missing.
            metadata.number("tokenizer.ggml.eos_token_id")?;
        }
        Ok(Self {
            specials: Specials::new(&vocabulary)?,
            bos: id("bos")?,
            add_bos: flag("add_bos_token", !byte_level || words.starts_with("llama")),
            vocabulary,
            method,
            ends,
        })
    }

    /// The tokens of a text. With `specials`, control tokens that it spells are these tokens: for
    /// what a template wrote, never for what a person did. Nothing is put before the text.
    #[cfg(test)]
    pub(crate) fn encode(&self, text: &str, specials: bool) -> Vec<u32> {
        self.encode_quoted(text, specials, None)
    }

    /// The tokens of a text that goes on from another: no word begins with it, and it spells no
    /// control tokens.
    pub(crate) fn encode_on(&self, text: &str) -> Vec<u32> {
        let mut tokens = Vec::new();
        self.fragment(text, false, &mut tokens);
        tokens
    }

    fn fragment(&self, text: &str, begins: bool, tokens: &mut Vec<u32>) {
        match &self.method {
            Method::Bpe(bpe) => bpe.encode(&self.vocabulary, text, tokens),
            Method::SentencePiece(pieces) => {
                pieces.encode(&self.vocabulary, text, begins, tokens);
            }
        }
    }

    /// The tokens of a text in which control tokens have a mark where they are none: see
    /// [`Tokenizer::quote`].
    pub(crate) fn encode_quoted(&self, text: &str, specials: bool, mark: Option<char>) -> Vec<u32> {
        let mut tokens = Vec::with_capacity(text.len() / 4);
        let mut begins = true;
        self.specials.fragments(text, specials, |fragment| {
            let text = match fragment {
                Fragment::Token(id) => {
                    tokens.push(id);
                    begins = true;
                    return;
                }
                Fragment::Text(text) => text,
            };
            let unmarked = mark.filter(|mark| text.contains(*mark));
            let unmarked = unmarked.map(|mark| text.replace(mark, ""));
            let text = unmarked.as_deref().unwrap_or(text);
            self.fragment(text, begins, &mut tokens);
            begins = false;
        });
        tokens
    }

    /// Writes `mark`, which is nowhere else in the text, into the control tokens that it spells,
    /// so that [`Tokenizer::encode_quoted`] takes them for the text that they are.
    pub(crate) fn quote(&self, text: &str, mark: char) -> String {
        self.specials.quote(text, mark)
    }

    /// What a token adds to a text; nothing, for a control token.
    pub(crate) fn bytes(&self, id: u32) -> &[u8] {
        match self.vocabulary.kind(id) {
            Kind::Normal | Kind::UserDefined | Kind::Byte => self.vocabulary.bytes(id),
            Kind::Unknown | Kind::Control | Kind::Unused => &[],
        }
    }

    /// A token as the file writes it: for a control token, its name.
    pub(crate) fn name(&self, id: u32) -> &[u8] {
        self.vocabulary.bytes(id)
    }

    /// Whether a token is no text: a control token, or the one for what cannot be written.
    pub(crate) fn is_special(&self, id: u32) -> bool {
        matches!(self.vocabulary.kind(id), Kind::Control | Kind::Unknown)
    }

    /// How many tokens there are.
    pub(crate) fn vocabulary_size(&self) -> usize {
        self.vocabulary.size()
    }

    /// The token that ends a reply.
    pub(crate) fn eos(&self) -> u32 {
        self.ends[0]
    }

    /// All tokens that end a reply; there is one at least.
    pub(crate) fn ends(&self) -> &[u32] {
        &self.ends
    }

    /// Whether a token ends a reply.
    pub(crate) fn is_end(&self, id: u32) -> bool {
        self.ends.contains(&id)
    }

    /// The token that begins a text.
    pub(crate) fn bos(&self) -> Option<u32> {
        self.bos
    }

    /// Whether a text begins with [`Tokenizer::bos`].
    pub(crate) fn add_bos(&self) -> bool {
        self.add_bos
    }
}

/// Whether a token's text ends a turn.
fn is_end(text: &str) -> bool {
    ENDS.contains(&text)
}

/// What each token is for; all are normal where the file does not say.
fn kinds(metadata: &Metadata, texts: &[String]) -> Result<Vec<Kind>, TokenizerError> {
    let mut kinds = vec![Kind::Normal; texts.len()];
    if let Some(Value::Signeds(numbers)) = metadata.get("tokenizer.ggml.token_type") {
        same_length("token types", numbers.len(), texts.len())?;
        for (kind, number) in kinds.iter_mut().zip(numbers) {
            *kind = Kind::from_gguf(*number).unwrap_or(Kind::Unused);
        }
    }
    for (kind, text) in kinds.iter_mut().zip(texts) {
        // Some files take what ends a turn for text.
        if is_end(text) {
            *kind = Kind::Control;
        }
    }
    for key in ["bos", "eos", "eot"] {
        if let Some(id) = id(metadata, key, texts.len())? {
            kinds[id as usize] = Kind::Control;
        }
    }
    Ok(kinds)
}

/// A special token's number, where the file names one.
fn id(metadata: &Metadata, name: &str, size: usize) -> Result<Option<u32>, TokenizerError> {
    let key = format!("tokenizer.ggml.{name}_token_id");
    if metadata.get(&key).is_none() {
        return Ok(None);
    }
    let id = metadata.number(&key)?;
    match u32::try_from(id) {
        Ok(small) if (small as usize) < size => Ok(Some(small)),
        _ => Err(TokenizerError::Malformed(format!(
            "{key} is {id}, but there are {size} tokens"
        ))),
    }
}

fn same_length(what: &str, found: usize, expected: usize) -> Result<(), TokenizerError> {
    if found == expected {
        return Ok(());
    }
    let what = format!("there are {found} {what} for {expected} tokens");
    Err(TokenizerError::Malformed(what))
}

/// The byte of a token such as `<0x0A>`.
fn byte(text: &str) -> Option<u8> {
    let digits = text.strip_prefix("<0x")?.strip_suffix('>')?;
    u8::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
pub(crate) mod samples;
#[cfg(test)]
mod tests;
