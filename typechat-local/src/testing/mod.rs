//! Small files of weights, made up for tests.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use std::fmt::Write;

/// A GGUF file in the making: three lists that the format puts one after the other.
#[derive(Default)]
pub(crate) struct File {
    values: Vec<u8>,
    value_count: u64,
    tensors: Vec<u8>,
    tensor_count: u64,
    data: Vec<u8>,
}

fn text(out: &mut Vec<u8>, text: &str) {
    out.extend((text.len() as u64).to_le_bytes());
    out.extend(text.as_bytes());
}

impl File {
    fn value(&mut self, key: &str, kind: u32, bytes: &[u8]) -> &mut Self {
        text(&mut self.values, key);
        self.values.extend(kind.to_le_bytes());
        self.values.extend(bytes);
        self.value_count += 1;
        self
    }

    pub(crate) fn number(&mut self, key: &str, number: u32) -> &mut Self {
        self.value(key, 4, &number.to_le_bytes())
    }

    pub(crate) fn float(&mut self, key: &str, number: f32) -> &mut Self {
        self.value(key, 6, &number.to_le_bytes())
    }

    pub(crate) fn text(&mut self, key: &str, words: &str) -> &mut Self {
        let mut bytes = Vec::new();
        text(&mut bytes, words);
        self.value(key, 8, &bytes)
    }

    pub(crate) fn texts(&mut self, key: &str, words: &[String]) -> &mut Self {
        let mut bytes = 8_u32.to_le_bytes().to_vec();
        bytes.extend((words.len() as u64).to_le_bytes());
        for word in words {
            text(&mut bytes, word);
        }
        self.value(key, 9, &bytes)
    }

    pub(crate) fn numbers(&mut self, key: &str, numbers: &[i32]) -> &mut Self {
        let mut bytes = 5_u32.to_le_bytes().to_vec();
        bytes.extend((numbers.len() as u64).to_le_bytes());
        bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
        self.value(key, 9, &bytes)
    }

    /// A tensor of a GGML type; the fastest dimension first.
    pub(crate) fn tensor(
        &mut self,
        name: &str,
        dimensions: &[usize],
        kind: u32,
        bytes: &[u8],
    ) -> &mut Self {
        text(&mut self.tensors, name);
        self.tensors.extend((dimensions.len() as u32).to_le_bytes());
        for size in dimensions {
            self.tensors.extend((*size as u64).to_le_bytes());
        }
        self.tensors.extend(kind.to_le_bytes());
        self.tensors.extend((self.data.len() as u64).to_le_bytes());
        self.tensor_count += 1;
        self.data.extend(bytes);
        self.data.resize(self.data.len().next_multiple_of(32), 0);
        self
    }

    pub(crate) fn floats(&mut self, name: &str, dimensions: &[usize], floats: &[f32]) -> &mut Self {
        let bytes: Vec<u8> = floats
            .iter()
            .flat_map(|float| float.to_le_bytes())
            .collect();
        self.tensor(name, dimensions, 0, &bytes)
    }

    pub(crate) fn bytes(&self) -> Vec<u8> {
        let mut out = b"GGUF".to_vec();
        out.extend(3_u32.to_le_bytes());
        out.extend(self.tensor_count.to_le_bytes());
        out.extend(self.value_count.to_le_bytes());
        out.extend(&self.values);
        out.extend(&self.tensors);
        out.resize(out.len().next_multiple_of(32), 0);
        out.extend(&self.data);
        out
    }
}

/// Numbers by chance, the same for the same seed.
pub(crate) struct Chance(pub(crate) u64);

impl Chance {
    /// From -1 to 1.
    pub(crate) fn float(&mut self) -> f32 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1_u64 << 23) as f32 - 1.0
    }

    pub(crate) fn floats(&mut self, count: usize, scale: f32) -> Vec<f32> {
        (0..count).map(|_| self.float() * scale).collect()
    }
}

/// The sizes of the made-up network.
pub(crate) const WIDTH: usize = 64;
pub(crate) const INNER: usize = 96;
pub(crate) const LAYERS: usize = 2;
pub(crate) const HEADS: usize = 4;
pub(crate) const KEY_HEADS: usize = 2;
pub(crate) const HEAD: usize = 16;

