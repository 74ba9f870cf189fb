//! From the input to the code: everything is written with full paths, since the user may have
//! types named `Option` or `Vec`.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Path, Result};

use crate::{
    ast::{Container, Shape},
    attr, crate_path, emit_enum, emit_struct, fallback, types, valid,
};

pub(crate) fn derive(input: &DeriveInput) -> TokenStream {
    let (krate, mistake) = match crate_path::read(input) {
        Ok(path) => (path, None),
        Err(error) => (crate_path::default(), Some(error)),
    };
    match (expand(input, &krate), mistake) {
        (Ok(tokens), None) => tokens,
        (Err(error), None) | (Ok(_), Some(error)) => fallback::expand(input, &krate, &error),
        (Err(mut error), Some(mistake)) => {
            error.combine(mistake);
            fallback::expand(input, &krate, &error)
        }
    }
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
    let content = match &container.shape {
        // `valid` has refused both.
        Shape::Unit | Shape::Tuple => quote!(#schema::Type::Any),
        Shape::Newtype(inner) => emit_struct::describe(&schema, inner),
        Shape::Struct { tag, fields } => {
            let tag = tag
                .as_ref()
                .map(|tag| (tag.as_str(), container.name.as_str()));
            emit_struct::object(&schema, tag, fields)
        }
        Shape::Enum { tagging, variants } => emit_enum::content(&schema, tagging, variants),
    };
    let body = if is_definition(container) {
        let (name, docs) = (&container.name, &container.docs);
        quote! {
            graph.define::<Self>(#name, ::core::module_path!(), #docs, |graph| #content)
        }
    } else {
        content
    };
    quote! {
        const _: () = {
            #[automatically_derived]
            // An enum of constants and an empty struct have no other types to describe.
            #[allow(unused_variables)]
            impl #schema::Schema for #ident {
                fn describe(graph: &mut #schema::GraphBuilder) -> #schema::Type {
                    #body
                }
            }
        };
    }
}

/// A newtype that says nothing is its inner type; one that contains itself needs the name, since
/// its description would have no end.
fn is_definition(container: &Container) -> bool {
    match &container.shape {
        Shape::Newtype(inner) => {
            !container.docs.is_empty() || types::mentions(inner, &container.ident)
        }
        _ => true,
    }
}
