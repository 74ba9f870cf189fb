//! Externally tagged enums: a string for a unit variant, an object of one member for others.

use proc_macro2::TokenStream;
use quote::quote;

use crate::ast::{Content, Variant};

/// The enum as a list of constants, when it has nothing but unit variants.
pub(super) fn constants(schema: &TokenStream, variants: &[Variant]) -> Option<TokenStream> {
    let members = variants
        .iter()
        .map(|variant| member(schema, variant))
        .collect::<Option<Vec<_>>>()?;
    Some(quote!(#schema::Type::Enum(::std::vec::Vec::from([#(#members),*]))))
}

/// One branch for each variant with content, and one for each row of unit variants.
pub(super) fn branches(schema: &TokenStream, variants: &[&Variant]) -> Vec<TokenStream> {
    let mut branches = Vec::new();
    let mut constants: Vec<TokenStream> = Vec::new();
    for variant in variants {
        if let Some(member) = member(schema, variant) {
            constants.push(member);
            continue;
        }
        branches.extend(row(schema, &mut constants));
        let Variant {
            name,
            aliases,
            docs,
            ..
        } = variant;
        let content = super::content(schema, variant, false);
        let ty = quote! {
            #schema::Type::Object(#schema::ObjectType::default().field(
                #schema::Field::new(#name, "", #content, #schema::Presence::Required)
                    .aliases(&[#(#aliases),*])
            ))
        };
        branches.push(super::branch(schema, &ty, docs));
    }
    branches.extend(row(schema, &mut constants));
    branches
}

fn row(schema: &TokenStream, constants: &mut Vec<TokenStream>) -> Option<TokenStream> {
    let members = std::mem::take(constants);
    let ty = quote!(#schema::Type::Enum(::std::vec::Vec::from([#(#members),*])));
    (!members.is_empty()).then(|| super::branch(schema, &ty, ""))
}

fn member(schema: &TokenStream, variant: &Variant) -> Option<TokenStream> {
    let Variant {
        name,
        aliases,
        docs,
        content,
        ..
    } = variant;
    matches!(content, Content::Unit)
        .then(|| quote!(#schema::Member::new(#name, #docs).aliases(&[#(#aliases),*])))
}
