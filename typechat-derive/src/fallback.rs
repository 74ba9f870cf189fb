//! What a refused type expands to.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{DeriveInput, Error, Path};

/// The error, and an implementation all the same: otherwise each use of the type would add an
/// error of its own to the one that matters.
pub(crate) fn expand(input: &DeriveInput, krate: &Path, error: &Error) -> TokenStream {
    let error = error.to_compile_error();
    let ident = &input.ident;
    let (impl_generics, ty_generics, where_clause) = input.generics.split_for_impl();
    let bounds = where_clause.map(|clause| {
        let predicates = clause.predicates.iter();
        quote!(#(#predicates,)*)
    });
    quote! {
        #error

        const _: () = {
            #[automatically_derived]
            impl #impl_generics #krate::schema::Schema for #ident #ty_generics
            where
                #bounds
                // The trait is `'static`, the parameters need not be.
                #ident #ty_generics: 'static,
            {
                fn describe(_: &mut #krate::schema::GraphBuilder) -> #krate::schema::Type {
                    #krate::schema::Type::Any
                }
            }
            #[automatically_derived]
            impl #impl_generics #krate::schema::MapKey for #ident #ty_generics
            where
                #bounds
                #ident #ty_generics: 'static,
            {
            }
        };
    }
}
