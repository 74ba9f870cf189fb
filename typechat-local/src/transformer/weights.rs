//! The tensors of a network, found by name and held against its sizes.

use super::{Config, rope::Rope};
use crate::{
    gguf::{Gguf, GgufError, Tensor},
    quant::Row,
    simd::{Kernel, Lanes, run},
};

/// A network, ready to run.
pub(crate) struct Transformer {
    pub(crate) config: Config,
    pub(super) embedding: Tensor,
    pub(super) layers: Vec<Layer>,
    pub(super) norm: Vec<f32>,
    pub(super) output: Tensor,
    pub(super) rope: Rope,
}

pub(super) struct Layer {
    pub(super) attention_norm: Vec<f32>,
    pub(super) query: Linear,
    pub(super) key: Linear,
    pub(super) value: Linear,
    pub(super) merge: Linear,
    pub(super) feed_norm: Vec<f32>,
    pub(super) gate: Linear,
    pub(super) up: Linear,
    pub(super) down: Linear,
}

/// A matrix, and what is added to its products.
pub(super) struct Linear {
    pub(super) matrix: Tensor,
    pub(super) bias: Option<Vec<f32>>,
}

impl Transformer {
    pub(crate) fn from_gguf(gguf: &Gguf) -> Result<Self, GgufError> {
        let config = Config::from_metadata(&gguf.metadata)?;
        let width = config.width;
        let embedding = gguf.tensor("token_embd.weight")?;
        let words = embedding.rows;
        let embedding = shaped(gguf, "token_embd.weight", words, width)?;
        let output = if gguf.has("output.weight") {
            shaped(gguf, "output.weight", words, width)?
        } else {
            embedding.clone()
        };
        let layers = (0..config.layers).map(|index| Layer::find(gguf, &config, index));
        let factors = gguf.has("rope_freqs.weight");
        let factors = factors.then(|| vector(gguf, "rope_freqs.weight", config.rotated / 2));
        let factors = factors.transpose()?;
        Ok(Self {
            embedding,
            layers: layers.collect::<Result<_, _>>()?,
            norm: vector(gguf, "output_norm.weight", width)?,
            output,
            rope: Rope::new(&config, factors.as_deref()),
            config,
        })
    }

    /// How many tokens it knows.
    pub(crate) fn words(&self) -> usize {
        self.output.rows
    }
}

impl Layer {
    fn find(gguf: &Gguf, config: &Config, index: usize) -> Result<Self, GgufError> {
        let width = config.width;
        let name = |part: &str| format!("blk.{index}.{part}");
        let linear = |part: &str, rows: usize, columns: usize| {
            let bias = name(&format!("{part}.bias"));
            let bias = gguf.has(&bias).then(|| vector(gguf, &bias, rows));
            Ok::<_, GgufError>(Linear {
                matrix: shaped(gguf, &name(&format!("{part}.weight")), rows, columns)?,
                bias: bias.transpose()?,
            })
        };
        let inner = gguf.tensor(&name("ffn_gate.weight"))?.rows;
        let queries = config.heads * config.head;
        Ok(Self {
            attention_norm: vector(gguf, &name("attn_norm.weight"), width)?,
            query: linear("attn_q", queries, width)?,
            key: linear("attn_k", config.key_width(), width)?,
            value: linear("attn_v", config.key_width(), width)?,
            merge: linear("attn_output", width, queries)?,
            feed_norm: vector(gguf, &name("ffn_norm.weight"), width)?,
            gate: linear("ffn_gate", inner, width)?,
            up: linear("ffn_up", inner, width)?,
            down: linear("ffn_down", width, inner)?,
        })
    }
}

fn shaped(gguf: &Gguf, name: &str, rows: usize, columns: usize) -> Result<Tensor, GgufError> {
    let tensor = gguf.tensor(name)?;
    if (tensor.rows, tensor.columns) == (rows, columns) && rows > 0 && columns > 0 {
        return Ok(tensor);
    }
    Err(GgufError::Shape {
        name: name.to_owned(),
        found: format!("{} rows of {}", tensor.rows, tensor.columns),
        expected: format!("{rows} rows of {columns}"),
    })
}

fn vector(gguf: &Gguf, name: &str, length: usize) -> Result<Vec<f32>, GgufError> {
    let tensor = shaped(gguf, name, 1, length)?;
    Ok(row(&tensor, 0))
}

/// A row as floats.
pub(super) fn row(tensor: &Tensor, index: usize) -> Vec<f32> {
    let mut floats = vec![0.0; tensor.columns];
    run(Floats {
        tensor,
        index,
        out: &mut floats,
    });
    floats
}

struct Floats<'a> {
    tensor: &'a Tensor,
    index: usize,
    out: &'a mut [f32],
}

impl Kernel for Floats<'_> {
    fn run<L: Lanes>(self, lanes: L) {
        let mut row = Row::new(lanes);
        row.unpack(self.tensor.kind, self.tensor.row(self.index));
        row.write(self.out);
    }
}
