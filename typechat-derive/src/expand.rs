//! From the input to the code: everything is written with full paths, since the user may have
//! types named `Option` or `Vec`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path, Result, parse_quote};

use crate::{
    ast::Content,
    ast::{Container, Shape, Tagging},
    attr, bounds, emit, fallback, types, valid,
};

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let krate = attr::crate_path(input).unwrap_or_else(|| parse_quote!(::typechat));
    expand(input, &krate).unwrap_or_else(|error| fallback::expand(input, &krate, &error))
}

fn expand(input: &DeriveInput, krate: &Path) -> Result<TokenStream> {
    valid::check_input(input)?;
    let container = attr::read(input)?;
    valid::check(&container)?;
    Ok(implement(&container, krate))
}

fn implement(container: &Container, krate: &Path) -> TokenStream {
    let ident = &container.ident;
    let schema = quote!(#krate::schema);
    let describe = emit::describe(container, &schema);
    let check = emit::check(container, krate, &schema);
    let (_, ty_generics, _) = container.generics.split_for_impl();
    let generics = bounds::bound(container, &schema);
    let (impl_generics, _, where_clause) = generics.split_for_impl();
    let key = is_key(container).then(|| {
        quote! {
            #[automatically_derived]
            impl #impl_generics #schema::MapKey for #ident #ty_generics #where_clause {}
        }
    });
    quote! {
        const _: () = {
            #[automatically_derived]
            // An enum of constants and an empty struct have no other types to describe.
            #[allow(unused_variables, clippy::all, clippy::pedantic, clippy::restriction)]
            impl #impl_generics #schema::Schema for #ident #ty_generics #where_clause {
                fn describe(graph: &mut #schema::GraphBuilder) -> #schema::Type {
                    #describe
                }
                #check
            }
            #key
        };
    }
}

/// Whether the type can plainly be the key of a map.
fn is_key(container: &Container) -> bool {
    match &container.shape {
        Shape::Newtype(field) => field.source.described().is_some_and(types::is_key),
        Shape::Enum {
            tagging: Tagging::External,
            variants,
        } => variants
            .iter()
            .all(|variant| matches!(variant.content, Content::Unit) && !variant.is_untagged),
        _ => false,
    }
}
