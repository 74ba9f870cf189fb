//! The network beside one that is written as plainly as may be, in `f64`.
#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use super::*;
use crate::{
    gguf::Gguf,
    testing::{HEAD, HEADS, INNER, KEY_HEADS, WIDTH, small},
    transformer::weights::{Linear, row},
};

/// A matrix times a vector.
fn apply(linear: &Linear, vector: &[f64]) -> Vec<f64> {
    let rows = (0..linear.matrix.rows).map(|index| {
        let bias = linear
            .bias
            .as_ref()
            .map_or(0.0, |bias| f64::from(bias[index]));
        let row = row(&linear.matrix, index);
        bias + row
            .iter()
            .zip(vector)
            .map(|(a, b)| f64::from(*a) * b)
            .sum::<f64>()
    });
    rows.collect()
}

fn normed(vector: &[f64], weights: &[f32]) -> Vec<f64> {
    let squares: f64 = vector.iter().map(|value| value * value).sum();
    let scale = 1.0 / (squares / vector.len() as f64 + 1e-6).sqrt();
    vector
        .iter()
        .zip(weights)
        .map(|(v, w)| v * scale * f64::from(*w))
        .collect()
}

fn turned(vector: &mut [f64], place: usize, halves: bool) {
    for head in vector.chunks_exact_mut(HEAD) {
        for pair in 0..HEAD / 2 {
            let angle = place as f64 / 10_000_f64.powf(2.0 * pair as f64 / HEAD as f64);
            let (a, b) = if halves {
                (pair, pair + HEAD / 2)
            } else {
                (2 * pair, 2 * pair + 1)
            };
            let (x, y) = (head[a], head[b]);
            head[a] = x * angle.cos() - y * angle.sin();
            head[b] = x * angle.sin() + y * angle.cos();
        }
    }
}

/// The scores after the last token.
fn plainly(network: &Transformer, tokens: &[u32]) -> Vec<f64> {
    let mut memory: Vec<Vec<[Vec<f64>; 2]>> = network.layers.iter().map(|_| Vec::new()).collect();
    let mut vector = Vec::new();
    for (place, token) in tokens.iter().enumerate() {
        vector = row(&network.embedding, *token as usize)
            .iter()
            .map(|v| f64::from(*v))
            .collect();
        for (layer, memory) in network.layers.iter().zip(&mut memory) {
            let input = normed(&vector, &layer.attention_norm);
            let mut query = apply(&layer.query, &input);
            let mut key = apply(&layer.key, &input);
            turned(&mut query, place, network.config.pairs_halves);
            turned(&mut key, place, network.config.pairs_halves);
            memory.push([key, apply(&layer.value, &input)]);
            let mut seen = Vec::new();
            for (index, query) in query.chunks_exact(HEAD).enumerate() {
                let from = index / (HEADS / KEY_HEADS) * HEAD;
                let weights: Vec<f64> = memory
                    .iter()
                    .map(|[key, _]| {
                        let key = &key[from..from + HEAD];
                        let product: f64 = query.iter().zip(key).map(|(a, b)| a * b).sum();
                        (product / (HEAD as f64).sqrt()).exp()
                    })
                    .collect();
                let sum: f64 = weights.iter().sum();
                for place in 0..HEAD {
                    let parts = memory.iter().zip(&weights);
                    let parts = parts.map(|([_, value], weight)| weight * value[from + place]);
                    seen.push(parts.sum::<f64>() / sum);
                }
            }
            let merged = apply(&layer.merge, &seen);
            vector.iter_mut().zip(merged).for_each(|(v, m)| *v += m);
            let input = normed(&vector, &layer.feed_norm);
            let (gate, up) = (apply(&layer.gate, &input), apply(&layer.up, &input));
            let inner: Vec<f64> = gate
                .iter()
                .zip(up)
                .map(|(g, u)| g / (1.0 + (-g).exp()) * u)
                .collect();
            assert_eq!(inner.len(), INNER);
            let down = apply(&layer.down, &inner);
            vector.iter_mut().zip(down).for_each(|(v, d)| *v += d);
        }
    }
    assert_eq!(vector.len(), WIDTH);
    let output = Linear {
        matrix: network.output.clone(),
        bias: None,
    };
    apply(&output, &normed(&vector, &network.norm))
}

fn network(architecture: &str) -> Transformer {
    Transformer::from_gguf(&Gguf::parse(&small(architecture).into()).unwrap()).unwrap()
}

fn tokens(count: usize) -> Vec<u32> {
    (0..count as u32).map(|index| index * 37 % 250).collect()
}

