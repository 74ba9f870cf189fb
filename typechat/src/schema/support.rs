//! For the code that the derive writes; not for use by hand, and not stable.

use serde_json::Number;

use super::{Length, Literal, Member, NumberRange, Type};

/// A bound as JSON, and whether it is exclusive.
type Bound = Option<(&'static str, bool)>;

#[must_use]
pub fn range(min: Bound, max: Bound) -> NumberRange {
    let number = |bound: Bound, wanted: bool| -> Option<Number> {
        let (text, is_exclusive) = bound?;
        // The derive writes only numbers, so they parse.
        (is_exclusive == wanted)
            .then(|| serde_json::from_str(text).ok())
            .flatten()
    };
    NumberRange {
        minimum: number(min, false),
        exclusive_minimum: number(min, true),
        maximum: number(max, false),
        exclusive_maximum: number(max, true),
        multiple_of: None,
    }
}

#[must_use]
pub fn length(min: Bound, max: Bound) -> Length {
    let count = |bound: Bound| {
        let (text, is_exclusive) = bound?;
        let count = text.parse::<u64>().ok()?;
        Some(count.saturating_sub(u64::from(is_exclusive)))
    };
    Length::new(count(min), count(max))
}

#[must_use]
pub fn words(words: &[&str]) -> Type {
    let member = |word: &&str| Member::new(Literal::from(*word), "");
    Type::Enum(words.iter().map(member).collect())
}

#[must_use]
pub fn vocabulary(name: &str) -> Type {
    Type::Vocabulary(name.to_owned())
}
