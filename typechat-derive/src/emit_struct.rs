//! The code for objects. It stands where a variable `graph` is in scope.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Type, spanned::Spanned};

use crate::ast::Field;

/// The description of another type. The span puts a missing `Schema` where the type is written.
pub(crate) fn describe(schema: &TokenStream, ty: &Type) -> TokenStream {
    quote_spanned!(ty.span()=> <#ty as #schema::Schema>::describe(graph))
}

/// An object type of these members, after the tag's name and value.
pub(crate) fn object(
    schema: &TokenStream,
    tag: Option<(&str, &str)>,
    fields: &[Field],
) -> TokenStream {
    let tag = tag.map(|(name, value)| quote!(#schema::Field::tag(#name, #value, &[]),));
    let members = fields.iter().map(|field| {
        let Field {
            name,
            docs,
            ty,
            has_default,
        } = field;
        let described = describe(schema, ty);
        quote!(#described.into_member(#name, #docs, #has_default))
    });
    quote! {
        #schema::Type::Object(#schema::ObjectType::new(::std::vec::Vec::from([
            #tag
            #(#members,)*
        ])))
    }
}
