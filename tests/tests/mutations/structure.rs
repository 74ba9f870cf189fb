//! Mistakes of grammar between the parts: commas, brackets, members that stand twice.

use super::text::{Broken, Role, Sample, outer};

type Pieces = Vec<Broken>;

/// `[1, 2,]`
pub(super) fn trailing_comma(s: &Sample<'_>) -> Pieces {
    let is_last = |at: usize| {
        let next = s.pieces.get(at + 1);
        next.is_some_and(|next| next.role == Role::Close)
    };
    s.each(|at, p| (is_last(at) && p.role != Role::Open).then(|| p.text.clone() + ","))
}

/// A line ends without its comma.
pub(super) fn missing_comma(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| (p.role == Role::Comma).then(String::new))
}

/// `{"a": 1;`
pub(super) fn semicolon(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| (p.role == Role::Comma).then(|| ";".into()))
}

/// `{"a" = 1}`
pub(super) fn equals_sign(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| (p.role == Role::Colon).then(|| " =".into()))
}

/// One too many closes what is round it, and what comes next is astray.
pub(super) fn extra_closing(s: &Sample<'_>) -> Pieces {
    let mut broken = s.each(|_, p| (p.role == Role::Close).then(|| p.text.repeat(2)));
    for one in &mut broken {
        one.at = outer(&one.at);
    }
    broken
}

/// A bracket in the middle is missing.
pub(super) fn missing_closing(s: &Sample<'_>) -> Pieces {
    let last = s.pieces.iter().rposition(|p| p.role != Role::Close);
    s.each(|at, p| (p.role == Role::Close && Some(at) < last).then(String::new))
}

/// `]` for `}`.
pub(super) fn other_closing(s: &Sample<'_>) -> Pieces {
    s.each(|_, p| {
        let other = if p.text == "]" { "}" } else { "]" };
        (p.role == Role::Close).then(|| other.to_owned())
    })
}

/// The same member twice, the second time with `value` in place of its own.
fn twice(s: &Sample<'_>, value: impl Fn(&str) -> String) -> Pieces {
    s.each(|_, p| {
        let own = (p.role == Role::Key).then(|| s.text_of(&p.path))?;
        Some(format!("{}: {}, {}", p.text, value(&own), p.text))
    })
}

pub(super) fn equal_member_twice(s: &Sample<'_>) -> Pieces {
    twice(s, str::to_owned)
}

pub(super) fn other_member_twice(s: &Sample<'_>) -> Pieces {
    twice(s, |own| format!("[{own}, \"other\"]"))
}

/// `[1, ...]`
pub(super) fn ellipsis(s: &Sample<'_>) -> Pieces {
    s.each(|at, p| {
        let is_last = s.pieces.get(at + 1)?.role == Role::Close;
        (is_last && p.role != Role::Open).then(|| format!("{}, ...", p.text))
    })
}
