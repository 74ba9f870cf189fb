//! The tags between which models think before they answer.

const NAMES: [&str; 6] = [
    "think",
    "thinking",
    "thought",
    "thoughts",
    "reasoning",
    "reflection",
];

/// A tag of thoughts.
pub(super) struct Tag {
    name: &'static str,
    pub(super) is_end: bool,
    pub(super) length: usize,
}

impl Tag {
    /// The tag that the text begins with, in whatever case.
    pub(super) fn at(text: &str) -> Option<Self> {
        let inside = text.strip_prefix('<')?;
        let is_end = inside.starts_with('/');
        let inside = inside.strip_prefix('/').unwrap_or(inside);
        let is_this = |name: &&&str| {
            let start = inside.as_bytes().get(..=name.len());
            start.is_some_and(|start| {
                start.ends_with(b">") && start[..name.len()].eq_ignore_ascii_case(name.as_bytes())
            })
        };
        let name = NAMES.iter().find(is_this)?;
        let length = name.len() + 2 + usize::from(is_end);
        Some(Self {
            name,
            is_end,
            length,
        })
    }

    /// Where the tag that ends these thoughts ends.
    pub(super) fn end(&self, text: &str) -> Option<usize> {
        let mut places = text.match_indices("</");
        places.find_map(|(at, _)| {
            let tag = Self::at(&text[at..])?;
            (tag.name == self.name).then_some(at + tag.length)
        })
    }
}
