//! The code of `Schema::check`: the checks of the values within, then the type's own.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Ident, Member, Path};

use super::field::at;
use crate::ast::{Container, Content, Field, Shape, Source, Tagging, Variant};

/// The method, or nothing when there is nothing to check.
pub(crate) fn check(container: &Container, krate: &Path, schema: &TokenStream) -> TokenStream {
    let inner = match &container.shape {
        Shape::Unit | Shape::Like(_) => TokenStream::new(),
        Shape::Newtype(field) => {
            let member = &field.member;
            one(
                schema,
                field,
                &quote!(&self.#member),
                &quote!(checks.part()),
            )
        }
        Shape::Tuple(fields) => fields
            .iter()
            .enumerate()
            .map(|(at, field)| {
                let member = &field.member;
                one(
                    schema,
                    field,
                    &quote!(&self.#member),
                    &quote!(checks.item(#at)),
                )
            })
            .collect(),
        Shape::Struct { fields, .. } => fields
            .iter()
            .map(|field| {
                let member = &field.member;
                one(schema, field, &quote!(&self.#member), &place(field))
            })
            .collect(),
        Shape::Enum { tagging, variants } => enumeration(schema, tagging, variants),
    };
    let own = calls(&container.checks, &quote!(self), &quote!(checks));
    if inner.is_empty() && own.is_empty() {
        return TokenStream::new();
    }
    quote! {
        fn check(&self, checks: &mut #krate::reply::Checks<'_>) {
            #inner
            #own
        }
    }
}

fn enumeration(schema: &TokenStream, tagging: &Tagging, variants: &[Variant]) -> TokenStream {
    let arms: Vec<TokenStream> = variants
        .iter()
        .filter(|variant| !variant.content.fields().is_empty())
        .map(|variant| arm(schema, tagging, variant))
        .collect();
    if arms.is_empty() {
        return TokenStream::new();
    }
    quote! {
        match self {
            #(#arms)*
            #[allow(unreachable_patterns)]
            _ => {}
        }
    }
}

fn arm(schema: &TokenStream, tagging: &Tagging, variant: &Variant) -> TokenStream {
    let ident = &variant.ident;
    let fields = variant.content.fields();
    let names: Vec<Ident> = (0..fields.len())
        .map(|at| format_ident!("field{at}"))
        .collect();
    let members: Vec<&Member> = fields.iter().map(|field| &field.member).collect();
    // Where the variant's content stands in the JSON.
    let name = &variant.name;
    let base = match tagging {
        _ if variant.is_untagged => None,
        Tagging::External => Some(name),
        Tagging::Adjacent { content, .. } => Some(content),
        Tagging::Internal { .. } | Tagging::Untagged => None,
    };
    let enter = base.map(|base| quote!(let checks = &mut checks.member(#base);));
    let each = fields
        .iter()
        .zip(&names)
        .enumerate()
        .map(|(at, (field, value))| {
            let place = match &variant.content {
                Content::Tuple(_) => quote!(checks.item(#at)),
                Content::Struct(_) => place(field),
                Content::Unit | Content::Newtype(_) => quote!(checks.part()),
            };
            one(schema, field, &quote!(#value), &place)
        });
    quote! {
        Self::#ident { #(#members: #names,)* .. } => {
            #enter
            #(#each)*
        }
    }
}

fn place(field: &Field) -> TokenStream {
    let name = &field.name;
    if field.is_flattened {
        quote!(checks.part())
    } else {
        quote!(checks.member(#name))
    }
}

/// The checks of one value, which is given as a reference.
fn one(
    schema: &TokenStream,
    field: &Field,
    value: &TokenStream,
    place: &TokenStream,
) -> TokenStream {
    let inner = match &field.source {
        Source::Own(ty) => Some(quote!(<#ty as #schema::Schema>::check(#value, &mut #place);)),
        // Another type's checks would want a value of that type.
        Source::As(_) | Source::Schemars(_) => None,
    };
    let own = calls(&field.rules.checks, value, place);
    quote!(#inner #own)
}

/// The calls of the user's functions: what does not fit is told at the function's name.
fn calls(checks: &[Path], value: &TokenStream, place: &TokenStream) -> TokenStream {
    let call = |check: &Path| {
        let span = at(check);
        let value = value.clone().into_iter().map(|mut token| {
            token.set_span(token.span().located_at(span));
            token
        });
        let value: TokenStream = value.collect();
        quote_spanned!(span=> #place.result(#check(#value));)
    };
    checks.iter().map(call).collect()
}
