//! The names that a model is shown.

use std::collections::HashSet;

use proc_macro2::Span;
use syn::{Error, Ident, LitStr, ext::IdentExt};

use crate::{attr::rename::Rename, mistakes::Mistakes};

/// As many letters as all providers allow.
const LONGEST: usize = 64;

/// The names of one kind, each given once.
pub(super) struct Names {
    what: &'static str,
    rule: Rename,
    seen: HashSet<String>,
}

impl Names {
    /// Names of `what`: functions or parameters.
    pub(super) fn of(what: &'static str, rule: Rename) -> Self {
        Self {
            what,
            rule,
            seen: HashSet::new(),
        }
    }

    /// The name of what `ident` names here, or that which was chosen.
    pub(super) fn give(
        &mut self,
        ident: &Ident,
        chosen: Option<&LitStr>,
        mistakes: &mut Mistakes,
    ) -> String {
        let own = || self.rule.apply(&unraw(ident));
        let name = chosen.map_or_else(own, LitStr::value);
        let span = chosen.map_or(ident.span(), LitStr::span);
        if let Some(message) = wrong(&name) {
            mistakes.add(Error::new(span, message));
        }
        if !self.seen.insert(name.clone()) {
            mistakes.add(self.twice(&name, span));
        }
        name
    }

    fn twice(&self, name: &str, span: Span) -> Error {
        let what = self.what;
        let message = format!(
            "two {what} have the name `{name}`: give one of them another with \
             `#[typechat(rename = \"...\")]`"
        );
        Error::new(span, message)
    }
}

/// What is wrong with a name, wherever it comes from.
fn wrong(name: &str) -> Option<String> {
    let is_letter = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    if (1..=LONGEST).contains(&name.len()) && name.chars().all(is_letter) {
        return None;
    }
    Some(format!(
        "models take names of 1 to {LONGEST} of the letters A-Z, a-z, 0-9, `_` and `-`, not \
         `{name}`: choose one with `#[typechat(rename = \"...\")]`"
    ))
}

/// The name as it is meant, without `r#`.
pub(super) fn unraw(ident: &Ident) -> String {
    ident.unraw().to_string()
}
