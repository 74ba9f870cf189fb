//! Bytes: as serde writes them, and as base64 text.

use base64::{Engine, prelude::BASE64_STANDARD};
use bytes::{Bytes, BytesMut};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de::Error};

use crate::schema::{GraphBuilder, Schema, Type};

/// A list of numbers from 0 to 255, which is what serde writes in JSON. For text that a model
/// can write at a bearable length, use [`Base64`].
impl Schema for Bytes {
    fn describe(graph: &mut GraphBuilder) -> Type {
        Type::array(u8::describe(graph))
    }
}

impl Schema for BytesMut {
    fn describe(graph: &mut GraphBuilder) -> Type {
        Type::array(u8::describe(graph))
    }
}

/// Bytes that are a base64 string in JSON (RFC 4648, section 4, padded).
///
/// ```
/// use typechat::{reply::read, schema::Base64};
/// let reading = read::<Base64>("\"aGVsbG8=\"");
/// assert_eq!(reading.value().unwrap().0, "hello");
/// assert!(read::<Base64>("\"hello!\"").value().is_none());
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Base64(pub Bytes);

impl Schema for Base64 {
    fn describe(_: &mut GraphBuilder) -> Type {
        Type::format("base64")
    }
}

impl Serialize for Base64 {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&BASE64_STANDARD.encode(&self.0))
    }
}

impl<'de> Deserialize<'de> for Base64 {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let bytes = BASE64_STANDARD.decode(text).map_err(D::Error::custom)?;
        Ok(Self(bytes.into()))
    }
}

impl From<Vec<u8>> for Base64 {
    fn from(bytes: Vec<u8>) -> Self {
        Self(bytes.into())
    }
}

impl AsRef<[u8]> for Base64 {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

pub(crate) fn is_base64(text: &str) -> bool {
    BASE64_STANDARD.decode(text).is_ok()
}
