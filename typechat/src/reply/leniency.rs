//! How much a reply may differ from what was asked for.

/// How much a reply may differ from JSON of the type and is read all the same. Whatever is read
/// leniently is told in a [`Note`](super::Note); what is valid JSON of the type is read as it
/// stands at every level.
///
/// ```
/// use typechat::reply::{Leniency, Reader};
///
/// let reply = "{dish: 'soup', count: \"2\"}";
/// # #[derive(serde::Deserialize, typechat::Schema)]
/// # struct Order { dish: String, count: u8 }
/// let reader = Reader::<Order>::new();
/// assert_eq!(reader.read(reply).value().map(|order| order.count), Some(2));
/// // The quotes are read, and a text is no number.
/// assert!(reader.clone().leniency(Leniency::Syntax).read(reply).value().is_none());
/// assert!(reader.leniency(Leniency::Strict).read(reply).value().is_none());
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Leniency {
    /// Only JSON (RFC 8259) of exactly the type; it may stand in prose or in a fence.
    Strict,
    /// What is nearly JSON, too: comments, other quotes, missing commas and their like.
    Syntax,
    /// Another representation of the same meaning, too: `"12"` for a number, `Tall` for `"tall"`,
    /// one value for a list of one.
    #[default]
    Full,
}
