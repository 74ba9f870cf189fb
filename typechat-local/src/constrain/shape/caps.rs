//! Limits where a schema has none, so that a small model cannot run on.

/// How far a value may go where the schema sets no limit.
///
/// What the schema demands is always possible: where it demands more, the cap gives way.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub(crate) struct Caps {
    /// Characters of a string; 256.
    pub(crate) characters: usize,
    /// Items of an array; 64.
    pub(crate) items: usize,
    /// Members of an object whose names are free; 64.
    pub(crate) members: usize,
    /// Digits before a number's point, 18, and after it, 12, unless its bounds have more.
    pub(crate) digits: (usize, usize),
}

impl Default for Caps {
    fn default() -> Self {
        Self {
            characters: 256,
            items: 64,
            members: 64,
            digits: (18, 12),
        }
    }
}
