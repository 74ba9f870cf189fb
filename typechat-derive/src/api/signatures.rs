//! The code that describes functions, where `graph` is in scope.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;

use super::{
    ast::{Api, Function, Param},
    params::{How, Taken},
};
use crate::emit::{at, narrowed};

/// A list of all signatures.
pub(super) fn signatures(api: &Api, krate: &Path) -> TokenStream {
    let each = api.functions.iter().map(|f| signature(f, krate));
    quote!(::std::vec::Vec::from([#(#each),*]))
}

fn signature(function: &Function, krate: &Path) -> TokenStream {
    let Function {
        name,
        docs,
        params,
        output,
        traits,
        ..
    } = function;
    let params = params.iter().map(|param| member(param, krate));
    let value = &output.value;
    let span = at(value);
    let returns = quote_spanned!(span=> <#value as #krate::support::Schema>::describe(graph));
    let pure = traits.is_pure.then(|| quote!(.pure()));
    let parallel = traits.is_parallel.then(|| quote!(.parallel()));
    let confirm = traits.is_confirmed.then(|| quote!(.confirm()));
    let asynchronous = function.is_async.then(|| quote!(.asynchronous()));
    quote! {
        #krate::Signature::new(#name, #docs)
            #(#params)*
            .returns(#returns)
            #pure #parallel #confirm #asynchronous
    }
}

/// `.param(...)`: a missing `Schema` is told at the type as it is written.
fn member(param: &Param, krate: &Path) -> TokenStream {
    let Param { name, docs, .. } = param;
    let span = at(&param.taken.ty);
    let owned = owned(&param.taken);
    let described = if param.taken.is_optional {
        quote_spanned!(span=> ::core::option::Option<#owned>)
    } else {
        owned.clone()
    };
    let has_default = param.default.is_some();
    let ty = quote_spanned!(span=> <#described as #krate::support::Schema>::describe(graph));
    let ty = narrowed(
        &quote!(#krate::support::schema),
        ty,
        &param.rules,
        Some(name),
    );
    let examples = &param.rules.examples;
    let prepare = quote_spanned!(span=> #krate::support::prepare::<#owned>);
    quote! {
        .param(#ty.into_member(#name, #docs, #has_default) #(.example(#examples))*, #prepare)
    }
}

/// The type that is read from the argument.
pub(super) fn owned(taken: &Taken) -> TokenStream {
    let ty = &taken.ty;
    let span = at(ty);
    match taken.how {
        How::Owned | How::Borrowed => quote!(#ty),
        How::Text => quote_spanned!(span=> ::std::string::String),
        How::Slice => quote_spanned!(span=> ::std::vec::Vec<#ty>),
    }
}
