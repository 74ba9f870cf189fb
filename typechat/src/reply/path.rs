//! A place in a value.

use std::{fmt, sync::Arc};

use serde::{Serialize, Serializer};

use super::words::shorten;

/// How many steps of a long path are shown at each end, and how many characters of a key.
const FIRST: usize = 6;
const LAST: usize = 6;
const KEY: usize = 40;

/// A place in a JSON value. Displayed as in code (`items[0].size`; the root is `the value`), with
/// long keys and long paths cut; serialized as a JSON Pointer (RFC 6901), whole.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct Path(Vec<Segment>);

/// One step of a [`Path`].
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Segment {
    /// Into an object's member. The name is shared: many places may lie within one member.
    Key(Arc<str>),
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
    pub fn key(mut self, name: impl Into<Arc<str>>) -> Self {
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

    /// The place that a JSON Pointer names. A pointer does not tell an item's index from a
    /// member's name: what may be an index is taken for one.
    ///
    /// ```
    /// use typechat::reply::Path;
    /// assert_eq!(Path::from_pointer("/items/0/size").to_string(), "items[0].size");
    /// ```
    pub fn from_pointer(pointer: &str) -> Self {
        let steps = pointer.split('/').skip(1).map(|step| match step.parse() {
            Ok(index) if step == "0" || !step.starts_with(['0', '+']) => Segment::Index(index),
            _ => Segment::Key(step.replace("~1", "/").replace("~0", "~").into()),
        });
        Self(steps.collect())
    }

    pub(crate) fn segments_mut(&mut self) -> &mut [Segment] {
        &mut self.0
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
        let hidden = if self.0.len() > FIRST + LAST {
            FIRST..self.0.len() - LAST
        } else {
            0..0
        };
        for (position, segment) in self.0.iter().enumerate() {
            if hidden.contains(&position) {
                if position == hidden.start {
                    f.write_str("…")?;
                }
                continue;
            }
            match segment {
                Segment::Index(index) => write!(f, "[{index}]")?,
                Segment::Key(key) => {
                    let key = shorten(key, KEY);
                    let plain = !key.is_empty()
                        && !key.starts_with(|c: char| c.is_ascii_digit())
                        // Programs have keys such as `@args`.
                        && key
                            .strip_prefix('@')
                            .unwrap_or(&key)
                            .chars()
                            .all(|c| c.is_alphanumeric() || matches!(c, '_' | '$' | '…'));
                    match (plain, position) {
                        (true, 0) => f.write_str(&key)?,
                        (true, _) => write!(f, ".{key}")?,
                        (false, _) => write!(f, "[{}]", serde_json::Value::from(key))?,
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

#[cfg(test)]
mod tests {
    use super::Path;

    #[test]
    fn what_is_shown_is_bounded() {
        let long = "k".repeat(50_000);
        let path = Path::root().key(long.as_str()).index(3).key("a b");
        assert_eq!(path.to_string(), format!("{}…[3][\"a b\"]", &long[..40]));
        assert_eq!(path.to_pointer(), format!("/{long}/3/a b"));
        let deep = (0..20).fold(Path::root(), Path::index);
        assert_eq!(
            deep.to_string(),
            "[0][1][2][3][4][5]…[14][15][16][17][18][19]"
        );
    }

    #[test]
    fn pointers_tell_indices_by_their_digits() {
        let path = Path::from_pointer("/00/+1/0/a~1b/");
        assert_eq!(path.to_string(), r#"["00"]["+1"][0]["a/b"][""]"#);
        assert_eq!(path.to_pointer(), "/00/+1/0/a~1b/");
    }
}
