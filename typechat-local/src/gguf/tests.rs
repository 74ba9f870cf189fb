#![allow(clippy::cast_possible_truncation, clippy::cast_precision_loss)]

use super::*;

/// A file as the specification describes it.
fn file(values: &[(&str, u32, Vec<u8>)], tensors: &[(&str, &[u64], u32)], data: usize) -> Vec<u8> {
    let text = |out: &mut Vec<u8>, text: &str| {
        out.extend((text.len() as u64).to_le_bytes());
        out.extend(text.as_bytes());
    };
    let mut out = b"GGUF".to_vec();
    out.extend(3_u32.to_le_bytes());
    out.extend((tensors.len() as u64).to_le_bytes());
    out.extend((values.len() as u64).to_le_bytes());
    for (key, kind, value) in values {
        text(&mut out, key);
        out.extend(kind.to_le_bytes());
        out.extend(value);
    }
    for (name, dimensions, kind) in tensors {
        text(&mut out, name);
        out.extend((dimensions.len() as u32).to_le_bytes());
        dimensions.iter().for_each(|d| out.extend(d.to_le_bytes()));
        out.extend(kind.to_le_bytes());
        out.extend(0_u64.to_le_bytes());
    }
    out.resize(out.len().next_multiple_of(32) + data, 0);
    out
}

fn small() -> Vec<u8> {
    let name = [&5_u64.to_le_bytes()[..], b"qwen2"].concat();
    let list = [
        &6_u32.to_le_bytes()[..],
        &1_u64.to_le_bytes(),
        &0.5_f32.to_le_bytes(),
    ]
    .concat();
    file(
        &[
            ("general.architecture", 8, name),
            ("qwen2.block_count", 4, 24_u32.to_le_bytes().to_vec()),
            ("scores", 9, list),
        ],
        &[("output.weight", &[64, 3], 8)],
        204,
    )
}

#[test]
fn metadata_and_tensors_are_found() {
    let gguf = Gguf::parse(&small().into()).unwrap();
    assert_eq!(gguf.metadata.text("general.architecture").unwrap(), "qwen2");
    assert_eq!(gguf.metadata.number("qwen2.block_count").unwrap(), 24);
    assert_eq!(gguf.metadata.get("scores"), Some(&Value::Floats(vec![0.5])));
    let tensor = gguf.tensor("output.weight").unwrap();
    assert_eq!(
        (tensor.rows, tensor.columns, tensor.kind),
        (3, 64, Kind::Q8_0)
    );
    assert_eq!(tensor.bytes.len(), 204);
    let error = gguf.metadata.text("qwen2.block_count").unwrap_err();
    assert_eq!(
        error.to_string(),
        "the metadata \"qwen2.block_count\" is 24, expected a text"
    );
}

#[test]
fn a_file_that_is_cut_anywhere_is_told() {
    let whole = small();
    for end in 0..whole.len() {
        let Err(error) = Gguf::parse(&whole[..end].to_vec().into()) else {
            panic!("{end} bytes of {} are no file", whole.len());
        };
        assert!(
            error.to_string().starts_with("the file is cut: "),
            "{error}"
        );
    }
}

#[test]
fn what_contradicts_the_format_is_told() {
    let told = |bytes: Vec<u8>| Gguf::parse(&bytes.into()).err().unwrap().to_string();
    assert_eq!(
        told(b"PK\x03\x04....".to_vec()),
        "not a GGUF file: it begins with \"PK\\u{3}\\u{4}\", expected \"GGUF\""
    );
    let mut newer = small();
    newer[4] = 9;
    assert_eq!(
        told(newer),
        "GGUF version 9 is not supported, expected 2 or 3"
    );
    let unknown = file(&[], &[("x", &[32, 1], 99)], 64);
    assert_eq!(
        told(unknown),
        "the tensor \"x\" is of GGML type 99, which is not supported; supported are F32, F16, \
         BF16, Q4_0, Q4_1, Q5_0, Q5_1, Q8_0, Q4_K, Q5_K and Q6_K"
    );
    let uneven = file(&[], &[("x", &[33, 1], 8)], 64);
    assert_eq!(
        told(uneven),
        "not a valid GGUF file: the tensor \"x\" has rows of 33, which no block divides"
    );
    let huge = file(&[], &[("x", &[u64::MAX - 31, u64::MAX, 2], 0)], 64);
    assert_eq!(
        told(huge),
        "not a valid GGUF file: the tensor \"x\" has too many rows"
    );
}
