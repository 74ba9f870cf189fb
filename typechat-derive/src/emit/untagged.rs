//! Untagged enums: the content of each variant, as it is.

use proc_macro2::TokenStream;

use crate::ast::Variant;

pub(super) fn branches(schema: &TokenStream, variants: &[&Variant]) -> Vec<TokenStream> {
    let branch = |variant: &&Variant| {
        let ty = super::content(schema, variant, true);
        super::branch(schema, &ty, &variant.docs)
    };
    variants.iter().map(branch).collect()
}
