//! One field: its type, the rules on it, and how it stands among other members.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use crate::ast::{Bound, Field, Rules, Source, Vocabulary};

/// The description of a type. The span puts a missing `Schema` where the type is written.
pub(super) fn source(schema: &TokenStream, source: &Source) -> TokenStream {
    match source {
        Source::Own(ty) | Source::As(ty) => {
            let span = at(ty);
            quote_spanned!(span=> <#ty as #schema::Schema>::describe(graph))
        }
        Source::Schemars(ty) => {
            let span = at(ty);
            quote_spanned!(span=> graph.schemars::<#ty>())
        }
    }
}

/// Where something is written, for code that means what it means in the rest of the output.
pub(crate) fn at(what: &impl Spanned) -> Span {
    Span::call_site().located_at(what.span())
}

/// The type of a field, with the field's rules; `name` is that which errors tell.
pub(super) fn described(schema: &TokenStream, field: &Field, name: Option<&str>) -> TokenStream {
    narrowed(schema, source(schema, &field.source), &field.rules, name)
}

/// A type with rules; `name` is that which errors tell.
pub(crate) fn narrowed(
    schema: &TokenStream,
    ty: TokenStream,
    rules: &Rules,
    name: Option<&str>,
) -> TokenStream {
    if !rules.are_about_type() {
        return ty;
    }
    let rules = code(schema, rules);
    let narrowed = quote!(#(let ty = #rules;)* ty);
    let within = match name {
        Some(name) => quote!(graph.member(#name, |graph| { #narrowed })),
        None => narrowed,
    };
    quote!({ let ty = #ty; #within })
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
    let mut ty = described(schema, field, Some(name));
    if is_buffered || field.is_flattened {
        ty = buffered(&ty);
    }
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

/// The type, which serde reads through its buffer.
pub(super) fn buffered(ty: &TokenStream) -> TokenStream {
    quote!({ let ty = #ty; graph.buffered(&ty); ty })
}

fn code(schema: &TokenStream, rules: &Rules) -> Vec<TokenStream> {
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
