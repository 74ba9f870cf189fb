//! The code for enums.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::{
    ast::{Content, Tagging, Variant},
    emit_struct,
};

pub(crate) fn content(
    schema: &TokenStream,
    tagging: &Tagging,
    variants: &[Variant],
) -> TokenStream {
    match tagging {
        // `valid` has left only unit variants to the first, and refused the second.
        Tagging::External | Tagging::Adjacent => constants(schema, variants),
        Tagging::Internal(tag) => union(schema, variants, |variant| tagged(schema, tag, variant)),
        Tagging::Untagged => union(schema, variants, |variant| untagged(schema, variant)),
    }
}

fn constants(schema: &TokenStream, variants: &[Variant]) -> TokenStream {
    let members = variants
        .iter()
        .map(|Variant { name, docs, .. }| quote!(#schema::Member::new(#name, #docs)));
    quote!(#schema::Type::Enum(::std::vec::Vec::from([#(#members),*])))
}

fn union(
    schema: &TokenStream,
    variants: &[Variant],
    branch: impl Fn(&Variant) -> TokenStream,
) -> TokenStream {
    let branches = variants.iter().map(|variant| {
        let (ty, docs) = (branch(variant), &variant.docs);
        quote!(#schema::Branch::new(#ty, #docs))
    });
    quote!(#schema::Type::Union(::std::vec::Vec::from([#(#branches),*])))
}

fn tagged(schema: &TokenStream, tag: &str, variant: &Variant) -> TokenStream {
    let name = &variant.name;
    match &variant.content {
        Content::Newtype(payload) => {
            quote_spanned!(payload.span()=> graph.tagged::<#payload>(#tag, #name, &[]))
        }
        Content::Struct(fields) => emit_struct::object(schema, Some((tag, name)), fields),
        Content::Unit | Content::Tuple => emit_struct::object(schema, Some((tag, name)), &[]),
    }
}

fn untagged(schema: &TokenStream, variant: &Variant) -> TokenStream {
    match &variant.content {
        Content::Newtype(payload) => emit_struct::describe(schema, payload),
        Content::Struct(fields) => emit_struct::object(schema, None, fields),
        Content::Unit | Content::Tuple => quote!(#schema::Type::Null),
    }
}