/// The largest difference, relative to the largest number.
fn difference(found: &[f32], expected: &[f64]) -> f64 {
    let most = expected
        .iter()
        .fold(0.0_f64, |most, value| most.max(value.abs()));
    let differences = found
        .iter()
        .zip(expected)
        .map(|(f, e)| (f64::from(*f) - e).abs());
    differences.fold(0.0, f64::max) / most
}

#[test]
fn it_computes_what_plain_arithmetic_computes() {
    for architecture in ["qwen2", "llama"] {
        let network = network(architecture);
        for count in [1, 2, 11, 12, 13, 50] {
            let tokens = tokens(count);
            let expected = plainly(&network, &tokens);
            let mut memory = KeyValues::new(&network.config);
            let vector = network.read(&tokens, &mut memory, &|| false).unwrap();
            let far = difference(&network.scores(&vector), &expected);
            assert!(far < 2e-5, "{architecture} reads {count} tokens: {far}");
            // Token by token, and the last ones together.
            let mut memory = KeyValues::new(&network.config);
            let mut vector = Vec::new();
            let (first, last) = tokens.split_at(count.saturating_sub(4));
            for token in first {
                vector = network.go_on(&[*token], &mut memory, &|| false).unwrap();
            }
            if !last.is_empty() {
                vector = network.go_on(last, &mut memory, &|| false).unwrap();
            }
            let far = difference(&network.scores(&vector), &expected);
            assert!(
                far < 2e-5,
                "{architecture} goes on for {count} tokens: {far}"
            );
        }
    }
}

#[test]
fn a_prompt_gives_the_same_bits_wherever_it_is_cut() {
    let network = network("qwen2");
    let tokens = tokens(40);
    let mut whole = KeyValues::new(&network.config);
    let expected = network.read(&tokens, &mut whole, &|| false).unwrap();
    for cut in 1..40 {
        let mut memory = KeyValues::new(&network.config);
        network
            .read(&tokens[..cut], &mut memory, &|| false)
            .unwrap();
        let found = network
            .read(&tokens[cut..], &mut memory, &|| false)
            .unwrap();
        assert_eq!(found, expected, "cut at {cut}");
        assert!(memory.parts().eq(whole.parts()));
    }
}

#[test]
fn what_is_stopped_is_forgotten() {
    use std::sync::atomic::{AtomicUsize, Ordering};
    let network = network("llama");
    let mut memory = KeyValues::new(&network.config);
    network.read(&tokens(5), &mut memory, &|| false).unwrap();
    let before = memory.clone();
    let asked = AtomicUsize::new(0);
    // Stopped between the layers.
    let stop = || asked.fetch_add(1, Ordering::Relaxed) > 0;
    assert!(network.read(&tokens(9), &mut memory, &stop).is_none());
    assert_eq!(memory.tokens(), before.tokens());
    assert!(memory.parts().eq(before.parts()));
}

#[test]
fn sizes_that_cannot_be_are_refused() {
    use crate::gguf::Value;
    let config = |changes: &[(&str, Value)]| {
        let mut metadata = Gguf::parse(&small("qwen2").into()).unwrap().metadata;
        for (key, value) in changes {
            metadata.insert(format!("qwen2.{key}"), value.clone());
        }
        Config::from_metadata(&metadata).map_err(|error| error.to_string())
    };
    assert!(config(&[]).is_ok());
    for (key, value, words) in [
        (
            "attention.head_count",
            Value::Unsigned(4000),
            "4000 heads of 0 values with 2 heads of keys is not supported",
        ),
        (
            "attention.head_count_kv",
            Value::Unsigned(3),
            "4 heads of 16 values with 3 heads of keys is not supported",
        ),
        (
            "block_count",
            Value::Unsigned(0),
            "the metadata \"qwen2.block_count\" is 0, expected a size that a model may have",
        ),
        (
            "rope.freq_base",
            Value::Text("x".to_owned()),
            "the metadata \"qwen2.rope.freq_base\" is \"x\", expected a number",
        ),
        (
            "rope.freq_base",
            Value::Float(0.0),
            "a rotation by 0 and 1, or a norm with 0.000001 is not supported",
        ),
        (
            "rope.scaling.type",
            Value::Text("yarn".to_owned()),
            "the rope scaling \"yarn\" is not supported",
        ),
        (
            "expert_count",
            Value::Unsigned(8),
            "a mixture of experts is not supported",
        ),
    ] {
        assert_eq!(config(&[(key, value)]).unwrap_err(), words);
    }
}
