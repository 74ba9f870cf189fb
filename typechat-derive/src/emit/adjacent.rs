//! Adjacently tagged enums: the tag in one member, the content in another.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::{Content, Variant};

pub(super) fn branches(
    schema: &TokenStream,
    tag: &str,
    content: &str,
    variants: &[&Variant],
) -> Vec<TokenStream> {
    let branch = |variant: &&Variant| {
        let Variant {
            name,
            aliases,
            docs,
            ..
        } = variant;
        let member = (!matches!(variant.content, Content::Unit)).then(|| {
            let inner = super::content(schema, variant, true);
            quote! {
                .field(#schema::Field::new(#content, "", #inner, #schema::Presence::Required))
            }
        });
        let ty = quote! {
            #schema::Type::Object(
                #schema::ObjectType::default()
                    .field(#schema::Field::tag(#tag, #name, &[#(#aliases),*]))
                    #member
            )
        };
        super::branch(schema, &ty, docs)
    };
    variants.iter().map(branch).collect()
}
