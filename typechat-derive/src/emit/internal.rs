//! Internally tagged enums: the tag stands among the members.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::field;
use crate::ast::{Content, Variant};

pub(super) fn branches(schema: &TokenStream, tag: &str, variants: &[&Variant]) -> Vec<TokenStream> {
    let branch = |variant: &&Variant| {
        let ty = tagged(schema, tag, variant);
        super::branch(schema, &ty, &variant.docs)
    };
    variants.iter().map(branch).collect()
}

fn tagged(schema: &TokenStream, tag: &str, variant: &Variant) -> TokenStream {
    let Variant { name, aliases, .. } = variant;
    let tag_field = quote!(.field(#schema::Field::tag(#tag, #name, &[#(#aliases),*])));
    let fields = match &variant.content {
        Content::Newtype(payload) => {
            // With rules of its own, the payload is no longer the named type.
            if let Some(ty) = payload.source.described()
                && !payload.rules.are_about_type()
            {
                let span = field::at(ty);
                return quote_spanned! {span=>
                    graph.tagged::<#ty>(#tag, #name, &[#(#aliases),*])
                };
            }
            let payload = field::described(schema, payload, Some(name));
            let payload = field::buffered(&payload);
            return quote! {#schema::Type::Object(
                #schema::ObjectType::default() #tag_field .flatten(#payload)
            )};
        }
        Content::Struct(fields) => fields.as_slice(),
        // Serde refuses tuples here itself.
        Content::Unit | Content::Tuple(_) => &[],
    };
    let object = super::object(schema, Some(&tag_field), fields, true);
    quote!(#schema::Type::Object(#object))
}
