//! The trait as rustc gets it: without what only the macro reads, and with what a call needs.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{
    Attribute, FnArg, Ident, ItemTrait, Pat, ReturnType, TraitItem, TraitItemFn, TypeParamBound,
    parse_quote,
};

use super::{names::unraw, read::plain_name};
use crate::attr::list::is_own;

/// The trait with the methods that are provided, by name.
pub(super) fn with(mut item: ItemTrait, provided: [(&str, TokenStream); 2]) -> TokenStream {
    item.attrs.retain(|attr| !is_own(attr));
    supertraits(&mut item);
    let mut names = Vec::new();
    for item in &mut item.items {
        if let TraitItem::Fn(method) = item {
            rewrite(method);
            names.push(unraw(&method.sig.ident));
        }
    }
    // One of the same name was refused; a second one would be an error of its own.
    let provided = provided
        .into_iter()
        .filter(|(name, _)| !names.iter().any(|taken| taken == name));
    let provided = provided.map(|(_, method)| TraitItem::Verbatim(method));
    item.items.extend(provided);
    item.into_token_stream()
}

/// Calls run on any thread, and the value lives as long as the functions made of it.
fn supertraits(item: &mut ItemTrait) {
    let wanted: [(&str, TypeParamBound); 3] = [
        ("Send", parse_quote!(::core::marker::Send)),
        ("Sync", parse_quote!(::core::marker::Sync)),
        ("static", parse_quote!('static)),
    ];
    for (name, bound) in wanted {
        if !item.supertraits.iter().any(|bound| is_named(bound, name)) {
            item.supertraits.push(bound);
        }
    }
    item.colon_token.get_or_insert_default();
}

fn is_named(bound: &TypeParamBound, name: &str) -> bool {
    let ident: Option<&Ident> = match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().map(|segment| &segment.ident),
        TypeParamBound::Lifetime(lifetime) => Some(&lifetime.ident),
        _ => None,
    };
    ident.is_some_and(|ident| ident == name)
}

fn rewrite(method: &mut TraitItemFn) {
    method.attrs.retain(|attr| !is_own(attr));
    let sig = &mut method.sig;
    // Refused, and no trait may have it: rustc need not say so again.
    sig.constness = None;
    for input in &mut sig.inputs {
        match input {
            FnArg::Receiver(receiver) => receiver.attrs.retain(is_for_rustc),
            FnArg::Typed(typed) => {
                typed.attrs.retain(is_for_rustc);
                if method.default.is_none() && plain_name(&typed.pat).is_none() {
                    *typed.pat = Pat::Verbatim(quote!(_));
                }
            }
        }
    }
    if sig.asyncness.take().is_some() {
        let output = match &sig.output {
            ReturnType::Default => quote!(()),
            ReturnType::Type(_, ty) => ty.to_token_stream(),
        };
        sig.output = parse_quote! {
            -> impl ::core::future::Future<Output = #output> + ::core::marker::Send
        };
        if let Some(body) = &method.default {
            method.default = Some(parse_quote!({ async move #body }));
            method
                .attrs
                .push(parse_quote!(#[allow(clippy::manual_async_fn)]));
        }
    }
}

/// Whether rustc takes the attribute on a parameter.
fn is_for_rustc(attr: &Attribute) -> bool {
    !is_own(attr) && !attr.path().is_ident("doc")
}