/// A network with a vocabulary of all bytes, some JSON and the control tokens of `ChatML`. Its
/// weights are chance: what it says has no meaning.
pub(crate) fn small(architecture: &str) -> Vec<u8> {
    let mut chance = Chance(7);
    let mut file = File::default();
    let key = |name: &str| format!("{architecture}.{name}");
    file.text("general.architecture", architecture)
        .text("general.name", "small")
        .number(&key("block_count"), LAYERS as u32)
        .number(&key("context_length"), 4096)
        .number(&key("embedding_length"), WIDTH as u32)
        .number(&key("feed_forward_length"), INNER as u32)
        .number(&key("attention.head_count"), HEADS as u32)
        .number(&key("attention.head_count_kv"), KEY_HEADS as u32)
        .float(&key("attention.layer_norm_rms_epsilon"), 1e-6)
        .float(&key("rope.freq_base"), 10_000.0);
    let words = words();
    let kinds: Vec<i32> = words
        .iter()
        .map(|word| if word.starts_with("<|") { 3 } else { 1 })
        .collect();
    let end = words.iter().position(|word| word == "<|im_end|>").unwrap();
    file.text("tokenizer.ggml.model", "gpt2")
        .text("tokenizer.ggml.pre", "qwen2")
        .texts("tokenizer.ggml.tokens", &words)
        .numbers("tokenizer.ggml.token_type", &kinds)
        .texts("tokenizer.ggml.merges", &["\" ,".to_owned()])
        .number("tokenizer.ggml.eos_token_id", end as u32);
    let count = words.len();
    file.floats(
        "token_embd.weight",
        &[WIDTH, count],
        &chance.floats(WIDTH * count, 1.0),
    );
    file.floats("output_norm.weight", &[WIDTH], &chance.floats(WIDTH, 1.0));
    for layer in 0..LAYERS {
        let mut add = |file: &mut File, name: &str, dimensions: &[usize], scale: f32| {
            let floats = chance.floats(dimensions.iter().product(), scale);
            file.floats(&format!("blk.{layer}.{name}"), dimensions, &floats);
        };
        add(&mut file, "attn_norm.weight", &[WIDTH], 1.0);
        add(&mut file, "ffn_norm.weight", &[WIDTH], 1.0);
        for (part, rows) in [
            ("attn_q", HEADS * HEAD),
            ("attn_k", KEY_HEADS * HEAD),
            ("attn_v", KEY_HEADS * HEAD),
        ] {
            add(&mut file, &format!("{part}.weight"), &[WIDTH, rows], 0.5);
            if architecture == "qwen2" {
                add(&mut file, &format!("{part}.bias"), &[rows], 0.5);
            }
        }
        add(&mut file, "attn_output.weight", &[HEADS * HEAD, WIDTH], 0.3);
        add(&mut file, "ffn_gate.weight", &[WIDTH, INNER], 0.3);
        add(&mut file, "ffn_up.weight", &[WIDTH, INNER], 0.3);
        add(&mut file, "ffn_down.weight", &[INNER, WIDTH], 0.3);
    }
    file.bytes()
}

/// All bytes in the byte-level alphabet, and a few words.
fn words() -> Vec<String> {
    let printable = |byte: u8| matches!(byte, 0x21..=0x7e | 0xa1..=0xac | 0xae..=0xff);
    let mut shifted = 0x100_u32;
    let mut words: Vec<String> = (0..=255_u8)
        .map(|byte| {
            let mut word = String::new();
            let mut next = || {
                shifted += 1;
                char::from_u32(shifted - 1)
            };
            let c = if printable(byte) {
                Some(byte.into())
            } else {
                next()
            };
            let _ = write!(word, "{}", c.unwrap());
            word
        })
        .collect();
    words.extend(["\",", "<|endoftext|>", "<|im_start|>", "<|im_end|>"].map(str::to_owned));
    words
}

/// The real weights, for tests that need them. Where none are named such a test is left out, aloud.
pub(crate) fn weights(what: &str) -> Option<std::path::PathBuf> {
    let Some(path) = std::env::var_os("TYPECHAT_LOCAL_MODEL") else {
        eprintln!("{what} is left out: TYPECHAT_LOCAL_MODEL names no file of weights");
        return None;
    };
    let path = std::path::PathBuf::from(path);
    assert!(
        path.is_file(),
        "TYPECHAT_LOCAL_MODEL names no file: {}",
        path.display()
    );
    Some(path)
}
