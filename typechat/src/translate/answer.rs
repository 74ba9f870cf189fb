//! The way out: a model that cannot answer may say so instead of inventing.

use serde::{Deserialize, Deserializer, Serialize, de::DeserializeOwned};
use serde_json::Value;

use crate::schema::{Branch, Field, GraphBuilder, ObjectType, Presence, Schema, Type};

/// A value, or the model's own words on why there is none.
///
/// ```
/// use typechat::{Answer, reply::read};
/// let reading = read::<Answer<Vec<u32>>>(r#"{"@unclear": "How many of each?"}"#);
/// assert_eq!(reading.value(), Some(&Answer::Unclear("How many of each?".into())));
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Answer<T> {
    /// The value.
    Value(T),
    /// The request is unclear: a question to ask the person.
    #[serde(serialize_with = "unclear")]
    Unclear(String),
    /// The parts of the request that the type cannot express.
    #[serde(serialize_with = "cannot_translate")]
    CannotTranslate(Vec<String>),
}

impl<T> Answer<T> {
    /// The value, when there is one.
    pub fn value(self) -> Option<T> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }
}

const UNCLEAR: &str = "@unclear";
const CANNOT: &str = "@cannot_translate";

impl<T: Schema> Schema for Answer<T> {
    fn describe(graph: &mut GraphBuilder) -> Type {
        graph.define::<Self>("Answer", module_path!(), "", |graph| {
            let value = Branch::new(T::describe(graph), "");
            let way_out = |name, docs, ty| {
                let field = Field::new(name, "", ty, Presence::Required);
                Branch::new(Type::Object(ObjectType::new(vec![field])), docs)
            };
            Type::Union(vec![
                value,
                way_out(
                    UNCLEAR,
                    "Only when the request can be understood in several ways: one short question.",
                    Type::string(),
                ),
                way_out(
                    CANNOT,
                    "Only when the type cannot express the request: the parts that do not fit.",
                    Type::array(Type::string()),
                ),
            ])
        })
    }
}

impl<'de, T: DeserializeOwned> Deserialize<'de> for Answer<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        use serde::de::Error;
        let value = Value::deserialize(deserializer)?;
        let single = |name| {
            value
                .as_object()
                .filter(|o| o.len() == 1)
                .and_then(|o| o.get(name))
        };
        let parsed = if let Some(question) = single(UNCLEAR) {
            String::deserialize(question).map(Self::Unclear)
        } else if let Some(parts) = single(CANNOT) {
            Vec::deserialize(parts).map(Self::CannotTranslate)
        } else {
            serde_json::from_value(value).map(Self::Value)
        };
        parsed.map_err(D::Error::custom)
    }
}

fn unclear<S: serde::Serializer>(question: &str, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([(UNCLEAR, question)])
}

fn cannot_translate<S: serde::Serializer>(
    parts: &[String],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.collect_map([(CANNOT, parts)])
}
