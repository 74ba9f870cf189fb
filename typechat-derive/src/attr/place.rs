//! Where an attribute stands, which serde's parser does not keep.

use proc_macro2::{Span, TokenTree};
use syn::Attribute;

/// Finds serde's words among attributes; `or` is the place of what has none.
#[derive(Clone, Copy)]
pub(super) struct Place<'a> {
    pub(super) attrs: &'a [Attribute],
    pub(super) or: Span,
}

impl Place<'_> {
    pub(super) fn of(self, words: &[&str]) -> Span {
        self.find(words).unwrap_or(self.or)
    }

    pub(super) fn find(self, words: &[&str]) -> Option<Span> {
        self.attrs
            .iter()
            .filter(|attr| attr.path().is_ident("serde"))
            .filter_map(|attr| attr.meta.require_list().ok())
            .flat_map(|list| list.tokens.clone())
            .find_map(|token| match token {
                TokenTree::Ident(found) if words.iter().any(|word| found == word) => {
                    Some(found.span())
                }
                _ => None,
            })
    }
}
