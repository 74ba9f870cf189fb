//! The methods that turn a value into functions.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::Path;

use super::{PROVIDED, ast::Api, dispatch, signatures};

pub(super) fn methods(api: &Api, krate: &Path) -> [(&'static str, TokenStream); 2] {
    let Api {
        ident, name, docs, ..
    } = api;
    let dispatcher = dispatch::dispatcher(api, krate);
    let signatures = signatures::signatures(api, krate);
    let functions = quote! {
        #dispatcher
        #krate::support::functions(#name, #docs, __Dispatcher(self), |graph| #signatures)
    };
    let api = quote!(#krate::Api::new(<Self as #ident>::into_functions(self)));
    declared(krate, &functions, &api)
}

/// Methods of the same names that do nothing, for a trait that does not compile anyway.
pub(super) fn stubs(krate: &Path) -> [(&'static str, TokenStream); 2] {
    let never = quote!(::core::unreachable!("the trait does not compile"));
    declared(krate, &never, &never)
}

fn declared(
    krate: &Path,
    functions: &TokenStream,
    api: &TokenStream,
) -> [(&'static str, TokenStream); 2] {
    let declare = |name: &'static str, docs: &str, ty: &str, body: &TokenStream| {
        let (ident, ty) = (format_ident!("{name}"), format_ident!("{ty}"));
        let method = quote! {
            #[doc = #docs]
            // A trait may be used for one of its two forms alone.
            #[allow(
                dead_code,
                unused_variables,
                clippy::all,
                clippy::pedantic,
                clippy::nursery,
                clippy::restriction
            )]
            #[must_use]
            fn #ident(self) -> #krate::#ty
            where
                Self: ::core::marker::Sized,
            {
                #body
            }
        };
        (name, method)
    };
    let [into_functions, into_api] = PROVIDED;
    [
        declare(
            into_functions,
            "The functions of this trait, which call this value, to be put beside others.",
            "Functions",
            functions,
        ),
        declare(
            into_api,
            "An API of the functions of this trait alone, which call this value.",
            "Api",
            api,
        ),
    ]
}
