//! One field: its type, the rules on it, and how it stands among other members.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::ast::{Bound, Field, Rules, Source, Vocabulary};

/// The description of a type. The span puts a missing `Schema` where the type is written.
pub(super) fn source(schema: &TokenStream, source: &Source) -> TokenStream {
    match source {
        Source::Own(ty) | Source::As(ty) => {
            quote_spanned!(ty.span()=> <#ty as #schema::Schema>::describe(graph))
        }
        Source::Schemars(ty) => quote_spanned!(ty.span()=> graph.schemars::<#ty>()),
    }
}

/// The type of a field, with the field's rules.
pub(super) fn described(schema: &TokenStream, field: &Field) -> TokenStream {
    let ty = source(schema, &field.source);
    let rules = rules(schema, &field.rules);
    let nullable = field
        .rules
        .is_nullable
        .then(|| quote!(let ty = ty.nullable();));
    if rules.is_empty() && nullable.is_none() {
        return ty;
    }
    quote! {{
        let ty = #ty;
        #(let ty = #rules;)*
        #nullable
        ty
    }}
}

/// How a field is added to an object: `.field(...)` or `.flatten(...)`.
pub(super) fn member(schema: &TokenStream, field: &Field, is_buffered: bool) -> TokenStream {
    let Field {
        name,
        docs,
        has_default,
        aliases,
        ..
    } = field;
    let ty = source(schema, &field.source);
    let rules = rules(schema, &field.rules);
    let buffered = (is_buffered || field.is_flattened).then(|| quote!(graph.buffered(&ty);));
    let ty = quote! {{
        let ty = #ty;
        #(let ty = #rules;)*
        #buffered
        ty
    }};
    if field.is_flattened {
        return quote!(.flatten(#ty));
    }
    let examples = &field.rules.examples;
    let nullable = field
        .rules
        .is_nullable
        .then(|| quote!(field.ty = field.ty.nullable();));
    let made = if field.has_with {
        // The user's function is not asked for a member that is missing.
        let presence = if *has_default {
            quote!(Optional)
        } else {
            quote!(Required)
        };
        quote!(#schema::Field::new(#name, #docs, #ty, #schema::Presence::#presence))
    } else {
        quote!(#ty.into_member(#name, #docs, #has_default))
    };
    if nullable.is_none() && examples.is_empty() && aliases.is_empty() {
        return quote!(.field(#made));
    }
    quote! {
        .field({
            #[allow(unused_mut)]
            let mut field = #made;
            #nullable
            field.aliases(&[#(#aliases),*]) #(.example(#examples))*
        })
    }
}

fn rules(schema: &TokenStream, rules: &Rules) -> Vec<TokenStream> {
    let mut code = Vec::new();
    if let Some((min, max)) = &rules.range {
        let (min, max) = (bound(min), bound(max));
        code.push(quote!(graph.range(ty, &#schema::support::range(#min, #max))));
    }
    if let Some((min, max)) = &rules.length {
        let (min, max) = (bound(min), bound(max));
        code.push(quote!(graph.length(ty, #schema::support::length(#min, #max))));
    }
    if let Some(pattern) = &rules.pattern {
        code.push(quote!(graph.pattern(ty, #pattern)));
    }
    if let Some(format) = &rules.format {
        code.push(quote!(graph.format(ty, #format)));
    }
    match &rules.vocabulary {
        Some(Vocabulary::Words(words)) => {
            code.push(quote!(graph.vocabulary(ty, &#schema::support::words(&[#(#words),*]))));
        }
        Some(Vocabulary::Name(name)) => {
            code.push(quote!(graph.vocabulary(ty, &#schema::support::vocabulary(#name))));
        }
        None => {}
    }
    code
}

fn bound(bound: &Bound) -> TokenStream {
    let Bound {
        value,
        is_exclusive,
    } = bound;
    if let Some(value) = value {
        quote!(::core::option::Option::Some((#value, #is_exclusive)))
    } else {
        quote!(::core::option::Option::None)
    }
}
