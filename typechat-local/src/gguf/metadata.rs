//! What a file of weights says of itself: typed values by key.

use std::{collections::HashMap, fmt};

use super::{GgufError, reader::Reader};

/// Values by key, such as `general.architecture`.
#[derive(Default)]
pub(crate) struct Metadata(HashMap<String, Value>);

/// A value. Lists are of one kind.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Bool(bool),
    Text(String),
    Unsigneds(Vec<u64>),
    Signeds(Vec<i64>),
    Floats(Vec<f32>),
    Bools(Vec<bool>),
    Texts(Vec<String>),
    /// A list of lists; nothing that is read here has one.
    Lists(Vec<Value>),
}

/// What the metadata does not say, or says otherwise.
#[derive(Debug, thiserror::Error)]
#[error("the metadata {key:?} is {found}, expected {expected}")]
#[non_exhaustive]
pub struct MetadataError {
    /// The key.
    pub key: String,
    /// What is there.
    pub found: String,
    /// What should be there.
    pub expected: &'static str,
}

impl Metadata {
    pub(super) fn read(reader: &mut Reader<'_>, count: u64) -> Result<Self, GgufError> {
        let mut values = HashMap::new();
        for _ in 0..count {
            let key = reader.string("a key of the metadata")?;
            let kind = reader.u32("the type of a value")?;
            let value = value(reader, kind, &key, 0)?;
            values.insert(key, value);
        }
        Ok(Self(values))
    }

    /// Sets a value.
    #[cfg(test)]
    pub(crate) fn insert(&mut self, key: impl Into<String>, value: Value) {
        self.0.insert(key.into(), value);
    }

    pub(crate) fn get(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    pub(crate) fn text(&self, key: &str) -> Result<&str, MetadataError> {
        self.need(key, "a text", Value::as_str)
    }

    pub(crate) fn number(&self, key: &str) -> Result<u64, MetadataError> {
        self.need(key, "a number", Value::as_u64)
    }

    pub(crate) fn float(&self, key: &str) -> Result<f32, MetadataError> {
        self.need(key, "a number", Value::as_f32)
    }

    pub(crate) fn texts(&self, key: &str) -> Result<&[String], MetadataError> {
        self.need(key, "a list of texts", |value| match value {
            Value::Texts(texts) => Some(texts.as_slice()),
            _ => None,
        })
    }

    pub(crate) fn floats(&self, key: &str) -> Result<&[f32], MetadataError> {
        self.need(key, "a list of numbers", |value| match value {
            Value::Floats(floats) => Some(floats.as_slice()),
            _ => None,
        })
    }

    fn need<'a, R>(
        &'a self,
        key: &str,
        expected: &'static str,
        read: impl FnOnce(&'a Value) -> Option<R>,
    ) -> Result<R, MetadataError> {
        let value = self.0.get(key);
        value.and_then(read).ok_or_else(|| MetadataError {
            key: key.to_owned(),
            found: value.map_or("missing".to_owned(), Value::brief),
            expected,
        })
    }
}

impl Value {
    pub(crate) fn as_str(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    pub(crate) fn as_u64(&self) -> Option<u64> {
        match self {
            Self::Unsigned(number) => Some(*number),
            Self::Signed(number) => u64::try_from(*number).ok(),
            _ => None,
        }
    }

    #[allow(
        clippy::cast_possible_truncation,
        reason = "the format's floats are f32"
    )]
    pub(crate) fn as_f32(&self) -> Option<f32> {
        match self {
            Self::Float(number) => Some(*number as f32),
            _ => None,
        }
    }

    pub(crate) fn as_bool(&self) -> Option<bool> {
        match self {
            Self::Bool(flag) => Some(*flag),
            _ => None,
        }
    }

    fn brief(&self) -> String {
        match self {
            Self::Unsigned(number) => number.to_string(),
            Self::Signed(number) => number.to_string(),
            Self::Float(number) => number.to_string(),
            Self::Bool(flag) => flag.to_string(),
            Self::Text(text) => format!("{:?}", text.chars().take(60).collect::<String>()),
            _ => "a list".to_owned(),
        }
    }
}

impl fmt::Debug for Metadata {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut keys: Vec<_> = self
            .0
            .iter()
            .map(|(key, value)| (key, value.brief()))
            .collect();
        keys.sort();
        f.debug_map().entries(keys).finish()
    }
}

/// A value by the number of its type in the specification.
fn value(reader: &mut Reader<'_>, kind: u32, key: &str, depth: u8) -> Result<Value, GgufError> {
    Ok(match kind {
        0 => Value::Unsigned(reader.array::<1>(key)?[0].into()),
        2 => Value::Unsigned(u16::from_le_bytes(reader.array(key)?).into()),
        4 => Value::Unsigned(u32::from_le_bytes(reader.array(key)?).into()),
        10 => Value::Unsigned(u64::from_le_bytes(reader.array(key)?)),
        1 => Value::Signed(i8::from_le_bytes(reader.array(key)?).into()),
        3 => Value::Signed(i16::from_le_bytes(reader.array(key)?).into()),
        5 => Value::Signed(i32::from_le_bytes(reader.array(key)?).into()),
        11 => Value::Signed(i64::from_le_bytes(reader.array(key)?)),
        6 => Value::Float(f32::from_le_bytes(reader.array(key)?).into()),
        12 => Value::Float(f64::from_le_bytes(reader.array(key)?)),
        7 => Value::Bool(reader.array::<1>(key)?[0] != 0),
        8 => Value::Text(reader.string(key)?),
        9 if depth < 4 => {
            let kind = reader.u32(key)?;
            let count = reader.u64(key)?;
            list(reader, kind, count, key, depth + 1)?
        }
        _ => {
            let what = format!("the metadata {key:?} is of an unknown type, {kind}");
            return Err(GgufError::Malformed(what));
        }
    })
}

fn list(
    reader: &mut Reader<'_>,
    kind: u32,
    count: u64,
    key: &str,
    depth: u8,
) -> Result<Value, GgufError> {
    // Every element takes a byte at least: a count beyond what is left is told when it is reached.
    let room = usize::try_from(count).unwrap_or(usize::MAX);
    let room = room.min(reader.left()).min(1 << 20);
    macro_rules! gather {
        ($list:path, $one:path, $keep:expr) => {{
            let mut all = Vec::with_capacity(room);
            for _ in 0..count {
                match value(reader, kind, key, depth)? {
                    $one(element) => all.push($keep(element)),
                    other => {
                        return Err(GgufError::Malformed(format!(
                            "the metadata {key:?} mixes types: {}",
                            other.brief()
                        )));
                    }
                }
            }
            $list(all)
        }};
    }
    Ok(match kind {
        0 | 2 | 4 | 10 => gather!(Value::Unsigneds, Value::Unsigned, |number| number),
        1 | 3 | 5 | 11 => gather!(Value::Signeds, Value::Signed, |number| number),
        6 | 12 => gather!(Value::Floats, Value::Float, single),
        7 => gather!(Value::Bools, Value::Bool, |flag| flag),
        8 => gather!(Value::Texts, Value::Text, |text| text),
        _ => {
            let mut all = Vec::new();
            for _ in 0..count {
                all.push(value(reader, kind, key, depth)?);
            }
            Value::Lists(all)
        }
    })
}

#[allow(
    clippy::cast_possible_truncation,
    reason = "the format's floats are f32"
)]
fn single(number: f64) -> f32 {
    number as f32
}
