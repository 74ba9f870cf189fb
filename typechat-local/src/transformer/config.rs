//! The sizes of a network, from the metadata of its file.

use crate::gguf::{GgufError, Metadata, MetadataError};

/// The sizes of a network.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Config {
    pub(crate) layers: usize,
    /// The length of the vectors between the layers.
    pub(crate) width: usize,
    pub(crate) heads: usize,
    /// Heads of keys and values, each shared by some heads of queries.
    pub(crate) key_heads: usize,
    /// The length of one head's vectors.
    pub(crate) head: usize,
    /// How many tokens it was trained to see at once.
    pub(crate) context: usize,
    pub(crate) epsilon: f32,
    pub(crate) rope_base: f32,
    /// Places are divided by this.
    pub(crate) rope_scale: f32,
    /// How many values of a head are rotated.
    pub(crate) rotated: usize,
    /// Whether a rotation pairs a value with that half a head further, or with its neighbour.
    pub(crate) pairs_halves: bool,
}

/// A network that is not computed here.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UnsupportedError {
    /// Another architecture.
    #[error("the architecture {0:?} is not supported; supported are \"qwen2\" and \"llama\"")]
    Architecture(String),
    /// A feature of the architecture.
    #[error("{0} is not supported")]
    Feature(String),
}

impl Config {
    pub(crate) fn from_metadata(metadata: &Metadata) -> Result<Self, GgufError> {
        let architecture = metadata.text("general.architecture")?;
        let pairs_halves = match architecture {
            "qwen2" => true,
            "llama" => false,
            other => return Err(UnsupportedError::Architecture(other.to_owned()).into()),
        };
        let key = |name: &str| format!("{architecture}.{name}");
        let size = |name: &str, most: u64| -> Result<usize, MetadataError> {
            let number = metadata.number(&key(name))?;
            match usize::try_from(number) {
                Ok(size) if (1..=most).contains(&number) => Ok(size),
                _ => Err(MetadataError {
                    key: key(name),
                    found: number.to_string(),
                    expected: "a size that a model may have",
                }),
            }
        };
        let optional = |name: &str, most: u64| {
            let there = metadata.get(&key(name)).is_some();
            there.then(|| size(name, most)).transpose()
        };
        let width = size("embedding_length", 1 << 20)?;
        let heads = size("attention.head_count", 1 << 12)?;
        let head = optional("attention.key_length", 1 << 12)?.unwrap_or(width / heads);
        let config = Self {
            layers: size("block_count", 1 << 12)?,
            width,
            heads,
            key_heads: optional("attention.head_count_kv", 1 << 12)?.unwrap_or(heads),
            head,
            context: size("context_length", 1 << 32)?,
            epsilon: metadata.float(&key("attention.layer_norm_rms_epsilon"))?,
            rope_base: match metadata.get(&key("rope.freq_base")) {
                Some(_) => metadata.float(&key("rope.freq_base"))?,
                None => 10_000.0,
            },
            rope_scale: rope_scale(metadata, architecture)?,
            rotated: optional("rope.dimension_count", 1 << 12)?.unwrap_or(head),
            pairs_halves,
        };
        let expert = metadata.get(&key("expert_count"));
        let unsupported = |what: String| Err(UnsupportedError::Feature(what).into());
        if expert.and_then(crate::gguf::Value::as_u64).unwrap_or(0) > 0 {
            return unsupported("a mixture of experts".to_owned());
        }
        if config.head == 0
            || !config.heads.is_multiple_of(config.key_heads)
            || !config.head.is_multiple_of(2)
        {
            return unsupported(format!(
                "{} heads of {} values with {} heads of keys",
                config.heads, config.head, config.key_heads
            ));
        }
        let turns = [config.rope_base, config.rope_scale, config.epsilon];
        if !turns
            .iter()
            .all(|number| number.is_finite() && *number > 0.0)
        {
            return unsupported(format!(
                "a rotation by {} and {}, or a norm with {}",
                config.rope_base, config.rope_scale, config.epsilon
            ));
        }
        if config.rotated > config.head || !config.rotated.is_multiple_of(2) {
            return unsupported(format!(
                "a rotation of {} values of {}",
                config.rotated, config.head
            ));
        }
        Ok(config)
    }

    /// How many heads share keys and values.
    pub(crate) fn shared(&self) -> usize {
        self.heads / self.key_heads
    }

    /// The length of all keys of a token in one layer, and of all its values.
    pub(crate) fn key_width(&self) -> usize {
        self.key_heads * self.head
    }
}

fn rope_scale(metadata: &Metadata, architecture: &str) -> Result<f32, GgufError> {
    let key = |name: &str| format!("{architecture}.rope.scaling.{name}");
    let kind = match metadata.get(&key("type")) {
        Some(_) => metadata.text(&key("type"))?,
        None => "none",
    };
    match kind {
        "none" => Ok(1.0),
        "linear" => Ok(metadata.float(&key("factor"))?),
        other => Err(UnsupportedError::Feature(format!("the rope scaling {other:?}")).into()),
    }
}
