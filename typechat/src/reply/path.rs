//! A place in a value.

use std::fmt;

use serde::{Serialize, Serializer};

/// A place in a JSON value. Displayed as in code (`items[0].size`; the root is `the value`),
/// serialized as a JSON Pointer (RFC 6901).
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<Segment>);

/// One step of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// Into an object's member.
    Key(String),
    /// Into a list's item.
    Index(usize),
}

impl Path {
    /// The root.
    pub fn root() -> Self {
        Self::default()
    }

    /// The steps from the root.
    pub fn segments(&self) -> &[Segment] {
        &self.0
    }

    /// The member `name` of this place.
    #[must_use]
    pub fn key(mut self, name: impl Into<String>) -> Self {
        self.0.push(Segment::Key(name.into()));
        self
    }

    /// The item `index` of this place.
    #[must_use]
    pub fn index(mut self, index: usize) -> Self {
        self.0.push(Segment::Index(index));
        self
    }

    /// The place as a JSON Pointer.
    pub fn to_pointer(&self) -> String {
        let step = |segment: &Segment| match segment {
            Segment::Key(key) => format!("/{}", key.replace('~', "~0").replace('/', "~1")),
            Segment::Index(index) => format!("/{index}"),
        };
        self.0.iter().map(step).collect()
    }

    /// The place that a JSON Pointer names; a step of digits alone is an index.
    pub fn from_pointer(pointer: &str) -> Self {
        let steps = pointer.split('/').skip(1).map(|step| match step.parse() {
            Ok(index) => Segment::Index(index),
            Err(_) => Segment::Key(step.replace("~1", "/").replace("~0", "~")),
        });
        Self(steps.collect())
    }
}

impl FromIterator<Segment> for Path {
    fn from_iter<I: IntoIterator<Item = Segment>>(segments: I) -> Self {
        Self(segments.into_iter().collect())
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_empty() {
            return f.write_str("the value");
        }
        for (position, segment) in self.0.iter().enumerate() {
            match segment {
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(key) => {
                    let plain = !key.is_empty()
                        && key
                            .chars()
                            .all(|c| c.is_alphanumeric() || c == '_' || c == '$');
                    match (plain, position) {
                        (true, 0) => f.write_str(key)?,
                        (true, _) => write!(f, ".{key}")?,
                        (false, _) => write!(f, "[{}]", serde_json::Value::from(key.as_str()))?,
                    }
                }
            }
        }
        Ok(())
    }
}

impl Serialize for Path {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.to_pointer())
    }
}
